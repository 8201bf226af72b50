"""Commands in RUNBOOK.md work as they stand there: each of ours is run, on real nodes.

Only what an operator puts in is put in: MATCH, FILE, URL, and where the things are that another machine has.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import anyio
import pytest
import yaml

from protocol.client import connect
from server.cli import COMMANDS
from server.store.embedded_valkey import find_binary
from tests.support.e2e.published_files import made_in
from tests.support.engine.conceded_match import record
from tests.support.server.redis_process import redis_process
from tests.support.server.server_process import ServerProcess, free_ports, server_process

pytestmark = [pytest.mark.slow, pytest.mark.timeout(400)]

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
TOKEN: Final = "the-operator-shows-this-and-nobody-else"
NODES: Final = "http://node-1:9300"
"""The runbook's address of a node."""
NOBODY: Final = "http://127.0.0.1:1"
PROGRAM: Final = Path(sys.executable).with_name("stackloop")
ORDERS: Final = ("matches", "show", "close", "drain")
OTHERS: Final = ("serve", "replay", "chaos", "cards")
FEWER: Final = ("--kills 50", "--kills 1 --matches 2 --nodes 2")
"""Of what takes a quarter of an hour."""
OURS: Final = re.compile(rf"(?<![-\w])stackloop ({'|'.join(('admin', *OTHERS))})\b")
REDIS: Final = shutil.which("redis-server") or find_binary()


def commands() -> list[str]:
    """All of ours in the runbook, in its order, each once."""
    text = (DEPLOY / "RUNBOOK.md").read_text()
    code = re.findall(r"```sh\n(.*?)```|`([^`]+)`", text, re.DOTALL)
    lines = [line for block, word in code for line in (block.splitlines() or [" ".join(word.split())])]
    ours = [line for line in lines if OURS.search(line)]
    return list(dict.fromkeys(ours))


