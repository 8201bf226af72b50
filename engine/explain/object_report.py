"""All that a seat may ask about an object it sees: what might be done with it, what it says, what made it so.

A game lists the ways to use an object (``Rules.ways_to_use``), each with its ``WhyNot`` and the stages that its
rulebook goes through, in the order in which they are asked. If one fails, those before it have passed and those after
it were not looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.explain.characteristics_trace import account
from engine.explain.why_not import seen
from engine.play.targets import specs
from engine.sentences import said
from engine.state.citation import cited
from engine.state.obstacles import CAN, Stage, Use, WhyNot
from engine.state.records import Item
from engine.text.language import language

if TYPE_CHECKING:
    from engine.explain.characteristics_trace import Account
    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.records import Object


class About:
    """The report on an object: its ``uses``, and the ``account`` of what it is."""

    __slots__ = ("account", "uses")

    def __init__(self, uses: tuple[Use, ...], told: Account) -> None:
        self.uses = uses
        self.account = told

    def __repr__(self) -> str:
        return f"About({self.uses!r}, {self.account.lines!r}, {self.account.changes!r})"


def about(game: Game, seat: int, ident: int) -> About:
    """All that a seat may know about an object.

    Raises:
        Refusal: ``unseen``.
    """
    obj = seen(game, seat, ident)
    found = [*_targeted(game, seat, obj), *game.rules.ways_to_use(game, seat, obj)]
    return About(tuple(_cited(game, use) for use in found), account(game, seat, obj))


def _cited(game: Game, use: Use) -> Use:
    """The use with its paragraphs as the match numbers them."""
    told, rules = use.found, game.rules
    found = WhyNot(cited(rules, told.rule), told.code, told.words, told.needs, told.by)
    stages = tuple(Stage(cited(rules, stage.rule), stage.words, *stage.codes) for stage in use.stages)
    return Use(use.do, found, stages, use.name, use.place)


def ability_name(game: Game, number: int) -> str:
    """An ability, as its text."""
    return language(game.rules.name).render(game.texts[number].ability)


def abilities_there(game: Game, obj: Object) -> list[tuple[int, int]]:
    """The places and numbers of the activated abilities worth telling: of a card elsewhere those that work there."""
    is_there = obj.zone == game.arena
    own = enumerate(game.activated(obj))
    return [(at, number) for at, number in own if is_there or game.zone_name(game.texts[number].zone) == obj.zone]


# --- what is asked just now -----------------------------------------------------------------------


def _targeted(game: Game, seat: int, obj: Object) -> list[Use]:
    """While targets are chosen: whether it can be one."""
    own = next((d for d in game.asked() if d.seat == seat and d.kind == "targets"), None)
    if own is None:
        return []
    rule = game.rules.cite("targets")
    stages = (
        Stage(rule, said("reason.step_fits", "it is what is asked for"), "no_fit"),
        Stage(rule, said("reason.step_may_be_target", "it may be the target of this"), "protected"),
    )
    return [Use("target", _why_no_target(game, seat, obj, own), stages)]


def _why_no_target(game: Game, seat: int, obj: Object, own: Decision) -> WhyNot:
    rule = game.rules.cite("targets")
    if any(obj.id in option.refs for option in own.options):
        return WhyNot(rule, CAN, said("reason.can_choose", "{name} can be chosen now", name=obj.name))
    item = game.records.get(own.subject)
    if not isinstance(item, Item):  # what is chosen belongs to no text: whom something attacks
        return WhyNot(rule, "no_fit", said("reason.not_asked_for", "{name} is not what is asked for", name=obj.name))
    wanted = specs(game, item)
    at = len(item.targets)
    need = language(game.rules.name).renderer.target(wanted[at]) if at < len(wanted) else ""
    if not game.rules.may_target(game, obj.id, seat, item.source, item):
        return WhyNot(
            rule,
            "protected",
            said(
                "reason.protected",
                "{name} has protection from being a target of {other}",
                name=obj.name,
                other=item.name,
            ),
        )
    return WhyNot(
        rule,
        "no_fit",
        said("reason.not_asked_by", "{name} is not what {other} asks for", name=obj.name, other=item.name),
        need,
    )
