"""Replacement and prevention effects that apply to an event that would happen (614.12, 615, 616.2).

Effects come from permanents in ``root.replacing``, from the object itself where it concerns its own arrival or
burial, and from ``root.shields``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.abilities import Spared
from engine.events.zones import printed_object, zone_for
from engine.queries.filters import fits, holds, is_player
from engine.queries.layers import copied_values, foretell
from engine.state.frames import WouldFrame
from engine.state.last_known import known
from engine.state.proposed_events import FOR_GOOD, Key, Prospect
from engine.state.records import NOBODY, Item, Object, Plain

if TYPE_CHECKING:
    from engine.abilities import Cost, Filter, Ref, Replacement, WouldEvent
    from engine.cards.register import Print
    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.lasting import AddedText, Shield


class Effect:
    """A replacement or prevention effect as it stands before one event.

    ``source`` is the object whose text it is, of an arrival that object itself. ``shield`` is its entry in
    ``root.shields``, empty for an ability. ``subjects`` are what it was made for, none if its text says.
    """

    __slots__ = ("key", "known", "number", "own", "record", "seat", "shield", "source", "subjects")

    def __init__(
        self,
        key: Key,
        number: int,
        record: Replacement,
        seat: int,
        source: int,
        known_: Last,
        shield: Shield | tuple[()] = (),
    ) -> None:
        self.key = key
        self.number = number
        self.record = record
        self.seat = seat
        self.source = source
        self.known = known_
        self.shield = shield
        self.own = False
        self.subjects: tuple[int, ...] | None = shield.subjects if shield else None

    @property
    def name(self) -> str:
        """The name of its source as it is or was, which is known of all that ask something."""
        assert self.known
        return self.known.name


class Work:
    """A batch being decided: it stands as far as ``question`` or ``paying`` (who pays what) stopped it.

    ``order`` is the batch in the order in which effects are applied, empty until that is asked for; to the first
    ``done`` of it none applies any more, as long as the game is of ``version``. ``arrivals`` are what was made of what
    enters, by what it depends on.
    """

    __slots__ = ("after", "arrivals", "batch", "done", "game", "item", "order", "paying", "question", "version")

    def __init__(self, game: Game, batch: list[Prospect], after: list[AddedText], item: int) -> None:
        self.order: list[Prospect] = []
        self.done = 0
        self.version = game.version
        self.arrivals: dict[Plain, Object] = {}
        self.game = game
        self.batch = batch
        self.after = after
        self.item = item
        self.question: Decision | None = None
        self.paying: tuple[int, Cost, int] | None = None

    def look_anew(self) -> None:
        """Events before the one whose turn it is have changed, or there are others: effects may apply to them."""
        self.order = []
        self.done = 0

    def frame(self) -> WouldFrame:
        """As it stands on the agenda."""
        return WouldFrame(tuple(each.to_plain() for each in self.batch), tuple(self.after), self.item)


def watches(game: Game, event: WouldEvent) -> bool:
    """Whether some effect watches events that a text calls ``event``."""
    root = game.root
    if not root.replacing and not root.shields:
        return False
    texts = game.texts
    return any(texts[n].replaces == event for ident in root.replacing for n in game.obj(ident).abilities) or any(
        texts[shield.text].replaces == event for shield in root.shields
    )


def is_watched(game: Game, batch: list[Prospect]) -> bool:
    """Whether any effect could apply: a cheap look, before any work."""
    root = game.root
    if root.replacing or root.shields:
        return True
    arena = game.arena
    for each in batch:
        if each.card < 0 or each.kind not in ("move", "create", "tokens"):
            continue
        if each.kind == "move" and not each.subject:
            printed = game.prints[game.zones[each.origin][each.seat].content[each.card]]
        else:
            printed = game.prints[each.card if each.copying == NOBODY else each.copying]
        if printed.buries or (each.zone == arena and (printed.arrives or _needs_host(game, each, printed))):
            return True
    return False


def _needs_host(game: Game, each: Prospect, printed: Print) -> bool:
    keywords = printed.definition.keywords
    return not each.attached and any(word in keywords for word in game.rules.hosts)


def applicable(work: Work, each: Prospect) -> list[Effect]:
    """Those that have not had their one opportunity (614.5)."""
    return [effect for effect in every(work, each) if effect.key not in each.applied]


def every(work: Work, each: Prospect) -> list[Effect]:
    """All effects that apply to an event, whether or not they have had their opportunity."""
    game = work.game
    host = work.batch[each.host] if each.host >= 0 else None
    arrival = each if host is None else host
    obj = as_it_comes(work, arrival)
    found = _own(game, each, obj)
    texts = game.texts
    zone_words = game.zone_words
    for ident in game.root.replacing:
        holder = game.obj(ident)
        for place, number in enumerate(holder.abilities):
            text = texts[number]
            works = text.replaces and zone_words.get(text.zone, text.zone) == holder.zone
            if works and _is_called(game, text.replaces, each):
                effect = Effect((ident, number, place), number, text.ability, holder.controller, ident, known(holder))  # type: ignore[arg-type]  # what replaces is a Replacement
                if _concerns(game, effect, each, obj):
                    found.append(effect)
    for shield in game.root.shields:
        text = texts[shield.text]
        if _is_called(game, text.replaces or "enter", each):
            effect = Effect(
                (shield.serial,),
                text.number,
                text.ability,  # type: ignore[arg-type]  # shields hold numbers of Replacements
                shield.seat,
                shield.source,
                shield.known,
                shield,
            )
            if _concerns(game, effect, each, obj):
                found.append(effect)
    return found


def as_it_comes(work: Work, each: Prospect) -> Object | None:
    """The object an event happens to; what enters as it will be there, tokens that are alike once for all of them."""
    game = work.game
    if not _is_called(game, "enter", each):
        return subject_of(game, each)
    key = (each.card, each.copying, each.chosen, each.seat, each.controller, each.tapped, each.counters, game.version)
    obj = work.arrivals.get(key) if each.kind == "create" else None
    if obj is None:
        obj = subject_of(game, each)
        if obj is not None:
            foretell(game, obj)
            if each.kind == "create":
                work.arrivals[key] = obj
    return obj


def _own(game: Game, each: Prospect, obj: Object | None) -> list[Effect]:
    """Effects of an object on its own arrival, as it would be there (614.12), or on its own burial from elsewhere."""
    if obj is None or each.kind not in ("move", "create"):
        return []
    printed = game.prints[obj.card]
    arrives = each.zone == game.arena
    if not arrives and each.origin == game.arena:
        return []  # on the battlefield it is one of those that watch
    found = []
    for place, number in enumerate(printed.arrives if arrives else printed.buries):
        if arrives and number not in obj.abilities:
            continue  # it would have lost that there
        text = game.texts[number]
        effect = Effect((each.subject, number, place), number, text.ability, obj.controller, each.subject, known(obj))  # type: ignore[arg-type]  # Replacements
        effect.own = True
        if (arrives or _is_called(game, text.replaces, each)) and _concerns(game, effect, each, obj):
            found.append(effect)
    return found


def _is_called(game: Game, event: WouldEvent, each: Prospect) -> bool:
    """Whether a text means this event by ``event``."""
    if each.kind not in ("move", "create"):
        return each.kind == event
    arena = game.arena
    match event:
        case "enter":
            return each.zone == arena and each.origin != arena
        case "leave":
            return each.origin == arena and each.zone != arena
        case "die":
            return each.origin == arena and each.zone == game.discard_zone
        case "exile":
            return each.origin == game.arena and _lands_in(game, each, game.zone_name("exile"))
        case "graveyard":
            return each.zone == game.discard_zone
        case "sacrifice":
            return each.cause == "sacrificed" and each.origin == arena
        case "discard":
            return each.cause == "discarded" and each.zone == game.discard_zone
        case _:
            return False


def _lands_in(game: Game, each: Prospect, zone: str) -> bool:
    """Whether an object that moves comes to lie in a zone, also if it is diverted to it."""
    obj = game.object(each.subject)
    return obj is not None and zone_for(game, obj.card, each.zone) == zone


def subject_of(game: Game, each: Prospect) -> Object | None:
    """The object an event happens to, as an effect sees it: what enters as it would be on the battlefield."""
    if each.kind == "move" and each.zone != game.arena and each.subject:
        return game.object(each.subject)
    if each.kind not in ("move", "create"):
        return game.object(each.subject)
    now = game.object(each.subject)
    owner = now.owner if now is not None else each.seat
    if each.copying != NOBODY:
        card = each.copying
    elif each.kind == "move" and not each.subject:
        card = game.zones[each.origin][each.seat].content[each.card]
    else:
        card = each.card
    obj = printed_object(game, each.subject, card, owner, each.zone if each.zone == game.arena else each.origin)
    obj.controller = each.controller if each.controller != NOBODY else owner
    obj.tapped = each.tapped
    obj.counters = each.counters
    obj.token = obj.token or (now is not None and now.token)
    if each.chosen:
        obj.extra = each.chosen
        copied_values(game, obj)
    return obj


def _concerns(game: Game, effect: Effect, each: Prospect, obj: Object | None) -> bool:
    record = effect.record
    would = record.would
    if each.kind == "destroy" and Spared(regenerated=True) in record.changes and _is_for_good(each, obj):
        return False
    if would.kind and not _is_kind(game, would.kind, each):
        return False
    if not _is_meant(game, effect, would.what, each, obj):
        return False
    if would.by is not None and not _is_by(game, effect, would.by, each):
        return False
    item = game.records.get(each.item)
    return holds(game, record.condition, effect.seat, effect.source, item if isinstance(item, Item) else None)


def _is_for_good(each: Prospect, obj: Object | None) -> bool:
    """701.19c: what can't be regenerated has no use for its shields."""
    return each.name == FOR_GOOD or (obj is not None and "can't be regenerated" in obj.keywords)


