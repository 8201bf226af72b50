"""The image, step by step without a container runtime, as ``scratch`` and ``image`` do it; and by one, where one is."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

import pytest
import yaml

from server.runtime.version import VERSION
from tests.support.deploy.image import Builder, Image, StepFailed, argument, read
from tests.support.deploy.pythons import PROMISED, ROOT, find_pythons
from tests.support.deploy.scratch import why_not

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

DOCKERFILE: Final = ROOT / "deploy" / "Dockerfile"
TEXT: Final = DOCKERFILE.read_text()
BASE: Final = read(TEXT, {})[-1].python
ASKED: Final = 1000
"""Number of times that the image is asked whether it is ready, which has to read all cards first."""
HASTE: Final = {"STACKLOOP_READ_AHEAD": "0"}
"""The setting that spares a broken image the reading."""
PAUSE_S: Final = 0.2


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Builder]:
    if why_not():
        pytest.skip(f"no root directory for the steps of the image can be made here: {why_not()}")
    pythons = find_pythons()
    if BASE not in pythons:
        why = f"the image is made from Python {BASE}, which is not here"
        if os.environ.get("CI") == "true" and BASE in PROMISED:
            pytest.fail(why)
        pytest.skip(why)
    ignored = DOCKERFILE.with_name("Dockerfile.dockerignore").read_text()
    folder = tmp_path_factory.mktemp("image")
    yield Builder(folder, ROOT, ignored, pythons.__getitem__)
    shutil.rmtree(folder)  # some hundred MB a stage


@pytest.fixture(scope="module")
def image(builder: Builder) -> Image:
    """The image, built; its one installation serves all tests."""
    return builder.build(TEXT)


def said(image: Image, *command: str) -> str:
    """The output of a program in the image; it must end with 0."""
    done = image.run(entrypoint=command)
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout.strip()


def python(image: Image, code: str) -> str:
    return said(image, "python", "-c", code)


# ---- what is checked of an image, whole or broken


def check_program(image: Image) -> None:
    """The entry point is the wheel's, in its own environment."""
    told = image.run("--version")
    assert (told.returncode, VERSION in told.stdout) == (0, True), told.stdout
    places = python(
        image, "import engine, protocol, server; print(engine.__file__, protocol.__file__, server.__file__)"
    )
    for package, place in zip(("engine", "protocol", "server"), places.split(), strict=True):
        assert place.startswith(f"/opt/stackloop/lib/python{BASE}/site-packages/{package}/")


def check_user(image: Image) -> None:
    """An account of its own, which no node in Kubernetes or compose contradicts."""
    nodes = yaml.safe_load_all((ROOT / "deploy" / "kubernetes" / "nodes.yaml").read_text())
    pod = next(found["spec"]["template"]["spec"] for found in nodes if found["kind"] == "StatefulSet")
    assert said(image, "id", "-u") == str(pod["securityContext"]["runAsUser"]) == "10001"
    assert said(image, "id", "-un") == "stackloop"
    assert "uid=10001" in (ROOT / "deploy" / "compose.yaml").read_text()


def check_paths(image: Image) -> None:
    """It may write where its data goes, and nowhere else."""
    data = python(image, "import os; print(os.environ['STACKLOOP_DATA'])")
    assert image.config.volumes == (data,)
    assert image.config.workdir == data
    for place in (data, "/records"):
        said(image, "sh", "-c", f"touch {place}/probe && rm {place}/probe")
        assert said(image, "stat", "-c", "%u %a", place) in ("10001 700", "10001 755")
    writable = "import os; print([p for p, _, _ in os.walk('/opt') if os.access(p, os.W_OK)])"
    assert python(image, writable) == "[]"


def check_service(image: Image, more: Mapping[str, str], most: int) -> None:
    """It gets ready at the port that it says, as its own health check finds, and drains when it is stopped.

    Args:
        more: of its environment.
        most: how often its health may be asked after once it has said where it is.
    """
    assert image.config.ports == (python(image, "import os; print(os.environ['STACKLOOP_PORT'])"),)
    running = image.start(more)
    try:
        while not running.is_healthy():
            most -= "Stackloop is at" in running.said
            assert most > 0, f"it is not ready:\n{running.said}"
            time.sleep(PAUSE_S)
        code = running.stop()
    finally:
        running.kill()
    events = [json.loads(line) for line in running.said.splitlines() if line.startswith("{")]
    assert code == 0, running.said
    assert [line["url"] for line in events if line["event"] == "ready"] == ["http://127.0.0.1:8300/"]
    assert "draining" in {line["part"] for line in events}, "it stopped without a drain"
    assert events[-1]["event"] == "stopped"


def check(image: Image) -> None:
    check_program(image)
    check_user(image)
    check_paths(image)
    check_service(image, HASTE, 3)


# ---- the image as it is


def test_it_is_made_from_a_python_that_is_promised() -> None:
    assert {stage.python for stage in read(TEXT, {})} == {BASE}
    assert BASE in PROMISED


def test_python_is_that_of_the_base(image: Image) -> None:
    assert python(image, "import sys; print('%d.%d' % sys.version_info[:2], sys.prefix)") == f"{BASE} /opt/stackloop"


def test_the_program_is_the_wheel(image: Image) -> None:
    check_program(image)


def test_what_it_needs_is_of_the_versions_that_were_tried(image: Image) -> None:
    """And there is a client for buckets, and no pip."""
    asked = "from importlib.metadata import distributions as d; print(*(f'{x.name}=={x.version}' for x in d()))"
    installed = {text.replace("_", "-").lower() for text in python(image, asked).split()}
    pins = {line.replace("_", "-").lower() for line in (ROOT / "deploy" / "constraints.txt").read_text().split()}
    assert installed - pins == {f"stackloop=={VERSION}"}
    assert {text.partition("==")[0] for text in installed} >= {"obstore", "redis", "websockets"}


