"""The table in a terminal: a heading with turn and phases, the stack, and a panel for each seat, one's own last.

Drawn as panels for people, as plain lines for pipes; both from the same lines. Nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rich.box import ROUNDED
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.text import Text

from protocol.view import Player
from server.terminal import card_lines
from server.terminal.plain_text import plain, styled
from server.terminal.scene import Scene

GAP = "  "
INDENT = "  "


class Board:
    """The drawing of a table.

    Args:
        able: ids of what may be used in the open decision.
        heed: what is to be said of a seat besides, by seat: that it is waited for, its clock.
        state: of the connection.
    """

    def __init__(
        self,
        scene: Scene,
        able: frozenset[int] = frozenset(),
        heed: Mapping[int, str] = MappingProxyType({}),
        state: str = "",
    ) -> None:
        self._scene = scene
        self._able = able
        self._heed = heed
        self._state = state

    def panels(self, fold: int | None = None) -> RenderableType:
        """For people.

        Args:
            fold: how many lines a row of cards has at most, and the stack without its texts; each says how much
                more there is. ``None`` shows all.
        """
        parts: list[RenderableType] = [self._heading()]
        if fold != 0:
            parts.append(Row(self._phases(), "dim", fold))
        parts += [self._panel(player, fold) for player in self._scene.seats[:-1]]
        if self._scene.game.stack:
            parts.append(self._stack_panel(fold))
        parts += [self._panel(player, fold) for player in self._scene.seats[-1:]]
        return Group(*parts)

    def lines(self) -> list[str]:
        """Plain lines, for pipes."""
        lines = [self._heading().plain]
        for player in self._scene.seats:
            lines.append(f"{self._title(player)}: {GAP.join(self._facts(player))}")
            lines += [INDENT + GAP.join(row) for row in self._rows(player)]
        lines += [f"{self._scene.word('stack')}:", *(INDENT + line for line in self._stack())] if self._stack() else []
        return lines

    def _heading(self) -> Text:
        game = self._scene.game
        turn = self._scene.word("turn")
        whose = f"{turn} {game.turn}, {self._scene.name_of_seat(game.active)}" if game.turn else "before the first turn"
        return styled(GAP.join(part for part in (game.name, whose, game.phase, self._state) if part), "bold")

    def _phases(self) -> list[str]:
        """The steps of a turn in their order, the one that it is in between brackets."""
        game = self._scene.game
        return [plain(f"[{name}]" if name == game.phase else name) for name in self._scene.table.phases]

    def _panel(self, player: Player, fold: int | None) -> Panel:
        is_asked = player.seat in self._scene.game.waiting
        rows = [Row(row, fold=fold) for row in self._rows(player)] if fold != 0 else self._counted(player)
        return Panel(
            Group(Row(self._facts(player)), *rows),
            title=styled(self._title(player), "bold"),
            title_align="left",
            border_style="yellow" if is_asked else "dim",
            box=ROUNDED,
            padding=(0, 1),
        )

    def _title(self, player: Player) -> str:
        """The name of a player, and all that is to be heeded about them."""
        game = self._scene.game
        name = self._scene.name_of_seat(player.seat)
        entity = self._scene.entity(player)
        is_first = "first" in self._scene.words and game.first == player.seat
        notes = [
            "you" if player.seat == self._scene.you else "",
            "active" if game.active == player.seat and game.turn else "",
            self._scene.words["first"] if is_first else "",
            "out of the match" if entity.get("lost") else "",
            self._heed.get(player.seat, ""),
        ]
        return plain(" - ".join([f"{self._letter(player)}{name}", *filter(None, notes)]))

    def _letter(self, player: Player) -> str:
        """The letter that gestures give a player; nobody sits at the side against which all play."""
        is_side = bool(self._scene.table.side) and player.seat == len(self._scene.seats) - 1
        return "" if is_side else f"{chr(ord('A') + player.seat)} "

    def _facts(self, player: Player) -> list[str]:
        """Life, hand, piles, counters and mana of a player."""
        counters = [f"{count} {kind}" for kind, count in player.counters.items()]
        piles = [f"{kind} {count}" for kind, count, _ in self._scene.piles(player) if count]
        hand = [f"hand {player.hand_count}"] if player.hand_count or player.hand else []
        pool = [f"pool {player.pool}"] if player.pool else []
        life = self._scene.life(player)
        living = [] if life is None else [f"life {life}"]
        return [plain(fact) for fact in (*living, *counters, *hand, *piles, *pool)]

    def _counted(self, player: Player) -> list[Row]:
        """Number of cards that lie before a seat, in place of all of them."""
        count = sum(map(len, self._scene.rows(player.seat)))
        return [Row([f"{count} card{'s' * (count != 1)}, not shown"], "dim")] if count else []

    def _rows(self, player: Player) -> list[list[str]]:
        """The cards that lie before a seat and those it holds, as far as they are seen."""
        scene = self._scene
        rows = [[plain(card) for card in card_lines.row(scene, row)] for row in scene.rows(player.seat) if row]
        held = [card for ref in player.hand if (card := scene.view.card(ref)) is not None]
        if held:
            rows.append(["hand:", *(plain(card_lines.in_hand(scene, card, card.id in self._able)) for card in held)])
        return rows

    def _stack(self, *, with_texts: bool = True) -> list[str]:
        """The stack, the top first: what it is, whose, and what it is aimed at."""
        scene = self._scene
        lines: list[str] = []
        for number, ref in enumerate(scene.game.stack, start=1):
            item = scene.view.item(ref)
            if item is None:
                continue
            kind = "" if item.kind == "spell" else f" ({item.kind})"
            x = f", X = {item.x}" if item.x else ""
            aims = "".join(f" -> {scene.name_of(target)}" for target in item.targets)
            lines.append(plain(f"{number}. {item.name}{kind} of {scene.name_of_seat(item.controller)}{x}{aims}"))
            texts = item.text.splitlines() if with_texts else []
            lines += [INDENT + plain(line.replace("~", item.name)) for line in texts]
        return lines

    def _stack_panel(self, fold: int | None) -> Panel:
        title = styled(f"{self._scene.word('stack')}, the top first")
        told_of = self._stack(with_texts=fold is None)
        most = len(told_of) if fold is None else max(1, fold)
        more = [f"and {len(told_of) - most} more"] if len(told_of) > most else []
        lines = [Text(line) for line in told_of[:most] + more]
        return Panel(Group(*lines), title=title, title_align="left", border_style="cyan", box=ROUNDED, padding=(0, 1))


class Row:
    """Cards, or other words, side by side, broken between two of them where the line ends.

    Args:
        fold: after how many lines it ends with the number of those that are not shown; ``None`` for no end.
    """

    def __init__(self, cards: list[str], style: str = "", fold: int | None = None) -> None:
        self._cards = cards
        self._style = style
        self._fold = fold

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._lines(options.max_width):
            yield Text(line, self._style)

    def _lines(self, width: int) -> list[str]:
        lines = _broken(self._cards, width)
        for shown in range(len(self._cards) - 1, -1, -1):
            if self._fold is None or len(lines) <= self._fold:
                break
            more = sum(map(_number, self._cards[shown:]))
            lines = _broken([*self._cards[:shown], f"and {more} more"], width)
        return lines


def _number(cards: str) -> int:
    """Number of cards that are told together: those that differ in nothing but their number bear it."""
    return max(1, cards.count(" #"))


def _broken(cards: list[str], width: int) -> list[str]:
    lines: list[str] = []
    line = ""
    for card in cards:
        longer = GAP.join((line, card)) if line else card
        if line and cell_len(longer) > width:
            lines.append(line)
            line = INDENT + card
        else:
            line = longer
    return [*lines, line]