def _is_kind(game: Game, kind: str, each: Prospect) -> bool:
    if each.kind == "damage":
        return each.combat == (kind == "combat")
    if kind == "uncast":
        return each.cause != "resolved"
    if kind == "opponent":
        item = game.records.get(each.item)
        return isinstance(item, Item) and item.controller != each.seat
    if each.kind == "tokens":
        return kind in _as_created(game, each).words
    return each.name == kind


def _as_created(game: Game, each: Prospect) -> Object:
    """One of the tokens that would be created, with what of it is copied and the exceptions of that (707.9a)."""
    obj = printed_object(game, 0, each.card, each.seat, each.zone)
    if each.chosen:
        obj.extra = each.chosen
        copied_values(game, obj)
    return obj


def _is_meant(game: Game, effect: Effect, ref: Ref | None, each: Prospect, obj: Object | None) -> bool:
    """Whether it would happen to what the effect is about."""
    if ref is None or effect.own:
        return True
    match ref.kind:
        case "it":
            return effect.subjects is not None and each.subject in effect.subjects
        case "self":
            return each.subject == effect.source
        case "attached":
            holder = game.object(effect.source)
            return holder is not None and bool(holder.attached) and holder.attached == each.subject
        case "you":
            return obj is None and each.seat == effect.seat
        case "opponents":
            return obj is None and each.seat != effect.seat
        case "players":
            return obj is None
        case "each" if effect.subjects is not None:
            return each.subject in effect.subjects
        case "each":
            assert ref.what is not None
            if obj is not None and ref.what.of and effect.record.would.event == "graveyard":
                return _is_buried(game, effect, ref.what, obj)
            if obj is not None:
                return fits(game, ref.what, obj, effect.seat, effect.source)
            player = game.players[each.seat]
            return is_player(game, ref.what, player, effect.seat)
        case _:
            raise ValueError(f"no event happens to {ref.kind!r}")


