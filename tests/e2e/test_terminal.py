"""``stackloop play`` against a real server: by a program on a pipe, and by a person at a terminal of 80 columns."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.server.server_process import ServerProcess, server_process

COLUMNS = 80
MOST_MATCHES = 6
"""Until all that a game has to tell was told: a match may be over before a card was played."""


@pytest.fixture(autouse=True)
def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("STACKLOOP_HOUSE_PACE_S", "0")


def command(server: ServerProcess, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "server.cli", "play", "--url", server.url, *arguments]


class Robot:
    """A program that plays by what it reads: of what is asked, one of the answers that are offered, a line for each."""

    def __init__(self, server: ServerProcess, *arguments: str) -> None:
        self.lines: list[str] = []
        self.asked = 0
        self._due = 0
        """Number of questions that have no line yet."""
        self._question = 0
        """The line where the last one begins."""
        self._how = ""
        """The way of answering it."""
        self._refused = 0
        """Number of times that it was asked again, since an answer was refused."""
        self._rng = random.Random(5)
        self._process = subprocess.Popen(
            command(server, *arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def play(self, questions: int = 100_000) -> None:
        """Answer so many questions, or until the match is over."""
        until = self.asked + questions
        while self.asked < until and (self._due or (line := self.read())):
            if self._due:
                self._due -= 1
                self.asked += 1
                self._check_that_it_goes_on()
                self.type(self.answer(self._how))
            elif line.startswith("it is over"):
                return

    def play_until_told(self, *words: str) -> None:
        """Play on until all of these were told, however late the cards make that, or until the match is over."""
        while not self.is_over and not all(self.tells(word) for word in words):
            self.play(1)

    def tells(self, word: str) -> bool:
        return any(word.lower() in line.lower() for line in self.lines)

    @property
    def is_over(self) -> bool:
        return any(line.startswith("it is over") for line in self.lines)

    def _check_that_it_goes_on(self) -> None:
        """Fail where the same question is asked again a second time, and leave nothing open."""
        is_again = self.lines[self._question - 1].startswith(("refused", "no answer"))
        self._refused = self._refused + 1 if is_again else 0
        if self._refused == 2:
            self._process.kill()
            self.leave()
            pytest.fail("\n".join(["refused twice:", *self.lines[-60:]]))

    def read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if line.startswith("? "):
            self._question = len(self.lines)
        elif line.startswith("it is over"):
            self._due = 0  # nobody waits for what was asked before
        self.lines += [line.rstrip("\n")] if line else []
        if line.startswith("(") and line.endswith("/help)\n"):
            self._how = line.rstrip("\n")
            self._due += 1
        return line.rstrip("\n") or ("\n" if line else "")

    def read_until(self, start: str) -> None:
        while not self.read().startswith(start):
            assert self._process.poll() is None, self.lines

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def answer(self, how: str) -> str:
        numbers = [found[1] for line in self.lines[self._question :] if (found := re.match(r" +(\d+)  ", line))]
        if "auto" in how:
            return "auto"
        if some := re.match(r"\((\d+)(?: to \d+)? of", how):
            return " ".join(self._rng.sample(numbers, int(some[1]))) or "none"
        if number := re.match(r"\(a number from (\d+)", how):
            return number[1]
        if how.startswith("(all numbers"):
            return " ".join(numbers)
        if shares := re.match(r"\(for each .* least (\d+), (\d+) in all", how):
            least, total = int(shares[1]), int(shares[2])
            return " ".join([str(total - least * (len(numbers) - 1)), *[str(least)] * (len(numbers) - 1)])
        return self._rng.choice(numbers) if numbers else "cancel"

    def leave(self) -> int:
        """Type nothing more; the exit code."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self.lines += self._process.stdout.read().splitlines()
        self._process.stdout.close()
        return self._process.wait()


@pytest.mark.slow
def test_a_whole_match_is_played_through_a_pipe(tmp_path: Path) -> None:
    with server_process(tmp_path / "data") as server:
        robot = Robot(server, "--decks", "burn,burn", "--against", "random", "--settings", "settings own on stop any")
        robot.play()
        assert robot.leave() == 0
    told = "\n".join(robot.lines)
    assert "it is over: " in told
    assert "refused" not in told
    assert robot.asked > 20
    assert "\x1b" not in told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("magic", ("precombat main", "Turn", "library 5")),
        ("grand-archive", ("rested", "main deck", "Effects Stack:", "materialize")),
        ("marvel-champions", ("Round 1", "hit points", "- first player", "threat", "discard pile")),
    ],
)
def test_all_games_are_played(tmp_path: Path, game: str, words: tuple[str, ...]) -> None:
    told: list[str] = []
    with server_process(tmp_path / "data") as server:
        for _ in range(MOST_MATCHES):
            robot = Robot(server, "--game", game, "--against", "random")
            robot.play(60)
            assert robot.is_over or robot.asked == 60
            robot.play_until_told(*words)
            assert robot.leave() == 0
            assert robot.is_over or robot.tells("the seat stays yours")
            told += [word for word in words if robot.tells(word)]
            if set(told) == set(words):
                break
    assert sorted(set(words) - set(told)) == []


