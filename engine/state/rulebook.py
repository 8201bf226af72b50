"""The rulebook of a game: the questions that the kernel asks, and the tables that the game fills in.

One instance per game and profile. Games fill in tables (zones, procedures, frames, cost rules) and override
questions; they never change the driver.

Code cites paragraphs by the numbers of the current rulebook. Paragraphs that leave the
engine are numbered by the match's profile (``engine.state.citation``), at the one door and nowhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from engine.cards.card_rules import CardRules
from engine.cards.faults import MAIN
from engine.errors import Refusal
from engine.state.player_settings import ANY, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Ref, RefKind
    from engine.cards.definitions import CardDef, DeckCards, Entries
    from engine.cards.faults import Fault
    from engine.cards.pool import Pool
    from engine.cards.register import Print
    from engine.state.cost_rule import CostRule, Substitute
    from engine.state.counter_kinds import CounterKind
    from engine.state.decisions import Answer
    from engine.state.event_kinds import EventKind
    from engine.state.frames import Frame, FrameKind
    from engine.state.game import Game
    from engine.state.obstacles import Use, WhyNot
    from engine.state.presentation import Presentation
    from engine.state.procedure import ManaProcedure, Procedure
    from engine.state.proposed_events import Happening, Prospect
    from engine.state.records import Item, Object, Player
    from engine.state.rounds import Round
    from engine.state.zone_specs import ZoneSpec

    Executor = Callable[..., int | None]
    HostFinder = Callable[[Game, Object], list[int] | None]
    Leaver = Callable[[Game, Any, tuple[int, ...]], Frame | None]
    Reference = Callable[[Game, Ref, int, int, Item | None], tuple[int, ...]]
    """Of a game, a reference, a seat, a source and an item: the ids of what is meant."""
    Relation = Callable[[Game, Object, tuple[int, ...]], bool]
    """Whether an object is in a relation with one of these."""
    Reading = Callable[[Game, list[Object]], int]
    Measure = Callable[[Game, Any, int, Item | None], int]
    """Of a game, an amount, a seat and an item: the number."""


class Rulebook(CardRules, ABC):
    """The rulebook of one game.

    Attributes:
        name: as in file names and on the command line.
        presentation: how the game presents itself to people.
        seats: the least and the most players.
        zones: every kind of zone.
        of_cards: the kinds of items on the stack that are of a card, as abilities are not; ``shares_cards``: several
            may be of one card, which stays until none is; a copy is one more. Else a copy has a card of its own.
        shows_faces: what lies facedown is revealed as it goes where it stays hidden, and as the game ends.
        play_words: the verbs by which cards are played from hand.
        profiles: the readings of its rules that a match may choose from, the default first; each with its number of
            every chapter that it numbers otherwise.
        profile: the one chosen.
        steps: the steps of a turn in order, and whether players act in each of their own accord.
        settings: how a new seat wants to be asked: under full control, with what is good without it.
        marks: the names of its own numbers of a player (``engine.state.player_marks``), each with whether views show it
            beside the player's counters.
        procedures: how something is played, by name; ``mana_ability``: how abilities that pay are used, if any are.
        frames: the kinds of frames of the agenda, by op.
        rounds: how players come to act one after the other, by the shape that such a frame names.
        cost_rules: how each type of cost part is paid.
        substitutes: by which keywords mana may be paid otherwise, and how.
        events: the kinds of events, by name.
        counters: the kinds of counters that do something, or may not lie everywhere, by name.
        unprinted_stats: the numbers that texts change of what does not have them printed, as they are without a text.
        hosts: the objects and players to which something may be attached as it enters, by its keyword; none if it need
            not be attached.
        lying_on: the zones out of play in which an object lies on the one that it comes to attached.
    """

    presentation: ClassVar[Presentation]
    seats: ClassVar[tuple[int, int]] = (2, 4)
    side: ClassVar[str] = ""
    """The name of the side at which nobody sits and that owns cards all the same; "" if there is none."""
    of_cards: ClassVar[frozenset[str]] = frozenset(("spell",))
    shares_cards = False
    shows_faces = False
    play_words: tuple[str, ...] = ()
    steps: ClassVar[dict[str, bool]] = {}
    settings = Settings(full=True, own=True, stops=((ANY, ANY),))
    marks: ClassVar[dict[str, bool]] = {}
    citations: ClassVar[dict[str, str]] = {}
    profiles: ClassVar[dict[str, dict[str, str]]] = {"seeds": {}}
    deck_headings: ClassVar[dict[str, str]] = {}
    """Headings in a deck list, besides the deck itself and kinds of card -> the part that begins."""

    def __init__(self, profile: str) -> None:
        self.profile = profile
        self.zones: tuple[ZoneSpec[Game], ...] = ()
        self.procedures: dict[str, Procedure] = {}
        self.mana_ability: ManaProcedure | None = None
        self.frames: dict[str, FrameKind[Any]] = {}
        self.instructions: dict[type, Executor] = {}
        """Executors of the instructions that other games do not have."""
        self.asking: frozenset[type] = frozenset()
        """Those of them that ask."""
        self.references: dict[RefKind, Reference] = {}
        """Meanings of the references that only this game's texts have, by their kind."""
        self.relations: dict[str, Relation] = {"friendly": is_own}
        """Relations of objects with others, and states of objects, that texts ask about, by name."""
        self.readings: dict[str, Reading] = {}
        """Numbers that only this game's texts read off objects, several together, by name."""
        self.amounts: dict[type, Measure] = {}
        """Measures of the amounts that other games do not have."""
        self.rounds: dict[str, Round] = {}
        self.cost_rules: dict[type, CostRule[Any]] = {}
        self.substitutes: dict[str, Substitute] = {}
        self.events: dict[str, EventKind[Game]] = {}
        self.counters: dict[str, CounterKind[Game]] = {}
        self.unprinted_stats: dict[str, int] = {}
        self.hosts: dict[str, HostFinder] = {}
        self.lying_on: frozenset[str] = frozenset()

    def side_deck(self, pool: Pool, scenario: str, decks: tuple[Entries, ...]) -> Entries:
        """The deck of the side at which nobody sits against these decks of the seats, of the cards of a pool.

        Raises:
            Refusal: ``unknown_scenario``.
        """
        raise Refusal("", "unknown_scenario", f"{self.name} is played without a scenario")

    def title(self, game: Game, obj: Object) -> str:
        """The name by which texts call a card."""
        return obj.name

    def stands_for(self, game: Game, obj: Object, seat: int) -> bool:
        """Whether something is the player as "you" on the other side of an event."""
        return False

    def speaker(self, game: Game, obj: Object) -> int:
        """The seat that "you" means in what a card in play says always holds."""
        return obj.controller

    def cite(self, key: str) -> str:
        """The paragraph that a shared mechanism obeys in this game ("targets", "window", ...)."""
        return self.citations.get(key, "")

    standing_values: frozenset[str] = frozenset()
    """Values that change only as permanents come and go, attack, gain counters or come under continuous effects.

    To a number of an object among them ``player_value`` adds what its player has besides for the text that asks.
    """
    chance_last = False
    """Whether random payments, and those that move cards from a library, come after all others."""
    without: ClassVar[dict[str, Leaver]] = {}
    """The rest of a frame of the game's own once some seats have left (``engine.play.leaving``)."""
    printed_numbers: frozenset[str] = frozenset()
    """Numbers that not every card has, and that no test holds for where there is none."""

    def is_idle(self, game: Game) -> bool:
        """Whether nothing happens in the present step that a stop there is for, as everybody can see."""
        return False

    def may_target(self, game: Game, ident: int, seat: int, source: int, item: Item | None) -> bool:
        """Whether a seat's spell or ability from this source may target this, by its own protection."""
        return True

    def may_take(self, game: Game, source: int, obj: Object) -> bool:
        """Whether an ability of this source may take something from the arena."""
        return True

    def is_attack(self, game: Game, item: Item, targets: tuple[int, ...]) -> bool:
        """Whether the damage that a text deals is that of an attack which the text makes."""
        return False

    def may_attach(self, game: Game, obj: Object, host: Object) -> bool:
        """Whether something may be attached to something: what is in play, unless the game says otherwise."""
        return obj.zone == game.arena

    def player_value(self, game: Game, seat: int, field: str, source: Object | None) -> int:
        """A number of a player by its name in a text of ``source``: life, or how many cards are in a zone."""
        return game.players[seat].life if field == "life" else len(game.content(field, seat))

    @abstractmethod
    def setup(self, game: Game, decks: tuple[tuple[int, ...], ...], chooser: int) -> None:
        """Put the decks (card numbers of each seat) in place and the first frames on the agenda."""

    @abstractmethod
    def setup_position(self, game: Game, setup: dict[str, object]) -> None:
        """Put the agenda where a position stands: whose turn, which step, who may act.

        With ``begins`` the step is only about to begin, as is one in which nobody may act of their own accord.
        """

    def place_attacker(self, game: Game, obj: Object, attacked: Object | Player) -> None:
        """Have an object of a position attack something.

        Raises:
            Refusal: ``bad_position``, nothing attacks in the positions of this game, or not that.
        """
        raise Refusal("", "bad_position", f"nothing attacks in a position of {self.name}")

    @abstractmethod
    def check_deck(self, pool: Pool, deck: DeckCards, beside: DeckCards = ()) -> list[Fault]:
        """The faults of a deck of cards of a pool and its sideboard, "beside" it; nothing if they are legal.

        A sideboard is given only where ``deck_headings`` has one.
        """

    def told_apart(self, pool: Pool, deck: Entries) -> Entries:
        """A deck as a list means it that names cards by what is printed, where several of them are called so."""
        return deck

    def deck_part(self, definition: CardDef) -> str:
        """The part of a deck list that a card belongs to, where that depends on the card."""
        return MAIN

    def happened(self, game: Game, name: str, happenings: list[Happening]) -> None:
        """Let abilities trigger that players have without a source, on events of a kind for which texts wait."""

    def have_left(self, game: Game) -> None:
        """Let what was on objects that have left the arena be without them at once."""

    @abstractmethod
    def checkpoint(self, game: Game) -> bool:
        """Perform state-based actions once, all together; say whether any was performed."""

    def attacked(self, game: Game, obj: Object) -> tuple[int, ...]:
        """The ids of what something attacks, none once that is gone; it changes with ``attacks`` of the object only."""
        return (obj.attacks,) if obj.attacks else ()

    @abstractmethod
    def evaluate(self, game: Game, seat: int) -> float:
        """The value of a position that is not over for a seat, in points: 0 is as good for all. No rule reads it."""

    def why_not(self, game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
        """The reasons why a seat cannot use an ability (the number of its text) of an object, or the object, now.

        Raises:
            Refusal: ``not_explained``, if this game gives no reasons.
        """
        raise Refusal("", "not_explained", f"{self.name} does not say yet why something cannot be done")

    def undeclarable(self, game: Game, answer: Answer) -> Refusal | None:
        """The paragraph, narrower than the question's own, that a chosen candidate which is none fails by."""
        return None

    def ways_to_use(self, game: Game, seat: int, obj: Object) -> list[Use]:
        """All that a seat might do with an object it sees, as far as the object is for that at all."""
        return []

    def lent_numbers(self, game: Game, obj: Object) -> list[tuple[str, int, Object]]:
        """The additions to numbers of an object beside continuous effects: which number, how much, and what by."""
        return []

    @abstractmethod
    def conceded(self, game: Game, seat: int) -> None:
        """A seat has left; end the game if that decides it, else see to it that somebody else may act."""

    def become(self, words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
        """The words of a type line that becomes something; ``keeps``: besides all it is."""
        gone = {word[1:] for word in becomes if word[0] == "!"}
        kept = [word for word in words if word not in gone]
        return tuple(dict.fromkeys((*kept, *(word for word in becomes if word[0] != "!"))))

    def spelled(self, game: Game, words: tuple[str, ...], holder: Object | None) -> tuple[str, ...]:
        """The words that an effect of ``holder`` gives now: some of them may stand for those of other objects."""
        return words

    def signed(self, words: tuple[str, ...], seat: int) -> tuple[str, ...]:
        """The words that an effect of a seat gives: with some of them stands whose they are."""
        return words

    def enter(self, game: Game, obj: Object, each: Prospect) -> None:
        """Carry out the part of an arrival that only this game has: an object joins an attack, or faces a player."""
        return

    def embody(self, game: Game, obj: Object, printed: Print) -> None:
        """Give a new object what this game reads off its card beyond the common fields."""
        return


def is_own(game: Game, obj: Object, players: tuple[int, ...]) -> bool:
    """Whether one of these players controls an object."""
    return game.players[obj.controller].id in players
