"""Replacement and prevention effects, mirroring ``grammar/replacements.lark``."""

from __future__ import annotations

from engine.abilities import Copies, Enters, Replacement, Shield
from engine.text.renderer.modifications import Modifications
from engine.text.renderer.writing import Unwritable


class Replacements(Modifications):
    """Replacement and prevention effects."""

    def replacement(self, effect: Replacement) -> str:
        """A replacement effect as a sentence."""
        (change,) = effect.changes
        match change:
            case Copies(what=what):
                return f"you may have this enter as a copy of any {self.noun(what)}"
            case Enters(tapped=tapped, counter=counter, amount=amount):
                return "this enters tapped" if tapped else f"this enters with {self.counters(amount, counter)} on it"
            case _:
                raise Unwritable(effect)

    def shield(self, effect: Shield) -> str:
        """A replacement or prevention effect for a time."""
        if effect.what is None:
            return f"prevent all {effect.effect.would.kind} damage that would be dealt this turn"
        if effect.amount is None:
            raise Unwritable(effect)
        number = self.digits(effect.amount)
        return f"prevent the next {number} damage that would be dealt to {self.ref(effect.what)} this turn"
