"""Every part of the bench runs, bounded, and prints rows of one form and what they ran on.

The speed of anything does not matter here.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from engine import list_games
from server.bench.build import compiled_of, optimised_by
from server.bench.figures import Figure, by_key
from server.bench.processes import relay
from server.bench.run import Run
from server.cli import main
from server.commands.bench_all import parts
from server.commands.bench_soak import slope_of
from server.commands.bench_tables import BUILDS, CAPACITY, IN_README, README, measured, path_of
from server.runtime.compiled_rules import Finder
from server.runtime.version import VERSION

PARTS = {
    "engine": ("--seconds", "0.01"),
    "service": ("--matches", "2", "--seconds", "0.3"),
    "nodes": ("--matches", "2", "--seconds", "0.3"),
    "latency": ("--matches", "2", "--seconds", "0.3"),
    "learning": ("--seconds", "0.01"),
    "client": ("--matches", "40", "--seconds", "2"),
    "fanout": ("--watchers", "40", "--seconds", "0.3"),
    "spectators": ("--spectators", "40", "--answers", "2"),
    "connections": ("--connections", "60"),
    "start": (),
    "takeover": ("--matches", "2", "--answers", "1"),
}
APART = ("_payable_", "_fork_us", "_rewind_us", "_steps_per_s", "client_")
MEASURED = measured("compiled").figures
TABLES = {"compiled": ("figures compiled", "costs", "plan"), "interpreted": ("figures interpreted",)}
"""Those of CAPACITY.md."""


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("part", PARTS)
def test_a_part_prints_the_rows_that_all_of_them_are_made_of(part: str) -> None:
    done = CliRunner().invoke(main, ("bench", part, *PARTS[part], "--json"))
    assert done.exit_code == 0, done.output
    run = Run.from_json(done.stdout_bytes)
    is_of_here(run)
    rows = run.figures
    known = {figure.key for figure in MEASURED}
    assert rows
    assert {figure.key for figure in rows if not any(each in figure.key for each in APART)} <= known
    assert all(figure.figure >= 0 for figure in rows)
    assert part != "client" or 0 < by_key(rows)["client_matches"] <= 40


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_soak_tells_what_each_match_leaves_behind() -> None:
    done = CliRunner().invoke(main, ("bench", "soak", "--minutes", "0.1", "--matches", "3", "--json"))
    assert done.exit_code == 0, done.output
    run = Run.from_json(done.stdout_bytes)
    is_of_here(run)
    rows = {figure.key: figure for figure in run.figures}
    assert rows["soak_matches"].figure > 0
    for part in ("node", "workers", "valkey"):
        assert rows[f"soak_{part}_middle_mib"].figure > 1
        assert rows[f"soak_{part}_mib"].figure > 1
    assert [key for key, figure in rows.items() if figure.asked] == ["soak_node_bytes"]
    assert done.stderr.count(" matches: node ") > 10


@pytest.mark.parametrize(("points", "slope"), [([(0, 5), (10, 25)], 2.0), ([(3, 7), (3, 9)], 0.0)])
def test_the_slope_of_a_soak(points: list[tuple[float, float]], slope: float) -> None:
    assert slope_of(points) == pytest.approx(slope)


def test_all_runs_every_part() -> None:
    assert {name.partition(":")[0] for name in parts(1.0)} == set(PARTS)


@pytest.mark.parametrize("build", BUILDS)
def test_each_build_has_the_rows_of_all_parts(build: str) -> None:
    assert [figure.key for figure in measured(build).figures] == [figure.key for figure in MEASURED]


def test_what_was_measured_is_what_is_asked_for() -> None:
    """One row for each number that the service promises, and that a bot can count on."""
    asked = {figure.key for figure in MEASURED if figure.asked}
    moves = {f"{game}_{what}_us" for game in list_games() for what in ("fork", "rewind")}
    rates = {f"{game}_{what}" for game in list_games() for what in ("decisions_per_s", "people_rules_us")}
    learnt = {"magic_steps_per_s", *(f"{game}_vector_steps_per_s" for game in list_games())}
    assert asked - moves - rates - learnt == {
        "busy_p99_ms",
        "client_matches",
        "connection_kib",
        "drained_p99_s",
        "fanout_frames_per_cpu_s",
        "killed_p99_s",
        "nodes_intents_per_cpu_s",
        "people_service_intents_per_s",
        "people_stated_p99_ms",
        "quiet_p50_ms",
        "quiet_p99_ms",
        "ready_s",
        "server_mib",
        "service_intents_per_s",
        "spectators_p99_ms",
        "stated_p99_ms",
    }


def test_the_texts_hold_the_tables() -> None:
    assert CliRunner().invoke(main, ("bench", "tables", "--check")).exit_code == 0


def test_a_text_without_a_place_for_its_table_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = tmp_path / "README.md"
    bare.write_text("no table\n")
    monkeypatch.setattr("server.commands.bench_tables.README", bare)
    done = CliRunner().invoke(main, ("bench", "tables", "--write"))
    assert (done.exit_code, bare.read_text()) == (1, "no table\n")


@pytest.mark.parametrize(
    ("figure", "asked", "met"),
    [
        (Figure("k", "n", 5.0, "ms", most=4), "at most 4", False),
        (Figure("k", "n", 5.0, "", least=5), "at least 5", True),
        (
            Figure("k", "n", 5.0, "", most=2, of_ratio=True, reference="r", reference_figure=2.0),
            "at most 2 times",
            False,
        ),
        (
            Figure("k", "n", 5.0, "", most=2, of_ratio=True, reference="r", reference_figure=0.0),
            "at most 2 times",
            None,
        ),
        (Figure("k", "n", 5.0, ""), "", None),
    ],
)
def test_a_row_knows_whether_it_is_as_asked(figure: Figure, asked: str, met: bool | None) -> None:
    assert (figure.asked, figure.is_met) == (asked, met)


def is_of_here(run: Run) -> None:
    """The record tells of the interpreter of these tests, and that the reference loop has run."""
    build = run.build
    assert build.version == VERSION
    assert build.line().startswith(f"Build: stackloop {VERSION}; {build.python} (")
    assert build.python == f"{platform.python_implementation()} {platform.python_version()}"
    assert isinstance(build.path, str)
    asked = "import os, sys; print(sys.version, os.path.realpath(sys.executable), sep='\\n')"
    told = subprocess.run((build.path, "-c", asked), capture_output=True, text=True, check=True)
    assert told.stdout == f"{sys.version}\n{build.path}\n"
    assert build.compiler == platform.python_compiler()
    assert (build.optimised, build.flags) == optimised_by(sysconfig.get_config_var("CONFIG_ARGS"))
    assert (build.rules, build.compiled) == ("interpreted", 0)
    assert build.modules > 200
    assert build.cores in range(1, (os.cpu_count() or 1) + 1)
    assert build.least_pass_ns is not None
    assert build.pass_ns is not None
    assert build.most_pass_ns is not None
    assert 0 < build.least_pass_ns <= build.pass_ns <= build.most_pass_ns


@pytest.mark.parametrize("part", [("build",), ("engine", "--seconds", "0.01")])
def test_people_are_told_on_what_it_ran(part: tuple[str, ...]) -> None:
    run = Run.from_json(CliRunner().invoke(main, ("bench", *part, "--json")).stdout_bytes)
    told = CliRunner().invoke(main, ("bench", *part)).stdout.splitlines()[-1]
    is_of_here(run)
    assert str(run.build.path) in told
    assert re.sub(r"\d+ ns .*", "", told) == re.sub(r"\d+ ns .*", "", run.build.line())
    assert re.search(
        r"optimised: (yes|no|unknown)\b.*rules: interpreted; cores: \d+; .* loop: \d+ ns \(\d+ to \d+\)", told
    )


@pytest.mark.parametrize(
    ("config_args", "optimised", "flags"),
    [
        ("'--enable-shared' '--enable-optimizations' '--with-lto'", "yes", "--enable-optimizations --with-lto"),
        ("'--with-lto=thin' 'CFLAGS=-O2 -g'", "yes", "--with-lto=thin"),
        ("'--enable-optimizations=no' '--with-lto'", "no", "--enable-optimizations=no --with-lto"),
        ("--enable-optimizations --disable-optimizations", "no", "--disable-optimizations"),
        ("'--enable-optimizations' '--with-pydebug'", "no", "--enable-optimizations --with-pydebug"),
        ("'--prefix=/usr' 'CFLAGS=-O3 --enable-optimizations'", "unknown", ""),
        ("'--without-lto'", "unknown", "--without-lto"),
        ("'--enable-optimizations", "unknown", ""),
        ("", "unknown", ""),
        (None, "unknown", ""),
    ],
)
def test_only_what_config_args_say_counts_as_optimised_or_not(
    config_args: str | None, optimised: str, flags: str
) -> None:
    assert optimised_by(config_args) == (optimised, tuple(flags.split()))


def test_rules_are_compiled_where_their_modules_are_extension_modules(tmp_path: Path) -> None:
    """A source file beside its compiled module is not what Python runs."""
    inner = tmp_path / "inner"
    inner.mkdir()
    for folder in (tmp_path, inner):
        (folder / "__init__.py").touch()
        (folder / "plain.py").touch()
        (folder / "hot.py").touch()
    assert compiled_of([str(tmp_path)], "rules") == (0, 5)
    for folder in (tmp_path, inner):
        (folder / f"hot{EXTENSION_SUFFIXES[0]}").touch()
    assert compiled_of([str(tmp_path)], "rules") == (2, 5)


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_servers_that_are_measured_run_what_the_bench_runs(tmp_path: Path) -> None:
    """In a checkout, the servers of an installed bench once ran the sources that lay there."""
    for name in ("engine", "protocol", "server"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('not the one that is measured')\n")
    stackloop = shutil.which("stackloop", path=str(Path(sys.executable).parent))
    assert stackloop is not None
    for part in ("service", "client", "fanout"):
        command = (stackloop, "bench", part, *PARTS[part], "--json")
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_a_server_that_is_measured_keeps_its_bytecode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the environment forbids that, half of each start was to compile modules, which no installed server does."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    with relay(100) as running:
        assert b"PYTHONDONTWRITEBYTECODE" not in Path(f"/proc/{running.pid}/environ").read_bytes()


def test_each_table_stands_below_its_build() -> None:
    for build, tables in TABLES.items():
        for name in tables:
            assert lines_of(CAPACITY, name)[:2] == [measured(build).build.line(), ""]
            assert lines_of(CAPACITY, name)[2].startswith("| ")
    *builds, blank, head = lines_of(README, "figures")[: len(BUILDS) + 2]
    assert builds == [f"- {measured(build).build.line()}" for build in BUILDS]
    assert (blank, head) == ("", f"| what | asked | {' | '.join(BUILDS)} |")


def lines_of(path: Path, name: str) -> list[str]:
    """The lines of a table, its build with it."""
    (held,) = re.findall(f"<!-- {name} -->\n(.*?)<!-- end of {name} -->", path.read_text(), re.DOTALL)
    return str(held).splitlines()


def test_readme_shows_few_figures_and_capacity_all_that_a_reader_can_judge() -> None:
    shown = {
        path: {line.split(" | ")[0].removeprefix("| ") for line in path.read_text().splitlines()}
        for path in (README, CAPACITY)
    }
    asked = {figure.name for figure in MEASURED if figure.asked or figure.reference}
    few = {figure.name for figure in MEASURED if figure.key in IN_README}
    assert len(few) == len(IN_README) == 5
    assert asked & shown[README] == few
    assert asked <= shown[CAPACITY]


def test_what_was_measured_elsewhere_says_on_what() -> None:
    """A move tried stands beside a prototype's, whose build nobody noted."""
    elsewhere = [figure for figure in MEASURED if figure.key.endswith(("_fork_us", "_rewind_us"))]
    assert len(elsewhere) == 2 * len(list_games())
    assert all("build unknown" in figure.cells()[3] for figure in elsewhere)


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copies of the texts that hold tables, and of the file."""
    for name, path in (("README", README), ("CAPACITY", CAPACITY)):
        shutil.copy(path, tmp_path / path.name)
        monkeypatch.setattr(f"server.commands.bench_tables.{name}", tmp_path / path.name)
    for build in BUILDS:
        shutil.copy(path_of(build), tmp_path)
    monkeypatch.setattr("server.commands.bench_tables.FIGURES", tmp_path)
    return tmp_path


def test_no_path_of_the_machine_that_measured_gets_into_the_project(texts: Path) -> None:
    """``bench all --json`` into a file, then ``bench tables --write``: with other figures, from elsewhere."""
    build = Run.from_json(CliRunner().invoke(main, ("bench", "build", "--json")).stdout_bytes).build
    build = msgspec.structs.replace(build, rules="compiled")
    file = path_of("compiled")
    file.write_bytes(Run(build, MEASURED).to_json())
    assert str(build.path) in file.read_text()
    assert CliRunner().invoke(main, ("bench", "tables", "--check")).exit_code == 1
    assert CliRunner().invoke(main, ("bench", "tables", "--write")).exit_code == 0
    assert CliRunner().invoke(main, ("bench", "tables", "--check")).exit_code == 0
    held = {path.name: path.read_text() for path in texts.iterdir()}
    assert not any(str(build.path) in text for text in held.values())
    assert '"path"' not in held[file.name]
    assert {name: text.count(build.without_path().line()) for name, text in held.items()} == {
        "README.md": 1,
        "CAPACITY.md": 3,
        "compiled.json": 0,
        "interpreted.json": 0,
    }
    assert Run.from_json(file.read_bytes()) == Run(build.without_path(), MEASURED)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (b"", "compiled.json is not what stackloop bench all --json prints"),
        (b"[]", "compiled.json is not what stackloop bench all --json prints"),
        (Run(measured("compiled").build, []).to_json(), f"compiled.json lacks {IN_README[0]!r}"),
        (measured("interpreted").to_json(), "compiled.json was measured on interpreted rules"),
        (None, "No such file"),
    ],
)
def test_a_file_that_no_tables_can_be_made_of_is_told(texts: Path, held: bytes | None, said: str) -> None:
    file = path_of("compiled")
    before = {path.name: path.read_bytes() for path in texts.iterdir() if path != file}
    file.unlink()
    if held is not None:
        file.write_bytes(held)
    done = CliRunner().invoke(main, ("bench", "tables", "--write"))
    assert (done.exit_code, said in done.stderr) == (1, True)
    assert before == {path.name: path.read_bytes() for path in texts.iterdir() if path != file}


def test_rules_are_compiled_where_a_build_beside_their_sources_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hot.py").touch()
    monkeypatch.setattr(
        sys, "meta_path", [Finder(tmp_path, {"rules.hot": str(tmp_path / "elsewhere.so")}), *sys.meta_path]
    )
    assert compiled_of([str(tmp_path)], "rules") == (1, 1)