@pytest.mark.slow
def test_a_server_that_is_killed_and_back_is_told_and_the_match_goes_on(tmp_path: Path) -> None:
    with server_process(tmp_path / "data") as server:
        robot = Robot(server, "--against", "random", "--decks", "burn,burn")
        robot.play(10)
        server.end(signal.SIGKILL)
        robot.read_until("the connection is lost")
        server.start()
        robot.read_until("connected again")
        robot.play(10)
        assert robot.leave() == 0
    assert "refused" not in "\n".join(robot.lines)


@pytest.mark.slow
def test_names_that_others_gave_themselves_steer_nothing(tmp_path: Path) -> None:
    name = "[red]\\[/]%s{0}"
    with server_process(tmp_path / "data") as server:
        robot = Robot(server, "--name", name, "--against", "random")
        robot.play(5)
        robot.leave()
    assert any(f"A {name} - you" in line for line in robot.lines)


class Person:
    """Somebody at a terminal."""

    def __init__(self, master: int) -> None:
        self.seen = ""
        self._master = master
        self._decoder = codecs.getincrementaldecoder("utf-8")()  # what is read may end within a character

    def wait_for(self, what: str, since: int = 0) -> None:
        """Read until it is on the screen."""
        until_s = time.monotonic() + 60
        while what not in self.seen[since:]:
            assert time.monotonic() < until_s, self.seen
            if select.select([self._master], [], [], 1)[0]:
                self.seen += self._decoder.decode(os.read(self._master, 65536))

    def type(self, keys: str) -> int:
        """Type it; where on the screen what comes of it begins."""
        before = len(self.seen)
        os.write(self._master, keys.encode())
        return before


@contextmanager
def at_terminal(server: ServerProcess, *arguments: str) -> Iterator[Person]:
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "1"}
    process = subprocess.Popen(
        command(server, *arguments), stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
    )
    try:
        yield Person(master)
        process.wait(timeout=30)
        is_echoing = bool(termios.tcgetattr(slave)[3] & termios.ECHO)
        assert is_echoing
    finally:
        process.kill()
        process.wait()
        os.close(slave)
        os.close(master)


@pytest.mark.slow
def test_a_person_plays_at_a_terminal_of_80_columns_without_colour(tmp_path: Path) -> None:
    islands = tmp_path / "islands.txt"
    islands.write_text("60 Island\n", encoding="utf-8")
    with server_process(tmp_path / "data") as server, at_terminal(server, "--decks", f"{islands},burn") as person:
        person.wait_for("/help)")
        mark = person.type("0\n")
        person.wait_for("/help)", mark)
        mark = person.type("/caxx\b\brd island\n")  # a line may be edited
        person.wait_for("Basic Land - Island", mark)
        mark = person.type("/quit\n")
        person.wait_for("the seat stays yours", mark)
    assert not re.search(r"\x1b\[[0-9;]*(3|4|9|10)[0-7](;[0-9;]*)?m", person.seen), "a colour"
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", person.seen)
    drawn = [line for line in re.split(r"[\r\n]+", shown) if line.startswith(("╭", "│", "╰"))]
    assert drawn
    assert {len(line.rstrip()) for line in drawn} == {COLUMNS}


@pytest.mark.slow
def test_a_series_with_a_bot_that_looks_for_somebody_is_played_to_its_end(tmp_path: Path) -> None:
    brought = tmp_path / "shocks.txt"
    brought.write_text("4 Shock\n56 Mountain\n\nSideboard\n2 Skullcrack\n", encoding="utf-8")
    with server_process(tmp_path / "data") as server:
        looks = [sys.executable, "-m", "server.cli", "bot", "random", "--url", server.url, "--quick", "--series"]
        with subprocess.Popen(looks, stdout=subprocess.PIPE, text=True) as bot:
            robot = Robot(server, "--quick", "--series", "--decks", str(brought))
            robot.play(2)
            robot.type("/takeback")
            robot.type("/concede yes")
            robot.read_until("/side shows")
            for line in ("/side -1", "/rematch", "/side +3", "/rematch"):
                robot.type(line)
            robot.play(3)
            robot.type("/concede yes")
            robot.read_until("it is over")
            assert robot.leave() == 0
            assert bot.stdout is not None
            assert bot.stdout.read() == "random (guest) won: player conceded\n" * 2
        assert bot.returncode == 0
    matches = {line.split()[1] for line in robot.lines if line.startswith("match ")}
    assert len(matches) == 2
    exchanged = ("deck (59):", "sideboard (3):", "refused: 59 cards", "out: 1 Mountain; in: 1 Skullcrack")
    for told in ("game 1, the first to win 2: ", "it stands ", "game 2 begins in ", *exchanged):
        assert any(line.startswith(told) for line in robot.lines), told
