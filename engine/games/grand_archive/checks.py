"""State-based checks, and what ends the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.grand_archive.elements import champion_of
from engine.instructions.permanents import destroying
from engine.marks import mark_of
from engine.replacement import happen
from engine.zones import cease

if TYPE_CHECKING:
    from engine.game import Game

OUTSIDE = ("graveyard", "banishment", "hand", "memory")


def perform(game: Game) -> bool:
    """Perform what applies, all together; say whether anything was."""
    lost = _losing(game)
    dying = [o for o in game.battlefield() if "ally" in o.words and o.damage >= o.toughness]
    tokens = [game.obj(i) for name in OUTSIDE for zone in game.zones[name] for i in zone.content if game.obj(i).token]
    for token in tokens:
        cease(game, token)
    if dying:
        happen(game, destroying(game, dying))
    for seat, reason in lost:
        game.write(game.players[seat], "lost", reason)
    if lost:
        end_if_decided(game)
    return bool(lost or dying or tokens)


def _losing(game: Game) -> list[tuple[int, str]]:
    """A champion with lethal damage dies; whoever has none, or drew from an empty deck, loses."""
    found = []
    for player in game.players:
        champion = champion_of(game, player.seat)
        if player.lost:
            continue
        if champion is None or champion.damage >= champion.toughness:
            found.append((player.seat, "champion"))
        elif mark_of(game, player.seat, "drew from empty"):
            found.append((player.seat, "deck"))
    return found


def end_if_decided(game: Game) -> None:
    """The last player in the game wins; if all lose at once it is a draw."""
    left = [player.seat for player in game.players if not player.lost]
    if len(left) <= 1:
        code = min(player.lost for player in game.players if player.lost)
        text = f"{game.players[left[0]].name} wins" if left else "the game is a draw"
        game.write(game.root, "over", (tuple(left), code, text))
