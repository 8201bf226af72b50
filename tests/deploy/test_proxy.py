"""Doors for operators stay inside, however they are spelled: HAProxy as it is deployed, before a real node."""

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
import yaml

from server.chaos.redis_servers import free_port
from server.runtime.settings import Settings
from tests.support.deploy.manifests import DEPLOY, container, find, objects
from tests.support.deploy.site import node_of, proxy
from tests.support.server.peer import PATIENCE_S
from tests.support.server.plain_http import HANDSHAKE, INSIDE, MISSPELT, Heard

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

HIDDEN: Final = ("/livez", "/readyz", "/livez?x", "/readyz?", "/metrics", "/admin", "http://localhost/readyz")
PUBLIC: Final = ("/", "/m/abcdefghjkmn", "/m/abcdefghjkmn/", "/main.js", "/api/games", "/decks/magic")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    data = tmp_path_factory.mktemp("proxy")
    port = free_port()
    node = node_of(data, "node-1", "", port, STACKLOOP_ADMIN_PORT="0", STACKLOOP_ASKS_PER_S="100000")
    node.start()
    try:
        with proxy(data, port, [node]) as url:
            while not answers(url):
                pass
            yield url
    finally:
        node.kill()


def answers(url: str) -> bool:
    """Whether the proxy listens by now, and has found the node."""
    try:
        return ask(url, "/").status == 200
    except ConnectionRefusedError:
        return False


@contextmanager
def dialled(url: str) -> Iterator[ssl.SSLSocket]:
    parts = urlsplit(url)
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((parts.hostname or "", parts.port or 0), PATIENCE_S) as plain,
        context.wrap_socket(plain, server_hostname=parts.hostname) as stream,
    ):
        yield stream


