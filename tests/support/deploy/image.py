"""A Dockerfile, read and run step by step without a container runtime, in roots of ``scratch``."""

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from dockerfile_parse import DockerfileParser
from dockerfile_parse.util import WordSplitter, get_key_val_dictionary
from pathspec import PathSpec

from tests.support.deploy.scratch import SYSTEM_PATH, Scratch, as_run

SHELL: Final = ("/bin/sh", "-c")
OF_THE_MACHINE: Final = re.compile(
    r"(?i)PIP_(CERT|INDEX_URL|EXTRA_INDEX_URL|DEFAULT_TIMEOUT)|(https?|no)_proxy|SSL_CERT_\w+"
)
"""Variables by which this machine reaches an index of packages; a builder is given them likewise."""
BASE: Final = re.compile(r"python:(3\.\d+)(?:\.\d+)?-slim(?:-\w+)?")
STOP_S: Final = 60.0
"""Time that an image may take to stop."""
LAST_WORDS: Final = 3000
"""Characters of what a failed step wrote that are shown."""


class StepFailed(Exception):
    """A step of a Dockerfile cannot be run, or did not end with 0."""


class Step(NamedTuple):
    """An instruction with its arguments, continuation lines joined, and the number of its line."""

    verb: str
    value: str
    line: int


class Stage(NamedTuple):
    """The part of an image's build after a ``FROM``."""

    base: str
    name: str
    steps: tuple[Step, ...]

    @property
    def python(self) -> str:
        """The minor version of the Python that it is made from.

        Raises:
            StepFailed: it is made from something else.
        """
        found = BASE.fullmatch(self.base)
        if found is None:
            raise StepFailed(f"{self.base} is not one of Python's slim images")
        return found[1]


@dataclass(frozen=True)
class Config:
    """The configuration that an image is run with."""

    environment: Mapping[str, str] = field(default_factory=lambda: {"PATH": SYSTEM_PATH})
    user: str = "0"
    workdir: str = "/"
    entrypoint: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    volumes: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()
    stop: str = "SIGTERM"
    health: tuple[str, ...] = ()


def read(text: str, build: Mapping[str, str]) -> list[Stage]:
    """The stages of a Dockerfile, the last of which is the image."""
    stages: list[Stage] = []
    before: dict[str, str] = {}
    for found in DockerfileParser(fileobj=BytesIO(text.encode())).structure:
        step = Step(found["instruction"], found["value"], found["startline"] + 1)
        if step.verb == "COMMENT":
            continue
        if step.verb == "FROM":
            base, *more = words(step.value, before, {})
            stages.append(Stage(base, more[1] if more else "", ()))
        elif not stages:
            before |= argument(step, build)
        else:
            stages[-1] = stages[-1]._replace(steps=(*stages[-1].steps, step))
    return stages


