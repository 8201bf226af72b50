"""Phrases about what was done just before: the things to which it was done are counted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lark import Token as Lexeme

from engine.abilities import Ability, Amount, Count, Damage, Done, Filter, Fits, Modify, Move, Paid, Per, Ref, Tap
from engine.games.marvel_champions.language.more_phrases import MoreDamage
from engine.games.marvel_champions.language.prohibition_phrases import ProhibitionCompiler, ProhibitionRenderer
from engine.games.marvel_champions.language.settled_effects import deeds
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.modifications import times_each
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, DoneTo, rewrite

if TYPE_CHECKING:
    from engine.abilities import Instruction, UntilWord
    from engine.text.compiler.actions import Effects

COUNTERS: Final = DoneTo(what=Filter((("counter",),)), words=("removed",))
"""The counters that were removed just before, of whatever name."""


@inline
class DoneCompiler(ProhibitionCompiler):
    """Reads the phrases of done.lark."""

    def for_each_done_first(self, what: Filter, word: Lexeme, clauses: Clause) -> Effects:
        return _for_each(effects_of(clauses), DoneTo(what=what, words=deeds(word), bare=True))

    def for_each_done(self, action: Clause, what: Filter, word: Lexeme) -> Clause:
        """Additional damage is dealt with the damage before, when nothing has been done yet (Damage).

        Raises:
            Reject: it would depend on what is done after that.
        """
        if any(isinstance(effect, MoreDamage) for effect in action.effects):
            raise Reject
        clause = super().for_each_done(action, what, word)
        return rewrite(clause, lambda part: replace(part, bare=True) if isinstance(part, DoneTo) else part)

    def for_each_removed(self, action: Clause) -> Clause:
        return replace(action, effects=_for_each(action.effects, COUNTERS))

    def for_each_removed_first(self, clauses: Clause) -> Effects:
        return _for_each(effects_of(clauses), COUNTERS)

    def for_each_first(self, each: Count | Per | Paid, clauses: Clause) -> Effects:
        """An amount that something gets for a while is fixed when it gets it, however that is said."""
        effects = effects_of(clauses)
        if len(effects) == 1 and isinstance(effects[0], Modify) and isinstance(clauses, Clause):
            return effects_of(self.for_each(clauses, each))
        return super().for_each_first(each, clauses)

    def get_until_for_each_done(
        self, _verb: Lexeme, change: Modify, until: UntilWord, what: Filter, word: Lexeme
    ) -> Clause:
        clause = self.modify_until(change, until)
        return replace(clause, effects=_for_each(clause.effects, DoneTo(what=what, words=deeds(word), bare=True)))

    def get_for_each_done_until(
        self, verb: Lexeme, change: Modify, what: Filter, word: Lexeme, until: UntilWord
    ) -> Clause:
        return self.get_until_for_each_done(verb, change, until, what, word)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Of the own cards each player chooses, as each is told.

        Raises:
            Reject: a card would be chosen among those of all players.
        """
        abilities = super().start(found)
        bodies = [getattr(ability, "body", None) for ability in abilities]
        if any(_is_among_all(effect) for body in bodies if body is not None for effect in body.effects):
            raise Reject
        return abilities


def _is_among_all(effect: Instruction) -> bool:
    """Whether a card is chosen among those of all players."""
    what = effect.what.what if isinstance(effect, Move) and effect.what.kind == "chosen" else None
    return what is not None and isinstance(what.whose, Ref) and what.whose.kind == "players"


def _for_each(effects: Effects, each: DoneTo) -> Effects:
    """One instruction, for each thing to which something was done just before.

    Raises:
        Reject: there are several, or what something gets does not end.
    """
    (effect,) = effects if len(effects) == 1 else (None,)
    if effect is None or (isinstance(effect, Modify) and not effect.until):
        raise Reject
    return (times_each(effect, each),)


class DoneRenderer(ProhibitionRenderer):
    """Writes the phrases of done.lark."""

    def for_each(self, amount: Amount) -> str:
        if isinstance(amount, Per) and isinstance(amount.of, Fits):
            word = self.done().rpartition(" ")[2]
            zone = "hand" if any("card" in kind for kind in amount.of.what.kinds) else "battlefield"
            return f" for each {self.noun(replace(amount.of.what, zone=zone))} {word} this way"
        is_one = isinstance(amount, Done) and amount.times == 1 and "actively" not in self.wording
        return f" for each {self.done()} this way" if is_one else super().for_each(amount)

    def done(self) -> str:
        said = super().done()
        if isinstance(self._doing, Move):
            return said.replace(" moved", " discarded") if self._doing.zone == "graveyard" else said
        return said.replace(" tapped", " exhausted") if isinstance(self._doing, Tap) else said

    def damage(self, effect: Damage) -> str:
        amount = effect.amount
        if not isinstance(amount, Done) or amount.times != 1 or "actively" in self.wording:
            return super().damage(effect)
        return super().damage(replace(effect, amount=1)) + self.for_each(amount)

    def digits(self, amount: Amount) -> str:
        is_counted = isinstance(amount, Done) and "actively" not in self.wording
        return super().digits(amount.times if isinstance(amount, Done) and is_counted else amount)
