"""Compiles the rules of this checkout into the user's cache: ``python deploy/compile.py [--beside]``.

``server.runtime.compiled_rules`` says where a build is kept and when it counts. The order here: conditions, the lock, a
copy of the sources, C code by mypyc, the C compiler, a proof, and one rename that makes the build known. GCC compiles
twice: first with counters, which a few matches fill, then for the way that these took. So two that
begin at once make one build, and one that is killed leaves none.

The last line of the output says what came of it. Exit codes: 0 built, or built before; 1 failed, noted, and not tried
again until sources or interpreter change; 3 not possible here, and nothing noted.
"""

import errno
import fcntl
import hashlib
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.pop("STACKLOOP_COMPILED", None)  # this program and all that it starts are interpreted

import click  # noqa: E402  # the checkout comes before what is installed
import pathspec  # noqa: E402

from server.runtime import compiled_rules, free_memory  # noqa: E402
from server.runtime.owned_folder import make_owned  # noqa: E402

if TYPE_CHECKING:
    from engine import Match

MIB: Final = 1 << 20
LEAST_FREE_MIB: Final = 4096
LEAST_DISK_MIB: Final = 1024
"""A build takes some 300 MB for a while, with link time optimisation more."""
MOST_KEPT: Final = 4
"""Builds in the cache: those of the sources that were used last."""
STAGING: Final = ".building-"
LAST: Final = 19
"""The niceness of a process that gives way to all others."""
IMPOSSIBLE: Final = 3
WHOLE: Final = ("-fPIC", "-fwrapv", "-DNDEBUG", "-g0", "-w")
"""As Python itself is compiled: its C code counts on wrapping integers."""
INSIDE: Final = ("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")
"""Nobody else calls what is inside, so that a call need not go through a table: a tenth of the time (GCC 12, -O3)."""
LINKED: Final = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared", "-s")
COUNTING: Final = ("-fprofile-generate", "-fprofile-update=single")
"""The code notes beside the object files how often each part of it ran."""
COUNTED: Final = ("-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile")
"""Code that ran often is laid out together; code that never ran is compiled as without notes, as others may run it."""
MOVES: Final = 150
"""Decisions of each game that both forms of the rules must play alike."""
LESSON: Final = 5_000
"""Decisions of each game, with all views, that are played to count."""
MOST_LETTERS: Final = 300
PROGRAMS: Final = tuple(
    name
    for name in ("server.commands.serve", "server.commands.secrecy")
    if ROOT.joinpath(*name.split(".")).with_suffix(".py").is_file()
)
"""The programs import the rest of a server, where no interpreted class may inherit from a compiled one."""


class Impossible(Exception):
    """The rules cannot be compiled here; the text says why."""


class Failed(Exception):
    """The build went wrong; the text says how, in one line."""


class Recipe(NamedTuple):
    """The flags of one kind of build."""

    compiler: tuple[str, ...]
    flags: tuple[str, ...]
    jobs: int
    trains: bool = False
    """Compile for the way that some matches took, played before."""


@click.command()
@click.option("--beside", is_flag=True, help="Give way to everything else on this machine; one job.")
@click.option("--optimise", default=3, show_default=True, type=click.IntRange(0, 3), help="-O of the C compiler.")
@click.option("--lto", is_flag=True, help="Optimise at link time.")
@click.option("--native", is_flag=True, help="For the processor of this machine alone.")
@click.option("--train/--no-train", default=True, show_default=True, help="Optimise for matches played before (GCC).")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="C compilers at once.")
@click.option(
    "--least-free",
    envvar="STACKLOOP_COMPILE_MIB",
    default=LEAST_FREE_MIB,
    show_default=True,
    type=click.IntRange(0),
    help="MiB of memory that must be free.",
)
def command(beside: bool, optimise: int, lto: bool, native: bool, train: bool, jobs: int, least_free: int) -> None:
    """Compile the rules, unless that was done."""
    signal.signal(signal.SIGTERM, lambda _signum, _frame: sys.exit(128 + signal.SIGTERM))
    if beside:
        give_way()
    flags = (f"-O{optimise}", *(("-flto",) if lto else ()), *(("-march=native",) if native else ()))
    way = compiled_rules.NATIVE if native else compiled_rules.PLAIN
    try:
        need_memory(least_free)
        compiler = find_compiler()
        folder = owned_cache()
        with locked(folder):
            said = build(folder, way, Recipe(compiler, flags, jobs, train and is_gcc(compiler)))
    except Impossible as error:
        click.echo(str(error))
        sys.exit(IMPOSSIBLE)
    except Failed as error:
        click.echo(str(error))
        sys.exit(1)
    click.echo(said)


