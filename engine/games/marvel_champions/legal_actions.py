"""Checks before anything is given up: restrictions, a valid target, and the ability to pay all costs at once.

``obstacle`` is the one judge of whether something may be initiated: the steps raise what it finds, "why not?" tells
it, the offers (``can_initiate``) leave it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Activated, Timed
from engine.cards.edition import MENDED
from engine.errors import Illegal, Refusal
from engine.games.marvel_champions import labelled_abilities, placing, printed_costs
from engine.games.marvel_champions.can_pay import can_pay_for
from engine.games.marvel_champions.card_limits import is_barred_as_unique
from engine.games.marvel_champions.character_stats import FORMS, is_in_form
from engine.games.marvel_champions.could_change import could_change
from engine.games.marvel_champions.language.shared_words import PER_ACTIVATION
from engine.games.marvel_champions.reserved_payment import given_up
from engine.games.marvel_champions.resource_sources import stock_of
from engine.games.marvel_champions.totals import total_cost, total_for, variable_of
from engine.play.announced_numbers import most_x
from engine.play.procedure_runner import ask
from engine.play.targets import has_targets
from engine.queries.activation_counts import is_used_up
from engine.queries.filters import holds
from engine.queries.prohibitions import forbidden
from engine.sentences import said, word
from engine.state.decisions import MAX_NUMBER, Decision, Option
from engine.state.procedure import DONE, item_of
from engine.state.search_budget import NO, UNPROVEN

if TYPE_CHECKING:
    from engine.abilities import Variable
    from engine.cards.numbered_text import Text
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play


def obstacle(
    game: Game, seat: int, obj: Object, text: int, *, is_played: bool, item: Item | None = None
) -> Refusal | None:
    """The reason that keeps a seat from playing a card or using an ability, checked in the order of the rulebook."""
    found = restriction(game, seat, obj, text, is_played=is_played)
    if found is not None:
        return found
    if text >= 0 and lacks_target(game, seat, game.texts[text], obj):
        return Refusal(
            "Cost: targets",
            "no_target",
            said("marvel-champions.reason_no_target", "{name} has no valid target", name=obj.name),
        )
    if changes_nothing(game, seat, obj, text):
        return Refusal(
            "Ability: change",
            "changes_nothing",
            said("marvel-champions.reason_changes_nothing", "the effect of {name} would change nothing", name=obj.name),
        )
    return _unpayable(game, seat, obj, text, is_played=is_played, item=item)


def _unpayable(game: Game, seat: int, obj: Object, text: int, *, is_played: bool, item: Item | None) -> Refusal | None:
    """The reason that the costs cannot be paid."""
    least = _least_of(game, obj, text, is_played=is_played)
    if can_pay_now(game, seat, obj, text, least, is_played=is_played, item=item):
        return None
    if is_played and total_cost(game, seat, obj, text, x=0, is_played=True, item=item) is None:
        return Refusal(
            "Cost",
            "no_cost",
            said("marvel-champions.reason_no_cost", "{name} has no cost and cannot be played", name=obj.name),
        )
    return Refusal(
        "Cost: simultaneous",
        "cannot_pay",
        said("marvel-champions.reason_costs_at_once", "the costs of {name} cannot be paid all at once", name=obj.name),
    )


def can_initiate(game: Game, seat: int, obj: Object, text: int, *, is_played: bool) -> bool:
    """Whether there is no obstacle: the same checks, those that cost least first."""
    if is_played and not is_its_time(game, seat, obj, text):
        return False
    if not _suits_form(game, seat, obj, text, is_played=is_played):
        return False
    if restriction(game, seat, obj, text, is_played=is_played) is not None:
        return False
    least = _least_of(game, obj, text, is_played=is_played)
    if not can_pay_now(game, seat, obj, text, least, is_played=is_played):
        return False
    return text < 0 or not (lacks_target(game, seat, game.texts[text], obj) or changes_nothing(game, seat, obj, text))


def _suits_form(game: Game, seat: int, obj: Object, text: int, *, is_played: bool) -> bool:
    """Whether a player is in the form that is asked for: most of what is not offered fails by that, and needs no words.

    ``restriction`` says of the rest what keeps it from being offered, and of this, too, where somebody asks.
    """
    forms = placing.terms_of(game.prints[obj.card]).forms if is_played else ()
    for form in forms:
        if not is_in_form(game, seat, form):
            return False
    for limit in game.texts[text].limits if text >= 0 else ():
        if limit.kind in FORMS and not is_in_form(game, seat, limit.kind):
            return False
    return True


def changes_nothing(game: Game, seat: int, obj: Object, text: int) -> bool:
    """Whether an optional ability could not change the game, so that it may not be initiated (Ability)."""
    if text < 0 or game.edition < MENDED:
        return False
    ability = game.texts[text].ability
    is_optional = isinstance(ability, Activated) or (isinstance(ability, Timed) and not ability.forced)
    return is_optional and not could_change(game, seat, game.texts[text], obj)


def lacks_target(game: Game, seat: int, text: Text, obj: Object) -> bool:
    """Whether something that the effect is about is not there."""
    part = printed_costs.part_of(text)
    if part is not None and not printed_costs.payees(game, seat, obj, part):
        return True
    return not has_targets(game, text, seat, obj.id) or labelled_abilities.lacks_scheme(game, seat, text, obj.id)


def restriction(game: Game, seat: int, obj: Object, text: int, *, is_played: bool) -> Refusal | None:
    """The play restriction that is not observed, of the turn, of the form, of a limit ...; none if all are."""
    if is_played:
        found = _not_to_be_played(game, seat, obj, text)
        if found is not None:
            return found
    if text >= 0 and labelled_abilities.is_forbidden(game, seat, game.texts[text]):
        return Refusal(
            "Cannot",
            "cannot",
            said("marvel-champions.reason_cannot_be_it", "you cannot do what {name} is", name=obj.name),
        )
    for limit in game.texts[text].limits if text >= 0 else ():
        if limit.kind in FORMS and not is_in_form(game, seat, limit.kind):
            return Refusal(
                "Initiating: restrictions",
                "wrong_form",
                said(
                    "marvel-champions.reason_wrong_form",
                    "{name} is for {what} form",
                    name=obj.name,
                    what=word(limit.kind),
                ),
            )
        is_counted = limit.kind in ("once", "ever") and limit.step != PER_ACTIVATION
        if is_counted and is_used_up(game, obj, game.texts[text], limit, seat):
            return Refusal(
                "Limit",
                "used_up",
                said(
                    "marvel-champions.reason_used_up",
                    "the ability of {name} has been used as often as it may be",
                    name=obj.name,
                ),
            )
        if limit.kind == "condition" and not holds(game, limit.condition, seat, obj.id):
            return Refusal(
                "Initiating: restrictions",
                "not_now",
                said("reason.condition", "the condition of {name} does not hold", name=obj.name),
            )
    return None


def is_its_time(game: Game, seat: int, obj: Object, text: int) -> bool:
    """Whether a card is played now: an event for its ability, all others in their player's own turn."""
    return text >= 0 if "event" in obj.words else game.root.active == seat


