"""Valkey as it is deployed lets nobody in without its password, holds no more than it may, and the nodes know it."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import anyio
import pytest
import yaml

from protocol.client import connect
from server.chaos.redis_servers import free_port
from server.runtime.errors import Unavailable
from server.runtime.settings import Settings
from server.store.topology import ask, with_password
from tests.support.deploy.manifests import DEPLOY, container, find, objects
from tests.support.deploy.site import REDIS
from tests.support.deploy.tools import tool
from tests.support.server.peer import PATIENCE_S
from tests.support.server.server_process import server_process

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SCRIPT: Final = DEPLOY / "kubernetes" / "valkey.sh"
PASSWORD: Final = "only-the-nodes-know-this"
UNITS: Final = {"mb": 2**20, "gb": 2**30, "m": 2**20, "g": 2**30, "Mi": 2**20, "Gi": 2**30}


def of_bytes(text: str) -> int:
    """An amount of memory, as compose, Kubernetes and Valkey write one."""
    number, unit = re.fullmatch(r"(\d+)([A-Za-z]+)", text).groups()  # type: ignore[union-attr] # else the test fails
    return int(number) * UNITS[unit]


class Valkey:
    """One that was started by the script; ``environment`` is that of its container."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]", environment: Mapping[str, str]) -> None:
        self.url = f"redis://127.0.0.1:{port}"
        self.port = port
        self.process = process
        self.environment = environment


def environment(folder: Path, password: str) -> dict[str, str]:
    """A container's, where the system's Redis stands in for Valkey."""
    folder.mkdir(exist_ok=True)
    assert REDIS is not None
    for name, program in {"valkey-server": REDIS, "valkey-cli": tool("redis-cli")}.items():
        (folder / name).symlink_to(program)
    (folder / "password").write_text(password)
    return {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "HOSTNAME": "valkey-0",
        "VALKEY_PASSWORD_FILE": str(folder / "password"),
        "VALKEY_DATA": str(folder),
    }


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    folder = tmp_path_factory.mktemp("valkey")
    settings, port = environment(folder, f"{PASSWORD}\n"), free_port()
    place = ("--port", str(port), "--bind", "127.0.0.1", "--logfile", str(folder / "log"))
    process = subprocess.Popen(["sh", str(SCRIPT), *place], env=settings)
    running = Valkey(port, process, settings)
    try:
        anyio.run(answers, with_password(running.url, PASSWORD))
        yield running
    finally:
        process.kill()
        process.wait()


async def answers(url: str) -> None:
    with anyio.fail_after(PATIENCE_S):
        while True:
            with suppress(Unavailable):
                if await ask(url, "PING") == b"PONG":
                    return
            await anyio.sleep(0.05)


async def test_nobody_comes_in_without_the_password(valkey: Valkey) -> None:
    for url in (valkey.url, with_password(valkey.url, "another"), with_password(valkey.url, "")):
        with pytest.raises(Unavailable) as refused:
            await ask(url, "KEYS", "*")
        assert PASSWORD not in str(refused.value)
    assert await ask(with_password(valkey.url, PASSWORD), "PING") == b"PONG"


async def test_its_replica_shows_the_password_too(valkey: Valkey) -> None:
    assert await ask(with_password(valkey.url, PASSWORD), "CONFIG", "GET", "masterauth") == [
        b"masterauth",
        PASSWORD.encode(),
    ]


async def test_it_refuses_what_it_has_no_memory_for_rather_than_be_killed(valkey: Valkey) -> None:
    url = with_password(valkey.url, PASSWORD)
    assert await ask(url, "CONFIG", "GET", "maxmemory") == [b"maxmemory", b"%d" % 2**30]
    assert await ask(url, "CONFIG", "GET", "maxmemory-policy") == [b"maxmemory-policy", b"noeviction"]


def test_the_password_stands_in_no_list_of_processes(valkey: Valkey) -> None:
    for name in ("cmdline", "environ"):
        assert PASSWORD not in Path(f"/proc/{valkey.process.pid}/{name}").read_text()


