"""Enemies activate: they attack a player in hero form and scheme against one in alter-ego form (Activation).

An attack or scheme under way is a record (kind "enemy attack", "enemy scheme") and a frame ``(op, stage, item)``. Its
source is the enemy, ``targets`` holds the player it is against, ``it`` who defends, ``x`` the boost icons so far,
``shares`` how many boost cards are still to be turned, ``did`` the damage dealt, ``about`` the item of the text that
made it, if one did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import YOU, Value
from engine.cards.worked_out import worked_out
from engine.effects.altering import ALL_OFF
from engine.events.delayed_triggers import instruction_of
from engine.events.triggers import occurred
from engine.games.marvel_champions import schemes
from engine.games.marvel_champions.attack_damage import excess_of, retaliate, strip_tough
from engine.games.marvel_champions.boosting import BOOST, ENDED, give_boost, take_up, turn_next
from engine.games.marvel_champions.character_stats import (
    has_stat,
    identity_of,
    is_in_form,
    left_of,
    main_scheme_of,
    stat,
    used_stat,
)
from engine.games.marvel_champions.characters import cast
from engine.games.marvel_champions.frames import ActivationFrame, IndirectFrame
from engine.games.marvel_champions.language.shared_words import DEFEATS, INDIRECT, MUST_DEFEND
from engine.games.marvel_champions.peril import is_silenced
from engine.games.marvel_champions.statuses import shakes_off
from engine.games.marvel_champions.under_way import acts_anew
from engine.payment.self_cost_rules import tap
from engine.play.state_based_actions import settle
from engine.queries.layers import refresh
from engine.queries.prohibitions import forbidden
from engine.replacement.damage import deal_all
from engine.replacement.durations import end_of, end_of_combat
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.last_known import NEW
from engine.state.lasting import Modification, ModifyEffect
from engine.state.play_notes import PaidNumber, hold_struck, numbers_paid, struck_of
from engine.state.player_marks import mark_of, set_mark
from engine.state.proposed_events import Prospect
from engine.state.records import NOBODY, Item
from engine.text.phrases import has_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards.numbered_text import Text
    from engine.state.decisions import Answer
    from engine.state.event_kinds import Performer
    from engine.state.game import Game
    from engine.state.lasting import By
    from engine.state.records import Object

UNHARMED: Final = "unharmed"
"""The event that a character has defended against an attack and taken no damage."""
BASIC: Final = "basic"
"""The way of what is done with a basic power."""
ATTACK: Final = "enemy attack"
SCHEME: Final = "enemy scheme"
UNBOOSTED: Final = "unboosted"
"""The note on a coming activation that its enemy is given no boost card as it begins."""
MORE: Final = "more"
"""The note on a coming activation that its power is so much more."""
_AFTER_BOOST: Final = {ATTACK: "defend", SCHEME: "turn"}
"""The stages after an enemy was given its boost card."""
POWER: Final = {ATTACK: "attack", SCHEME: "scheme"}
ALLY: Final = "attacked ally"
"""Notes on a coming attack, and on one that goes on, that it is against this ally."""
DEFENDER: Final = "declared defender"
"""Notes on a coming attack who is its defender, and on the coming defense that nobody exhausts for it."""
DEALT: Final = "attack damage"
"""The mark of a player with what the attacks have dealt that a text of theirs has had made last."""


# --- beginning ------------------------------------------------------------------------------------


def activate(game: Game, enemy: Object, seat: int, by: Item | None = None, *, boosted: bool = True) -> None:
    """An enemy activates against a player, as the form of that player is now, perhaps as a text says."""
    if game.players[seat].lost:
        return
    if is_in_form(game, seat, "hero"):
        attack(game, enemy, seat, by, boosted=boosted)
    else:
        scheme(game, enemy, seat, by, boosted=boosted)


def attack(
    game: Game, enemy: Object, seat: int, by: Item | None = None, more: int = 0, *, boosted: bool = True
) -> None:
    """An enemy attacks a player, perhaps as a text says; one that is stunned loses that instead (Status Cards)."""
    if game.players[seat].lost or forbidden(game, "attack", NOBODY, enemy) or shakes_off(game, enemy, "stunned"):
        return
    _begin(game, ATTACK, enemy, seat, by, _told(more, boosted=boosted))


def attack_ally(
    game: Game, enemy: Object, ally: Object, by: Item | None = None, more: int = 0, *, boosted: bool = True
) -> None:
    """An enemy attacks an ally, which is no attack on the player who controls it (Attacks Against Allies)."""
    if forbidden(game, "attack", NOBODY, enemy) or shakes_off(game, enemy, "stunned"):
        return
    _begin(game, ATTACK, enemy, game.side, by, ((ALLY, ally.id), *_told(more, boosted=boosted)))


def scheme(
    game: Game, enemy: Object, seat: int, by: Item | None = None, more: int = 0, *, boosted: bool = True
) -> None:
    """An enemy schemes against a player; one that is confused loses that instead (Status Cards)."""
    if game.players[seat].lost or shakes_off(game, enemy, "confused"):
        return
    _begin(game, SCHEME, enemy, seat, by, _told(more, boosted=boosted))


def _told(more: int, *, boosted: bool) -> tuple[tuple[str, int], ...]:
    """The notes on a coming activation by which it is another one than usual."""
    return (((MORE, more),) if more else ()) + (() if boosted else ((UNBOOSTED, 1),))


def _begin(game: Game, kind: str, enemy: Object, seat: int, by: Item | None, told: tuple[tuple[str, int], ...]) -> None:
    each = Prospect(kind, enemy.id, seat, 0)
    each.counters = told
    each.source = enemy.id
    each.name = kind
    happen(game, [each], by)


def perform_activation(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """An attack or scheme that nothing has prevented begins; boost cards are given first.

    An enemy that has left play meanwhile makes none.
    """
    enemy, told = game.object(each.subject), dict(each.counters)
    ally = game.object(told.get(ALLY, 0))
    if enemy is None or (ALLY in told and ally is None):
        return 0
    item = Item(game.new_id(), each.kind, enemy.controller, enemy.id, -1)
    item.name = enemy.name
    item.targets = ((game.players[each.seat if ally is None else ally.controller].id,),)
    item.shares = ((0,),)
    item.about = (each.item,) if each.item else ()
    item.x = each.amount  # what has been taken off it already
    if ally is not None:
        item.paid = (PaidNumber(ALLY, ally.id),)
    game.add(item)
    push(game, _frame(_AFTER_BOOST[each.kind] if UNBOOSTED in told else "boost", item))
    acts_anew(game)
    if MORE in told:
        strengthen(game, enemy, POWER[each.kind], told[MORE], (item.source, item.name))
    if DEFENDER in told:
        game.write(item, "it", (told[DEFENDER],))
    if ALL_OFF in told:
        game.write(item, "paid", (*item.paid, PaidNumber(ALL_OFF, 1)))
    take_up(game, item)
    for _ in range(told.get(BOOST, 0)):
        give_boost(game, item)  # what interrupted it said so
    return item.id


def strengthen(game: Game, obj: Object, power: str, number: int, by: By) -> None:
    """A power of a character is so much more until the end of this use of it."""
    change = Modification(power=number) if power == "attack" else Modification(stats=((power, number),))
    game.append(game.root, "effects", ModifyEffect((obj.id,), change, by, game.new_timestamp(), "use"))
    refresh(game)


# --- the steps ------------------------------------------------------------------------------------


def run_activation(game: Game, frame: ActivationFrame, answer: Answer | None) -> None:
    """The frames ``("enemy attack" or "enemy scheme", stage, item)``."""
    item = game.item(frame.item)
    if answer is None and not settle(game):
        return
    if game.object(item.source) is None or game.players[against(game, item)].lost:
        end(game, item)
        _is_over(game, item)
        return
    _STAGES[frame.op][frame.stage](game, item, answer)


def against(game: Game, item: Item) -> int:
    """The seat of the player whom an attack or scheme is against."""
    return game.seat_of(item.targets[0][0])


def end(game: Game, item: Item) -> None:
    """It is over: what is left of its boost cards is discarded unseen by it."""
    pop(game)
    end_of(game, "use")
    while item.shares[0][0]:
        turn_next(game, item, counts=False)
    game.remove(item)
    acts_anew(game)


def _is_over(game: Game, item: Item) -> None:
    """Texts go on that wait for the end of an activation; of several of one enemy they wait for the outermost."""
    waiting = [do for ident in game.root.delayed for do in instruction_of(game, game.item(ident)).events]
    is_awaited = any(event.how == ENDED for event in waiting)
    if is_awaited and all(game.item(frame.item).source != item.source for frame in _under_way(game)):
        enemy = game.object(item.source) or game.left(item.source)
        occurred(game, "end", enemy, against(game, item), how=ENDED)


def _frame(stage: str, item: Item) -> ActivationFrame:
    return NEW(ActivationFrame, (stage, item.id, item.kind))


def _go_on(game: Game, item: Item, stage: str) -> None:
    replace(game, _frame(stage, item))
    acts_anew(game)


def _give(game: Game, item: Item, answer: Answer | None) -> None:
    """Enemy Attacks 1, Enemy Schemes 1: a villain is given a boost card, facedown."""
    enemy = game.obj(item.source)
    _go_on(game, item, _AFTER_BOOST[item.kind])
    if "villain" in enemy.words or "villainous" in enemy.keywords:
        give_boost(game, item)


def _turn(game: Game, item: Item, answer: Answer | None) -> None:
    """Enemy Attacks 3, Enemy Schemes 2: boost cards are turned faceup one at a time."""
    _forget_the_gone(game, item)
    take_up(game, item)
    if item.shares[0][0]:
        turn_next(game, item, counts=True)
    else:
        _go_on(game, item, "damage" if item.kind == ATTACK else "threat")


# --- attacks --------------------------------------------------------------------------------------


def _defend(game: Game, item: Item, answer: Answer | None) -> None:
    """Enemy Attacks 2: the player who is attacked may defend, or else another one; each is asked in turn."""
    if answer is not None and answer.refs:
        _go_on(game, item, "turn")
        defend(game, item, game.obj(answer.refs[0]))
        return
    _forget_the_gone(game, item)
    if item.it:  # what interrupted the attack said so
        _go_on(game, item, "turn")
        defend(game, item, game.obj(item.it[0]), declared=True)
        return
    if answer is not None:
        game.write(item, "modes", (*item.modes, game.speaker))
    order = [
        seat for seat in game.turn_order(against(game, item)) if seat not in item.modes and not is_silenced(game, seat)
    ]
    for seat in order:
        able = defenders(game, seat)
        bound = _bound_to_defend(game, item, seat, able)
        options = tuple(Option("cards", (obj.id,)) for obj in bound or able)
        if options:
            game.ask(_question(game, item, seat, options, least=int(bool(bound))))
            return
        game.write(item, "modes", (*item.modes, seat))
    _go_on(game, item, "turn")


def _bound_to_defend(game: Game, item: Item, seat: int, able: list[Object]) -> list[Object]:
    """The allies one of which has to defend, if the enemy that is engaged with this player says so."""
    enemy = game.obj(item.source)
    if MUST_DEFEND not in enemy.keywords or enemy.facing != seat:
        return []
    return [obj for obj in able if "ally" in obj.words]


def _question(game: Game, item: Item, seat: int, options: tuple[Option, ...], *, least: int = 0) -> Decision:
    ally = game.object(attacked_ally(item))
    whom = "you" if seat == against(game, item) else game.players[against(game, item)].name
    whom = whom if ally is None else ally.name
    prompt = said(
        "marvel-champions.ask_defend", "{name} attacks {whom}: choose who defends, or nobody", name=item.name, whom=whom
    )
    none, source = "" if least else "nobody defends", item.source
    return Decision("cards", seat, prompt, "Enemy Attacks", options, subject=source, least=least, most=1, none=none)


def defenders(game: Game, seat: int) -> list[Object]:
    """The characters that can defend for a player: the hero and allies that are ready (Defend)."""
    return [
        obj
        for obj in map(game.obj, cast(game).characters)
        if obj.controller == seat and not obj.tapped and may_defend(game, obj)
    ]


def may_defend(game: Game, obj: Object) -> bool:
    """Whether a character is one that can defend: a hero with a DEF, or an ally (Defend)."""
    is_able = "ally" in obj.words or ("hero" in obj.words and has_stat(game, obj, "defense"))
    return is_able and not forbidden(game, "defend", obj.controller, obj)


def defend(game: Game, item: Item, defender: Object, *, declared: bool = False) -> None:
    """A hero or ally exhausts and defends; its player is the one attacked from now on.

    ``declared``: a text has said that it is the defender; it does not exhaust, and uses no basic power.
    """
    game.write(item, "it", ())
    each = Prospect("defend", defender.id, defender.controller)
    each.name = BASIC if "hero" in defender.words and not declared else ""
    each.cause = DEFENDER if declared else ""
    each.source = item.source
    each.item = item.id
    happen(game, [each])


def perform_defense(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Exhaust the defender; it takes the damage that the attack deals."""
    defender, item = game.obj(each.subject), game.item(each.item)
    if each.cause != DEFENDER:
        tap(game, defender)
    become_defender(game, item, defender, each.name)
    return defender.id