def _not_to_be_played(game: Game, seat: int, obj: Object, text: int) -> Refusal | None:
    """The reason that keeps a card from being played, whatever its text says."""
    if obj.id in given_up(game):
        return Refusal(
            "Initiating: restrictions",
            "given_up",
            said("marvel-champions.reason_given_up", "{name} is being given up for a cost", name=obj.name),
        )
    if not is_its_time(game, seat, obj, text):
        if "event" in obj.words:
            return Refusal(
                "Event",
                "no_action",
                said("marvel-champions.reason_no_action", "{name} has no ability to be played for now", name=obj.name),
            )
        return Refusal(
            "Player Turn",
            "not_your_turn",
            said("marvel-champions.reason_own_turn", "{name} is played in one's own turn", name=obj.name),
        )
    if forbidden(game, "play", seat, obj):
        return Refusal(
            "Cannot",
            "cannot",
            said("marvel-champions.reason_cannot_play", "an effect says that {name} cannot be played", name=obj.name),
        )
    if is_barred_as_unique(game, obj):
        return Refusal(
            "Unique",
            "unique",
            said("marvel-champions.reason_unique", "there is a {name} in play, and it is unique", name=obj.name),
        )
    return placing.restriction(game, seat, obj)


def can_pay_now(
    game: Game, seat: int, obj: Object, text: int, x: int, *, is_played: bool, item: Item | None = None
) -> int:
    """Whether all of it can be paid at once, with this number for X: no, unproven or yes."""
    if is_played:
        cost = total_for(game, seat, obj, text, x, stock_of(game, seat).icons, item)
    else:
        cost = total_cost(game, seat, obj, text, x=x, is_played=False, item=item)
    return NO if cost is None else can_pay_for(game, seat, obj, cost)


