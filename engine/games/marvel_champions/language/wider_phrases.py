"""Phrases in other words for what other lines say: damage dealt, sizes of hands, status cards, cards turned over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Cancel,
    Compare,
    CostChange,
    Damage,
    DiscardStatus,
    Event,
    Filter,
    FlipCard,
    Grant,
    Move,
    Ref,
    Static,
    Tally,
    Timed,
)
from engine.games.marvel_champions.language.card_phrases import named_in
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE
from engine.games.marvel_champions.language.deed_phrases import DAZES
from engine.games.marvel_champions.language.emptied_phrases import EmptiedCompiler, EmptiedRenderer
from engine.games.marvel_champions.language.event_phrases import ENGAGE
from engine.games.marvel_champions.language.noun_phrases import PLAYERS_OF_ALL
from engine.games.marvel_champions.language.past_phrases import ROUND
from engine.text.compiler.actions import act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.renderer.writing import Wording, an

if TYPE_CHECKING:
    from engine.abilities import Ability, Amount, WindowTiming
    from engine.text.compiler.triggers import Events
    from engine.text.phrases import Clause

REDUCED: Final = "reduced"
INCREASED: Final = "increased"
HAND_SIZE: Final = "hand size"
FORM: Final = "form"
"""The event that a player changes form."""
TAKEN: Final[frozenset[Wording]] = frozenset(("actively", "fully", "in other words"))
"""The ways of writing that players take damage, which otherwise is dealt to them."""
PERSONS: Final = frozenset(("players", "first player", "event player", "engaged player", "other players"))
"""The kinds of references that mean players."""
ANY_PLAYER: Final = Filter((("player",),), zone="")
TURN: Final = "turn"
"""A period in which others may play cards, too."""
REVEALED: Final = frozenset(("reveal",))
CANCELABLE: Final = REVEALED | {"attack", "scheme", "play"}
"""The events that a text may cancel."""
HANDS: Final = {Filter((("identity",),), "you"): "your", Filter((("identity",),)): "each player's"}
"""The identities whose number the size of a hand is."""


@inline
class WiderCompiler(EmptiedCompiler):
    """Reads the phrases of wider.lark."""

    def is_dealt(self, *words: Lexeme) -> Events:
        """A character takes the damage that is dealt and not prevented (Damage)."""
        return self.takes_some_damage(*words)

    def you_are_dealt(self, *words: Lexeme) -> Events:
        return self.took_damage(*words)

    def engages_whom(self, other: Ref) -> Events:
        """A minion engages any player, whom the text calls "that player" (Engage).

        Raises:
            Reject: it is something else that it engages.
        """
        if other.kind != "each" or other.what != ANY_PLAYER:
            raise Reject
        return (Event(ENGAGE, other=other),)

    def have_changed_form(self, period: Lexeme) -> Compare:
        """Whether a player has changed form in a time, of its own will or by a text (Form)."""
        since = self.first_played(period).left
        assert isinstance(since, Tally)
        return Compare(replace(since, event=FORM), ">=", 1)

    def your_hand_size_is(self, change: Lexeme, number: Amount) -> tuple[Static, ...]:
        return self._hand_size(YOU, change, number)

    def each_hand_size_is(self, change: Lexeme, number: Amount) -> tuple[Static, ...]:
        return self._hand_size(PLAYERS_OF_ALL, change, number)

    def _hand_size(self, whose: Ref, change: Lexeme, number: Amount) -> tuple[Static, ...]:
        if not isinstance(number, int):
            raise Reject
        sign = "-" if change.lower() == REDUCED else "+"
        more = self.stat_change(Lexeme("CHANGE", f"{sign}{number}"), Lexeme("STAT", "hand size"))
        return self.grant(whose, self.get_stats(Lexeme("GET", "get"), more))

    def reduce_first(self, what: Filter, period: Lexeme, number: Amount) -> tuple[Static, ...]:
        """A card costs less for as long as none of its kind was played before it in that time, by that player."""
        if what.of or what.tests or not isinstance(number, int) or period.lower() == TURN:
            raise Reject
        (change,) = self.reduce_costs(Lexeme("ACTION", "play"), replace(what, of="you"), number)
        assert isinstance(change, CostChange)
        some = self.first_played(period)
        assert isinstance(some.left, Tally)
        played = replace(some.left, what=None if change.what is None else replace(change.what, zone=""))
        return (replace(change, condition=replace(some, left=played)),)

    def static_while(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        """The first card of a kind is one under a condition already."""
        if any(isinstance(static, CostChange) and static.condition is not None for static in statics):
            raise Reject
        return super().static_while(statics, condition)

    def first_costs_less(self, what: Filter, period: Lexeme, _costs: Lexeme, number: Amount) -> tuple[Static, ...]:
        return self.reduce_first(what, period, number)

    def cancel_quoted_of(self, quoted: Lexeme, that: Lexeme, what: Filter) -> Clause:
        return self.cancel_effects_of(that, what, quoted)

    def timed(self, head: Timed, moment: tuple[WindowTiming, Events], *rest: object) -> Timed:
        """A text cancels the effects of a card as it is revealed or played, and an activation as it begins (Cancel).

        Raises:
            Reject: something else is about to happen, whose effects are no single event.
        """
        whole = super().timed(head, moment, *rest)
        canceled = [effect for effect in whole.body.effects if isinstance(effect, Cancel) and not effect.steps]
        allowed = REVEALED if any(effect.effects for effect in canceled) else CANCELABLE
        if canceled and not all(event.name in allowed for event in whole.events):
            raise Reject
        return whole

    def remove_status(self, verb: Lexeme, _article: Lexeme, *parts: object) -> Clause:
        return self.discard_status(verb, *parts)

    def flip_form(self, verb: Lexeme, what: Ref) -> Clause:
        """A card by its name is turned over, if it is in play."""
        if named_in((what,)):
            return act(verb, FlipCard(what=what))
        return super().flip_form(verb, what)

    def flip_it(self, verb: Lexeme, what: Lexeme) -> Clause:
        return act(verb, FlipCard(what=self.pronoun(what)))


class WiderRenderer(EmptiedRenderer):
    """Writes the phrases of wider.lark."""

    def grant(self, static: Grant) -> str:
        """A size of hands that is changed, and nothing else."""
        whose = HANDS.get(static.what) if static.what is not None else None
        is_size = len(static.stats) == 1 and static.stats[0][0] == HAND_SIZE
        if whose is None or not is_size or not self._is_otherwise() or not isinstance(static.stats[0][1], int):
            return super().grant(static)
        if static != Grant(static.what, stats=static.stats, condition=static.condition):
            return super().grant(static)
        number = static.stats[0][1]
        return f"{whose} hand size is {REDUCED if number < 0 else INCREASED} by {abs(number)}"

    def static(self, static: Static, *more: object) -> str:
        match static:
            case CostChange(operation="less", condition=Compare(Tally("play", since=since), "=", 0), who="you"):
                noun = "card" if static.what is None else self.noun(replace(static.what, zone=""))
                first = f"the first {noun} you play each {since or ROUND}"
                if self._is_otherwise():
                    return f"{first} costs {self.price(static)} less."
                resource = "" if "briefly" in self.wording else "resource "
                return f"reduce the {resource}cost of {first} by {self.price(static)}."
            case _:
                return super().static(static, *more)

    def tally_condition(self, tally: Tally, condition: Compare) -> str:
        if tally.event != FORM:
            return super().tally_condition(tally, condition)
        have = " have" if self._is_otherwise() else ""
        return f"you{have} changed form this {tally.since or ROUND}"

    def _awaited(self, event: Event) -> str:
        if event.name == ENGAGE and event.other is not None:
            return f"engages {self._other(event.other)}"
        return super()._awaited(event)

    def damage(self, effect: Damage) -> str:
        """Players take what is dealt to their identities (You/Your)."""
        if effect.by != SELF or not isinstance(effect.amount, int) or not self.wording & TAKEN:
            return super().damage(effect)
        if effect != Damage(effect.amount, effect.to, SELF) or not self._is_of_players(effect.to):
            return super().damage(effect)
        return f"{self.ref(effect.to)} takes {effect.amount} damage"

    def move(self, effect: Move) -> str:
        """A card of a hand is discarded by whose hand it is, who alone sees which cards there are (Discard)."""
        what = effect.what
        is_said = not self.wording or what.up_to or what.count != 1
        is_said = is_said or bool(self.wording & {"in other words", "listed", "fully"})
        added = self._added(what) if is_said and effect == Move(what, "hand") and what.kind == "chosen" else ""
        if added:
            verb = "add" if not self.wording or self._is_otherwise() else "return"
            return f"{verb} {added} from your discard pile to your hand"
        if effect != Move(what, "graveyard") or what.kind != "chosen" or what.of is None or what.count != 1:
            return super().move(effect)
        if not self._is_of_players(what.of) or what.what != Filter((("card",),), zone="hand", whose=what.of):
            return super().move(effect)
        return f"{self.ref(what.of)} discards 1 card from their hand"

    def _added(self, ref: Ref) -> str:
        """The cards of one's own discard pile, as texts say how many are added to the hand; "" for other words."""
        what = ref.what
        if what is None or what.of != "you" or what.zone != DISCARD_PILE:
            return ""
        plain = replace(what, of="", zone="")
        if ref.count == 1 and not ref.up_to:
            return f"1 {self.noun(plain)}" if self.wording & {"in other words", "listed"} else an(self.noun(plain))
        return f"{'up to ' if ref.up_to else ''}{ref.count} {self.noun(plain, plural=ref.count != 1)}"

    def _is_of_players(self, ref: Ref) -> bool:
        if ref.kind == "target":
            return self._scope.targets[ref.index].what.kinds == ANY_PLAYER.kinds
        return ref.kind in PERSONS

    def cancel(self, effect: Cancel) -> str:
        if effect != Cancel("when revealed") or not self._is_otherwise():
            return super().cancel(effect)
        return 'cancel the "When Revealed" effects of that card'

    def discard_status(self, effect: DiscardStatus) -> str:
        said = super().discard_status(effect)
        if not self._is_otherwise() or len(effect.names) == len(DAZES):
            return said
        return said.replace("discard", "remove", 1).replace("each card", "each status card")

    def _is_otherwise(self) -> bool:
        return "in other words" in self.wording