def become_defender(game: Game, item: Item, defender: Object, how: str = "") -> None:
    """This character defends against an attack (also by a text labelled as a defense, which exhausts nobody)."""
    game.write(item, "it", (defender.id,))
    game.write(item, "targets", ((game.players[defender.controller].id,),))
    occurred(game, "defend", defender, defender.controller, other=game.object(item.source), how=how)


def _under_way(game: Game) -> Iterator[ActivationFrame]:
    """The attacks and schemes of enemies, the innermost first."""
    return (frame for frame in reversed(game.root.agenda) if isinstance(frame, ActivationFrame))


def current_attack(game: Game) -> Item | None:
    """The innermost attack of an enemy under way."""
    return next((game.item(frame.item) for frame in _under_way(game) if frame.op == ATTACK), None)


def undefended_attack(game: Game) -> Item | None:
    """The innermost attack of an enemy under way, if nobody defends now that all were asked (Enemy Attacks 2)."""
    attack = next((frame for frame in _under_way(game) if frame.op == ATTACK), None)
    if attack is None or attack.stage in ("boost", "defend") or game.item(attack.item).it:
        return None
    return game.item(attack.item)


def current(game: Game) -> Item | None:
    """The innermost attack or scheme of an enemy under way."""
    return next((game.item(frame.item) for frame in _under_way(game)), None)