def is_unproven(game: Game, seat: int, obj: Object, text: int, *, is_played: bool) -> bool:
    """Whether something is offered though the search for a way to pay it has met its budget."""
    least = _least_of(game, obj, text, is_played=is_played)
    return can_pay_now(game, seat, obj, text, least, is_played=is_played) == UNPROVEN


def least_x(variable: Variable | None) -> int:
    """The least that may be chosen: X may be 0, "any number" and "up to" are at least one (Cost: any number)."""
    return 0 if variable is None or variable == type(variable)() else 1


def _least_of(game: Game, obj: Object, text: int, *, is_played: bool) -> int:
    part = printed_costs.part_of(game.texts[text]) if text >= 0 else None
    if part is not None:
        return min(printed_costs.payees(game, obj.owner, obj, part).values(), default=0)
    return least_x(variable_of(game, obj, text, is_played=is_played))


# --- the steps ------------------------------------------------------------------------------------


def check_restrictions(game: Game, play: Play, answer: Answer | None) -> int:
    """The form has to fit and limits are observed (Initiating Abilities, play restrictions).

    Raises:
        Illegal: ``wrong_form``, ``used_up``, ``not_now``.
    """
    item = item_of(game, play)
    _raise(restriction(game, play.seat, game.obj(item.source), item.text, is_played=item.kind == "play"))
    return DONE


def check_targets(game: Game, play: Play, answer: Answer | None) -> int:
    """There has to be a valid target for each that the effect needs; what the cost would change does not count.

    Raises:
        Illegal: ``no_target``, ``changes_nothing``.
    """
    item = item_of(game, play)
    if changes_nothing(game, play.seat, game.obj(item.source), item.text):
        raise Illegal(
            "Ability: change",
            "changes_nothing",
            said(
                "marvel-champions.reason_changes_nothing", "the effect of {name} would change nothing", name=item.name
            ),
        )
    if item.text >= 0 and lacks_target(game, play.seat, game.texts[item.text], game.obj(item.source)):
        raise Illegal(
            "Cost: targets",
            "no_target",
            said("marvel-champions.reason_no_target", "{name} has no valid target", name=item.name),
        )
    return DONE


def check_costs(game: Game, play: Play, answer: Answer | None) -> int:
    """All costs have to be payable together; X is chosen now (Initiating Abilities, costs).

    Raises:
        Illegal: ``cannot_pay``, ``no_cost``.
    """
    item = item_of(game, play)
    card, is_played = game.obj(item.source), item.kind == "play"
    part = printed_costs.part_of(game.texts[item.text]) if item.text >= 0 else None
    if answer is not None and part is not None:
        game.write(item, "about", answer.refs)
        game.write(item, "x", printed_costs.payees(game, play.seat, card, part)[answer.refs[0]])
        return DONE
    if answer is not None:
        game.write(item, "x", answer.amounts[0])
        return DONE
    # the two steps before have seen to the rest
    _raise(_unpayable(game, play.seat, card, item.text, is_played=is_played, item=item))
    if part is not None:
        costs = printed_costs.payees(game, play.seat, card, part).items()
        able = [i for i, x in costs if can_pay_now(game, play.seat, card, item.text, x, is_played=is_played, item=item)]
        options, prompt = (
            tuple(Option("cards", (ident,)) for ident in able),
            said("marvel-champions.ask_pays_for", "choose what {name} pays for", name=item.name),
        )
        return ask(game, play, Decision("cards", play.seat, prompt, "Initiating: cost", options, subject=item.id))
    variable = variable_of(game, card, item.text, is_played=is_played)
    if variable is None:
        return DONE
    least = least_x(variable)
    proven, most = most_x(game, play, least, variable.most or MAX_NUMBER)
    prompt = said("ask.number", "choose {what} for {name}", what=variable.name, name=item.name)
    return ask(
        *(game, play),
        Decision(
            *("number", play.seat, prompt, "Initiating: cost", ()),
            subject=item.id,
            least=least,
            most=most,
            proven=proven,
        ),
    )


def _raise(refusal: Refusal | None) -> None:
    """Make what is found end the play."""
    if refusal is not None:
        raise Illegal(refusal.rule, refusal.code, refusal.words)