class Builder:
    """Builds images of one checkout; a stage that was built before, step by step the same, is not built again.

    Args:
        context: the checkout.
        ignored: what ``.dockerignore`` says.
        python: finds the interpreter of a minor version.
    """

    def __init__(self, folder: Path, context: Path, ignored: str, python: Callable[[str], Path]) -> None:
        self._folder = folder
        self._context = context
        self._ignored = PathSpec.from_lines("gitignore", ignored.splitlines())  # the last that matches counts, as there
        self._python = python
        self._count = 0
        self._built: dict[tuple[Stage, ...], Image] = {}

    @contextmanager
    def built(self, text: str) -> Iterator["Image"]:
        """An image until the block ends; raises as ``build``."""
        image = self.build(text)
        try:
            yield image
        finally:
            self._built = {stages: each for stages, each in self._built.items() if each is not image}
            shutil.rmtree(image.scratch.root)

    def build(self, text: str) -> "Image":
        """Run all steps.

        Raises:
            StepFailed: one failed; it is named with its line, and with what it wrote.
        """
        stages = read(text, {})
        if not stages:
            raise StepFailed("there is no FROM")
        images: dict[str, Image] = {}
        for number, stage in enumerate(stages):
            upto = tuple(stages[: number + 1])
            if upto not in self._built:
                self._built[upto] = self._run(stage, images)
            images |= {stage.name: self._built[upto], str(number): self._built[upto]}
        return self._built[tuple(stages)]

    def _run(self, stage: Stage, images: Mapping[str, "Image"]) -> "Image":
        self._count += 1
        image = Image(Scratch(self._folder / f"root{self._count}", self._python(stage.python)), Config())
        for step in stage.steps:
            self._take(image, step, images)
        return image

    def _take(self, image: "Image", step: Step, images: Mapping[str, "Image"]) -> None:
        config = image.config
        known = config.environment
        match step.verb:
            case "ARG":
                image.arguments |= argument(step, {})
            case "ENV":
                told = get_key_val_dictionary(step.value, env_replace=True, args=image.arguments, envs=known)
                config = replace(config, environment={**known, **told})
            case "RUN":
                image.step(step, (*SHELL, step.value))
            case "COPY":
                self._copy(image, step, images)
            case "WORKDIR":
                (place,) = words(step.value, image.arguments, known)
                config = replace(config, workdir=os.path.join(config.workdir, place))
                (image.scratch.root / config.workdir.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "USER":
                (user,) = words(step.value, image.arguments, known)
                config = replace(config, user=user)
            case "VOLUME":
                config = replace(config, volumes=(*config.volumes, *exec_form(step.value, step.value.split())))
            case "EXPOSE":
                config = replace(config, ports=(*config.ports, *words(step.value, image.arguments, known)))
            case "STOPSIGNAL":
                config = replace(config, stop=step.value)
            case "HEALTHCHECK":
                _, _, command = step.value.partition("CMD")
                config = replace(config, health=exec_form(command.strip(), [*SHELL, command.strip()]))
            case "ENTRYPOINT":
                config = replace(config, entrypoint=exec_form(step.value, [*SHELL, step.value]), command=())
            case "CMD":
                config = replace(config, command=exec_form(step.value, [*SHELL, step.value]))
            case "LABEL":
                pass
            case _:
                raise StepFailed(f"line {step.line}: {step.verb} is not among what can be run here")
        image.config = config

    def _copy(self, image: "Image", step: Step, images: Mapping[str, "Image"]) -> None:
        """As ``COPY`` does: what a directory holds, each file with its mode, and all of it root's."""
        given = words(step.value, image.arguments, image.config.environment)
        flags = dict(word.removeprefix("--").partition("=")[::2] for word in given if word.startswith("--"))
        *sources, to = [word for word in given if not word.startswith("--")]
        if flags.keys() - {"from"}:
            raise StepFailed(f"line {step.line}: COPY {', '.join(flags)} is not among what can be run here")
        earlier = images[flags["from"]].scratch.root if "from" in flags else None
        place = image.scratch.root / os.path.join(image.config.workdir, to).lstrip("/")
        for source in sources:
            found = (earlier or self._context) / source.lstrip("/")
            if not found.exists() or (earlier is None and not any(self._passed(found))):
                raise StepFailed(f"line {step.line}: COPY {step.value}: there is no {source}")
            if found.is_dir():
                ignore = None if earlier is not None else self._leave_out
                shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True, ignore=ignore)
            else:
                into = place / found.name if to.endswith("/") or len(sources) > 1 else place
                into.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(found, into)

    def _passed(self, place: Path) -> Iterator[Path]:
        """The files below a place that ``.dockerignore`` lets through."""
        files = place.rglob("*") if place.is_dir() else [place]
        return (each for each in files if each.is_file() and not self._is_ignored(each))

    def _is_ignored(self, place: Path) -> bool:
        return self._ignored.match_file(place.relative_to(self._context))

    def _leave_out(self, folder: str, names: list[str]) -> set[str]:
        return {name for name in names if self._is_ignored(Path(folder, name))}


