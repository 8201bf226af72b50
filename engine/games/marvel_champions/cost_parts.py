"""Parts of costs that this game has of its own: damage, and what is discarded from play.

Damage that is dealt is paid whatever comes of it; damage that is taken only if all of it was (Cost: dealing damage,
Cost: taking damage).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.abilities import DamageCost, FormCost, Resources, Sacrifice
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.permanence import sparing
from engine.games.marvel_champions.resources import units_of
from engine.payment.choice_cost_rules import MoveRule, SacrificeRule
from engine.payment.self_cost_rules import number_now, refuse, spending
from engine.queries.faces import other_face
from engine.queries.filters import amount, matching
from engine.state.cost_rule import CostRule
from engine.state.decisions import Option
from engine.state.proposed_events import TAKEN, Prospect

if TYPE_CHECKING:
    from engine.abilities import CostPart, Filter, FormCost, Resources
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play


class DamageRule(CostRule[DamageCost]):
    """Damage to a character: of one's own (Cost: control), or whose its text says (Cost: choose, Cost: friendly)."""

    verb = "damage"

    def leaves_no_choice(self, part: DamageCost) -> bool:
        return part.to.kind != "chosen"

    def locked(self, game: Game, seat: int, item: Item, part: DamageCost) -> CostPart:
        return replace(part, amount=max(0, amount(game, part.amount, seat, item.source, item)))

    def units(self, part: DamageCost) -> int:
        return int(part.amount != 0)

    def options(self, game: Game, seat: int, source: int, part: DamageCost) -> tuple[Option, ...]:
        return tuple(Option("damage", (ident,)) for ident in self.victims(game, seat, source, part))

    def victims(self, game: Game, seat: int, source: int, part: DamageCost) -> list[int]:
        """The characters that the damage could be dealt to."""
        to = part.to
        if to.kind == "you":
            identity = identity_of(game, seat)
            return [identity.id] if identity is not None else []
        if to.kind == "self":
            return [source] if game.object(source) is not None else []
        assert to.what is not None
        return matching(game, to.what, seat, source)

    def pay(self, game: Game, play: Play, part: DamageCost, answer: Answer) -> tuple[CostPart, ...]:
        raise refuse(game, "bad_payment", "damage is dealt together with all else that is paid")

    def giving(self, game: Game, item: Item, part: DamageCost, objs: list[Object]) -> list[Prospect]:
        if part.to.kind == "you":
            objs = [game.obj(ident) for ident in self.victims(game, item.controller, item.source, part)]
        batch = []
        for obj in objs:
            each = Prospect(
                "damage", obj.id, obj.controller, number_now(game, item.controller, item.source, part.amount)
            )
            each.source = item.source
            each.last = item.known
            each.item = item.id
            each.cause = TAKEN if part.taken else "dealt"
            batch.append(each)
        return batch


class ResourcesRule(CostRule[Resources]):
    """Resources: with which ones they are paid is said as a whole (``paying``); here is only how many are due."""

    def label(self, part: Resources) -> str:
        return " ".join(units_of(part))

    def locked(self, game: Game, seat: int, item: Item, part: Resources) -> CostPart:
        times = max(0, amount(game, part.times, seat, item.source, item))
        return part if times == part.times else replace(part, times=times)

    def options(self, game: Game, seat: int, source: int, part: Resources) -> tuple[Option, ...]:
        return ()

    def pay(self, game: Game, play: Play, part: Resources, answer: Answer) -> tuple[CostPart, ...]:
        raise refuse(game, "bad_payment", "resources are generated together with all else that is paid")


class FormRule(CostRule[FormCost]):
    """A change of form; it does not count against the one of each round."""

    verb = "flip"
    forced = True

    def options(self, game: Game, seat: int, source: int, part: FormCost) -> tuple[Option, ...]:
        form = part.form
        identity = identity_of(game, seat)
        if identity is None or other_face(game, identity) < 0 or form in identity.words:
            return ()
        return (Option(self.verb),)

    def pay(self, game: Game, play: Play, part: FormCost, answer: Answer) -> tuple[CostPart, ...]:
        raise refuse(game, "bad_payment", "a change of form is paid together with all else that is")

    def giving(self, game: Game, item: Item, part: FormCost, objs: list[Object]) -> list[Prospect]:
        identity = identity_of(game, item.controller)
        return [Prospect("form", identity.id, item.controller)] if identity is not None else []


class DiscardFromPlayRule(SacrificeRule):
    """Discard cards in play that one controls, and that may leave it (Permanent)."""

    verb = "discard"
    given = "discarded"

    def candidates(self, game: Game, seat: int, source: int, what: Filter) -> list[int]:
        return super().candidates(game, seat, source, sparing(game, what))

    def give_up(self, game: Game, objs: list[Object], part: Sacrifice) -> list[Prospect]:
        return spending(game, objs, "discarded")


class ReturnRule(MoveRule):
    """Put cards that fit elsewhere; from play only those that may leave it (Permanent)."""

    def candidates(self, game: Game, seat: int, source: int, what: Filter) -> list[int]:
        return super().candidates(game, seat, source, sparing(game, what))
