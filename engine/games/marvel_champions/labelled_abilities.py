"""Texts labelled as an attack, a thwart or a defense: what they are besides what they do (Attack, Thwart, Defend).

A stunned hero's attack and a confused one's thwart discard that status instead: the costs stay paid, nothing is done.
An ability that interrupts the attack or thwart does so in the window of what is played or used (``conditions``). Once
the effects are over the attack or thwart has been made: the frame ``("labelled", label, item)``, below them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.cards.edition import MENDED
from engine.cards.worked_out import worked_out
from engine.events.triggers import occurred
from engine.games.marvel_champions import enemy_activation, powers, schemes
from engine.games.marvel_champions.added_damage import added
from engine.games.marvel_champions.attack_damage import retaliate
from engine.games.marvel_champions.character_stats import identity_of, left_of, villain_of
from engine.games.marvel_champions.characters import cast as in_play
from engine.games.marvel_champions.could_change import could_be_changed, is_judged
from engine.games.marvel_champions.exemptions import ignored
from engine.games.marvel_champions.frames import LabelledFrame
from engine.games.marvel_champions.statuses import is_in_status, shakes_off
from engine.games.marvel_champions.under_way import acts_anew
from engine.play.state_based_actions import settle
from engine.queries.filters import amount
from engine.queries.prohibitions import forbidden
from engine.replacement.damage import deal_all
from engine.replacement.durations import end_of
from engine.state.agenda import pop, push
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.last_known import known
from engine.state.play_notes import Victim, victims_of
from engine.state.proposed_events import Happening

if TYPE_CHECKING:
    from engine.cards.numbered_text import Text
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object

LABELLED: Final = "labelled"
PATROL: Final = "patrol"
DEFENDS: Final = {"defense": "defend"}
"""The verb of a label that is none."""


def labels_of(game: Game, item: Item) -> tuple[str, ...]:
    """The labels of the text of an item."""
    return labels(game.texts[item.text]) if item.text >= 0 else ()


def labels(text: Text) -> tuple[str, ...]:
    """The words in parentheses after the timing of an ability."""
    return text.ability.labels if isinstance(text.ability, a.Activated | a.Timed) else ()


def begin(game: Game, item: Item) -> bool:
    """Make what is about to be done an attack, thwart or defense; false if a status takes its place."""
    identity = identity_of(game, item.controller)
    if identity is None:
        return True
    for label in labels_of(game, item):
        if label in powers.STATUS and shakes_off(game, identity, powers.STATUS[label]):
            return False
        if label == "defense":
            _defend(game, identity)
        else:
            _remember(game, item)
            push(game, LabelledFrame(label, item.id))
            acts_anew(game)
    return True


def conditions(game: Game, item: Item) -> list[tuple[str, Happening]]:
    """The coming attacks or thwarts, to each thing by itself; nothing if they will be shaken off."""
    identity = identity_of(game, item.controller)
    found: list[tuple[str, Happening]] = []
    if identity is None:
        return found
    for label in labels_of(game, item):
        if label in powers.STATUS and not is_in_status(identity, powers.STATUS[label]):
            on = _aims(label, [game.object(ident) for some in item.targets for ident in some]) or [None]
            found.extend((label, Happening(identity, item.controller, other=obj)) for obj in on)
    return found


def _aims(label: str, objs: list[Object | None]) -> list[Object | None]:
    """The enemies among what a text is about if it is an attack, the schemes if it is a thwart."""
    return [obj for obj in objs if obj is not None and powers.VICTIM[label] in obj.words]


def _defend(game: Game, identity: Object) -> None:
    """The player of a defense ability defends, if nobody does yet; it exhausts nobody (Defend)."""
    attack = enemy_activation.current_attack(game)
    if attack is not None and not attack.it:
        enemy_activation.become_defender(game, attack, identity)


def _remember(game: Game, item: Item) -> None:
    """Note the hit points that each possible victim has left now."""
    objs = [game.object(ident) for some in item.targets for ident in some]
    game.write(item, "held", tuple(Victim(obj.id, left_of(obj), known(obj)) for obj in objs if obj is not None))


def run_labelled(game: Game, frame: LabelledFrame, answer: Answer | None) -> None:
    """The frame of an attack or thwart whose effects are over."""
    if not settle(game):
        return
    pop(game)
    acts_anew(game)
    item = game.item(frame.item)
    identity = identity_of(game, item.controller)
    if identity is None:
        return
    before = tuple([victim.known for victim in victims_of(item.held)])
    aims = _aims(frame.label, [powers.still(game, ident, before) for some in item.targets for ident in some])
    on = next(iter(aims), None)
    if frame.label == powers.ATTACK:
        _attacked(game, item, identity, on)
    else:
        is_won = any(
            "scheme" in victim.known.words and victim.id not in game.records for victim in victims_of(item.held)
        )
        how = "defeated" if is_won else ""
        occurred(game, frame.label, identity, item.controller, item.did, other=on, how=how)
        end_of(game, "thwart")


def _attacked(game: Game, item: Item, identity: Object, on: Object | None) -> None:
    """Excess damage with overkill, retaliation of who was attacked, and that an attack was made."""
    victims = _victims(item)
    gone = [victim.id for victim in victims if victim.id not in game.records]
    villain = villain_of(game)
    if "overkill" in identity.keywords and gone and villain is not None:
        deal_all(game, [(identity, (), villain.id, _excess(game, item))], combat=True)
    for victim in victims:
        obj = game.object(victim.id)
        if obj is not None and "enemy" in obj.words:
            retaliate(game, obj, identity)
    how = "defeated" if gone else "damaged" if item.did else ""
    occurred(game, powers.ATTACK, identity, item.controller, item.did, other=on, how=how)
    enemy_activation.attack_ends(game, None, 0)


def defeated_by_attack(game: Game) -> int:
    """The number of enemies that the attack which goes on has defeated (Defeat); a villain has another stage then."""
    frames = (frame for frame in reversed(game.root.agenda) if isinstance(frame, LabelledFrame))
    frame = next((frame for frame in frames if frame.label == powers.ATTACK), None)
    return sum(_is_defeated(game, victim) for victim in _victims(game.item(frame.item))) if frame is not None else 0


def excess_of_attack(game: Game) -> int:
    """The damage of the attack which goes on that was more than the one who is attacked could take (Overkill)."""
    frames = (frame for frame in reversed(game.root.agenda) if isinstance(frame, LabelledFrame))
    frame = next((frame for frame in frames if frame.label == powers.ATTACK), None)
    item = game.item(frame.item) if frame is not None else None
    victims = _victims(item) if item is not None else []
    if item is None or not victims or not _is_defeated(game, victims[0]):
        return 0
    return _excess(game, item)


def _is_defeated(game: Game, victim: Victim) -> bool:
    obj = game.object(victim.id)
    return obj is None or obj.name != victim.known.name or left_of(obj) <= 0


def _victims(item: Item) -> list[Victim]:
    """The enemies that are attacked: an attack that is a thwart too is also about a scheme."""
    return [victim for victim in victims_of(item.held) if "enemy" in victim.known.words]


def _excess(game: Game, item: Item) -> int:
    """The part of the damage that was more than the first of those attacked could take."""
    hits = (step for step in game.texts[item.text].body.effects if isinstance(step, a.Damage))
    dealt = next((amount(game, hit.amount, item.controller, item.source, item) for hit in hits), 0)
    more = added(identity_of(game, item.controller))
    return max(0, dealt + more - _victims(item)[0].left)


# --- what may be chosen ---------------------------------------------------------------------------


def may_target(game: Game, ident: int, seat: int, item: Item | None) -> bool:
    """Whether a text may choose this: enemies behind a guard are not attacked, no threat is removed in a crisis."""
    obj = game.object(ident)
    if obj is None or item is None or item.text < 0:
        return True
    return is_valid(game, obj, seat, game.texts[item.text], item.source, item)


def is_valid(game: Game, obj: Object, seat: int, text: Text, source: int, item: Item | None = None) -> bool:
    """Whether something can be attacked or thwarted by a text that would do that, and that may ignore what bars it."""
    if "scheme" in obj.words and _removes_threat(text):
        without = ignored(game, text.body, seat, source, item)
        is_barred = "main" in obj.words and powers.THWART in labels(text) and powers.is_patrolled(game, seat)
        if powers.THWART in labels(text) and powers.is_barred(game, obj, powers.THWART, identity_of(game, seat)):
            return False
        return schemes.may_be_thwarted(game, obj, without) and not (is_barred and PATROL not in without)
    if "enemy" in obj.words and powers.ATTACK in labels(text):
        without = ignored(game, text.body, seat, source, item)
        return obj in powers.attackable(game, seat, without, identity_of(game, seat))
    return game.edition < MENDED or not is_judged(text) or could_be_changed(game, text, obj)


@worked_out
def needs_scheme(text: Text) -> bool:
    """Whether a text removes threat from a scheme of one's choice."""
    is_chosen = any("scheme" in kind for spec in text.certain.targets for kind in spec.what.kinds)
    return is_chosen and _removes_threat(text)


def is_forbidden(game: Game, seat: int, text: Text) -> bool:
    """Whether this player's identity cannot do what a text is labelled as (Cannot)."""
    labelled = labels(text)
    identity = identity_of(game, seat) if labelled else None
    return identity is not None and any(
        forbidden(game, DEFENDS.get(label, label), seat, identity) for label in labelled
    )


@worked_out
def _removes_threat(text: Text) -> bool:
    return any(isinstance(step, a.TakeCounters) and step.name == schemes.THREAT for step in text.body.effects)


def lacks_scheme(game: Game, seat: int, text: Text, source: int) -> bool:
    """Whether a text removes threat from a scheme of one's choice, and there is none that any could be removed from."""
    if not needs_scheme(text):
        return False
    return not any(is_valid(game, scheme, seat, text, source) for scheme in map(game.obj, in_play(game).schemes))


FRAMES: Final = kinds_by_op(FrameKind(LabelledFrame, run_labelled))