def give_way() -> None:
    """Take only what nobody else wants: of the processors here, and of those that the system gives to our session."""
    os.nice(LAST)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(LAST))


# ---- conditions


def need_memory(least_mib: int) -> None:
    free = free_memory.free_bytes()
    if least_mib and (free is None or free < least_mib * MIB):
        told = "an unknown amount" if free is None else f"{free // MIB:,} MiB"
        raise Impossible(f"{least_mib:,} MiB of free memory are needed, and {told} is there")


def find_compiler() -> tuple[str, ...]:
    """The command of a C compiler that finds Python's headers."""
    named = shlex.split(os.environ.get("CC", ""))
    found = [named] if named else [[name] for name in ("cc", "gcc", "clang")]
    compiler = next((each for each in found if shutil.which(each[0])), None)
    if compiler is None:
        raise Impossible("there is no C compiler")
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        raise Impossible("there are no headers of this Python (Debian: python3-dev)")
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise Impossible("this Python has no global lock")
    tried = subprocess.run(  # noqa: S603 # the compiler that was found
        [*compiler, f"-I{sysconfig.get_path('include')}", "-fsyntax-only", "-x", "c", "-"],
        input="#include <Python.h>\n",
        capture_output=True,
        text=True,
        check=False,
    )
    if tried.returncode:
        raise Impossible(f"{compiler[0]} does not compile: {last_line(tried.stderr)}")
    return tuple(compiler)


def is_gcc(compiler: tuple[str, ...]) -> bool:
    """Whether a compiler is GCC, and none that says so too: others keep their counts in another way."""
    asked = [*compiler, "-fsyntax-only", "-dM", "-E", "-x", "c", os.devnull]
    told = subprocess.run(asked, capture_output=True, text=True, check=False).stdout  # noqa: S603 # as above
    return "__GNUC__" in told and "__clang__" not in told


