"""The only mover of objects between zones.

An object that changes zones is a new object (a rule that all the games share): it gets a new
id, and what knew the old one keeps last known information. In a zone that nobody may look at a card is only its
number, so that nothing can follow it. ``"NAME#n"`` numbers are given here, when a card first becomes public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import LEAVES_ALIVE
from engine.cards.definitions import mana_value
from engine.events.trigger_conditions import DEFEATED, defeat
from engine.events.triggers import COUNTERS, counters_noticed, noticed_together, occurred, occurred_together, watchers
from engine.queries.faces import COPIED, is_facedown, number_beneath, other_print, own_number, shows_own_face
from engine.queries.filters import DEFINED, is_defined_elsewhere, number_now
from engine.queries.layers import BEING, be_from_now, keep_gained, refresh
from engine.queries.prohibitions import can_get_counter
from engine.sentences import Said, said, word
from engine.state.change_log import place_in
from engine.state.frequent_writes import splice_content
from engine.state.last_known import OnlyId, known
from engine.state.occurred import TriggerEvent
from engine.state.proposed_events import PLAYED, Happening, Prospect, moving
from engine.state.records import NOBODY, Item, Object
from engine.state.zone_specs import specs_by_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.state.game import Game
    from engine.state.last_known import Last
    from engine.state.records import Record, Zone


def embody(game: Game, card: int, owner: int, zone: str) -> Object:
    """A new object with what its card has printed (400.7)."""
    return printed_object(game, game.new_id(), card, owner, zone)


def printed_object(game: Game, ident: int, card: int, owner: int, zone: str) -> Object:
    """An object with the printed values of a card in a zone; it is nowhere yet."""
    printed = game.prints[card]
    definition = printed.definition
    obj = Object(ident, card, definition.name, owner, zone)
    obj.token = printed.token
    obj.value = definition.mana_value
    obj.power = definition.power or 0
    obj.toughness = definition.toughness or 0
    obj.level = definition.level
    obj.stats = definition.stats
    obj.words = definition.words
    obj.keywords = definition.keywords
    obj.abilities = printed.numbers
    game.rules.embody(game, obj, printed)
    return obj


def _next_number(game: Game, obj: Object) -> int:
    """The next number of its name, which is given now; of a card with two faces both names have the same one."""
    back = other_print(game, obj)
    if back is None or back.name == obj.name:
        return _note_number(game, obj.name, 0)
    number = _note_number(game, obj.name, _given(game, back.name))
    return _note_number(game, back.name, number - 1)


def _given(game: Game, name: str) -> int:
    """The number of objects of a name that have a number."""
    names = game.root.names
    at = _place_of(game, names, name)
    return names[at][1] if at < len(names) else 0


def _note_number(game: Game, name: str, given: int) -> int:
    """Note that one more object of a name has a number, at least the one after ``given``; return that."""
    names = game.root.names
    at = _place_of(game, names, name)
    is_known = at < len(names)
    number = 1 + (max(names[at][1], given) if is_known else given)
    game.splice(game.root, "names", at, int(is_known), ((name, number),))
    return number


def _place_of(game: Game, names: tuple[tuple[str, int], ...], name: str) -> int:
    """The place of a name among those of which some have numbers; the end if it is not there yet."""
    places = game.places
    if not places:
        places.update((entry[0], n) for n, entry in enumerate(names))
    at = places.get(name, NOBODY)
    if at == NOBODY:
        at = places[name] = len(names)  # whatever has been there has a place
    elif at >= len(names) or names[at][0] != name:
        at = places[name] = next((n for n, entry in enumerate(names) if entry[0] == name), len(names))
    return at


def create(game: Game, card: int, owner: int, zone: str, *, controller: int = NOBODY) -> Object:
    """Make an object out of a card number already taken from its zone, or in a position."""
    return _arrive(game, embody(game, card, owner, zone), game.zones[zone][owner], 0, controller)


def _arrive(game: Game, obj: Object, zone: Zone, number: int, controller: int) -> Object:
    _be_made(game, obj, zone, number, controller)
    splice_content(game, zone, len(zone.content), 0, (obj.id,))
    return obj


def _be_made(game: Game, obj: Object, zone: Zone, number: int, controller: int) -> None:
    """An object comes to be that is about to lie in a zone."""
    if controller != NOBODY:
        obj.controller = controller
    obj.number = number
    if zone.sight == "all" and not number:
        obj.number = _next_number(game, obj)
    game.add(obj)
    game.strays = game.strays or (obj.token and zone.name != game.arena)
    if any(game.zone_name(word) == zone.name for word in game.prints[obj.card].watched):
        game.append(game.root, "watching", obj.id)
    if zone.name in game.lively:
        _enter_arena(game, obj)


def _enter_arena(game: Game, obj: Object) -> None:
    obj.timestamp = game.new_timestamp()
    _give_effects(game, obj)


def _give_effects(game: Game, obj: Object) -> None:
    """An object in the arena is asked for what its abilities change."""
    kinds = {game.texts[number].kind for number in obj.abilities}
    if "grant" in kinds or "static" in kinds:
        game.append(game.root, "granting", obj.id)
    if "replacement" in kinds and any(game.texts[number].replaces for number in obj.abilities):
        game.append(game.root, "replacing", obj.id)


def _take(game: Game, objs: Sequence[Object]) -> None:
    """Remove objects from their zones; whatever speaks of them finds each as it last was (608.2h)."""
    defined = [obj for obj in objs if is_defined_elsewhere(game, obj)]
    if defined:
        _write_last(game, defined)
    leaving: dict[int, list[int]] = {}
    for obj in objs:
        leaving.setdefault(game.zone_ids[obj.zone][obj.owner], []).append(obj.id)
    for ident, idents in leaving.items():
        zone: Zone = game.records[ident]  # type: ignore[assignment]  # ids of zones
        if len(idents) > 1:
            game.withdraw_all(zone, "content", frozenset(idents))
        elif (at := place_in(zone.content, idents[0])) >= 0:
            splice_content(game, zone, at, 1)
    root = game.root
    gone = [obj.id for obj in objs]
    _withdraw(game, root, "watching", gone)
    left = [obj for obj in objs if obj.zone == game.arena]
    if any(obj.zone in game.lively for obj in objs):
        _withdraw(game, root, "granting", gone)
    if left or defined:
        _update_last_known(game, {obj.id: obj for obj in (*left, *defined)})
    if root.replacing:
        _withdraw(game, root, "replacing", gone)
    for obj in objs:
        game.remove(obj)


def _write_last(game: Game, defined: list[Object]) -> None:
    """The numbers that are defined elsewhere than on an object are written on it as they last were."""
    numbers = [[number_now(game, obj, field) for field in DEFINED] for obj in defined]
    for obj, (power, toughness) in zip(defined, numbers, strict=True):
        game.write(obj, "power", power)
        game.write(obj, "toughness", toughness)


def _withdraw(game: Game, record: Record, field: str, idents: list[int]) -> None:
    """Take ids out of a row, those of them that stand in it; mostly it is one."""
    if len(idents) > 1:
        game.withdraw_all(record, field, frozenset(idents))
    else:
        game.withdraw(record, field, idents[0])


def _update_last_known(game: Game, left: dict[int, Object]) -> None:
    """Those who speak of a permanent know it from now on as it last was (113.7a, 608.2h, 608.2k)."""
    root = game.root
    for item in map(game.item, (*root.stack, *root.delayed)):
        last = _as_last(item.known, left)
        if last is not item.known:
            game.write(item, "known", last)
        event = item.event
        if isinstance(event, TriggerEvent):
            event = _event_as_last(event, left)
            if event is not item.event:
                game.write(item, "event", event)
    told = [
        entry._replace(known=_as_last(entry.known, left), event=_event_as_last(entry.event, left))
        for entry in root.waiting
    ]
    entries = zip(root.waiting, told, strict=True)
    if any(now.known is not entry.known or now.event is not entry.event for entry, now in entries):
        game.write(root, "waiting", tuple(told))


def _as_last(last: Last, left: dict[int, Object]) -> Last:
    """Last known information; of an object that has not gone on to another zone until now it is as it was."""
    if not last or last.id not in left or last.became:
        return last
    return known(left[last.id])


def _event_as_last(event: TriggerEvent, left: dict[int, Object]) -> TriggerEvent:
    """An event with the objects in it as they last were."""
    what = _as_last(event.what, left)
    other = event.other if isinstance(event.other, OnlyId) else _as_last(event.other, left)
    if what is event.what and other is event.other:
        return event
    return event._replace(what=what, other=other)


def cease(game: Game, objs: Sequence[Object]) -> None:
    """Objects cease to exist: tokens or copies outside the zones they can be in."""
    if objs:
        _take(game, objs)


def stray_tokens(game: Game, zones: tuple[str, ...]) -> list[Object]:
    """Tokens where none can be; if there were none they are looked for again only once one may have come there."""
    if not game.strays:
        return []
    found: list[Object] = []
    for name in zones:
        for ident in game.zone_ids[name]:
            content = game.glimpse(ident).content  # type: ignore[union-attr]  # ids of zones
            tokens = [each for each in content if game.glimpse(each).token]  # type: ignore[union-attr]  # of objects
            found.extend(map(game.obj, tokens))
    game.strays = bool(found)
    return found


def cover(game: Game, obj: Object, card: Object, zone: str) -> Object:
    """A card comes to lie upon an object, which stays the same one and is now what that card says.

    Its former card goes to ``zone``; return that.
    """
    pile = game.zones[zone][obj.owner]
    beneath = _arrive(game, embody(game, obj.card, obj.owner, zone), pile, obj.number, NOBODY)
    _take(game, [card])
    _become(game, obj, card.card, card.number)
    return beneath


def uncover(game: Game, obj: Object, beneath: Object, zone: str) -> Object:
    """The card that lies upon an object goes to ``zone``, a zone of objects; it is now what lay beneath."""
    pile = game.zones[zone][obj.owner]
    top = _arrive(game, embody(game, obj.card, obj.owner, zone), pile, obj.number if pile.sight == "all" else 0, NOBODY)
    _take(game, [beneath])
    _become(game, obj, beneath.card, beneath.number)
    return top


def turn_over(game: Game, obj: Object, card: int) -> None:
    """An object in the arena shows another face, or its next stage: it is the same one, and all on it stays.

    The number it bears it keeps under its other name.
    """
    if obj.real == NOBODY:
        game.write(obj, "real", obj.card)
    number = obj.number
    _become(game, obj, card, number)
    if _given(game, obj.name) < number:
        names = dict(game.root.names)
        names[obj.name] = number
        game.write(game.root, "names", tuple(names.items()))


def turn_up(game: Game, obj: Object) -> None:
    """An object that lies facedown in the arena becomes its card, with a number and a timestamp of its own (708.8)."""
    card = number_beneath(obj)
    if card == own_number(obj):
        game.write(obj, "real", NOBODY)
    game.write(obj, "extra", tuple(entry for entry in obj.extra if entry[0] != COPIED))
    _become(game, obj, card, 0)
    game.write(obj, "number", _next_number(game, obj))
    game.write(obj, "timestamp", game.new_timestamp())


def turn_down(game: Game, obj: Object, form: int) -> None:
    """An object in the arena lies facedown from now on; a copy is that copy again once it is turned up (708.2)."""
    if obj.real == NOBODY:
        game.write(obj, "real", obj.card)
    else:
        game.write(obj, "extra", (*obj.extra, (COPIED, obj.card)))
    _become(game, obj, form, 0)
    game.write(obj, "number", _next_number(game, obj))
    game.write(obj, "timestamp", game.new_timestamp())


def _become(game: Game, obj: Object, card: int, number: int) -> None:
    """An object in the arena is another card from now on; all that happened to it stays."""
    root = game.root
    for field in ("watching", "granting", "replacing"):
        _withdraw(game, root, field, [obj.id])
    model = printed_object(game, obj.id, card, obj.owner, obj.zone)
    for field in ("card", "name", "value", "power", "toughness", "level", "stats", "words", "keywords", "abilities"):
        game.write(obj, field, getattr(model, field))
    game.write(obj, "number", number)
    if any(game.zone_name(word) == obj.zone for word in game.prints[card].watched):
        game.append(root, "watching", obj.id)
    if obj.zone in game.lively:
        _give_effects(game, obj)


def leave_game(game: Game, objs: list[Object]) -> None:
    """Objects leave the game, permanents the battlefield with it (603.6c)."""
    before = watchers(game)
    cease(game, objs)
    for obj in objs:
        if obj.zone == game.arena:
            occurred(game, "leaves", obj, obj.controller, before=before)
            noticed_together(game, LEAVES_ALIVE, [Happening(obj, obj.controller)], before)


def zone_for(game: Game, card: int, zone: str) -> str:
    """The zone to which a card of this number really goes instead of another."""
    diverts = game.diverts.get(zone)
    if diverts is None:
        return zone
    return next((diverts[word] for word in game.prints[card].definition.words if word in diverts), zone)


def _put(game: Game, obj: Object, each: Prospect) -> Object | None:
    name, copying = zone_for(game, obj.card, each.zone), each.copying
    zone = game.zones[name][obj.owner]
    card = own_number(obj)
    if zone.sight == "nobody" and obj.token:
        return None  # nothing is left of a token in a zone where it would be a card
    if zone.sight == "nobody":
        splice_content(game, zone, len(zone.content) if each.bottom else 0, 0, (card,))
        return None
    new = embody(game, card if copying == NOBODY else copying, obj.owner, name)
    if copying != NOBODY:
        new.real = card  # wherever it goes next it is itself again (707.2)
        if not shows_own_face(game, new):
            new.value = mana_value(game.prints[copying].definition.cost)  # of another card's face it has no front
    new.token = obj.token
    if name == game.arena:
        new.paid = obj.paid
    if new.token and zone.name == game.arena and "token" not in new.words:
        new.words = (*new.words, "token")  # what was a copy of a spell
    number = obj.number if zone.sight == "all" and new.name == obj.name else 0
    _be_made(game, new, zone, number, each.controller)
    return new


def move(
    game: Game,
    obj: Object,
    zone: str,
    *,
    controller: int = NOBODY,
    bottom: bool = False,
    tapped: bool = False,
) -> Object | None:
    """Move one object, whatever would replace that; return what it became, none if only a card number is left of it."""
    return move_all(game, [obj], zone, controller=controller, bottom=bottom, tapped=tapped)[0]


def move_all(
    game: Game,
    objs: list[Object],
    zone: str,
    *,
    controller: int = NOBODY,
    bottom: bool = False,
    tapped: bool = False,
) -> list[Object | None]:
    """Move several objects at once, whatever would replace that (603.10a, 603.6c)."""
    batch = [moving(obj, zone, controller=controller) for obj in objs]
    for each in batch:
        each.bottom = bottom
        each.tapped = tapped
    return carry(game, batch)


def carry(game: Game, batch: list[Prospect]) -> list[Object | None]:
    """Move objects and cards and make tokens, all at once: what leaves looks back at the state before the batch."""
    arena = game.arena
    objs = [game.object(each.subject) for each in batch]
    before = watchers(game) if any(obj is not None and obj.zone == arena for obj in objs) else []
    given_up = [objs[at] for at, each in enumerate(batch) if each.cause == "sacrificed"]
    if given_up:
        occurred_together(game, "sacrificed", [Happening(obj, obj.controller) for obj in given_up if obj is not None])
    is_of_objects = all(each.subject for each in batch)
    cards = [] if is_of_objects else _take_cards(game, batch)
    leaving = [obj for obj in objs if obj is not None]
    _show_faces(game, batch, leaving)
    if leaving:
        _take(game, leaving)
    became: list[Object | None] = []
    for place, each in enumerate(batch):
        obj = objs[place]
        if obj is not None:
            became.append(_put(game, obj, each))
        else:
            became.append(_bring(game, each, cards[place]) if cards and cards[place] != NOBODY else None)
    _lie_down(game, [new for new in became if new is not None])
    enters = False
    for place, each in enumerate(batch):
        obj, new = objs[place], became[place]
        if new is not None and each.attached and (obj is None or each.zone in game.rules.lying_on):
            new.attached = each.attached  # what comes to lie beneath something, out of play
        if new is not None and (each.zone == arena or each.counters or each.chosen):
            enters = True
            _equip(game, new, each)
            if obj is not None and obj.zone == "stack":
                keep_gained(game, obj, new)
    if enters:
        refresh(game)  # what enters is seen as it is there (603.6a)
    _announce(game, batch, objs, became, before)
    if not is_of_objects:
        _run_out(game, batch)
    if any(each.shuffled for each in batch):
        _shuffle(game, batch, objs)
    return became


def _show_faces(game: Game, batch: list[Prospect], leaving: list[Object]) -> None:
    """An object that lies facedown is revealed as it goes where nobody would see its face (708.9)."""
    hidden = {each.subject for each in batch if game.zones[each.zone][0].sight != "all"}
    for obj in leaving:
        lay_in_play = obj.zone in (game.arena, "stack")
        if obj.id in hidden and lay_in_play and game.rules.shows_faces and is_facedown(game, obj):
            card = own_number(obj)
            game.occurred("revealed", obj.owner, obj.id, 0, game.prints[card].name)


def show_faces(game: Game) -> None:
    """The game is over: the cards that lie facedown are revealed (708.9)."""
    for name in (game.arena, "stack", "exile") if game.rules.shows_faces else ():
        for obj in (game.obj(ident) for zone in game.zones[name] for ident in zone.content):
            if is_facedown(game, obj) and not obj.shown:
                game.write(obj, "shown", True)


def _shuffle(game: Game, batch: list[Prospect], objs: list[Object | None]) -> None:
    """Shuffle the libraries into which cards were shuffled."""
    for seat in dict.fromkeys(
        each.seat if obj is None else obj.owner for each, obj in zip(batch, objs, strict=True) if each.shuffled
    ):
        game.shuffle(game.zones[game.draw_zone][seat])


def _lie_down(game: Game, news: list[Object]) -> None:
    """Put new objects into their zone, in the order in which they came; beneath an object at the bottom."""
    beneath = () if game.beneath is None else game.zone_ids[game.beneath.name]
    arriving: dict[int, list[int]] = {}
    for new in news:
        arriving.setdefault(game.zone_ids[new.zone][new.owner], []).append(new.id)
    for ident, idents in arriving.items():
        zone: Zone = game.records[ident]  # type: ignore[assignment]  # ids of zones
        splice_content(game, zone, 0 if ident in beneath else len(zone.content), 0, tuple(idents))


def _run_out(game: Game, batch: list[Prospect]) -> None:
    """See whether piles are empty from which cards were taken."""
    for pile in (game.zones[e.origin][e.seat] for e in batch if e.kind == "move" and not e.subject):
        if not pile.content:
            _emptied(game, pile)


def with_counters(
    counters: tuple[tuple[str, int], ...], more: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    """Counters with others added to them."""
    if not more:
        return counters
    now = dict(counters)
    for name, number in more:
        now[name] = now.get(name, 0) + number
    return tuple((name, number) for name, number in now.items() if number)


def _equip(game: Game, new: Object, each: Prospect) -> None:
    """Let it enter in its manner, and with its counters and the like."""
    game.rules.enter(game, new, each)
    new.tapped = each.tapped
    new.attached = each.attached
    allowed = tuple((name, n) for name, n in each.counters if can_get_counter(game, new.id, name))
    new.counters = with_counters(new.counters, allowed)
    new.extra = (*new.extra, *(entry for entry in each.chosen if entry[0] != BEING))
    if each.chosen and new.zone == game.arena:
        item = game.records.get(each.item)
        be_from_now(game, new, each.chosen, (item.source, item.name) if isinstance(item, Item) else ())


def _take_cards(game: Game, batch: list[Prospect]) -> list[int]:
    """The card numbers of what is no object yet: tokens, and cards taken from their places in a library."""
    cards = [each.card if each.kind == "create" else NOBODY for each in batch]
    for index, each in enumerate(batch):
        if each.kind != "move" or each.subject:
            continue
        content = game.zones[each.origin][each.seat].content
        if each.card < len(content):
            cards[index] = content[each.card]
    for origin, seat in dict.fromkeys((e.origin, e.seat) for e in batch if e.kind == "move" and not e.subject):
        pile = game.zones[origin][seat]
        gone = {e.card for e in batch if e.origin == origin and e.seat == seat and not e.subject}
        game.take_out(pile, "content", sorted(place for place in gone if place < len(pile.content)))
        game.bind()
    return cards


def _bring(game: Game, each: Prospect, card: int) -> Object | None:
    """Make an object of a card number or of nothing (a token)."""
    zone = game.zones[each.zone][each.seat]
    if each.kind != "create" and zone.sight == "nobody":
        splice_content(game, zone, len(zone.content) if each.bottom else 0, 0, (card,))
        return None
    new = embody(game, card if each.copying == NOBODY else each.copying, each.seat, each.zone)
    if each.copying != NOBODY:
        new.real = card  # it lies facedown
    _be_made(game, new, zone, 0, each.controller)
    if each.kind == "create":
        new.token = True
        game.strays = game.strays or zone.name != game.arena
        new.paid = each.paid
    return new


def _with_counters(new: Object, each: Prospect) -> list[Happening]:
    """The counters with which an object entered are put on it as well, by its controller (122.6, 122.6a)."""
    own = dict(new.counters)
    put = [Happening(new, new.controller, n, how=name) for name, n in each.counters if name in own]
    for one in put:
        one.by = new.controller
    return put


def _announce(
    game: Game, batch: list[Prospect], objs: list[Object | None], became: list[Object | None], before: list[Object]
) -> None:
    """Tell of several moves at once; an object that leaves the battlefield is seen by those there before."""
    arena, discard_zone, exile = game.arena, game.discard_zone, game.zone_name("exile")
    left: list[Happening] = []
    died: list[Happening] = []
    exiled, moved, raised, discarded, milled, defeated = [], [], [], [], [], []
    destroyed: list[Happening] = []
    alive: list[Happening] = []
    held: list[Happening] = []
    unearthed: list[Happening] = []
    laden: list[Happening] = []
    buried: list[Happening] = []
    entered: list[Happening] = []
    played: list[Happening] = []
    for place, each in enumerate(batch):
        obj, new = objs[place], became[place]
        if new is not None:
            if new.zone == discard_zone:
                buried.append(Happening(new, new.controller, how=each.origin))
            elif new.zone == arena:
                entered.append(Happening(new, new.controller, how=each.origin))
                laden += _with_counters(new, each)
            if each.cause == PLAYED:
                played.append(Happening(new, new.controller, how=each.origin))
            if each.cause == "milled":
                milled.append(Happening(new, new.owner))
        if obj is None:
            continue
        one = Happening(obj, obj.controller, became=new.id if new is not None else 0)
        if each.cause == DEFEATED:
            defeated.append(defeat(game, obj, each, one.became))
        if obj.zone == arena != each.zone:
            left.append(one)
            (died if each.zone == discard_zone else alive).append(one)
            if each.cause == "destroyed" and new is not None and new.zone == discard_zone:
                destroyed.append(one)
            if each.zone == exile or (new is not None and new.zone == exile):
                exiled.append(one)
        else:
            moved.append(one)
        if obj.zone == discard_zone != each.zone:
            raised.append(Happening(obj, obj.owner))
            if each.zone == exile:
                unearthed.append(Happening(obj, obj.owner, became=one.became))
        if obj.zone == "hand" != each.zone:
            held.append(Happening(obj, obj.owner))
        if each.cause == "discarded":
            discarded.append(Happening(new if new is not None else obj, obj.owner))
    occurred_together(game, DEFEATED, defeated, before=before)
    occurred_together(game, "leaves", left, before=before)
    noticed_together(game, LEAVES_ALIVE, alive, before)
    if left:
        game.rules.have_left(game)
    occurred_together(game, "dies", died, before=before)
    occurred_together(game, "exiled", exiled, before=before)
    occurred_together(game, "destroyed", destroyed, before=before)
    occurred_together(game, "buried", buried)
    occurred_together(game, "moved", moved)
    occurred_together(game, "leaves graveyard", raised)
    noticed_together(game, "leaves hand", held)
    noticed_together(game, "banished from graveyard", unearthed)
    noticed_together(game, COUNTERS, laden)
    counters_noticed(game, laden)
    noticed_together(game, PLAYED, played)
    occurred_together(game, "enters", entered)
    occurred_together(game, "discarded", discarded)
    occurred_together(game, "milled", milled)


def _emptied(game: Game, pile: Zone) -> None:
    """The last card of a pile has been taken, or one should be and none is there."""
    specs_by_name(game.rules.zones)[pile.name].emptied(game, pile)


def draw_from(game: Game, seat: int, source: str, to: str, *, is_kept: bool = False) -> Object | None:
    """Take the top card number of a hidden zone into another zone; none if there is none.

    Args:
        is_kept: whether the zone does not run out with it.
    """
    pile = game.zones[source][seat]
    if not pile.content and not is_kept:
        _emptied(game, pile)
    if not pile.content:
        return None
    card = pile.content[0]
    splice_content(game, pile, 0, 1)
    if not pile.content and not is_kept:
        _emptied(game, pile)
    game.bind()
    return create(game, card, seat, to)


def where(zone: str) -> Said:
    """Being in a zone, as players say it."""
    if zone in ("battlefield", "field"):
        return said("reason.on_zone", "on the {zone}", zone=word(zone))
    return said("reason.in_zone", "in the {zone}", zone=word(zone))