class Image:
    """A stage that was built, or is being built."""

    def __init__(self, scratch: Scratch, config: Config) -> None:
        self.scratch = scratch
        self.config = config
        self.arguments: dict[str, str] = {}

    @property
    def user(self) -> int:
        """The id of who runs there; raises ``StepFailed``."""
        named, _, _ = self.config.user.partition(":")
        if named.isdecimal():
            return int(named)
        for line in (self.scratch.root / "etc" / "passwd").read_text().splitlines():
            name, _, ident, *_ = line.split(":")
            if name == named:
                return int(ident)
        raise StepFailed(f"there is no account {named}")

    def step(self, step: Step, command: tuple[str, ...]) -> None:
        """Run a step that builds; raises ``StepFailed``."""
        machine = {name: value for name, value in os.environ.items() if OF_THE_MACHINE.fullmatch(name)}
        environment = {"HOME": "/root", **machine, **self.arguments, **self.config.environment}
        done = self.scratch.run(command, environment, user=self.user, cwd=self.config.workdir)
        if done.returncode:
            said = f"ended with {done.returncode}:\n{done.stdout[-LAST_WORDS:]}"
            raise StepFailed(f"line {step.line}: {step.verb} {step.value}\n{said}")

    def run(self, *arguments: str, entrypoint: tuple[str, ...] | None = None) -> "subprocess.CompletedProcess[str]":
        """Run the image with these arguments in place of its own, or something else in it."""
        command = (*(self.config.entrypoint if entrypoint is None else entrypoint), *arguments)
        return self.scratch.run(command, self._environment, user=self.user, cwd=self.config.workdir)

    def start(self, more: Mapping[str, str]) -> "Running":
        """Run the image as it is, with these variables besides."""
        command = (*self.config.entrypoint, *self.config.command)
        environment = {**self._environment, **more}
        output = self.scratch.root.with_suffix(".log")
        process = self.scratch.start(command, environment, output, user=self.user, cwd=self.config.workdir)
        return Running(self, process, output)

    @property
    def _environment(self) -> dict[str, str]:
        return {"HOME": "/", "HOSTNAME": "image", **self.config.environment}

    def beside(self, process: int, command: tuple[str, ...]) -> list[str]:
        """A command in what another process sees, as that user: its files, its network, its processes."""
        account = (f"--setuid={self.user}", f"--setgid={self.scratch.group_of(self.user)}")
        there = ("--mount", "--net", "--pid", "--root", "--wd")
        within = as_run(command, self._environment, self.config.workdir)
        return ["nsenter", f"--target={process}", *there, *account, *within]


class Running:
    """An image that runs."""

    def __init__(self, image: Image, process: "subprocess.Popen[bytes]", output: Path) -> None:
        self._image = image
        self._process = process
        self._output = output

    @property
    def said(self) -> str:
        """All that it wrote."""
        return self._output.read_text()

    def is_healthy(self) -> bool:
        """Ask as ``HEALTHCHECK`` says.

        Raises:
            StepFailed: what ran has ended.
        """
        code = self._process.poll()
        if code is not None:
            raise StepFailed(f"{self._image.config.entrypoint} ended with {code}:\n{self.said[-LAST_WORDS:]}")
        first = self._first
        if first is None:
            return False
        asked = self._image.beside(first, self._image.config.health)
        return subprocess.run(asked, capture_output=True, timeout=60, check=False).returncode == 0

    def stop(self) -> int:
        """Send the signal that it is stopped by, and wait; returns the exit code."""
        first = self._first
        if first is not None:
            os.kill(first, signal.Signals[self._image.config.stop])
        return self._process.wait(STOP_S)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def _first(self) -> int | None:
        """The first process of the image, which is the one that ``unshare`` waits for."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        return int(children[0]) if children else None


def words(value: str, arguments: Mapping[str, str], environment: Mapping[str, str]) -> list[str]:
    """The words of an instruction, with variables replaced."""
    return [*WordSplitter(value, args=dict(arguments), envs=dict(environment)).split()]


def argument(step: Step, build: Mapping[str, str]) -> dict[str, str]:
    """The value of ``ARG``, unless the build says otherwise; nothing, if neither gives one."""
    name, is_told, default = step.value.partition("=")
    if name in build:
        return {name: build[name]}
    return {name: words(default, {}, {})[0] if default else ""} if is_told else {}


def exec_form(value: str, otherwise: list[str]) -> tuple[str, ...]:
    """A command that is written as JSON; else what is given."""
    return tuple(json.loads(value)) if value.startswith("[") else tuple(otherwise)