def owned_cache() -> Path:
    try:
        folder = make_owned(compiled_rules.cache())
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise Impossible(said_of(error)) from error
    if free < LEAST_DISK_MIB * MIB:
        raise Impossible(f"{LEAST_DISK_MIB:,} MiB of disk are needed below {folder}, and {free // MIB:,} are free")
    return folder


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One build at a time: wait for another one to end."""
    try:
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Impossible(said_of(error)) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
    except OSError as error:
        os.close(lock)
        raise Impossible(f"{folder} cannot be locked: {error.strerror}") from error
    try:
        yield
    finally:
        os.close(lock)


# ---- one build


def build(folder: Path, way: str, recipe: Recipe) -> str:
    """Make the build of these sources, and note a failure; returns what came of it."""
    for stale in folder.glob(f"{STAGING}*"):  # of one that was killed, as we have the lock
        shutil.rmtree(stale, ignore_errors=True)
    staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=folder))
    key = ""
    try:
        copied = staging / "sources"
        copy_sources(copied)
        key = compiled_rules.key_of(copied, way)
        if is_whole(folder / key):
            return "compiled before"
        noted = folder / f"{key}{compiled_rules.FAILED}"
        if noted.exists():
            raise Failed(f"{noted.read_text().strip()} (remove {noted} to try again)")
        started_s = time.monotonic()
        size = compile_into(staging, copied, folder / key, recipe)
        forget_old(folder)
    except (Failed, OSError) as error:
        reason = said_of(error) if isinstance(error, OSError) else str(error)
        shutil.rmtree(staging, ignore_errors=True)  # a full disk has room for the note then
        if key and not (folder / f"{key}{compiled_rules.FAILED}").exists():
            with suppress(OSError):
                (folder / f"{key}{compiled_rules.FAILED}").write_text(f"{reason}\n")
        raise Failed(reason) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    seconds = time.monotonic() - started_s
    return f"compiled in {seconds:.0f} s, {size / MIB:.0f} MiB; the next start uses it"


def copy_sources(copied: Path) -> None:
    """Copy what a build is made from, as it may be edited meanwhile."""
    try:
        for name in compiled_rules.PACKAGES:
            shutil.copytree(ROOT / name, copied / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
        for name in (compiled_rules.PROJECT, *compiled_rules.RECIPE):
            (copied / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copied / name)
    except (FileNotFoundError, shutil.Error) as error:
        if isinstance(error, shutil.Error) and os.strerror(errno.ENOSPC) in str(error):
            raise Failed(os.strerror(errno.ENOSPC)) from error
        raise Impossible("the checkout changed meanwhile; the next start tries again") from error


def is_whole(place: Path) -> bool:
    with suppress(OSError, ValueError):
        return bool(compiled_rules.modules_of(place))
    return False


def compile_into(staging: Path, copied: Path, place: Path, recipe: Recipe) -> int:
    """Compile, prove, and put in place; returns the size."""
    made = staging / "made"
    made.mkdir()
    generated = generate(staging, copied)
    if recipe.trains:
        recipe = trained(generated, staging, copied, recipe)
    size = link_whole(generated, staging, made, recipe)
    prove(copied, made)
    for path in (*made.iterdir(), made):
        sync(path)
    if place.exists():  # it was damaged
        place.rename(staging / "damaged")
    made.rename(place)
    sync(place.parent)
    return size


def forget_old(folder: Path) -> None:
    """Remove builds that were not used for the longest time, beyond a few."""
    builds = [path for path in folder.iterdir() if (path / compiled_rules.MANIFEST).is_file()]
    for old in sorted(builds, key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


# ---- the steps of it


class Generated(NamedTuple):
    """The C code of all modules, and where its parts lie."""

    library: str
    sources: list[str]
    includes: list[str]
    starts: dict[str, str]
    """Module -> the source of the function that starts it."""


def generate(staging: Path, copied: Path) -> Generated:
    """Have mypyc write C code, in a process of its own, whose memory is free after that."""
    told = staging / "generated.json"
    call([*step(copied), "generate", str(staging / "c"), str(told)], copied)
    return Generated(**json.loads(told.read_text()))


def write_c_code(target: str, told: str) -> None:
    """The step in its own process, in the folder of the sources."""
    from mypyc.build import mypycify  # it takes a second

    hook = compiled_rules.hook(Path())
    arguments = ["--config-file=pyproject.toml", *hook["mypy-args"], *compiled_names(hook["include"], hook["exclude"])]
    library, *starts = mypycify(arguments, multi_file=True, target_dir=target, group_name="stackloop")
    includes = [os.path.abspath(each) for each in library.include_dirs]
    found = Generated(
        library.name,
        [os.path.abspath(each) for each in library.sources],
        includes,
        {each.name: os.path.abspath(each.sources[0]) for each in starts},
    )
    Path(told).write_text(json.dumps(found._asdict()))


def trained(generated: Generated, staging: Path, copied: Path, recipe: Recipe) -> Recipe:
    """Compile with counters, and play: return the recipe for the same C code that reads them."""
    counting = staging / "counting"
    counting.mkdir()
    link_whole(generated, staging, counting, recipe._replace(flags=(*recipe.flags, *COUNTING)))
    call([*step(copied), "learn", str(counting)], copied)
    if not any(staging.glob("*.gcda")):
        raise Failed("the compiler says nothing of the matches that it was to count")
    shutil.rmtree(counting)
    return recipe._replace(flags=(*recipe.flags, *COUNTED))


def learn(made: str) -> None:
    """The matches that are counted, in their own process, in the folder of the sources."""
    if not compiled_rules.use(Path(made)):
        sys.exit("the counting rules cannot be loaded")
    import engine  # in that form

    for game in engine.list_games():
        chance = random.Random(1)  # noqa: S311  # a lesson, nothing secret
        match = begun(game, 0)
        views = engine.Views(match)
        for number in range(LESSON):
            if not match.decisions:
                match = begun(game, number)
                views = engine.Views(match)
            decision = match.decisions[0]
            match.apply(decision.seat, decision.w, decision.sample(chance.randrange))
            views.update()


def begun(game: str, number: int) -> "Match":
    """A match of two decks that ship with a game; they take turns."""
    import engine  # in the form that was chosen

    decks = [deck.entries for deck in engine.load_decks(game).values()]
    pair = decks[number % len(decks)], decks[number % len(decks) - 1]
    return engine.Match.create(engine.Header(game, ("first", "second"), pair, engine.Seed(f"lesson {number}")))


def compiled_names(include: Iterable[str], exclude: Iterable[str]) -> list[str]:
    wanted = pathspec.PathSpec.from_lines("gitwildmatch", include)
    kept_out = pathspec.PathSpec.from_lines("gitwildmatch", exclude)
    names = compiled_rules.sources(Path())
    return [name for name in names if wanted.match_file(name) and not kept_out.match_file(name)]


def link_whole(generated: Generated, staging: Path, folder: Path, recipe: Recipe) -> int:
    """Compile the C code, link it, and say in the manifest what it is; returns the size."""
    modules = link_all(generated, staging, folder, recipe)
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    manifest = {"modules": modules, "sizes": sizes, "flags": recipe.flags, "compiler": recipe.compiler}
    (folder / compiled_rules.MANIFEST).write_text(json.dumps(manifest))
    return sum(sizes.values())


def link_all(generated: Generated, staging: Path, folder: Path, recipe: Recipe) -> dict[str, str]:
    """Compile the C code and link it; returns the file of each module."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    includes = [sysconfig.get_path("include"), *generated.includes]
    flags = [*WHOLE, *INSIDE, *recipe.flags, *(f"-I{folder}" for folder in includes)]

    objects = [f"{staging}/{number}.o" for number in range(len(generated.sources))]
    pairs = zip(generated.sources, objects, strict=True)
    call_all([[*recipe.compiler, *flags, "-c", source, "-o", made] for source, made in pairs], staging, recipe.jobs)
    library = f"{generated.library}{suffix}"
    call([*recipe.compiler, *recipe.flags, *LINKED, *objects, "-o", str(folder / library)], staging)
    modules = {generated.library: library}
    for number, some in enumerate(packed(generated.starts)):
        source = staging / f"starts{number}.c"
        source.write_text("".join(start_of(generated.starts[name]) for name in some))
        file = f"starts{number}{suffix}"
        call([*recipe.compiler, *flags, "-O0", *LINKED, str(source), "-o", str(folder / file)], staging)
        modules |= dict.fromkeys(some, file)
    return modules