def attack_ends(game: Game, victim: Object | None, seat: int) -> None:
    """End the effects that last until the end of an attack, whoever made it; ``victim`` is the character it damaged."""
    occurred(game, "end", victim, seat, how="attack")
    end_of_combat(game)


def _forget_the_gone(game: Game, item: Item) -> None:
    """A defender that has left play does not defend: the attack is undefended (Enemy Attacks 4)."""
    if item.it and item.it[0] not in game.records:
        game.write(item, "it", ())
        acts_anew(game)


def _deal(game: Game, item: Item, answer: Answer | None) -> None:
    """Enemy Attacks 4: a hero that defends takes so much less; an ally takes all, nobody's defense the identity.

    An attack against an ally that nobody defends damages the ally (Attacks Against Allies).
    """
    enemy = game.obj(item.source)
    _forget_the_gone(game, item)
    victim = game.obj(item.it[0]) if item.it else _attacked_first(game, item)
    _go_on(game, item, "overkill")
    if victim is None:
        return
    own = stat(game, enemy, "attack")
    taken_off = used_stat(game, victim, "defense") if item.it and "hero" in victim.words else 0
    number = 0 if numbers_paid(item.paid, ALL_OFF) else max(0, own + item.x - taken_off)
    game.write(item, "held", hold_struck(victim.id, left_of(victim)))
    game.occurred("strikes", item.controller, enemy.id, number, _sum(own, item.x, taken_off), victim.id)
    strip_tough(game, enemy, victim)
    if INDIRECT in enemy.keywords:
        push(game, IndirectFrame(item.id, ((against(game, item), number),) if number else (), ()))
        return
    deal_all(game, [(enemy, (), victim.id, number)], item, combat=True)


