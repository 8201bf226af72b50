"""A game in progress: its records, its log, and the fixed things beside them (rules, card list, random stream).

Everything here is either state (``records``, reached by name through ``root``, ``players``, ``zones``) or fixed
for the match (``rules``, ``prints``, ``texts``, ``stream``), or a cache that the counters of ``Changes`` guard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.ability_index import Kit
from engine.cards.edition import LATEST
from engine.state.budget import CURRENT, NUMBER, Meter, too_much
from engine.state.change_log import EVENT, MOST_NUMBER, Changes
from engine.state.frequent_writes import write_next_id
from engine.state.lazy_fork import Inherited
from engine.state.occurred import LoggedEvent
from engine.state.records import NOBODY, Object, Plain, Player, Root, Zone
from engine.state.search_budget import Found, Question
from engine.state.seat_memory import memories
from engine.state.zone_specs import layout_of

if TYPE_CHECKING:
    from engine.abilities import Token
    from engine.cards.numbered_text import Text
    from engine.cards.register import Print, Register
    from engine.chance.rng import Stream
    from engine.state.decisions import Decision
    from engine.state.player_settings import Settings
    from engine.state.records import Item, Play, Record, Sight
    from engine.state.rulebook import Rulebook


_NOWHERE = Root()
"""In place of the root of a game that is not laid out yet."""


class Game(Changes):
    """State plus what is fixed for the match. Written only through ``write``, ``add``, ``remove``, ``rewind``.

    ``players`` are those of the ``seats`` and, in a game that has one, the side at which nobody sits: it has the number
    ``side`` (else ``NOBODY``), owns and controls, is never asked and takes no turn. ``minded`` are the events that some
    text of the match asks about, one way or another.
    """

    __slots__ = (
        "_kits",
        "_permanents",
        "_there",
        "acquired",
        "arena",
        "awaited",
        "beneath",
        "caches",
        "discard_zone",
        "diverts",
        "draw_zone",
        "edition",
        "fixed",
        "found",
        "heard",
        "holding",
        "hurry",
        "lent",
        "lively",
        "memory",
        "meter",
        "minded",
        "names",
        "number_of",
        "overview",
        "pending",
        "places",
        "players",
        "prints",
        "question",
        "reactions",
        "refreshed",
        "revelations",
        "root",
        "rules",
        "searched",
        "seats",
        "settled",
        "side",
        "speaker",
        "stream",
        "tallied",
        "texts",
        "tokens",
        "withdrawn",
        "zone_ids",
        "zone_specs",
        "zone_words",
        "zones",
    )

    def __init__(
        self,
        rules: Rulebook,
        names: tuple[str, ...],
        register: Register,
        stream: Stream,
        budget: str = CURRENT,
        edition: int = LATEST,
    ) -> None:
        super().__init__()
        self.rules = rules
        layout = layout_of(rules.zones, edition, has_markers=register.makes_markers)
        self.zone_specs = layout.specs
        """The kinds of zones that there are in a match of this edition."""
        self.lively = layout.lively
        """The zones of objects that are asked for what their abilities change."""
        self.zone_words = layout.words
        """The words of ability records for zones -> their names, if they differ."""
        self.arena = layout.arena
        """The zone where permanents are."""
        self.diverts = layout.diverts
        """The zones from which some cards go elsewhere instead, by the words of those."""
        self.discard_zone = layout.discard_zone
        """The zones where spent cards go."""
        self.draw_zone = layout.draw_zone
        """The zones that are drawn from."""
        self.beneath = layout.beneath
        """The zones whose cards lend abilities to what lies on them, if the game has some."""
        self.meter = Meter(budget)
        self.edition = edition
        """The edition of the rules by which it is played."""
        self.prints: list[Print] = register.prints
        self.texts: list[Text] = register.texts
        self.tokens: dict[Token, int] = register.tokens
        self.number_of = register.number_of
        self.acquired = register.acquired
        self.lent = register.lent
        self.tallied = register.tallied
        self.awaited = register.awaited
        self.heard = register.heard
        self.minded = register.minded
        self.stream = stream
        self.names = names
        self.pending: tuple[Decision, ...] = ()
        self.withdrawn: tuple[Decision, ...] = ()
        self.speaker = NOBODY
        self.hurry: Settings | None = None
        """In a line of play: by which settings seats pass without being asked. No state, and none of a match's."""
        self.question = Question()
        """The bound on work that is done now. No state."""
        self.searched: dict[object, Found] = {}
        """Results of searches, by all that they read (``engine.payment.search_memory``); forks share them."""
        self.settled = -1
        self.revelations = 0
        """The number of random or hidden things shown since this was made; no state, and not rewound."""
        self.refreshed: Plain = ()
        self.caches: dict[object, Plain] = {}
        """Cached answers, with what they hang on; never a record, and never changed, so that a fork has them too."""
        self.found: dict[object, Plain] = {}
        """Cached answers that hold records of this game, or that change."""
        self.overview: object = None
        """Cached answer of a game to what there is in the arena, which nearly all that it asks begins with."""
        self.reactions: object = None
        """Cached answer to what waits for events now (``engine.events.responses``)."""
        self.holding: object = None
        """Cached answer to which static abilities hold now (``engine.queries.static_effects``); it holds records."""
        self.memory = memories(len(sides_of(rules, names)))
        """Cached answers for each seat, and for the side."""
        self.places: dict[str, int] = {}
        """The last place of each name that has or had a number: where to look first, so that forks share it."""
        self._permanents: list[Object] = []
        self._there: tuple[int, ...] = ()
        """The content of the arena, the very row of which those are the objects."""
        self._kits = register.kits
        self.fixed: dict[object, Plain] = register.fixed
        """Cached answers that hang on the texts and prints of the match alone; matches of the same cards share them."""
        self.seats = len(names)
        self.side = self.seats if rules.side else NOBODY
        self.root = _NOWHERE
        self.players: tuple[Player, ...] = ()
        self.zones: dict[str, tuple[Zone, ...]] = {}
        self.zone_ids: dict[str, tuple[int, ...]] = {}

    def lay_out(self) -> None:
        """Make the records of players and zones; whoever copies another game takes over those of that one instead."""
        rules = self.rules
        self.records[0] = self.root = Root()
        self.players = tuple(Player(seat + 1, seat, name) for seat, name in enumerate(sides_of(rules, self.names)))
        for player in self.players:
            self.records[player.id] = player
        if rules.side:
            self.players[self.side].words = ()
        owners = len(self.players)
        ident = owners + 1
        for spec in self.zone_specs:
            if spec.shared:
                zone = Zone(ident, spec.name, NOBODY, spec.sight)
                self.zones[spec.name] = (zone,) * owners
                self.records[ident] = zone
                ident += 1
            else:
                made = []
                for seat in range(owners):
                    made.append(Zone(ident, spec.name, seat, spec.sight))
                    self.records[ident] = made[-1]
                    ident += 1
                self.zones[spec.name] = tuple(made)
        self.root.next_id = ident
        self.zone_ids = {name: tuple(zone.id for zone in zones) for name, zones in self.zones.items()}

    def forget(self) -> None:
        """Work everything out anew: the records are not what they were, and the log does not say so."""
        self.caches.clear()
        self.places = {}
        self._forget_records()
        self.overview = self.reactions = None
        self.memory = memories(len(self.memory))
        self.searched = {}
        self.settled = -1
        self.refreshed = ()
        self.strays = True

    def know(self, other: Game) -> None:
        """Take over what was worked out in a game in the same state."""
        self.zone_ids = other.zone_ids
        self.places = other.places
        self.version, self.vital, self.moved = other.version, other.vital, other.moved
        self.shape, self.form = other.shape, other.form
        self.meter.spent = other.meter.spent
        self.caches = other.caches.copy()
        self.overview, self.reactions = other.overview, other.reactions
        self.memory = tuple([own.inherited() for own in other.memory])
        self.searched = other.searched
        self._forget_records()
        self.settled = other.settled
        self.refreshed = other.refreshed
        self.strays = other.strays

    def _forget_records(self) -> None:
        """Drop the cached answers that hold records: others are there under their ids."""
        self.found.clear()
        self.holding = None
        self._permanents, self._there = [], ()

    # --- ids ----------------------------------------------------------------------------------

    def new_id(self) -> int:
        """The next public id."""
        ident = self.root.next_id
        write_next_id(self, self.root, ident + 1)
        return ident

    def new_inner_id(self) -> int:
        """The next id of a record that no view shows."""
        ident = self.root.next_inner
        self.write(self.root, "next_inner", ident - 1)
        return ident

    def new_timestamp(self) -> int:
        """Make the next timestamp."""
        stamp = self.root.timestamp + 1
        self.write(self.root, "timestamp", stamp)
        return stamp

    # --- what it may do -------------------------------------------------------------------------

    def exceed(self) -> None:
        budget = self.meter.budget
        if budget is not None:
            raise too_much(self, NUMBER, budget.number)

    def bounded(self, number: int) -> int:
        """A number that stands in no field of its own, if it is none too large.

        Raises:
            TooMuch: it is.
        """
        if not -MOST_NUMBER <= number <= MOST_NUMBER:
            self.exceed()
        return number

    # --- looking --------------------------------------------------------------------------------

    def object(self, ident: int) -> Object | None:
        """The object with this id, if it is (still) one."""
        try:
            record = self.records[ident]
        except KeyError:
            return None
        return record if type(record) is Object else None

    def glimpse(self, ident: int) -> Record | None:
        """The record with this id, to be read at once, neither kept nor written: a fork need not copy it for that."""
        records = self.records
        return records.glimpse(ident) if isinstance(records, Inherited) else records.get(ident)

    def obj(self, ident: int) -> Object:
        """The object with this id, which is one."""
        return self.records[ident]  # type: ignore[return-value]  # whoever asks knows

    def item(self, ident: int) -> Item:
        """The item with this id, which is one: the stack and plays hold items."""
        return self.records[ident]  # type: ignore[return-value]  # as above

    def left(self, ident: int) -> Object | None:
        """An object that has left its zone since the log was last cleared, as it was then."""
        for other, field, old in reversed(self.log):
            if other == ident and field == "-":
                return old if isinstance(old, Object) else None
        return None

    def play(self, ident: int) -> Play:
        """The play with this id, which is one: ``root.plays`` and play frames hold plays."""
        return self.records[ident]  # type: ignore[return-value]  # as above

    def kit(self, obj: Object) -> Kit:
        """The abilities of an object, by purpose."""
        abilities = obj.abilities
        if obj.kit is not None and obj.kit_of is abilities:
            return obj.kit
        kit = self._kits.get(abilities)
        if kit is None:
            kit = self._kits[abilities] = Kit([self.texts[number] for number in abilities], self.texts)
        obj.kit = kit
        obj.kit_of = abilities
        return kit

    def activated(self, obj: Object) -> tuple[int, ...]:
        """The texts of an object's activated abilities, in order."""
        return self.kit(obj).activated

    def activation(self, obj: Object, number: int) -> tuple[int, int]:
        """An ability as an answer names it: its object and which activated ability of it, from 0.

        A text's own number stays inside: it would tell how many texts other decks have.
        """
        return obj.id, self.activated(obj).index(number)

    def ability_named(self, refs: tuple[int, ...]) -> tuple[Object, int] | None:
        """The object and text that an answer names, if there is such an ability."""
        obj = self.object(refs[0]) if len(refs) == 2 else None
        own = self.activated(obj) if obj is not None else ()
        return (obj, own[refs[1]]) if obj is not None and 0 <= refs[1] < len(own) else None

    def content(self, name: str, seat: int = 0) -> tuple[int, ...]:
        """The content of a zone, in order."""
        return self.zones[name][seat].content

    def zone_name(self, word: str) -> str:
        """The name of the zone that a word of rules text means."""
        return word if word in self.zone_ids else self.zone_words[word]

    def sight_over(self, obj: Object) -> Sight:
        """The seats that may look at the zone in which an object lies."""
        zone: Zone = self.glimpse(self.zone_ids[obj.zone][obj.owner])  # type: ignore[assignment]  # ids of zones
        return zone.sight

    def place(self, word: str) -> tuple[Zone, ...]:
        """The zones that a word of rules text means, one for each seat; of "hand or memory" those of both."""
        name = word if word in self.zone_ids else self.zone_words.get(word)
        if name is not None:
            return self.zones[name]
        one, other = word.split(" or ")
        return (*self.place(one), *self.place(other))

    def hides_hands(self) -> bool:
        """Whether players do not know each other's hands: then who is asked must not tell what is in them."""
        return self.zones["hand"][0].sight == "owner"

    def markers(self) -> list[Object]:
        """The markers of all players, in the order of seats."""
        specs = [spec for spec in self.zone_specs if spec.of_markers] if len(self.lively) > 1 else ()
        return [self.obj(ident) for spec in specs for zone in self.zones[spec.name] for ident in zone.content]

    def battlefield(self) -> list[Object]:
        """The permanents, in order of arrival; nobody changes this list, which is the same until one comes or goes."""
        there = self.zones[self.arena][0].content
        if there is not self._there:
            records = self.records
            self._permanents = [records[ident] for ident in there]  # type: ignore[misc]  # arena holds objects
            self._there = there
        return self._permanents

    def seat_of(self, ident: int) -> int:
        """The seat of a player's record id, ``NOBODY`` if it is none."""
        return ident - 1 if 0 < ident <= len(self.players) else NOBODY

    def turn_order(self, first: int) -> list[int]:
        """Seats still in the game, from ``first`` on."""
        first %= self.seats
        players = self.players
        found = [seat for seat in range(first, self.seats) if not players[seat].lost]
        found += [seat for seat in range(first) if not players[seat].lost]
        return found

    def opponents(self, seat: int) -> list[int]:
        """The other seats still in the game, in turn order after ``seat``."""
        return [other for other in self.turn_order(seat) if other != seat]

    def stream_below(self, bound: int) -> int:
        """A uniform random number below ``bound``; binds every play in flight, since it was random."""
        number, cursor = self.stream.below(self.root.cursor, bound)
        self.write(self.root, "cursor", cursor)
        self.bind()
        return number

    def shuffle(self, zone: Zone) -> None:
        """Put a zone of card numbers in random order."""
        content, cursor = self.stream.shuffled(self.root.cursor, zone.content)
        self.write(self.root, "cursor", cursor)
        self.write(zone, "content", content)
        self.bind()

    def bind(self, *, is_choice: bool = False) -> None:
        """From now on the plays in flight cannot be cancelled.

        Something random or hidden was shown, or (``is_choice``) another seat chose.
        """
        if not is_choice:
            self.revelations += 1
        for ident in self.root.plays:
            play = self.records[ident]
            if not play.bound:  # type: ignore[attr-defined]  # plays holds ids of plays
                self.write(play, "bound", True)

    # --- asking ---------------------------------------------------------------------------------

    def ask(self, decision: Decision) -> None:
        """Open a decision; the agenda stops until it is answered."""
        if decision.cancel and self.root.plays:
            decision.is_held = self.play(self.root.plays[0]).bound
        self.pending = (*self.pending, decision)

    def asked(self) -> tuple[Decision, ...]:
        """The open decisions, with what may be answered to them."""
        for decision in self.pending:
            decision.work_out(self)
        return self.pending

    def close_decisions(self) -> None:
        """Nobody is asked any more; a frame may open again what was not answered."""
        self.withdrawn, self.pending = self.pending, ()

    def occurred(
        self, name: str, seat: int, ident: int, amount: int, more: int | str, beside: int | None = None
    ) -> None:
        """State a game event on which no ability triggers (``LoggedEvent``)."""
        self.log.append((0, EVENT, LoggedEvent(name, seat, ident, amount, more, beside)))


def sides_of(rules: Rulebook, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of all who own cards: of the seats, then of the side at which nobody sits."""
    return (*names, rules.side) if rules.side else names
