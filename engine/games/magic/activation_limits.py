"""Activation instructions (602.5b-d, 606.3): when and how often an ability may be activated, what it says it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Activated, CostChange
from engine.errors import Refusal
from engine.events.triggers import noticed_together
from engine.queries.activation_counts import is_used_up
from engine.queries.filters import amount, holds
from engine.sentences import said, word
from engine.state.proposed_events import Happening

if TYPE_CHECKING:
    from engine.abilities import Ability, Limit
    from engine.cards.numbered_text import Text
    from engine.sentences import Words
    from engine.state.game import Game
    from engine.state.records import Item, Object

MAINS = ("precombat main", "postcombat main")
COMBAT = (
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "first-strike damage",
    "combat damage",
    "end of combat",
)
PERIODS: Final = {
    "upkeep": ("upkeep",),
    "upkeep step": ("upkeep",),
    "draw step": ("draw",),
    "main phase": MAINS,
    "combat": COMBAT,
    "combat phase": COMBAT,
    "beginning of combat step": ("beginning of combat",),
    "declare attackers step": ("declare attackers",),
    "declare blockers step": ("declare blockers",),
    "combat damage step": ("first-strike damage", "combat damage"),
    "end of combat step": ("end of combat",),
    "end step": ("end",),
}
"""The steps of a part of the turn that an activation instruction may name."""
BEFORE: Final = {
    "attackers are declared": ("untap", "upkeep", "draw", "precombat main", "beginning of combat"),
    "blockers are declared": ("untap", "upkeep", "draw", "precombat main", *COMBAT[:2]),
    "the combat damage step": ("untap", "upkeep", "draw", "precombat main", *COMBAT[:3]),
    "the end of combat step": ("untap", "upkeep", "draw", "precombat main", *COMBAT[:5]),
}
"""The steps of a turn before a moment in it."""

LESS_ITS_COST: Final = "less its cost"
CHANGING: Final = ("more", "less", LESS_ITS_COST)
"""The activation instructions that change what an ability costs."""


NAMED: Final = ("boast", "exhaust", "power-up")
"""Activated abilities with names, by which texts speak of their activation."""


def is_of_cycling(text: Text) -> bool:
    """Whether an ability is one of cycling, typecycling being a kind of it (702.29f)."""
    return isinstance(text.ability, Activated) and text.ability.keyword.endswith("cycling")


def name_of_use(name: str) -> str:
    """The event that an activated ability with this name is activated."""
    return f"{name} activation"


def note_use(game: Game, item: Item, ability: Ability, seat: int) -> None:
    """Tell of the activation of an ability that has a name (702.177a)."""
    if isinstance(ability, Activated) and ability.keyword in NAMED:
        noticed_together(game, name_of_use(ability.keyword), [Happening(game.object(item.source), seat, other=item)])


def sorcery_time(game: Game, seat: int) -> bool:
    """Own main phase, empty stack (307.1)."""
    root = game.root
    return root.active == seat and root.step in MAINS and not root.stack


def limit_obstacle(game: Game, seat: int, obj: Object, text: Text, limit: Limit) -> Refusal | None:
    """The reason that an activation instruction forbids a seat to activate an ability now; none if it does not."""
    root = game.root
    match limit.kind:
        case "once":
            if is_used_up(game, obj, text, limit):
                return Refusal(
                    "602.5b",
                    "used_up",
                    said("magic.reason_used_this_turn", "this ability of {name} was used this turn", name=obj.name),
                )
        case "ever":
            if is_used_up(game, obj, text, limit):
                return Refusal(
                    "602.5b",
                    "used_up",
                    said("magic.reason_used_before", "this ability of {name} was used before", name=obj.name),
                )
        case "loyalty":
            return _loyalty_obstacle(game, seat, obj)
        case "during":
            if not _during(game, seat, limit):
                return Refusal("602.5", "not_now", _only_during(limit))
        case "before" | "after":
            if (root.step in BEFORE[limit.step]) == (limit.kind == "after"):
                return Refusal(
                    "602.5",
                    "not_now",
                    said("magic.reason_only_before", "only before {moment}", moment=word(limit.step))
                    if limit.kind == "before"
                    else said("magic.reason_only_after", "only after {moment}", moment=word(limit.step)),
                )
        case "sorcery":
            if not sorcery_time(game, seat):
                return Refusal(
                    "602.5d",
                    "sorcery_timing",
                    said("magic.reason_sorcery_timing", "only in your main phase with an empty stack"),
                )
        case "condition":
            if not holds(game, limit.condition, seat, obj.id):
                return Refusal(
                    "602.5",
                    "condition",
                    said(
                        "magic.reason_ability_condition",
                        "the condition of {name}'s ability does not hold",
                        name=obj.name,
                    ),
                )
        case _:
            pass
    return None


def _only_during(limit: Limit) -> Words:
    """The part of the turn that an activation instruction names."""
    step = word(limit.step)
    match limit.who:
        case "you":
            return said("magic.reason_only_during_own", "only during your {step}", step=step)
        case "opponent":
            return said("magic.reason_only_during_opponents", "only during an opponent's {step}", step=step)
        case _:
            return said("magic.reason_only_during", "only during the {step}", step=step)


def _loyalty_obstacle(game: Game, seat: int, obj: Object) -> Refusal | None:
    """606.3: at sorcery speed, and none of the permanent's loyalty abilities was activated this turn."""
    if not sorcery_time(game, seat):
        return Refusal(
            "606.3",
            "sorcery_timing",
            said("magic.reason_loyalty_timing", "loyalty abilities are for your main phase with an empty stack"),
        )
    if any(turn == game.root.turn and n and _is_loyalty(game.texts[text]) for text, turn, n in obj.used):
        return Refusal(
            "606.3",
            "used_up",
            said("magic.reason_loyalty_used", "a loyalty ability of {name} was activated this turn", name=obj.name),
        )
    return None