def attacked_ally(item: Item) -> int:
    """The id of the ally that an attack is against, 0 if it is against a player (Attacks Against Allies)."""
    return next(iter(numbers_paid(item.paid, ALLY)), 0)


def _attacked_first(game: Game, item: Item) -> Object | None:
    """The character that an attack is against, before anybody defends."""
    ally = attacked_ally(item)
    return game.object(ally) if ally else identity_of(game, against(game, item))


def _sum(own: int, boost: int, taken_off: int = 0) -> str:
    """The sum that an activation comes to, in words; none where nothing changes its own number."""
    parts = [f"+ {boost} boost"] if boost else []
    parts += [f"- {taken_off} DEF"] if taken_off else []
    return " ".join((str(own), *parts)) if parts else ""


def _overkill(game: Game, item: Item, answer: Answer | None) -> None:
    """Deal the damage that is left over after an ally defended to its player's hero (Overkill)."""
    _go_on(game, item, "retaliate")
    enemy, hero = game.obj(item.source), identity_of(game, against(game, item))
    is_over = "overkill" in enemy.keywords and INDIRECT not in enemy.keywords
    struck = item.it[0] if item.it else attacked_ally(item)
    if not is_over or hero is None or not struck or struck == hero.id:
        return
    deal_all(game, [(enemy, (), hero.id, excess_of(item))], combat=True)


