"""Magic's phrases about costs that hang on how much is targeted (601.2f)."""

from __future__ import annotations

from lark import Token as Lexeme

from engine.abilities import Amount, CostChange, Filter, Per, Static, Targets
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import CostAmount
from engine.text.renderer.abilities import Renderer


@inline
class TargetCompiler(Compiler):
    """Compiles what spells cost for each of their targets."""

    def cost_for_each_target(
        self, subject: tuple[CostChange, ...], costs: Lexeme, amount: CostAmount, each: Per
    ) -> tuple[Static, ...]:
        """Only what is cast has its targets counted."""
        found = self.cost_change(subject, costs, amount, each)
        if not all(isinstance(change, CostChange) and change.action == "cast" for change in found):
            raise Reject
        return found

    def target_counted_each(self, *_its: Lexeme) -> Per:
        return Per(Targets())

    def target_beyond(self) -> Per:
        return Per(Targets(beyond=1))

    def targeted_by_it(self, what: Filter) -> Per:
        if what.zone not in ("battlefield", "stack") or what.other:
            raise Reject
        return Per(Targets(what))


class TargetRenderer(Renderer):
    """Writes what spells cost for each of their targets."""

    def _one_of(self, of: Amount) -> str:
        if not isinstance(of, Targets):
            return super()._one_of(of)
        if of.what is not None:
            return f"{self.noun(of.what)} it targets"
        return "target beyond the first" if of.beyond else "target"

    def cost_subject(self, change: CostChange) -> str:
        if not self._is_of_each(change):
            return super().cost_subject(change)
        return f"each {self.played_thing(change.what, change.action)}{self.doing(change)}"

    def cost_verb(self, change: CostChange) -> str:
        return "costs" if self._is_of_each(change) else super().cost_verb(change)

    def _is_of_each(self, change: CostChange) -> bool:
        """Whether the cost of each of some spells is said to change, instead of that of all of them."""
        return "fully" in self.wording and change.action == "cast" and not change.source
