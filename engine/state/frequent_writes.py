"""Writers of the fields that are written most: nine writes of ten are of these.

Each does what ``Changes.write`` does for its field, which the compiler then knows, and whose weight need not be looked
up: ``change_log.WEIGHT`` says it, and a test holds them to that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.state.change_log import MOST_NUMBER, SHORT, Splice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.abilities import CostPart
    from engine.state.change_log import Changes
    from engine.state.frames import Frame
    from engine.state.occurred import Noted, ToldAnswer
    from engine.state.records import Item, Object, Play, Player, Root, Zone


def write_agenda(game: Changes, root: Root, agenda: Sequence[Frame]) -> None:
    """Set the work that is still to be done."""
    if game.heirs:
        game.part()
    game.log.append((root.id, "agenda", root.agenda))
    root.agenda = agenda


def write_priority(game: Changes, root: Root, seat: int) -> None:
    """Set the seat that may act."""
    if game.heirs:
        game.part()
    game.log.append((root.id, "priority", root.priority))
    root.priority = seat


def write_passes(game: Changes, root: Root, passes: int) -> None:
    """Set the seats that have declined in succession, as bits."""
    if game.heirs:
        game.part()
    game.log.append((root.id, "passes", root.passes))
    root.passes = passes


def write_told(game: Changes, root: Root, told: tuple[ToldAnswer, ...]) -> None:
    """Set the answers of this step."""
    if game.heirs:
        game.part()
    game.log.append((root.id, "told", root.told))
    root.told = told


def write_noted(game: Changes, root: Root, noted: tuple[Noted, ...]) -> None:
    """Set what others may respond to once the frame returns."""
    if game.heirs:
        game.part()
    game.log.append((root.id, "noted", root.noted))
    root.noted = noted


def write_next_id(game: Changes, root: Root, ident: int) -> None:
    """Set the next public id."""
    if game.heirs:
        game.part()
    game.log.append((root.id, "next_id", root.next_id))
    root.next_id = ident


def write_plays(game: Changes, root: Root, plays: tuple[int, ...]) -> None:
    """Set the plays in flight."""
    if game.heirs:
        game.part()
    game.log.append((root.id, "plays", root.plays))
    root.plays = plays
    game.version += 1


def write_step(game: Changes, play: Play, step: int) -> None:
    """Set the step of its procedure at which a play is."""
    if game.heirs:
        game.part()
    game.log.append((play.id, "step", play.step))
    play.step = step


def write_asked(game: Changes, play: Play, asked: tuple[Any, ...]) -> None:
    """Set what the running step of a play has recorded of its own questions."""
    if game.heirs:
        game.part()
    game.log.append((play.id, "asked", play.asked))
    play.asked = asked


def write_said(game: Changes, play: Play, said: tuple[tuple[Any, ...], ...]) -> None:
    """Set what was said of a payment that is made all at once."""
    if game.heirs:
        game.part()
    game.log.append((play.id, "said", play.said))
    play.said = said
    game.version += 1


def write_due(game: Changes, play: Play, due: tuple[CostPart, ...]) -> None:
    """Set the cost that a play still owes."""
    if game.heirs:
        game.part()
    game.log.append((play.id, "due", play.due))
    play.due = due
    game.version += 1


def write_did(game: Changes, item: Item, did: int) -> None:
    """Set how much or how many a text did."""
    if game.heirs:
        game.part()
    if not -MOST_NUMBER <= did <= MOST_NUMBER:
        game.exceed()
    game.log.append((item.id, "did", item.did))
    item.did = did
    game.version += 1


def write_pool(game: Changes, player: Player, pool: tuple[int, ...]) -> None:
    """Set the mana of a player that is not special."""
    if game.heirs:
        game.part()
    game.log.append((player.id, "pool", player.pool))
    player.pool = pool
    game.version += 1


def write_tapped(game: Changes, obj: Object, tapped: bool) -> None:
    """Tap or untap an object."""
    if game.heirs:
        game.part()
    game.log.append((obj.id, "tapped", obj.tapped))
    obj.tapped = tapped
    game.version += 1


def splice_content(game: Changes, zone: Zone, at: int, gone: int, new: tuple[int, ...] = ()) -> None:
    """Take ``gone`` cards out of a zone from the place ``at`` on, and put ``new`` ones there, as ``splice`` does."""
    if game.heirs:
        game.part()
    content = zone.content
    end = at + gone
    game.log.append((zone.id, "content", content if len(content) <= SHORT else Splice(at, content[at:end], len(new))))
    zone.content = content + new if at == len(content) else content[:at] + new + content[end:]
    game.version += 1
    game.vital += 1
    game.moved += 1
