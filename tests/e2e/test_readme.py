"""README and the guides are true: their blocks run as pasted, in a fresh checkout with nothing else.

The checkout has an environment of its own without extras, and its server is started by ``sh deploy/run.sh``. Other
games than Magic are played by the same commands in ``test_readme_games.py``.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import orjson
import pytest

from tests.support.e2e.checkout import Checkout, checkout
from tests.support.e2e.guides import BLOCKS, TEXT
from tests.support.e2e.published_files import made_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

SERVER: Final = "http://127.0.0.1:8300"
"""The address of README's server; the tests' server has a port of its own."""
NOT_PASTED: Final = {
    "sh deploy/run.sh": "starts the server of all these tests",
    "sh deploy/test.sh": "runs these tests",
    "pytest tests/fuzz": "takes hours; tests/fuzz is run with fewer examples",
    "unread.discovery": "plays all scenarios of a game for minutes, and writes the table that test_unread.py reads",
}
"""The part of a block -> why it is not pasted here."""
PASTED: Final = [block for block in BLOCKS if not any(word in block for word in NOT_PASTED)]
TOLD: Final = re.compile(
    r"(Error: |left out: learning: )(.+) needs (.+), not installed here: (\S+/python -m pip install .+)"
)


class Pasted:
    """The blocks, pasted one after the other from the first on, each once; what they said."""

    def __init__(self, fresh: Checkout, config: Path) -> None:
        self._fresh = fresh
        self._config = config
        self._said: list[tuple[str, str]] = []

    def __call__(self, about: str) -> tuple[str, str]:
        """The standard output and standard error of the one block with these words."""
        (number,) = [number for number, block in enumerate(PASTED) if about in block]
        self._up_to(number)
        return self._said[number]

    def again(self, block: str) -> None:
        """Paste a block once more, after all of them."""
        self._up_to(len(PASTED) - 1)
        self._paste(block)

    def _up_to(self, number: int) -> None:
        while len(self._said) <= number:
            self._paste(PASTED[len(self._said)])

    def _paste(self, block: str) -> None:
        settings = {}
        if "stackloop watch" in block:  # these ask the server that runs
            settings = {"STACKLOOP_URL": self._fresh.url, "XDG_CONFIG_HOME": str(self._config)}
        done = self._fresh.paste(block.replace(SERVER, self._fresh.url), settings)
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
        self._said.append((done.stdout, done.stderr))


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkout]:
    folder = tmp_path_factory.mktemp("fresh") / "stackloop"
    folder.mkdir()
    with checkout(folder, STACKLOOP_HOUSE_PACE_S="0") as made:
        made_in(folder)
        yield made


@pytest.fixture(scope="module")
def pasted(fresh: Checkout, tmp_path_factory: pytest.TempPathFactory) -> Pasted:
    return Pasted(fresh, tmp_path_factory.mktemp("config"))


# ---- without extras; these come first, as some blocks install them


@pytest.fixture(scope="module")
def record(fresh: Checkout, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    words = ("magic", "random", "random", "--matches", "1", "--decks", "burn,burn", "--records", str(folder))
    assert fresh.stackloop("arena", *words).returncode == 0
    return next(folder.glob("*.txt"))


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ("export RECORD --positions p.parquet", "pyarrow"),
        ("stats RECORD --plot p.png", "matplotlib"),
        ("bench learning", "gymnasium, numpy and pettingzoo"),
        ("arena magic greedy random --ray auto --json", "ray"),
        ("mcp", "mcp"),
    ],
)
def test_who_needs_an_extra_is_told_in_one_line(
    fresh: Checkout, record: Path, tmp_path: Path, arguments: str, names: str
) -> None:
    words = arguments.replace("RECORD", str(record)).split()
    done = fresh.stackloop(*words, folder=tmp_path)
    (line,) = done.stderr.splitlines()
    found = TOLD.fullmatch(line)
    assert (done.returncode, found is not None) == (1, True), line
    assert found is not None
    assert found[3] == names
    assert shlex.split(found[4])[0] == fresh.program("python")
    assert not list(tmp_path.glob("p.*"))


def test_what_is_told_installs_it(fresh: Checkout, record: Path) -> None:
    """Pip finds what the line names, in the environment that ran it; it is asked what it would do."""
    told = TOLD.search(fresh.stackloop("export", str(record), "--positions", "p.parquet").stderr)
    assert told is not None
    tried = fresh.run("sh", "-c", f"{told[4]} --dry-run --quiet --report -")
    assert tried.returncode == 0, tried.stderr
    assert "pyarrow" in {each["metadata"]["name"] for each in orjson.loads(tried.stdout)["install"]}


def test_an_environment_for_learning_says_so_too(fresh: Checkout) -> None:
    done = fresh.run(fresh.program("python"), "-c", "from server.learning.environment import env")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(
        "server.runtime.errors.NotInstalled: an environment for learning needs "
    )


def test_the_bench_measures_the_rest_and_ends_well(fresh: Checkout) -> None:
    done = fresh.stackloop("bench", "all", "--scale", "0.001", "--json")
    assert done.returncode == 0, done.stderr
    measured = {row["key"] for row in orjson.loads(done.stdout)["figures"]}
    assert {"service_intents_per_s", "killed_p99_s", "fanout_frames_per_cpu_s"} <= measured
    assert not any("steps_per_s" in key for key in measured)
    (left_out,) = [line for line in done.stderr.splitlines() if line.startswith("left out: ")]
    assert TOLD.fullmatch(left_out) is not None, left_out


# ---- the blocks, in their order


def test_one_looks_around_as_printed(fresh: Checkout, pasted: Pasted) -> None:
    told, _ = pasted("stackloop replay")
    hashes = [
        re.search(r'^hash = "(\w+)"', record.read_text(), re.MULTILINE)
        for record in sorted((fresh.folder / "records").iterdir())
    ]
    assert len(hashes) == 4
    assert all(found is not None and f"hash {found[1]}" in told for found in hashes)
    (shown,) = re.findall(r"<!-- said by the commands above;.*?-->\n```\n(.*?)```", TEXT, re.DOTALL)
    assert {form(line) for line in shown.splitlines()} <= {form(line) for line in told.splitlines()}


def test_positions_are_written_and_rates_drawn(fresh: Checkout, pasted: Pasted) -> None:
    told, _ = pasted("--positions positions.parquet")
    assert re.search(r"^positions.parquet: \d+ positions$", told, re.MULTILINE)
    for name in ("positions.parquet", "rates.png"):
        assert (fresh.folder / name).stat().st_size


def test_with_a_server_a_match_is_forked_and_listed(pasted: Pasted) -> None:
    told, _ = pasted("stackloop fork")
    (forked,) = re.findall(r"^match (\w+): http", told, re.MULTILINE)
    assert re.search(rf"^seat A, greedy: http.+/m/{forked}#invite=", told, re.MULTILINE)
    assert told.count(forked) > 2  # it is listed too


def test_with_a_server_a_match_is_played_and_one_sits_down(pasted: Pasted) -> None:
    told, errors = pasted("stackloop play")
    (played,) = re.findall(r"^greedy plays match (\w+): ", errors, re.MULTILINE)
    assert re.search(r"^greedy.* won: .+", told, re.MULTILINE)
    assert re.search(r"^the seat stays yours: stackloop play --match (?!" + played + ")", errors, re.MULTILINE)


def test_the_cards_are_understood_and_the_deck_is_legal(pasted: Pasted) -> None:
    told, _ = pasted("stackloop cards check")
    assert told.startswith("1 card, 0 not understood\nQuiet Ember ")
    assert "[magic]\n" in told
    assert "\ndeck.txt: magic, 60 cards, legal\n" in told


def test_cards_of_each_source_are_imported(pasted: Pasted) -> None:
    told, _ = pasted("stackloop cards import")
    assert re.findall(r"^([\w-]+): (\d) cards? read, \d new", told, re.MULTILINE) == [
        ("magic", "3"),
        ("grand-archive", "1"),
        ("marvel-champions", "1"),
    ]
    assert {"Ember Lynx", "Quiet Spark", "Stone Cat"} <= set(re.findall(r"^(.+?)  \[", told, re.MULTILINE))
    assert re.search(r"^magic: 3 cards, 2 whole \(66\.7 %\), ", told, re.MULTILINE)


def test_the_bot_plays_a_match_to_its_end(pasted: Pasted) -> None:
    told, _ = pasted("python bot.py")
    assert told.strip()


def test_the_rules_answer_on_a_pipe(pasted: Pasted) -> None:
    replies = [orjson.loads(line) for line in pasted("stackloop engine")[0].splitlines()]
    assert len(replies) == 3
    assert "error" not in [reply["t"] for reply in replies]


def test_bots_meet_one_of_them_a_program(fresh: Checkout, pasted: Pasted) -> None:
    pasted("entrant.py")
    _, *outcomes = [orjson.loads(line) for line in (fresh.folder / "run.jsonl").read_bytes().splitlines()]
    assert len(outcomes) == 12
    assert not any(each.get("error") or each.get("code") == "concede" for each in outcomes)


def test_one_learns(pasted: Pasted) -> None:
    told, _ = pasted("python learner.py")
    assert re.search(r"^player_[01] (-?1\.0|0\.0)$", told, re.MULTILINE)


def test_every_block_is_pasted_or_is_said_why_not() -> None:
    assert len(BLOCKS) == len(PASTED) + len(NOT_PASTED)
    assert all(". .venv/bin/activate\n" in block for block in PASTED)


@pytest.mark.parametrize("block", PASTED, ids=lambda block: shlex.split(block.splitlines()[-1].lstrip("'"))[:3])
def test_a_block_may_be_pasted_again(pasted: Pasted, block: str) -> None:
    """The files it made before are in nobody's way."""
    pasted.again(block)


def form(line: str) -> str:
    """The beginning of a line, whatever the numbers: bots that play better are no reason to fail."""
    return re.sub(r"\w*\d\w*", "#", re.split("[:,]", line)[0])
