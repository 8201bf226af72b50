"""Basic powers: attack, thwart, recover, of identities and of allies; what an attack or thwart then does.

Announcing one is a play: the target is chosen, the character exhausts. The rest is no play any more: an attack or
thwart under way is a record (kind "attack", "thwart") and a frame ``(kind, stage, item)``, the source who makes it,
``targets`` what it is on, ``x`` how much, ``did`` how much it did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.errors import Illegal, Refusal
from engine.events.triggers import occurred
from engine.games.marvel_champions import schemes
from engine.games.marvel_champions.asked_ways import is_asked
from engine.games.marvel_champions.attack_damage import attacks_with, excess_of, retaliate, strip_tough
from engine.games.marvel_champions.character_stats import has_stat, left_of, printed, stat, used_stat, villain_of
from engine.games.marvel_champions.characters import cast
from engine.games.marvel_champions.enemy_activation import BASIC, attack_ends
from engine.games.marvel_champions.exemptions import NOTHING
from engine.games.marvel_champions.frames import PowerFrame
from engine.games.marvel_champions.language.shared_words import (
    BASIC_ATTACK,
    BE_HEALED,
    BE_ON_THE_END_OF,
    CONSEQUENCES,
    CONSEQUENCES_AFTER,
    CONSEQUENCES_AFTER_DEFEAT,
    CONSEQUENCES_OF,
)
from engine.games.marvel_champions.statuses import shakes_off
from engine.games.marvel_champions.under_way import acts_anew
from engine.payment.self_cost_rules import tap
from engine.play.procedure_runner import ask, begin
from engine.play.state_based_actions import settle
from engine.queries.filters import fits
from engine.queries.prohibitions import forbidden
from engine.replacement.damage import deal_all
from engine.replacement.durations import end_of
from engine.replacement.happen import happen
from engine.sentences import said, word
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.last_known import NEW, known, remembered
from engine.state.play_notes import hold_struck, struck_of
from engine.state.procedure import DONE, Procedure, Step, item_of
from engine.state.proposed_events import CONSEQUENTIAL, Prospect
from engine.state.records import NOBODY, Item

if TYPE_CHECKING:
    from engine.state.event_kinds import Performer
    from engine.state.game import Game
    from engine.state.last_known import LastKnown
    from engine.state.records import Object, Play

ATTACK: Final = "attack"
THWART: Final = "thwart"
RECOVER: Final = "recover"
HEAL: Final = "heal"
STAT_OF: Final = {ATTACK: "attack", THWART: "thwart", "defend": "defense", RECOVER: "recover"}
"""The number of each basic power, by the event that it is used."""
STATUS: Final = {ATTACK: "stunned", THWART: "confused"}
"""The status that keeps a character from each."""
VICTIM: Final = {ATTACK: "enemy", THWART: "scheme"}


# --- what may be done -----------------------------------------------------------------------------


def offers(game: Game, seat: int) -> list[Option]:
    """The basic powers that a player can use in its turn."""
    found: list[Option] = []
    for obj in map(game.obj, cast(game).characters):
        if obj.controller == seat and not obj.tapped:
            found.extend(Option(power, (obj.id,)) for power in (ATTACK, THWART, RECOVER) if can_use(game, obj, power))
    return found


def can_use(game: Game, obj: Object, power: str) -> bool:
    """Whether a character has a power, and there is something to use it on."""
    if power == RECOVER:
        is_able = "alter-ego" in obj.words and has_stat(game, obj, RECOVER) and obj.damage > 0
        return is_able and not forbidden(game, RECOVER, obj.controller, obj)
    is_meant = ("hero" in obj.words or "ally" in obj.words) and not forbidden(game, power, obj.controller, obj)
    if power == ATTACK and "hero" in obj.words and forbidden(game, BASIC_ATTACK, obj.controller, obj):
        return False
    return is_meant and has_stat(game, obj, power) and bool(candidates(game, obj, power))


def candidates(game: Game, obj: Object, power: str) -> list[Object]:
    """The objects that a character could attack or thwart."""
    if power == ATTACK:
        return attackable(game, obj.controller, by=obj)
    found = [
        other
        for other in map(game.obj, cast(game).schemes)
        if schemes.may_be_thwarted(game, other) and not is_barred(game, other, THWART, obj)
    ]
    return [other for other in found if "main" not in other.words] if is_patrolled(game, obj.controller) else found


def is_patrolled(game: Game, seat: int) -> bool:
    """Whether a minion with patrol is engaged with a player, who then cannot thwart the main scheme (Patrol)."""
    return any("patrol" in obj.keywords and obj.facing == seat for obj in map(game.obj, cast(game).enemies))


def is_barred(game: Game, obj: Object, power: str, by: Object | None) -> bool:
    """Whether a text says that a character cannot attack or thwart something (Cannot)."""
    return forbidden(game, BE_ON_THE_END_OF[power], NOBODY, obj, by=by)


def attackable(game: Game, seat: int, ignored: frozenset[str] = NOTHING, by: Object | None = None) -> list[Object]:
    """The enemies that a player can attack: no villain while a minion with guard is engaged with it (Guard).

    ``ignored``: what is ignored of all that keeps a player from that. ``by``: the character that would attack.
    """
    enemies = [obj for obj in map(game.obj, cast(game).enemies) if not is_barred(game, obj, ATTACK, by)]
    guarded = "guard" not in ignored and any("guard" in obj.keywords and obj.facing == seat for obj in enemies)
    return [obj for obj in enemies if not (guarded and "villain" in obj.words and "guard" not in obj.keywords)]


# --- announcing -----------------------------------------------------------------------------------


def begin_power(game: Game, seat: int, answer: Answer) -> None:
    """Use a basic power of the character that an answer names.

    Raises:
        Refusal: ``not_your_turn``, ``no_such_character``, ``exhausted``, ``no_such_power``.
    """
    cited = {ATTACK: "Attack", THWART: "Thwart", RECOVER: "Recover"}[answer.do]
    obj = game.object(answer.refs[0]) if len(answer.refs) == 1 else None
    if game.root.active != seat:
        raise Refusal(
            "Player Turn",
            "not_your_turn",
            said("marvel-champions.reason_powers_timing", "basic powers are used in one's own turn"),
        )
    if obj is None or obj.zone != game.arena or obj.controller != seat or "character" not in obj.words:
        raise Refusal(
            cited,
            "no_such_character",
            said("marvel-champions.reason_own_character", "one of your characters does that"),
        )
    if obj.tapped:
        raise Refusal(
            "Exhausted", "exhausted", said("marvel-champions.reason_exhausted", "{name} is exhausted", name=obj.name)
        )
    if not can_use(game, obj, answer.do):
        raise Refusal(
            cited,
            "no_such_power",
            said("marvel-champions.reason_cannot_now", "{name} cannot {what} now", name=obj.name, what=word(answer.do)),
        )
    if answer.do == RECOVER:
        recover(game, obj)
        return
    announced = Answer(answer.do, answer.refs)
    begin(game, "power", seat, answer.do, name=obj.name, source=obj.id, text=-1, plan=answer.plan, announced=announced)


def choose_victim(game: Game, play: Play, answer: Answer | None) -> int:
    """The enemy that is attacked, the scheme that is thwarted.

    Raises:
        Illegal: ``no_target``.
    """
    item = item_of(game, play)
    found = candidates(game, game.obj(item.source), item.kind)
    if answer is not None:
        game.write(item, "targets", (answer.refs,))
        return DONE
    if not found:
        raise Illegal(
            item.kind.capitalize(),
            "no_target",
            said(
                "marvel-champions.reason_nothing_for_power",
                "there is nothing that {name} could {what}",
                name=item.name,
                what=word(item.kind),
            ),
        )
    options = tuple(Option("targets", (obj.id,)) for obj in found)
    prompt = said(
        "marvel-champions.ask_power",
        "choose the {whom} that {name} {does}",
        whom=VICTIM[item.kind],
        name=item.name,
        does=word(f"{item.kind}s"),
    )
    return ask(game, play, Decision("targets", play.seat, prompt, item.kind.capitalize(), options, subject=item.source))


def exhaust_for_it(game: Game, play: Play, answer: Answer | None) -> int:
    """The character exhausts, which is the cost of a basic power."""
    tap(game, game.obj(item_of(game, play).source))
    return DONE


def make_it(game: Game, play: Play, answer: Answer | None) -> int:
    """The attack or thwart is made; what has been announced is over."""
    item = item_of(game, play)
    obj = game.obj(item.source)
    game.remove(item)
    make(game, item.kind, obj, item.targets[0][0], strength(game, obj, item.kind, item.targets[0][0]))
    return DONE


def strength(game: Game, by: Object, power: str, target: int) -> int:
    """The damage or threat of a basic power; against a scheme with assault it is the ATK (Assault)."""
    on = game.object(target)
    is_assault = power == THWART and on is not None and "assault" in on.keywords
    return used_stat(game, by, ATTACK if is_assault else power)


POWER: Final = Procedure(
    "power",
    Step("Player Turn", choose_victim),
    Step("Exhausted", exhaust_for_it),
    Step("Player Turn", make_it),
)


def recover(game: Game, identity: Object) -> None:
    """An alter-ego exhausts and heals as much as its REC (Recover)."""
    tap(game, identity)
    each = Prospect(RECOVER, identity.id, identity.controller)
    each.source, each.name = identity.id, BASIC
    happen(game, [each])


def perform_recovery(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """It heals now, after what interrupted it."""
    identity = game.obj(each.subject)
    healed = heal(game, identity, stat(game, identity, RECOVER))
    end_of(game, "use")
    occurred(game, RECOVER, identity, identity.controller, healed, how=BASIC)
    return healed


def heal(game: Game, obj: Object, number: int) -> int:
    """Remove damage from a character, as much as it has sustained; say how much (Heal)."""
    healed = min(number, obj.damage)
    if healed > 0 and forbidden(game, BE_HEALED, NOBODY, obj):
        return 0
    if healed > 0:
        game.write(obj, "damage", obj.damage - healed)
        occurred(game, "heal", obj, obj.controller, healed)
    return healed


def perform_heal(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Heal the damage that was about to be healed."""
    return heal(game, game.obj(each.subject), each.amount)