def _is_loyalty(text: Text) -> bool:
    return any(limit.kind == "loyalty" for limit in text.limits)


def _during(game: Game, seat: int, limit: Limit) -> bool:
    """Whether it is the part of the turn that an activation instruction names, of the player it names."""
    active = game.root.active
    if limit.who and (active == seat) != (limit.who == "you"):
        return False
    return limit.step == "turn" or game.root.step in PERIODS[limit.step]


def own_changes(
    game: Game, seat: int, obj: Object, limits: tuple[Limit, ...], item: Item | None = None
) -> tuple[tuple[CostChange, int], ...]:
    """The changes that an activated ability makes to its own cost, with the amounts now."""
    found = [limit for limit in limits if limit.kind in CHANGING and holds(game, limit.condition, seat, obj.id, item)]
    return tuple(
        (CostChange("activate", limit.kind, 0), amount(game, limit.value, seat, obj.id, item))
        if limit.kind in ("more", "less")
        else _less_its_cost(game, obj)
        for limit in found
    )


def _less_its_cost(game: Game, obj: Object) -> tuple[CostChange, int]:
    """702.193b: mana of each type in the mana cost of a permanent reduces such mana, generic mana generic mana."""
    cost = game.prints[obj.card].definition.cost
    symbols = () if cost is None else cost.symbols
    typed = tuple(symbol for symbol in symbols if not symbol.isdigit() and symbol != "X")
    return CostChange("activate", "less", 0, symbols=typed), sum(int(s) for s in symbols if s.isdigit())


def least_x(limits: tuple[Limit, ...]) -> int:
    """The least X that the text allows ("X can't be 0")."""
    return max((limit.count for limit in limits if limit.kind == "x at least"), default=0)


def defined_x(game: Game, seat: int, source: int, limits: tuple[Limit, ...], item: Item | None = None) -> int | None:
    """The X that the text defines, as it is now; none if its player announces it (107.3c)."""
    defined = next((limit.value for limit in limits if limit.kind == "x is"), None)
    return None if defined is None else max(0, amount(game, defined, seat, source, item))