def ask(url: str, target: str, method: str = "GET", host: str = "", **more: str) -> Heard:
    """The answer of the proxy."""
    headers = {"Host": host or urlsplit(url).netloc, "Connection": "close", **more}
    lines = [f"{method} {target} HTTP/1.1", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
    heard = b""
    with dialled(url) as stream:
        stream.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        while not is_whole(heard, method) and (part := stream.recv(65536)):
            heard += part
    return Heard(heard)


def is_whole(heard: bytes, method: str) -> bool:
    """Whether that is all of an answer: the proxy does not hang up on who asked for a websocket."""
    head, ends, body = heard.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    return bool(ends) and (method == "HEAD" or length is None or len(body) >= int(length[1]))


@pytest.mark.parametrize("target", [*MISSPELT, *HIDDEN])
def test_nothing_of_the_inside_is_shown(site: str, target: str) -> None:
    """`/metrics/`, `/%6detrics`, `//x/metrics` and `/readyz/` passed: a node read more into them than the proxy."""
    heard = ask(site, target)
    assert heard.status in (400, 404)
    assert not any(told in heard.body for told in INSIDE)


@pytest.mark.parametrize(
    "target", ["//metrics", "/readyz/", "/livez", "/metrics", "/admin", "/x/ws", "/ws/", "//ws", "/..%2fws"]
)
def test_nothing_of_it_is_shown_below_the_name_of_a_node(site: str, target: str) -> None:
    for name in ("node-1", "", "..", "node-1/x"):
        heard = ask(site, f"/node/{name}{target}", **HANDSHAKE)
        assert heard.status in (400, 404)
        assert not any(told in heard.body for told in INSIDE)


@pytest.mark.parametrize("target", PUBLIC)
def test_players_find_what_is_theirs(site: str, target: str) -> None:
    assert ask(site, target).status == 200
    assert ask(site, target, "HEAD").body == b""
    assert ask(site, target, "POST").status == 405


def test_websockets_pass(site: str) -> None:
    for target in ("/ws", "/node/node-1/ws"):
        given = {**HANDSHAKE, "Sec_WebSocket_Protocol": "stackloop.1"}
        assert ask(site, target, Origin=site, **given).status == 101
        assert ask(site, target, Origin="https://evil.example", **given).status == 403
        assert ask(site, target, host="evil.example", **given).status == 421


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [found for found in objects() if found["kind"] == kind]


def test_the_ingress_leads_players_to_the_one_port_and_health_to_nowhere() -> None:
    """A node has one spelling of each path, so exact ones are all that there is to hide."""
    (rule,) = find("Ingress")["spec"]["rules"]
    leads = {path["path"]: (path["pathType"], path["backend"]["service"]["name"]) for path in rule["http"]["paths"]}
    assert leads == {"/": ("Prefix", "stackloop"), "/livez": ("Exact", "nowhere"), "/readyz": ("Exact", "nowhere")}
    for service in of_kind("Service"):
        if service["metadata"]["name"].startswith("stackloop"):
            assert {port["targetPort"] for port in service["spec"]["ports"]} == {"http"}


def test_a_node_in_kubernetes_goes_by_the_name_of_its_ingress() -> None:
    (rule,) = find("Ingress")["spec"]["rules"]
    environment = {entry["name"]: entry.get("value", "") for entry in container()["env"]}
    assert rule["host"] in environment["STACKLOOP_HOSTS"].split(",")


def test_prometheus_alone_reaches_the_admin_port_of_a_pod() -> None:
    ports = {port["name"]: port["containerPort"] for port in container()["ports"]}
    assert ports == {"http": Settings().port, "admin": Settings().admin_port}
    about = find("StatefulSet")["spec"]["template"]["metadata"]["annotations"]
    assert int(about["prometheus.io/port"]) == ports["admin"]
    let_in = {
        rule["ports"][0]["port"]: rule["from"][0]["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]
        for rule in find("NetworkPolicy", "nodes")["spec"]["ingress"]
    }
    assert let_in == {"http": "ingress-nginx", "admin": "monitoring"}
    environment = {entry["name"]: entry.get("value", "") for entry in container()["env"]}
    assert environment["STACKLOOP_ADMIN_HOST"] == "0.0.0.0"  # noqa: S104 # read, not bound


def test_prometheus_is_told_of_the_nodes_there_are() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    nodes = {name: given["environment"] for name, given in services.items() if name.startswith("node-")}
    (job,) = yaml.safe_load((DEPLOY / "prometheus" / "compose.yaml").read_text())["scrape_configs"]
    targets = [target.split(":") for target in job["static_configs"][0]["targets"]]
    assert {(name, int(port)) for name, port in targets} == {(name, Settings().admin_port) for name in nodes}
    for name, environment in nodes.items():
        assert name in environment["STACKLOOP_HOSTS"].split(",")  # as Prometheus calls it
        assert environment["STACKLOOP_ADMIN_HOST"] == "0.0.0.0"  # noqa: S104 # read, not bound
    (job,) = yaml.safe_load((DEPLOY / "prometheus" / "kubernetes.yaml").read_text())["scrape_configs"]
    kept = [rule["regex"] for rule in job["relabel_configs"] if rule.get("action") == "keep"]
    assert kept == ["true", "admin"]


@pytest.mark.parametrize("file", ["compose.yaml", "kubernetes.yaml"])
def test_prometheus_knows_the_job_that_the_alerts_are_about(file: str) -> None:
    given = yaml.safe_load((DEPLOY / "prometheus" / file).read_text())
    jobs = {job["job_name"] for job in given["scrape_configs"]}
    assert set(re.findall(r'job="(\w+)"', (DEPLOY / "prometheus" / "alerts.yaml").read_text())) <= jobs
    assert all((DEPLOY / "prometheus" / name).is_file() for name in given["rule_files"])


def test_the_proxy_leads_nobody_to_the_admin_port() -> None:
    services: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    led_to = [value for name, value in services["proxy"]["environment"].items() if name.startswith("STACKLOOP_NODE")]
    assert {int(place.rpartition(":")[2]) for place in led_to} == {Settings().port}
    assert not any("ports" in given for name, given in services.items() if name != "proxy")