def _is_buried(game: Game, effect: Effect, what: Filter, obj: Object) -> bool:
    """Whether it is one of those meant, whose graveyard is said: its owner's, whoever controls it (400.3)."""
    return (obj.owner == effect.seat) == (what.of == "you") and fits(
        game, replace(what, of=""), obj, effect.seat, effect.source
    )


def _is_by(game: Game, effect: Effect, ref: Ref, each: Prospect) -> bool:
    """Whether what the effect is about deals the damage, or puts the counters."""
    match ref.kind:
        case "you":
            return each.controller == effect.seat
        case "it":
            return effect.subjects is not None and each.source in effect.subjects
        case "self":
            return each.source == effect.source
        case "attached":
            holder = game.object(effect.source)
            return holder is not None and bool(holder.attached) and holder.attached == each.source
        case "each":
            assert ref.what is not None
            source = game.object(each.source) or _as_it_was(each.last)
            return source is not None and fits(game, ref.what, source, effect.seat, effect.source)
        case _:
            raise ValueError(f"no damage is dealt by {ref.kind!r}")


def _as_it_was(last: Last) -> Object | None:
    """A source that is gone, by last known information."""
    if not last:
        return None
    obj = Object(last.became or last.id, NOBODY, last.name, last.owner, "")
    obj.controller = last.controller
    obj.words = last.words
    obj.keywords = last.keywords
    return obj
