"""The kinds of events that only Marvel Champions has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import EVENTS as SHARED
from engine.events.execution import LAST_REMOVED
from engine.events.trigger_conditions import DEFEATED
from engine.games.marvel_champions import boosting, enemy_activation, initiating, periods, powers, revealing
from engine.games.marvel_champions.forms import perform_change
from engine.games.marvel_champions.peril import RESOLVE
from engine.games.marvel_champions.reacting import SAID_AS, conditions, defeats, engagement, names_given
from engine.games.marvel_champions.readying import ready_up, stays_exhausted
from engine.games.marvel_champions.taking_damage import bearer, deal, forestalled
from engine.state.event_kinds import EventKind, stated

if TYPE_CHECKING:
    from engine.state.event_kinds import Performer
    from engine.state.game import Game

PERFORMED: Final[dict[str, Performer[Game]]] = {
    **enemy_activation.PERFORMED,
    **boosting.PERFORMED,
    **initiating.PERFORMED,
    **powers.PERFORMED,
    **revealing.PERFORMED,
    **periods.PERFORMED,
    "form": perform_change,
}
UNMEASURED: Final = (enemy_activation.ATTACK, enemy_activation.SCHEME, powers.RECOVER, revealing.ENGAGE)
EVENTS: Final[dict[str, EventKind[Game]]] = {
    "damage": SHARED["damage"]._replace(
        perform=deal,
        conditions=defeats,
        named=(DEFEATED,),
        is_forestalled=forestalled,
        bearer=bearer,
        in_combat="attack",
    ),
    "untap": SHARED["untap"]._replace(perform=ready_up, is_forestalled=stays_exhausted),
    "move": SHARED["move"]._replace(conditions=engagement, named=(revealing.ENGAGE,)),
    **stated(
        "threat",
        "threat removed",
        "used",
        "begin",
        "end",
        "eliminated",
        "step one",
        RESOLVE,
        enemy_activation.UNHARMED,
        LAST_REMOVED,
    ),
    **stated("reveals", "plays", "uses", "generates", "strikes", "schemes", "thwarts"),
    **{
        name: EventKind(
            (SAID_AS.get(name, name),), perform, conditions, names_given(name), is_measured=name not in UNMEASURED
        )
        for name, perform in PERFORMED.items()
    },
}