class Place:
    """The place of an operator: a Redis, a node on it that runs a match, and one more node for who wants one gone."""

    def __init__(self, redis_url: str, node: ServerProcess, folder: Path) -> None:
        self.redis_url = redis_url
        self.node = node
        self.folder = folder

    def settings(self, **more: str) -> dict[str, str]:
        """The settings in a terminal of a node."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("STACKLOOP_")}
        path = f"{PROGRAM.parent}{os.pathsep}{kept['PATH']}"
        return {**kept, "PATH": path, "STACKLOOP_ADMIN_URL": self.node.admin_url, **more}

    def begin(self) -> str:
        """A match of two bots, which takes them minutes."""

        async def create() -> str:
            async with connect(self.node.url) as client:
                return (await client.create("magic", seats=("bot:random", "bot:random"))).m

        return anyio.run(create)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("operator")
    with (
        redis_process(REDIS, folder / "redis", "--requirepass", TOKEN) as redis,
        node(folder, "node-1", redis.url) as first,
    ):
        yield Place(redis.url, first, folder)


@contextmanager
def node(folder: Path, name: str, redis_url: str) -> Iterator[ServerProcess]:
    settings = {
        "STACKLOOP_ADMIN_TOKEN": TOKEN,
        "STACKLOOP_REDIS_PASSWORD": TOKEN,
        "STACKLOOP_ARCHIVE": str(folder / "archive"),
    }
    with server_process(folder / name, "--redis", redis_url, "--node", name, settings=settings) as running:
        yield running


def in_the_container(place: Place, folder: Path, settings: Mapping[str, object]) -> dict[str, str]:
    """The settings in a container, its files and its Redis being here."""
    secrets = folder / "secrets"
    secrets.mkdir()
    for name in ("signing", "admin", "valkey"):
        (secrets / name).write_text(TOKEN)
    found = {name: str(value) for name, value in settings.items()}
    for name in ("STACKLOOP_ADMIN_TOKEN_FILE", "STACKLOOP_SECRET_FILE", "STACKLOOP_REDIS_PASSWORD_FILE"):
        assert found[name].startswith("/run/secrets/")
        found[name] = str(secrets / Path(found[name]).name)
    return place.settings(
        **{**found, "STACKLOOP_REDIS": place.redis_url, "STACKLOOP_ARCHIVE": str(place.folder / "archive")}
    )


def inside(place: Place, folder: Path, command: str) -> tuple[list[str], dict[str, str]]:
    """The words that a machine or container of ours is given, and what is set there."""
    words = shlex.split(command)
    match words:
        case ["docker", "compose", "-f", "deploy/compose.yaml", "exec", service, *told]:
            return told, in_the_container(place, folder, of_compose(service))
        case ["docker", "compose", "-f", _, "run", "--rm", "--no-deps", "--entrypoint", program, service, *told]:
            return [program, *told], in_the_container(place, folder, of_compose(service))
        case ["kubectl", "-n", "stackloop", "exec", "stackloop-0", "--", *told]:
            parts = yaml.safe_load_all((DEPLOY / "kubernetes" / "nodes.yaml").read_text())
            (nodes,) = [part for part in parts if part["kind"] == "StatefulSet"]
            variables = nodes["spec"]["template"]["spec"]["containers"][0]["env"]
            named = {each["name"]: each["value"] for each in variables if "value" in each}
            return told, in_the_container(place, folder, named)
        case ["sh", "-c", script]:  # by systemd: what is set stands in a file
            file = folder / "environment"
            file.write_text(
                f"STACKLOOP_REDIS={place.redis_url}\nSTACKLOOP_REDIS_PASSWORD={TOKEN}\nSTACKLOOP_ADMIN_TOKEN={TOKEN}\n"
            )
            script = script.replace("/etc/stackloop/environment", str(file))
            return ["sh", "-c", script.replace("/opt/stackloop/bin/stackloop", str(PROGRAM))], place.settings()
    secrets = {"STACKLOOP_ADMIN_TOKEN": TOKEN, "STACKLOOP_REDIS_PASSWORD": TOKEN}
    return ["sh", "-c", command], place.settings(**secrets, STACKLOOP_REDIS=place.redis_url)


def of_compose(service: str) -> dict[str, object]:
    """The settings of a service of compose.yaml."""
    found: dict[str, object] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"][service]["environment"]
    return found


def test_there_are_commands_of_every_kind() -> None:
    found = " ".join(commands())
    for word in (*(f"admin {order}" for order in ORDERS), *(f"stackloop {other}" for other in OTHERS)):
        assert word in found
    for word in ("docker compose", "kubectl", "/opt/stackloop/bin/stackloop", "--redis", f"--url {NODES}"):
        assert word in found


@pytest.mark.parametrize("command", [each for each in commands() if "admin" in each and "drain" not in each])
def test_an_order_to_the_cluster(place: Place, tmp_path: Path, command: str) -> None:
    match = place.begin()
    words, settings = inside(place, tmp_path, command)
    put_in = {"MATCH": match, "TEXT": "rehearsed", "URL": place.redis_url, NODES: place.node.admin_url}
    told = [put(word, put_in) for word in words]
    if "--redis" in command:
        settings["STACKLOOP_ADMIN_URL"] = NOBODY
    done = run(told, settings)
    assert done.returncode == 0, done.stdout + done.stderr
    if "close" in command:
        assert done.stdout == f"match {match} is closed\n"
    else:
        assert match in done.stdout  # whole, in a terminal of any width


def test_an_order_to_leave(place: Place, tmp_path: Path) -> None:
    (command,) = [each for each in commands() if "admin drain" in each]
    with node(tmp_path, "node-2", place.redis_url) as leaving:
        done = run(
            ["sh", "-c", command], place.settings(STACKLOOP_ADMIN_TOKEN=TOKEN, STACKLOOP_ADMIN_URL=leaving.admin_url)
        )
        assert (done.returncode, done.stdout) == (0, "the node has left\n"), done.stderr
        assert leaving.wait() == 0


@pytest.mark.parametrize("command", [each for each in commands() if "stackloop replay" in each])
def test_a_record_is_checked(place: Place, tmp_path: Path, command: str) -> None:
    (tmp_path / "match.txt").write_text(record(0), encoding="utf-8")
    done = run(["sh", "-c", put(command, {"FILE": str(tmp_path / "match.txt")})], place.settings())
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [each for each in commands() if "stackloop chaos" in each])
def test_a_new_redis_is_tried(place: Place, tmp_path: Path, command: str) -> None:
    assert FEWER[0] in command
    with redis_process(REDIS, tmp_path / "redis") as empty:
        done = run(["sh", "-c", put(command, {"URL": empty.url}).replace(*FEWER)], place.settings())
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("command", [each for each in commands() if "stackloop cards" in each])
def test_cards_are_imported(place: Place, tmp_path: Path, command: str) -> None:
    published = made_in(tmp_path)
    settings = place.settings(STACKLOOP_LIBRARY=str(tmp_path / "library.sqlite"))
    done = run(["sh", "-c", put(command, {"FILE": str(published[0])})], settings)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", [each for each in commands() if "stackloop serve" in each])
def test_a_server_starts_and_drains(place: Place, tmp_path: Path, command: str) -> None:
    settings = place.settings(STACKLOOP_PORT=str(free_ports(1)), STACKLOOP_DATA=str(tmp_path / "data"))
    process = subprocess.Popen(shlex.split(command), env=settings, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline().startswith("Stackloop is at http://")
    process.send_signal(signal.SIGTERM)
    process.communicate()
    assert process.returncode == 0


def test_no_command_is_left_out() -> None:
    """Each mention of a command of ours is one of those that are tried here."""
    text = " ".join((DEPLOY / "RUNBOOK.md").read_text().split())
    mentioned = set(re.findall(r"(?<![-\w])stackloop (\w+)", " ".join(re.findall(r"`([^`]+)`", text))))
    only_told_of = {"arena"}  # what it prints of a fault: tests/server/runtime/test_incidents.py
    assert (mentioned & set(COMMANDS)) - only_told_of == {"admin", *OTHERS}


def put(text: str, values: Mapping[str, str]) -> str:
    """A text in which the operator has filled in what stands for something."""
    for name, value in values.items():
        text = re.sub(rf"(?<![\w$]){re.escape(name)}(?!\w)", value.rstrip("/"), text)
    return text


def run(words: list[str], settings: Mapping[str, str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        words, env=settings, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False
    )
