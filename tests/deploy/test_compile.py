"""Rules are compiled once, into a cache that only its owner writes, and are taken in only by the sources they are of.

The checkout has rules of a few lines. A script stands in for the compiler in tests of the way of a build, whose result
does not matter.
"""

import os
import re
import shutil
import signal
import stat
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from server.bench.build import interpreter
from tests.support.deploy.manifests import DEPLOY
from tests.support.deploy.small_checkout import FLAGS, SmallCheckout

IMPOSSIBLE = 3
FAILS = '[ $call = check ] && exit 0; echo >>CALLS; echo "x.c:1: error: no space left" >&2; exit 1'
INSIDE = ("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")
WAITS = "[ $call = check ] && exit 0; echo $$ >PID; exec sleep 300"


def is_gcc() -> bool:
    """Whether the compiler that this machine has is GCC, under whatever name."""
    compiler = shutil.which("cc")
    if compiler is None:
        return False
    told = subprocess.run([compiler, "-dM", "-E", "-x", "c", os.devnull], capture_output=True, text=True, check=True)
    return "__GNUC__" in told.stdout and "__clang__" not in told.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> SmallCheckout:
    """A checkout whose rules are compiled, by the compiler that this machine has."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler")
    checkout = SmallCheckout(tmp_path_factory.mktemp("built"))
    first, second = checkout.start(), checkout.start()
    told = [each.communicate()[0] for each in (first, second)]
    if "headers" in "".join(told):
        pytest.skip("no headers of Python")
    assert (first.returncode, second.returncode) == (0, 0), told
    assert sorted(each.split()[1] for each in told) == ["before", "in"]
    return checkout


@pytest.fixture
def checkout(tmp_path: Path) -> SmallCheckout:
    return SmallCheckout(tmp_path)


@pytest.fixture
def restored(built: SmallCheckout) -> Iterator[Callable[[Path], Path]]:
    """Note a file or folder, which gets its content and its mode back after the test."""
    kept: list[tuple[Path, int, bytes | None]] = []

    def note(path: Path) -> Path:
        kept.append((path, path.stat().st_mode, path.read_bytes() if path.is_file() else None))
        return path

    yield note
    for path, mode, content in kept:
        path.chmod(stat.S_IMODE(mode))
        if content is not None:
            path.write_bytes(content)


def build_of(checkout: SmallCheckout) -> Path:
    (name,) = checkout.found()
    return checkout.builds / name


def test_two_that_begin_at_once_make_one_build(built: SmallCheckout) -> None:
    assert stat.S_IMODE(built.builds.stat().st_mode) == 0o700
    assert len(built.found()) == 1


def test_a_build_shows_nothing_but_the_starts_of_its_modules(built: SmallCheckout) -> None:
    """A function that others could call would be called through a table from inside, too."""
    if shutil.which("nm") is None:
        pytest.skip("no nm, which lists what a library shows")
    for library in build_of(built).glob("*.so"):
        shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
        names = [line.split()[-1] for line in shown.stdout.splitlines()]
        assert names
        assert not [name for name in names if name.startswith("CPy")], "what mypyc names"


@pytest.mark.skipif(not is_gcc(), reason="only GCC counts so")
def test_gcc_compiles_for_the_way_that_matches_took(built: SmallCheckout, checkout: SmallCheckout) -> None:
    assert "-fprofile-use" in built.rules(asked=FLAGS).split()
    assert checkout.compile("--no-train").returncode == 0
    assert checkout.rules(asked=FLAGS) == "-O3"
    assert checkout.rules("0", asked=FLAGS) == ""


@pytest.mark.skipif(not is_gcc(), reason="only GCC counts so")
def test_rules_that_cannot_be_played_to_count_are_not_compiled(checkout: SmallCheckout) -> None:
    game = checkout.folder / "engine" / "game.py"
    game.write_text(game.read_text().replace("        return self.match.total", '        raise OSError("no views")'))
    done = checkout.compile()
    assert done.returncode == 1
    assert "no views" in done.stdout
    assert [name for name in checkout.found() if not name.endswith(".failed")] == []


def test_the_next_start_takes_it_in(built: SmallCheckout) -> None:
    assert Path(built.rules()).parent == build_of(built)


@pytest.mark.parametrize("way", ["0", ""])
def test_who_asks_for_none_has_the_rules_interpreted(built: SmallCheckout, way: str) -> None:
    assert built.rules(way) == str(built.folder / "engine" / "game.py")


@pytest.mark.parametrize(
    "name", ["engine/game.py", "server/__init__.py", "deploy/hashes-build.txt", "deploy/compile.py"]
)
def test_other_sources_or_tools_have_no_build(
    built: SmallCheckout, restored: Callable[[Path], Path], name: str
) -> None:
    path = restored(built.folder / name)
    path.write_text(f"{path.read_text()}\n# changed\n")
    assert built.rules().endswith("game.py")


def test_another_choice_of_modules_has_no_build(built: SmallCheckout, restored: Callable[[Path], Path]) -> None:
    path = restored(built.folder / "pyproject.toml")
    path.write_text(path.read_text().replace('"__init__.py"', '"__init__.py", "engine/one/*.py"'))
    assert built.rules().endswith("game.py")


def test_another_module_has_no_build(built: SmallCheckout) -> None:
    built.write("engine/two.py", "")
    assert built.rules().endswith("game.py")
    (built.folder / "engine" / "two.py").unlink()
    assert built.rules().endswith(".so")


def test_another_build_of_the_interpreter_has_none(built: SmallCheckout, tmp_path: Path) -> None:
    """Of the same version; its name for extension modules is the same, and not its bytes."""
    program = tmp_path / "python"
    shutil.copy(interpreter(), program)
    assert built.rules(program=program).endswith(".so")
    with program.open("ab") as file:
        file.write(b"another build")
    assert built.rules(program=program).endswith("game.py")


def test_a_cut_off_file_is_not_loaded(built: SmallCheckout, restored: Callable[[Path], Path]) -> None:
    path = restored(next(build_of(built).glob("stackloop__mypyc*")))
    path.write_bytes(path.read_bytes()[:-1])
    assert built.rules().endswith("game.py")


def test_what_others_may_write_is_not_loaded(built: SmallCheckout, restored: Callable[[Path], Path]) -> None:
    for path in (build_of(built), built.builds, next(build_of(built).glob("stackloop__mypyc*"))):
        restored(path).chmod(path.stat().st_mode | stat.S_IWGRP)
        assert built.rules().endswith("game.py")
        path.chmod(path.stat().st_mode & ~stat.S_IWGRP)
    assert built.rules().endswith(".so")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives a folder away")
def test_the_folder_of_another_user_is_not_loaded(built: SmallCheckout) -> None:
    os.chown(built.builds, 54321, -1)
    refused = built.compile()
    loaded = built.rules()
    os.chown(built.builds, 0, -1)
    assert loaded.endswith("game.py")
    assert (refused.returncode, refused.stdout) == (IMPOSSIBLE, f"{built.builds} belongs to another user\n")


def test_a_failure_is_told_in_a_line_and_not_tried_again_until_the_sources_change(checkout: SmallCheckout) -> None:
    compiler = checkout.compiler(FAILS.replace("CALLS", str(checkout.folder.parent / "calls")))
    first = checkout.compile(CC=compiler)
    assert (first.returncode, first.stdout) == (1, "cc: x.c:1: error: no space left\n")
    (noted,) = checkout.found()
    assert noted.endswith(".failed")
    calls = (checkout.folder.parent / "calls").read_text()
    again = checkout.compile(CC=compiler)
    assert (again.returncode, (checkout.folder.parent / "calls").read_text()) == (1, calls)
    assert again.stdout == f"cc: x.c:1: error: no space left (remove {checkout.builds / noted} to try again)\n"
    checkout.write("engine/one/game.py", "def triple(number: int) -> int:\n    return number * 3\n")
    checkout.compile(CC=compiler)
    assert (checkout.folder.parent / "calls").read_text() != calls


def test_rules_that_play_otherwise_than_the_interpreted_ones_are_no_build(checkout: SmallCheckout) -> None:
    """The rules ask whether they are compiled, as no honest ones do."""
    game = (checkout.folder / "engine" / "game.py").read_text()
    checkout.write("engine/game.py", game.replace("+= answer", '+= answer + (not __file__.endswith(".py"))'))
    done = checkout.compile()
    if done.returncode == IMPOSSIBLE:
        pytest.skip(done.stdout)
    assert (done.returncode, done.stdout) == (1, "the compiled rules play otherwise than the interpreted ones\n")
    assert checkout.rules().endswith("game.py")


def test_a_build_that_is_killed_leaves_none_and_the_next_one_cleans_up(checkout: SmallCheckout, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pid")
    compiler = checkout.compiler(WAITS.replace("PID", str(tmp_path / "pid")))
    for how, left in ((signal.SIGKILL, 1), (signal.SIGTERM, 0)):
        with checkout.start(CC=compiler) as program:
            pid = int((tmp_path / "pid").read_text())
            program.send_signal(how)
            program.communicate()
        if how is signal.SIGKILL:
            os.kill(pid, signal.SIGKILL)
        assert len(checkout.found()) == left
        assert checkout.rules().endswith("game.py")


def test_a_checkout_that_is_edited_meanwhile_has_no_build(checkout: SmallCheckout) -> None:
    compiler = checkout.compiler(
        f'[ $call = check ] || echo "EDITED = True" >>{checkout.folder}/engine/game.py; exec cc "$@"'
    )
    done = checkout.compile(CC=compiler)
    if done.returncode == IMPOSSIBLE:
        pytest.skip(done.stdout)
    assert done.returncode == 0, done.stdout
    assert checkout.rules().endswith("game.py")


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (("--least-free", "1000000000"), {}, "1,000,000,000 MiB of free memory are needed"),
        ((), {"PATH": ""}, "there is no C compiler"),
        ((), {"CC": "no-such-compiler"}, "there is no C compiler"),
        ((), {"CC": "false"}, "false does not compile"),
        ((), {"XDG_CACHE_HOME": "/dev/null/caches"}, "/dev/null is no folder"),
        ((), {"STACKLOOP_CACHE": "caches"}, "the cache has no whole path: caches/compiled"),
        ((), {"XDG_CACHE_HOME": "/proc/caches"}, "/proc/caches: No such file or directory"),
    ],
)
def test_conditions_that_are_not_met_are_told_and_not_noted(
    checkout: SmallCheckout, arguments: tuple[str, ...], environment: dict[str, str], said: str
) -> None:
    done = checkout.compile(*arguments, **environment)
    assert (done.returncode, done.stderr) == (IMPOSSIBLE, "")
    assert done.stdout.startswith(said)
    assert done.stdout.count("\n") == 1
    assert not checkout.caches.exists()


def test_a_cache_that_others_may_write_is_refused(checkout: SmallCheckout) -> None:
    checkout.caches.mkdir()
    checkout.caches.chmod(0o777)
    done = checkout.compile(CC=checkout.compiler("exit 0"))
    assert (done.returncode, done.stdout) == (IMPOSSIBLE, f"{checkout.caches} may be written by others\n")
    assert not checkout.builds.exists()


def test_a_link_to_a_folder_that_others_may_write_is_refused(checkout: SmallCheckout, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    checkout.caches.symlink_to(shared)
    done = checkout.compile(CC=checkout.compiler("exit 0"))
    assert (done.returncode, done.stdout) == (IMPOSSIBLE, f"{shared} may be written by others\n")


@pytest.mark.parametrize(
    ("machine", "native", "flag"),
    [("x86_64", "", "-march=x86-64-v2"), ("aarch64", "", ""), ("x86_64", "1", "-march=native")],
)
def test_a_wheel_is_for_any_processor_of_its_kind_unless_asked_otherwise(
    tmp_path: Path, machine: str, native: str, flag: str
) -> None:
    """The part of the script that chooses the flags, and the image's, on a machine that calls itself so."""
    (tmp_path / "uname").write_text(f"#!/bin/sh\necho {machine}\n")
    (tmp_path / "uname").chmod(0o755)
    script = re.search(r"^case.*?^export CFLAGS[^\n]*$", (DEPLOY / "compiled.sh").read_text(), re.MULTILINE | re.DOTALL)
    image = re.search(r'CFLAGS="(.*)" \\$', (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert script is not None
    assert image is not None
    steps = [f"{script[0]}\necho $CFLAGS"] + ([] if native else [f'echo "{image[1]}"'])
    for step in steps:
        done = subprocess.run(
            ["/bin/sh", "-c", step],
            env={"PATH": str(tmp_path), "STACKLOOP_NATIVE": native or "0"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.split() == [each for each in ("-fwrapv", "-DNDEBUG", "-flto", *INSIDE, flag) if each]
