"""The host of an object that enters and that neither a target nor a text has attached to anything (303.4f, 303.4g).

The player under whose control it enters chooses as it enters, from what the game says it may be attached to; with
nothing to choose from it does not enter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.replacement.applicable import subject_of
from engine.sentences import said
from engine.state.decisions import Answer, Decision, Option
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.replacement.applicable import Work
    from engine.state.decisions import DecisionKind
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Object


def find_host(work: Work, answer: Answer | None) -> bool:
    """Attach each arrival of a batch that needs it, or ask; say whether there was any to see to.

    ``answer`` is to the first question met.
    """
    game = work.game
    found = False
    for each in work.batch:
        obj = subject_of(game, each) if _may_need(game, each) else None
        hosts = _hosts(game, obj) if obj is not None else None
        if hosts is None or each.attached in hosts:
            continue
        found = True
        if each.attached or not hosts:
            _stays(game, each)
        elif len(hosts) == 1:
            each.attached = hosts[0]
        elif answer is not None:
            each.attached, answer = answer.refs[0], None
        else:
            work.question = _which(game, each, hosts)
            return True
    return found


def _hosts(game: Game, obj: Object) -> list[int] | None:
    """The possible hosts; none if it need not be attached."""
    return next((find(game, obj) for word, find in game.rules.hosts.items() if word in obj.keywords), None)


def _may_need(game: Game, each: Prospect) -> bool:
    """A cheap look: it would enter, and it is not known yet that it may be attached to what it is said to be."""
    arena = game.arena
    enters = each.kind in ("move", "create") and each.zone == arena and each.origin != arena
    is_open = not each.attached or each.kind == "create" or each.origin != "stack"
    return bool(game.rules.hosts) and enters and is_open and not each.is_off


def _stays(game: Game, each: Prospect) -> None:
    """303.4g, 303.4i: it remains where it is; from the stack it goes to the graveyard; a token is not created."""
    if each.origin == "stack":
        each.zone = game.discard_zone
    else:
        each.is_off = True


def _which(game: Game, each: Prospect, hosts: list[int]) -> Decision:
    seat = each.controller if each.controller != NOBODY else each.seat
    kind: DecisionKind = "players" if all(game.seat_of(ident) >= 0 for ident in hosts) else "cards"
    options = tuple(Option(kind, (ident,)) for ident in hosts)
    return Decision(
        kind,
        seat,
        said("ask.enters_attached", "choose what it enters attached to"),
        game.rules.cite("host"),
        options,
        subject=each.subject,
    )