# --- attacks and thwarts under way ------------------------------------------------------------------


def make(game: Game, power: str, by: Object, target: int, number: int) -> None:
    """A character attacks or thwarts; one that is stunned or confused loses that instead (Status Cards)."""
    if shakes_off(game, by, STATUS[power]):
        return
    each = Prospect(power, target, by.controller, number)
    each.source = by.id
    happen(game, [each])


def perform_power(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """It is made now."""
    by = game.obj(each.source)
    item = Item(game.new_id(), each.kind, each.seat, by.id, -1)
    item.name = by.name
    item.targets = ((each.subject,),)
    item.x = strength(game, by, each.kind, each.subject)  # what interrupted it may have changed the power
    item.last = tuple(known(obj) for obj in (by, game.object(each.subject)) if obj is not None)
    game.add(item)
    push(game, _frame("do", item))
    if acts_anew(game):  # what it has while it attacks it has from now on
        game.write(item, "x", strength(game, by, each.kind, each.subject))
    return item.id


def run_power(game: Game, frame: PowerFrame, answer: Answer | None) -> None:
    """The frames ``("attack" or "thwart", stage, item)``."""
    if settle(game):
        _STAGES[frame.op][frame.stage](game, game.item(frame.item))


def _frame(stage: str, item: Item) -> PowerFrame:
    return NEW(PowerFrame, (stage, item.id, item.kind))


def _go_on(game: Game, item: Item, stage: str) -> None:
    replace(game, _frame(stage, item))


def _strike(game: Game, item: Item) -> None:
    """Damage as much as the ATK."""
    _go_on(game, item, "overkill")
    attacker, victim = game.object(item.source), game.object(item.targets[0][0])
    if attacker is None or victim is None:
        return
    game.write(item, "held", hold_struck(victim.id, left_of(victim)))
    game.occurred("strikes", item.controller, attacker.id, 0, 0, victim.id)
    strip_tough(game, attacker, victim, is_basic=True)
    deal_all(game, [(attacker, (), victim.id, item.x)], item, combat=True)


def _overkill(game: Game, item: Item) -> None:
    """Deal the damage that is left over after a minion to the villain (Overkill)."""
    _go_on(game, item, "retaliate")
    attacker, villain = game.object(item.source), villain_of(game)
    struck = struck_of(item.held)
    is_there = struck is not None and struck.victim in game.records
    if attacker is None or villain is None or is_there:
        return
    if attacks_with(attacker, "overkill", is_basic=True):
        deal_all(game, [(attacker, (), villain.id, excess_of(item))], combat=True)


def _retaliate(game: Game, item: Item) -> None:
    _go_on(game, item, "done")
    attacker, victim = game.object(item.source), game.object(item.targets[0][0])
    if attacker is not None and victim is not None:
        retaliate(game, victim, attacker, is_basic=True)


def _consequence(game: Game, item: Item) -> None:
    """An ally takes consequential damage, last of all, after the responses (Consequential Damage)."""
    pop(game)
    game.remove(item)
    acts_anew(game)
    ally = game.object(item.source)
    if ally is not None and "ally" in ally.words and not _is_spared(game, ally, item.kind):
        cause = CONSEQUENTIAL if is_asked(game, CONSEQUENTIAL) else ""
        number = printed(game, ally, f"consequential {item.kind}")
        if item.kind == ATTACK:
            number = max(0, number + _more_consequences(game, ally, item))
        deal_all(game, [(ally, (), ally.id, number)], cause=cause)


def _more_consequences(game: Game, ally: Object, item: Item) -> int:
    """The consequential damage by which the texts of an ally change that of an attack, by what it attacked."""
    if CONSEQUENCES_AFTER not in ally.keywords and CONSEQUENCES_AFTER_DEFEAT not in ally.keywords:
        return 0
    target = item.targets[0][0]
    victim = still(game, target, item.last)
    names = (CONSEQUENCES_AFTER,) if target in game.records else (CONSEQUENCES_AFTER, CONSEQUENCES_AFTER_DEFEAT)
    changes = 0
    for own in (game.texts[number].ability for number in ally.abilities):
        if not isinstance(own, Keyword) or own.name not in names or own.what is None or victim is None:
            continue
        if fits(game, own.what, victim, ally.controller, ally.id):
            changes += own.value
    return changes


def _is_spared(game: Game, ally: Object, power: str) -> bool:
    """Whether an ally takes no consequential damage, or none from what it has done."""
    actions = (CONSEQUENCES, CONSEQUENCES_OF[power])
    return any(forbidden(game, action, NOBODY, ally) for action in actions)


def _done(game: Game, item: Item) -> None:
    """It is over: after it there is time for responses."""
    _go_on(game, item, "consequence")
    by, on = still(game, item.source, item.last), still(game, item.targets[0][0], item.last)
    how = f"{BASIC}, defeated" if item.targets[0][0] not in game.records else f"{BASIC}, damaged" if item.did else BASIC
    occurred(game, item.kind, by, item.controller, item.did, other=on, how=how)
    if item.kind == ATTACK:
        attack_ends(game, on if item.did else None, item.controller)
    else:
        end_of(game, "thwart")
    end_of(game, "use")


def still(game: Game, ident: int, before: tuple[LastKnown, ...]) -> Object | None:
    """One who took part in an attack or thwart: as it is, or as it was ``before``."""
    obj = game.object(ident)
    last = next((last for last in before if last.id == ident), None)
    return obj if obj is not None or last is None else remembered(last)


def _thwart(game: Game, item: Item) -> None:
    """Threat is removed as much as the THW."""
    _go_on(game, item, "done")
    scheme = game.object(item.targets[0][0])
    if scheme is not None:
        game.occurred("thwarts", item.controller, item.source, 0, 0, scheme.id)
        game.write(item, "did", schemes.remove(game, scheme, item.x))


_STAGES: Final = {
    ATTACK: {
        "do": _strike,
        "overkill": _overkill,
        "retaliate": _retaliate,
        "consequence": _consequence,
        "done": _done,
    },
    THWART: {"do": _thwart, "consequence": _consequence, "done": _done},
}
FRAMES: Final = kinds_by_op(FrameKind(PowerFrame, run_power, ATTACK, THWART))
PERFORMED: Final[dict[str, Performer[Game]]] = {
    ATTACK: perform_power,
    THWART: perform_power,
    RECOVER: perform_recovery,
    HEAL: perform_heal,
}