def packed(modules: Iterable[str]) -> list[list[str]]:
    """Modules in as few files as can be: Python finds the start of a module by the last part of its name."""
    packs: list[list[str]] = []
    for name in modules:
        last = name.rpartition(".")[2]
        room = next((pack for pack in packs if all(each.rpartition(".")[2] != last for each in pack)), None)
        if room is None:
            packs.append(room := [])
        room.append(name)
    return packs


def start_of(source: str) -> str:
    """The source of a start, without what each of them defines again for another system."""
    again = f"again_{hashlib.sha256(source.encode()).hexdigest()}"
    return f'#define PyInit___init__ {again}\n#include "{source}"\n#undef PyInit___init__\n'


def prove(copied: Path, made: Path) -> None:
    """Import all of it, and have both forms of the rules play the same matches.

    Raises:
        Failed: they do not end in the same states.
    """
    played = [call([*step(copied), "play", *some], copied) for some in ((), (str(made),))]
    if played[0] != played[1] or not played[0]:
        raise Failed("the compiled rules play otherwise than the interpreted ones")


def play(made: str = "") -> None:
    """The proof in its own process, in the folder of the sources: print the hash of each game after some moves."""
    if made:
        if not compiled_rules.use(Path(made)):
            sys.exit("the compiled rules cannot be loaded")
        for name in (*compiled_rules.modules_of(Path(made)), *PROGRAMS):
            __import__(name)
    import engine  # in the form that was chosen

    for game in engine.list_games():
        chance = random.Random(1)  # noqa: S311  # a proof, nothing secret
        match = begun(game, 0)
        for _ in range(MOVES):
            if match.decisions:
                decision = match.decisions[0]
                match.apply(decision.seat, decision.w, decision.sample(chance.randrange))
        click.echo(f"{game} {match.hash()}")


def step(copied: Path) -> tuple[str, str]:
    """This program, as it was copied: what it imports of ours is a copy, too."""
    return sys.executable, str(copied / "deploy" / "compile.py")


def call(command: list[str], folder: Path) -> str:
    """Run a step; returns what it prints.

    Raises:
        Failed: it did not end well.
    """
    done = subprocess.run(  # noqa: S603 # our own steps
        command, cwd=folder, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        raise Failed(f"{Path(command[0]).name}: {last_line(done.stderr or done.stdout) or done.returncode}")
    return done.stdout


def call_all(commands: Iterable[list[str]], folder: Path, jobs: int) -> None:
    """Run steps, so many at a time; none of them outlives this.

    Raises:
        Failed: one did not end well.
    """
    with tempfile.TemporaryFile("w+", errors="replace", dir=folder) as told:
        running: list[tuple[str, subprocess.Popen[bytes]]] = []
        try:
            for command in commands:
                if len(running) == jobs:
                    check(*running[0], told)
                    del running[0]
                process = subprocess.Popen(command, cwd=folder, stdout=told, stderr=told)  # noqa: S603 # as above
                running.append((Path(command[0]).name, process))
            for name, process in running:
                check(name, process, told)
        finally:
            for _, process in running:
                process.kill()
                process.wait()


def check(name: str, process: "subprocess.Popen[bytes]", told: IO[str]) -> None:
    """Wait for the end of a step; raises as ``call_all``."""
    if code := process.wait():
        told.seek(0)
        raise Failed(f"{name}: {last_line(told.read()) or code}")


def last_line(text: str) -> str:
    """The line that tells most: the first that names an error, or else the last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "")[:MOST_LETTERS]


def said_of(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


STEPS: Final[dict[str, Callable[..., None]]] = {"generate": write_c_code, "learn": learn, "play": play}

if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] in STEPS:
        STEPS[sys.argv[1]](*sys.argv[2:])
    else:
        command()