def _retaliate(game: Game, item: Item, answer: Answer | None) -> None:
    """The attacked character retaliates if it is still there."""
    _go_on(game, item, "done")
    struck = struck_of(item.held)
    victim = game.object(struck.victim) if struck is not None else None
    if victim is not None:
        retaliate(game, victim, game.obj(item.source))


def _attacked(game: Game, item: Item, answer: Answer | None) -> None:
    """The attack is over: after it there is time for responses."""
    enemy, seat = game.obj(item.source), against(game, item)
    struck = struck_of(item.held)
    victim = game.object(struck.victim) if struck is not None else None
    _report(game, item, 1, (struck.victim,) if struck is not None and item.did else ())
    defender = game.object(item.it[0]) if item.it else None
    end(game, item)
    lost = game.left(struck.victim) if struck is not None and item.did and victim is None else None
    results: tuple[str, ...] = ("damaged",) if item.did and struck is not None else ()
    results += ("defeated",) if lost is not None else ()
    how = ", ".join((*(() if item.it else ("undefended",)), *results))
    whom = game.side if attacked_ally(item) else seat
    occurred(game, "attack", enemy, whom, item.did, other=victim or lost or game.players[seat], how=how)
    if defender is not None and not item.did:
        occurred(game, UNHARMED, defender, defender.controller, other=enemy)
    if lost is not None:
        occurred(game, "end", lost, seat, how=DEFEATS)
    attack_ends(game, (victim or game.left(struck.victim)) if struck is not None and item.did else None, seat)
    _is_over(game, item)


def _report(game: Game, item: Item, did: int, damaged: tuple[int, ...] = ()) -> None:
    """Tell the text that made it: how much was done, and whom it damaged; its player how much an attack dealt."""
    by = game.records.get(item.about[0]) if item.about else None
    if isinstance(by, Item):
        if item.kind == ATTACK and asks_damage(game.texts[by.text]):
            set_mark(game, by.controller, DEALT, mark_of(game, by.controller, DEALT) + item.did)
        game.write(by, "did", by.did + did)
        game.write(by, "it", (*by.it, *damaged))


@worked_out
def asks_damage(text: Text) -> bool:
    """Whether a text goes on to speak of the damage of the attacks that it has had made."""
    return has_part(text.ability, Value(DEALT, YOU))


# --- schemes --------------------------------------------------------------------------------------


def _threaten(game: Game, item: Item, answer: Answer | None) -> None:
    """Enemy Schemes 3: threat is placed on the main scheme."""
    _go_on(game, item, "done")
    main = main_scheme_of(game)
    if main is None:
        return
    own = stat(game, game.obj(item.source), "scheme")
    game.occurred("schemes", item.controller, item.source, own + item.x, _sum(own, item.x), main.id)
    schemes.place(game, main, 0 if numbers_paid(item.paid, ALL_OFF) else own + item.x, item)


def _schemed(game: Game, item: Item, answer: Answer | None) -> None:
    enemy, seat = game.obj(item.source), against(game, item)
    _report(game, item, item.did)
    end(game, item)
    occurred(game, "scheme", enemy, seat, item.did, other=main_scheme_of(game))
    _is_over(game, item)


_STAGES: Final = {
    ATTACK: {
        "boost": _give,
        "defend": _defend,
        "turn": _turn,
        "damage": _deal,
        "overkill": _overkill,
        "retaliate": _retaliate,
        "done": _attacked,
    },
    SCHEME: {"boost": _give, "turn": _turn, "threat": _threaten, "done": _schemed},
}
FRAMES: Final = kinds_by_op(FrameKind(ActivationFrame, run_activation, ATTACK, SCHEME))
PERFORMED: Final[dict[str, Performer[Game]]] = {
    ATTACK: perform_activation,
    SCHEME: perform_activation,
    "defend": perform_defense,
}


def engaged_with(game: Game, seat: int) -> list[Object]:
    """The minions that are engaged with a player, in the order in which they came."""
    return [obj for obj in map(game.obj, cast(game).enemies) if obj.facing == seat and "minion" in obj.words]
