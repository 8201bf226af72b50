"""The division of icons among costs, and the type of an icon that may be of several (Cost: division, Wild)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Resources
from engine.cards.asked_history import paid_names
from engine.cards.edition import MENDED
from engine.games.marvel_champions.automatic import ask_about_payment, is_left_to_rules
from engine.games.marvel_champions.choosing import Dividing
from engine.games.marvel_champions.declared_payment import in_use, wanted_of
from engine.games.marvel_champions.resources import TYPES, divide, mask_of, resource_parts, serves, units_of
from engine.games.marvel_champions.statements import IconPays, all_statements, declare, declare_instead, statements
from engine.sentences import said
from engine.state.decisions import Answer, Decision, Option
from engine.state.play_notes import PaidNumber
from engine.state.procedure import DONE, item_of

if TYPE_CHECKING:
    from engine.games.marvel_champions.resource_sources import Source
    from engine.state.game import Game
    from engine.state.records import Item, Play


def divide_icons(game: Game, play: Play, answer: Answer | None) -> int:
    """Divide the icons among the costs, each to one at most (Cost: division); the rest is lost (Cost: overpay)."""
    sources = in_use(game, play)
    wanted = wanted_of(game, play, sources)
    if not any(units_of(part) for part in wanted):
        return DONE
    icons = [icon for source in sources for icon in source.icons]
    needed = sum(len(units_of(part)) for part in wanted)
    judge = Dividing(sources, wanted, len(resource_parts(play.due)))
    if answer is not None:
        pairs = tuple(zip(answer.refs, answer.amounts, strict=True))
    elif is_left_to_rules(play):
        pairs = judge.match(_preferred(icons, types_asked(game, item_of(game, play))))
    elif _shared_by(game, wanted) > 1 or (len(icons) > needed and _is_asked(game, play, icons)):
        return _ask_division(game, play, sources, wanted, judge)
    else:
        pairs = judge.match()
    place = {-left - 1: -right for left, right in pairs}
    declare(game, play, *(IconPays(icon, place.get(n, 0)) for n, icon in enumerate(icons)))
    return DONE


def _shared_by(game: Game, wanted: tuple[Resources, ...]) -> int:
    """The number of costs that icons are divided among; one that takes none has no part in it."""
    return len(wanted) if game.edition < MENDED else sum(1 for part in wanted if units_of(part))


def _is_asked(game: Game, play: Play, icons: list[str]) -> bool:
    """Whether it matters which icons pay: they differ, and some text of the card asks for their types."""
    return len(set(icons)) > 1 and bool(types_asked(game, item_of(game, play)))


def types_asked(game: Game, item: Item) -> tuple[str, ...]:
    """The types of resources of which some text of the card that is paid for asks whether they were paid."""
    card = game.object(item.source)
    names = [paid_names(game.texts[number].ability) for number in card.abilities] if card is not None else []
    return tuple(name for name in TYPES if any(name in some for some in names))


def _preferred(icons: list[str], asked: tuple[str, ...]) -> list[int]:
    """The places of icons, those first that could be of a type which is asked for."""
    masks = [mask_of(name) for name in asked]
    return sorted(
        range(len(icons)), key=[not any(mask_of(icon) & mask for mask in masks) for icon in icons].__getitem__
    )


def _ask_division(game: Game, play: Play, sources: list[Source], wanted: tuple[Resources, ...], judge: Dividing) -> int:
    """Ask for pairs (Cost: division) of the n-th icon and the n-th cost, as both are listed."""
    item = item_of(game, play)
    icons = [(icon, game.obj(source.ident).name) for source in sources for icon in source.icons]
    options = tuple(
        Option("assign", (left,), (right,), _label(icons[-left - 1], wanted[-right - 1])) for left, right in judge.pairs
    )
    prompt = said("marvel-champions.ask_divide_icons", "divide the icons among the costs of {name}", name=item.name)
    needed = sum(len(units_of(part)) for part in wanted)
    decision = Decision(
        *("assign", play.seat, prompt, "Cost: simultaneous", options),
        subject=item.id,
        least=needed,
        most=needed,
        judge=judge,
    )
    return ask_about_payment(game, play, decision)


def _label(icon: tuple[str, str], part: Resources) -> str:
    return f"{icon[0]} of {icon[1]} for {' '.join(units_of(part))}"


def name_types(game: Game, play: Play, answer: Answer | None) -> int:
    """An icon that may be of several types is of the one that its cost asks for; else it is named, if that is asked."""
    wanted = wanted_of(game, play, in_use(game, play))
    named = _named(play, wanted)
    for n, (icon, place) in enumerate(named):
        if not place or (icon != "wild" and "/" not in icon) or "wild" in wanted[place - 1].icons:
            continue
        asked = types_asked(game, item_of(game, play))
        if not asked:
            break
        able = TYPES if icon == "wild" else tuple(icon.split("/"))
        if answer is None and is_left_to_rules(play):
            answer = Answer("modes", (_useful(able, asked, named),))
        if answer is None:
            prompt = said("marvel-champions.ask_icon", "name the type of the {n}. icon", n=n + 1)
            options = tuple(Option("modes", (k,), (), name) for k, name in enumerate(able))
            decision = Decision("modes", play.seat, prompt, "Wild", options, subject=play.item)
            return ask_about_payment(game, play, decision)
        named[n] = (able[answer.refs[0]], place)
        answer = None
        _rename(game, play, named)
    _rename(game, play, named)
    return DONE


def _useful(able: tuple[str, ...], asked: tuple[str, ...], named: list[tuple[str, int]]) -> int:
    """The type of an icon that is asked for and has not been paid yet; else the first."""
    paid = {name for name, place in named if place}
    return next((k for k, name in enumerate(able) if name in asked and name not in paid), 0)


def _rename(game: Game, play: Play, named: list[tuple[str, int]]) -> None:
    before = all_statements(play)
    said = [one for one in before if not isinstance(one, IconPays)] + [IconPays(*pays) for pays in named]
    if said != before:
        declare_instead(game, play, said)


def _named(play: Play, wanted: tuple[Resources, ...]) -> list[tuple[str, int]]:
    """The icons and their costs; one that meets a need for a type is of that type."""
    named: list[tuple[str, int]] = [*statements(play, IconPays)]
    for n, part in enumerate(wanted, 1):
        own = [k for k, (_, place) in enumerate(named) if place == n]
        places = [k for k in own if named[k][0] in TYPES] + [k for k in own if named[k][0] not in TYPES]
        needs = units_of(part)
        units = divide(
            [[k for k, at in enumerate(places) if serves(named[at][0], need)] for need in needs], len(places)
        )
        assert units is not None  # the division was judged
        for need, k in zip(needs, units, strict=True):
            if need != "any":
                named[places[k]] = (need, n)
    return named


def note_icons(game: Game, play: Play, item: Item) -> None:
    """The types of the icons that were paid, cost by cost; what was overpaid was not (Cost: overpay).

    The costs of a card and of its ability are paid for the same card (Cost: paid for).
    """
    own = len(resource_parts(play.due))
    paid = [
        PaidNumber(icon, 1) for place in range(1, own + 1) for icon, cost in statements(play, IconPays) if cost == place
    ]
    game.write(item, "paid", (*item.paid, *paid))