def test_the_operator_asks_it_as_the_runbook_says(valkey: Valkey) -> None:
    """And so do the probes."""
    command = ["sh", str(SCRIPT), "cli", "-p", str(valkey.port)]
    said = subprocess.run(
        [*command, "ping"], env=valkey.environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert (said.stdout, said.stderr) == ("PONG\n", "")
    runbook = (DEPLOY / "RUNBOOK.md").read_text()
    assert "valkey-1 valkey-cli" not in runbook
    assert "exec valkey-1 sh /etc/valkey/valkey.sh cli replicaof no one" in runbook


@pytest.mark.parametrize("password", ["", "\n", 'a"b', "two words", "a\nb", "$(id)"])
def test_it_does_not_start_by_a_password_that_is_none(tmp_path: Path, password: str) -> None:
    settings = environment(tmp_path / "bin", password)
    done = subprocess.run(["sh", str(SCRIPT)], env=settings, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, "a password is letters, digits" in done.stderr) == (1, True)


def test_it_does_not_start_without_one(tmp_path: Path) -> None:
    settings = {**environment(tmp_path / "bin", PASSWORD), "VALKEY_PASSWORD_FILE": ""}
    done = subprocess.run(["sh", str(SCRIPT)], env=settings, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode != 0
    assert "VALKEY_PASSWORD_FILE" in done.stderr


async def test_nodes_and_operators_read_the_password_from_its_file(valkey: Valkey, tmp_path: Path) -> None:
    settings = {"STACKLOOP_REDIS_PASSWORD_FILE": valkey.environment["VALKEY_PASSWORD_FILE"]}
    with server_process(tmp_path / "data", "--redis", valkey.url, "--node", "one", settings=settings) as node:
        async with connect(node.url) as client:
            match = (await client.create("magic")).m
        done = admin("matches", "--redis", valkey.url, **settings)
        assert (done.returncode, match in done.stdout) == (0, True), done.stderr
        assert PASSWORD not in node.errors.read_text()
    done = admin("matches", "--redis", valkey.url)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


async def test_workers_of_one_machine_show_it_too(valkey: Valkey, tmp_path: Path) -> None:
    settings = {"STACKLOOP_REDIS_PASSWORD": PASSWORD}
    arguments = ("--redis", valkey.url, "--node", "several", "--workers", "2")
    with server_process(tmp_path / "data", *arguments, settings=settings) as node:
        async with connect(node.url) as client:
            assert (await client.create("magic")).m


def test_a_password_of_no_redis_is_a_mistake(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "server.cli", "serve", "--data", str(tmp_path)]
    given = {**os.environ, "STACKLOOP_REDIS_PASSWORD": PASSWORD}
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, "STACKLOOP_REDIS_PASSWORD" in done.stderr, PASSWORD in done.stderr) == (2, True, False)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("redis://a:1,b:2/3", "redis://:x%2Fy%40z@a:1,b:2/3"),
        ("redis://user@a", "redis://user:x%2Fy%40z@a"),
        ("redis://:own@a", "redis://:own@a"),
        ("redis://user:own@a,b", "redis://user:own@a,b"),
        ("unix:///run/redis.sock?db=1", "unix://:x%2Fy%40z@/run/redis.sock?db=1"),
        ("redis+cluster://a:1", "redis+cluster://:x%2Fy%40z@a:1"),
    ],
)
def test_the_password_of_an_address_comes_first(text: str, found: str) -> None:
    assert with_password(text, "x/y@z") == found
    assert with_password(text, "") == text


def test_a_password_is_not_shown() -> None:
    assert PASSWORD not in repr(Settings(redis_password=PASSWORD))


def admin(*arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "server.cli", "admin", *arguments]
    given = {**os.environ, **more}
    return subprocess.run(command, env=given, capture_output=True, text=True, check=False, timeout=120)


# ---- what is deployed


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


def test_every_container_has_a_limit_of_memory() -> None:
    for name, service in compose()["services"].items():
        assert of_bytes(service["mem_limit"]) >= 2**30, name
    pods = [found["spec"]["template"]["spec"] for found in objects() if found["kind"] == "StatefulSet"]
    assert len(pods) == 2
    for pod in pods:
        for each in pod["containers"]:
            assert of_bytes(each["resources"]["limits"]["memory"]) >= 2**30, each["name"]


def test_the_data_of_valkey_take_half_of_its_memory_at_most() -> None:
    services = compose()["services"]
    for name in ("valkey-0", "valkey-1"):
        most = of_bytes(services[name]["environment"]["VALKEY_MAXMEMORY"])
        assert 2 * most <= of_bytes(services[name]["mem_limit"])
    pod = find("StatefulSet", "valkey")["spec"]["template"]["spec"]["containers"][0]
    given = {entry["name"]: entry["value"] for entry in pod["env"]}
    assert 2 * of_bytes(given["VALKEY_MAXMEMORY"]) <= of_bytes(pod["resources"]["limits"]["memory"])


def test_valkey_and_the_nodes_have_one_password_from_one_secret() -> None:
    services = compose()["services"]
    for name in ("valkey-0", "valkey-1"):
        assert services[name]["environment"]["VALKEY_PASSWORD_FILE"] == "/run/secrets/valkey"
        assert services[name]["secrets"] == ["valkey"]
        assert services[name]["command"] == ["sh", "/etc/valkey/valkey.sh"]
    for name in ("node-1", "node-2", "node-3"):
        assert services[name]["environment"]["STACKLOOP_REDIS_PASSWORD_FILE"] == "/run/secrets/valkey"
        assert "valkey" in services[name]["secrets"]
    assert compose()["secrets"]["valkey"] == {"file": "./secrets/valkey"}
    assert "deploy/secrets/valkey" in (DEPLOY / "compose.yaml").read_text().partition("name:")[0]


def test_in_kubernetes_it_is_a_key_of_the_secret_and_valkey_sees_no_other() -> None:
    pod = find("StatefulSet", "valkey")["spec"]["template"]["spec"]
    given = {entry["name"]: entry["value"] for entry in pod["containers"][0]["env"]}
    (mounted,) = [each for each in pod["containers"][0]["volumeMounts"] if each["name"] == "password"]
    (volume,) = [each for each in pod["volumes"] if each["name"] == "password"]
    assert volume["secret"]["items"] == [{"key": "valkey", "path": "valkey"}]
    assert given["VALKEY_PASSWORD_FILE"] == f"{mounted['mountPath']}/valkey"
    shown = {entry["name"]: entry.get("value") for entry in container()["env"]}
    assert shown["STACKLOOP_REDIS_PASSWORD_FILE"] == "/run/secrets/stackloop/valkey"
    assert "valkey" in find("Secret")["stringData"]
    for probe in ("readinessProbe", "livenessProbe"):
        assert pod["containers"][0][probe]["exec"]["command"] == ["sh", "/etc/valkey/valkey.sh", "cli", "ping"]