def test_its_user_is_the_one_that_is_deployed(image: Image) -> None:
    check_user(image)


def test_its_user_writes_to_its_data_alone(image: Image) -> None:
    check_paths(image)


def test_it_serves_and_drains(image: Image) -> None:
    check_service(image, {}, ASKED)


@pytest.mark.parametrize(("compiled", "fetched", "hook"), [("1", "gcc", "true"), ("0", "", "false")])
def test_the_compiled_build_is_asked_for_by_its_argument(
    tmp_path: Path, compiled: str, fetched: str, hook: str
) -> None:
    """It takes minutes to be run: here a shell reads its steps, and what it would fetch and build is told."""
    (stage, _) = read(TEXT, {"COMPILED": compiled})
    for step in stage.steps:
        if step.verb == "RUN":
            subprocess.run(["/bin/sh", "-n", "-c", step.value], check=True, timeout=60)
    fetches, builds = (step.value for step in stage.steps if step.verb == "RUN")
    for name in ("apt-get", "rm"):
        (tmp_path / name).write_text('#!/bin/sh\necho "$0 $*"\n')
        (tmp_path / name).chmod(0o755)
    environment = {"PATH": str(tmp_path), **argument(stage.steps[0], {"COMPILED": compiled})}
    (expression,) = re.findall(r'HATCH_BUILD_HOOK_ENABLE_MYPYC="(\$\(.*?\))"', builds)
    shown = [
        subprocess.run(["/bin/sh", "-c", line], env=environment, capture_output=True, text=True, check=True, timeout=60)
        for line in (fetches, f"echo {expression}")
    ]
    assert (fetched in shown[0].stdout, bool(shown[0].stdout)) == (True, compiled == "1")
    assert shown[1].stdout.strip() == hook


# ---- the tests find what is wrong


BROKEN: Final = {
    "no COPY of the program": ("COPY --from=build /opt/stackloop /opt/stackloop\n", ""),
    "no COPY of the project": ("COPY pyproject.toml README.md ./\n", ""),
    "another entry point": ('ENTRYPOINT ["stackloop"]', 'ENTRYPOINT ["stackloops"]'),
    "nothing that serves": ('CMD ["serve"]', 'CMD ["--version"]'),
    "another uid": ("--uid 10001", "--uid 10002"),
    "root": ("USER 10001\n", ""),
    "a data directory of root's": (" --create-home", ""),
    "an archive of root's": ("install -d -o stackloop -m 0700 /records", "install -d -m 0755 /records"),
    "another path": ("PATH=/opt/stackloop/bin:$PATH", "PATH=/opt/stackloop:$PATH"),
    "another port": ("STACKLOOP_PORT=8300", "STACKLOOP_PORT=8301"),
    "another health check": ("/readyz", "/nothing.here"),
    "a signal that does not drain": ("STOPSIGNAL SIGTERM", "STOPSIGNAL SIGINT"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_image_is_found_out(builder: Builder, image: Image, what: str) -> None:
    """``image`` was built before: what is the same of it is not built again."""
    wrong, right = BROKEN[what]
    assert TEXT.count(wrong) == 1
    with pytest.raises((AssertionError, StepFailed)), builder.built(TEXT.replace(wrong, right)) as broken:
        check(broken)
    assert image.scratch.root.exists()


# ---- by a container runtime


def docker(*arguments: str | Path, timeout_s: float = 60.0) -> str:
    done = subprocess.run(["docker", *arguments], capture_output=True, text=True, timeout=timeout_s, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def no_docker() -> str:
    """The reason that there is no container runtime; empty if there is one."""
    if shutil.which("docker") is None:
        return "there is no docker"
    try:
        asked = subprocess.run(["docker", "info"], capture_output=True, text=True, timeout=60, check=False)
    except subprocess.TimeoutExpired:
        return "docker info does not answer"
    last = (asked.stderr or asked.stdout).strip().splitlines() or ["docker info fails"]
    return last[-1] if asked.returncode else ""


def test_a_container_runtime_builds_and_starts_it() -> None:
    why = no_docker()
    if why:
        pytest.skip(f"no image is built by a container runtime: {why}")
    name = f"stackloop-{os.urandom(4).hex()}"
    docker("build", "-f", DOCKERFILE, "-t", name, ROOT, timeout_s=800)
    try:
        assert VERSION in docker("run", "--rm", name, "--version")
        docker("run", "--detach", "--name", name, "--publish", "127.0.0.1::8300", name)
        place = docker("port", name, "8300").splitlines()[0]
        left = ASKED
        while not (is_ready(f"http://{place}/readyz") and health_of(name) == "healthy"):
            left -= 1
            assert left, docker("logs", name)
            time.sleep(PAUSE_S)
        docker("stop", name)
        assert docker("inspect", "--format", "{{.State.ExitCode}}", name) == "0"
    finally:
        subprocess.run(["docker", "rm", "--force", "--volumes", name], capture_output=True, timeout=60, check=False)
        subprocess.run(["docker", "rmi", "--force", name], capture_output=True, timeout=60, check=False)


def is_ready(url: str) -> bool:
    try:
        with urlopen(url, timeout=5) as answer:
            return bool(answer.status == HTTPStatus.OK)
    except (URLError, OSError):
        return False


def health_of(name: str) -> str:
    return docker("inspect", "--format", "{{.State.Health.Status}}", name)
