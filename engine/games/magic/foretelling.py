"""Foretold cards (702.143): exiled facedown for {2}, and cast on a later turn for their foretell cost.

Such a card shows a back that tells nothing of it; its owner may look at it, and it is played as the card that it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import GivesForetell, Mana, Token, Way
from engine.cards.definitions import FACEDOWN
from engine.effects.meaning import objects_of, touched
from engine.errors import Refusal
from engine.events.triggers import occurred
from engine.events.zones import carry
from engine.games.magic.hand_actions import become_castable, card_exiled, card_named, keyword_of
from engine.games.magic.keywords.casting import FORETELL, FORETELLS, WAS_FORETOLD
from engine.games.magic.special_actions import begin_special_action
from engine.games.magic.totals import lessened
from engine.payment.can_pay import can_pay
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import open_window, pay_costs
from engine.queries.faces import is_facedown
from engine.queries.filters import fits
from engine.queries.static_effects import any_statics, statics
from engine.sentences import said
from engine.state.decisions import Option
from engine.state.lasting import MayPlayEffect
from engine.state.procedure import DONE, Procedure, Step, item_of
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.abilities import Foretell
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play

NAME: Final = "Face-Down Card"
"""The name by which gestures and views call a card that is exiled facedown (406.3a)."""
BACK: Final = Token(NAME, (FACEDOWN,))
FORETOLD: Final = "foretold"
"""The designation of a card, and the verb of the leave to cast it."""
COST_LESS: Final = "foretell cost less"
"""Beside a card in exile: by how much a foretell cost that it was given is less than its mana cost."""
PRICE: Final = (Mana(("2",)),)
"""702.143a: what is paid to exile it."""


def options(game: Game, seat: int) -> list[Option]:
    """The cards of a hand that a seat may foretell now, and can pay for."""
    if game.root.active != seat:
        return []
    hand = [game.obj(ident) for ident in game.content("hand", seat)]
    having = [obj.id for obj in hand if keyword_of(game, obj, FORETELL) is not None or given_foretell(game, obj)]
    return [Option(FORETELL, (ident,)) for ident in having if can_pay(game, seat, PRICE, ident)]


def given_foretell(game: Game, obj: Object) -> tuple[int, ...]:
    """By how much the foretell cost is less than the mana cost that an effect gives to a card in hand (702.143a).

    Nothing if none does, or if it has foretell itself.
    """
    if keyword_of(game, obj, FORETELL) is not None:
        return ()
    given = tuple(
        effect.less
        for holder, controller, effect in statics(game, GivesForetell)
        if controller == obj.owner and fits(game, effect.what, obj, controller, holder.id if holder is not None else 0)
    )
    return given[:1]  # by then it is not without foretell


def is_any_given(game: Game) -> bool:
    """Whether anything gives foretell to cards in hands."""
    return any_statics(game, (GivesForetell,))


def run_foretell(game: Game, item: Item, do: Foretell, answer: Answer | None) -> Outcome:
    """702.143d: an effect exiles cards facedown, and they become foretold, with a foretell cost."""
    found = []
    for obj in objects_of(game, item, do.what):
        exiled = _exile_facedown(game, obj)
        if exiled is not None:
            found.append(exiled)
            _note_cost(game, exiled, (do.less,))
    become_castable(game, found, FORETOLD, free=False)
    return touched(game, item, tuple(obj.id for obj in found))


def _exile_facedown(game: Game, obj: Object) -> Object | None:
    away = moving(obj, "exile")
    away.copying = game.tokens[BACK]
    (exiled,) = carry(game, [away])
    return exiled


def _note_cost(game: Game, exiled: Object, less: tuple[int, ...]) -> None:
    """The foretell costs that effects gave a card stay its own in exile (702.143d)."""
    if less:
        game.write(exiled, "extra", (*exiled.extra, *((COST_LESS, number) for number in less)))


def is_foretold(game: Game, obj: Object) -> bool:
    """702.143c: whether a card in exile was foretold, be it this turn or before."""
    effects = game.root.effects if obj.zone == "exile" else ()
    return any(isinstance(e, MayPlayEffect) and e.verb == FORETOLD and obj.id in e.idents for e in effects)


def ways_of_foretold(game: Game, seat: int, obj: Object) -> tuple[Way, ...]:
    """702.143a: the ways to cast a card that was foretold on an earlier turn: each foretell cost that it has."""
    if obj.zone != "exile":
        return ()
    turn = game.root.turn
    leaves = [e for e in game.root.effects if isinstance(e, MayPlayEffect) and e.verb == FORETOLD]
    if not any(e.seat == seat and obj.id in e.idents and turn > e.since for e in leaves):
        return ()
    printed = game.prints[obj.card]
    own = tuple(Way(FORETELL, a.cost) for a in printed.alternatives if a.keyword == FORETELL)
    cost = printed.definition.cost
    less = [number for key, number in obj.extra if key == COST_LESS and isinstance(number, int)]
    if cost is None or not less:
        return own
    return tuple(dict.fromkeys((*own, *(Way(FORETELL, (lessened(cost, number),)) for number in less))))


def note_foretold(game: Game, spell: Object, card: Object) -> None:
    """702.143c: a foretold card has become a spell, for whatever cost; the spell knows that, as the permanent will."""
    if is_facedown(game, card) and is_foretold(game, card):
        game.write(spell, "paid", (*spell.paid, (WAS_FORETOLD, 1)))


def begin_foretelling(game: Game, seat: int, answer: Answer) -> None:
    """A special action (116.2h, 702.143a): {2} is paid, and the card is exiled facedown.

    Raises:
        Refusal: ``no_foretell``, ``not_your_turn``.
    """
    obj = card_named(game, seat, answer, FORETELL) or _card_given(game, seat, answer)
    if obj is None:
        raise Refusal(
            "702.143a",
            "no_foretell",
            said("magic.reason_no_foretell", "a card of your hand that has foretell is foretold"),
        )
    if game.root.active != seat:
        raise Refusal(
            "702.143a", "not_your_turn", said("magic.reason_foretell_timing", "cards are foretold in your own turn")
        )
    begin_special_action(game, FORETELLING.name, seat, obj, answer)


def _card_given(game: Game, seat: int, answer: Answer) -> Object | None:
    """The card of a seat's hand that an answer names, if an effect gives it foretell."""
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    is_there = obj is not None and obj.zone == "hand" and obj.owner == seat
    return obj if obj is not None and is_there and given_foretell(game, obj) else None


def _lay_aside(game: Game, play: Play, _answer: Answer | None) -> int:
    """The card goes to exile facedown, and its cost is {2}."""
    item = item_of(game, play)
    obj = game.obj(item.source)
    less = given_foretell(game, obj)
    exiled = _exile_facedown(game, obj)
    if exiled is not None:
        _note_cost(game, exiled, less)
    game.write(item, "source", exiled.id if exiled is not None else 0)
    game.write(item, "name", NAME)
    game.write(play, "due", lock_all(game, play.seat, item, PRICE))
    return DONE


def _foretold(game: Game, play: Play, _answer: Answer | None) -> int:
    """The cost was paid: the card is foretold."""
    obj = card_exiled(game, play)
    if obj is not None:
        become_castable(game, [obj], FORETOLD, free=False)
        occurred(game, FORETELLS, obj, play.seat)
    return DONE


FORETELLING: Final = Procedure(
    "foretelling",
    Step("702.143a", _lay_aside),
    Step("702.143a", open_window),
    Step("702.143a", pay_costs),
    Step("702.143a", _foretold),
    costs=PAID_IN_PARTS,
)
