"""Why not, in Marvel Champions: the first check of Initiating Abilities that fails.

Whether something can be played or used is asked of ``permission``, which enforces it; what is added here is what would
help.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Resources, Timed
from engine.errors import Refusal
from engine.games.marvel_champions import initiating, powers
from engine.games.marvel_champions.affording import can_afford
from engine.games.marvel_champions.cost_words import SYMBOL_OF
from engine.games.marvel_champions.permission import least_x, obstacle
from engine.games.marvel_champions.resources import resource_parts, units_of
from engine.games.marvel_champions.totals import total_cost, variable_of
from engine.text.language import language
from engine.why import CAN, WhyNot, because, busy, no_target
from engine.windows import usable_now

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.game import Game
    from engine.state import Object

WHEN: Final = {"interrupt": "when", "response": "after"}
NEEDS: Final = {"used_up": "its next use", "not_your_turn": "your turn", "not_paying": "a cost to pay"}
"""What would help, by the code of what forbids it."""


def why_not(game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
    """Why a seat cannot use an object's ability (``number`` of its text), or the object itself, now."""
    waiting = busy(game, seat, "your turn, or to be asked")
    if waiting is not None and not _has_nothing(game, seat):
        return waiting
    if number is not None:
        return _ability(game, seat, obj, number)
    if obj.zone == "hand" and obj.owner == seat:
        reaction = next((number for number in obj.abilities if game.texts[number].answers), None)
        if reaction is not None:
            return _reaction(game, seat, obj, reaction)
        return _explained(game, seat, obj, initiating.ability_of(game, obj), is_played=True)
    if obj.zone != game.rules.arena:
        return WhyNot("Play", "not_from_there", f"{obj.name} cannot be played from there", f"{obj.name} in your hand")
    return _in_play(game, seat, obj)


def _has_nothing(game: Game, seat: int) -> bool:
    """Whether a player is not asked in another's turn for want of anything to use, rather than for having declined."""
    return game.root.agenda[-1][:2] == ("priority", "turn") and not game.root.passes >> seat & 1


def _in_play(game: Game, seat: int, obj: Object) -> WhyNot:
    """A character uses its powers; what else there is has abilities: one that can be used, or else the first."""
    if obj.controller == seat and any(option.refs == (obj.id,) for option in powers.offers(game, seat)):
        return WhyNot("Player Turn", CAN, f"{obj.name} can use a basic power now")
    answers = [_ability(game, seat, obj, number) for number in game.activated(obj)]
    nothing = because(Refusal("Ability", "no_such_ability", f"{obj.name} has nothing to use"))
    return next((answer for answer in answers if answer.can), answers[0] if answers else nothing)


def _ability(game: Game, seat: int, obj: Object, number: int) -> WhyNot:
    if obj.zone != game.rules.arena:
        return WhyNot("In Play and Out of Play", "not_in_play", f"{obj.name} is not in play", f"{obj.name} in play")
    if game.texts[number].answers:
        return _reaction(game, seat, obj, number)
    refusal = initiating.not_to_be_used(game, seat, obj, number)
    if refusal is not None:
        return because(refusal, NEEDS.get(refusal.code, ""))
    return _explained(game, seat, obj, number, is_played=False)


def _reaction(game: Game, seat: int, obj: Object, number: int) -> WhyNot:
    """An interrupt or response: what it waits for has to happen, and then it is initiated like everything else."""
    ability = game.texts[number].ability
    assert isinstance(ability, Timed)
    rule = game.rules.cite(ability.timing)
    if any((use.source.id, use.number) == (obj.id, number) for use in usable_now(game, seat)):
        return WhyNot(rule, CAN, f"{obj.name} can be used now")
    found = _explained(game, seat, obj, number, is_played=obj.zone == "hand")
    if not found.can:
        return found
    need = language(game.rules.name).renderer.moment(ability.events)  # type: ignore[attr-defined]  # this game's own
    return WhyNot(rule, "not_now", f"what {obj.name} waits for does not happen now", f"{WHEN[ability.timing]} {need}")


def _explained(game: Game, seat: int, obj: Object, text: int, *, is_played: bool) -> WhyNot:
    """What keeps it from being initiated, and what would help."""
    refusal = obstacle(game, seat, obj, text, is_played=is_played)
    if refusal is None:
        return WhyNot("Initiating 5", CAN, f"{obj.name} can be {'played' if is_played else 'used'} now")
    if refusal.code == "no_target":
        told = no_target(game, seat, obj, game.texts[text])
        return WhyNot(refusal.rule, refusal.code, refusal.reason, told.need)
    need = NEEDS.get(refusal.code, "")
    if refusal.code == "wrong_form":
        need = next(f"{limit.kind} form" for limit in game.texts[text].limits if limit.kind in refusal.reason)
    elif refusal.code == "cannot_pay":
        need = _lacking(game, seat, obj, text, is_played=is_played)
    return because(refusal, need)


def _lacking(game: Game, seat: int, obj: Object, text: int, *, is_played: bool) -> str:
    """What is missing to pay all costs at once: another part, or so many resources more."""
    x = least_x(variable_of(game, obj, text, is_played=is_played))
    cost = total_cost(game, seat, obj, text, x=x, is_played=is_played)
    assert cost is not None  # that would be another obstacle
    writer = language(game.rules.name).renderer
    others = tuple(part for part in cost if not isinstance(part, Resources))
    for part in others:
        if not can_afford(game, seat, obj, (part,)):
            return f"to {writer.payment((part,))}"
    if not can_afford(game, seat, obj, others):
        return f"to {writer.payment(others)}"
    return _missing(game, seat, obj, others, resource_parts(cost))


def _missing(game: Game, seat: int, obj: Object, others: Cost, parts: tuple[Resources, ...]) -> str:
    """The units that cannot be paid beside the others, those of a type first."""
    units = sorted((need for part in parts for need in units_of(part)), key=_is_any)
    paid: list[Resources] = []
    missing: list[str] = []
    for need in units:
        asked = Resources((need,))
        if can_afford(game, seat, obj, (*others, *paid, asked)):
            paid.append(asked)
        else:
            missing.append(need)
    typed = "".join(SYMBOL_OF[need] for need in missing if need != "any")
    number = missing.count("any")
    more = f"{number} resource{'s' if number > 1 else ''}" if number else ""
    return " and ".join(part for part in (typed, more) if part) + " more"


def _is_any(need: str) -> bool:
    return need == "any"
