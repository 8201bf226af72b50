"""The deployed files are checked by the tools that will read them, if they need no daemon; and they fit together."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from server.runtime.settings import PREFIX, Settings
from tests.support.deploy.certificate import self_signed
from tests.support.deploy.manifests import DEPLOY, MANIFESTS, container, find
from tests.support.deploy.tools import tool


def check(*command: str | Path, **environment: str) -> None:
    run = subprocess.run(
        [tool(str(command[0])), *command[1:]],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={**os.environ, **environment},
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_dockerfile_passes_hadolint() -> None:
    check("hadolint", DEPLOY / "Dockerfile")


def test_the_image_holds_no_build_tools_and_nobodys_root() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    last = text[text.rindex("FROM ") :]
    assert re.search(r"^USER [1-9]\d*$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last
    assert "pip install" not in last


def test_what_the_image_copies_is_there_and_is_let_through() -> None:
    text = (DEPLOY / "Dockerfile").read_text()
    passed = (DEPLOY / "Dockerfile.dockerignore").read_text()
    for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE):
        for name in line.split()[:-1]:
            assert (DEPLOY.parent / name).exists()
            assert f"!{name}\n" in passed


def test_compose_holds_to_the_specification() -> None:
    check("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / "compose.yaml")


def test_compose_names_only_what_it_defines() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)
        assert set(service.get("networks", ())) <= set(compose["networks"])
        assert set(service.get("secrets", ())) <= set(compose["secrets"])
    nodes = [name for name in services if name.startswith("node-")]
    assert len(nodes) == 3
    assert {services[name]["environment"]["STACKLOOP_NODE"] for name in nodes} == set(nodes)
    upstream = services["proxy"]["environment"]
    assert {upstream[f"STACKLOOP_NODE_{number}"] for number in (1, 2, 3)} == {f"{name}:8300" for name in nodes}
    config = (DEPLOY / "proxy" / "haproxy.cfg").read_text()
    assert set(re.findall(r"\$\{(STACKLOOP_\w+)\}", config)) <= set(upstream)


def test_the_proxy_understands_its_configuration(tmp_path: Path) -> None:
    pem = tmp_path / "tls.pem"
    pem.write_bytes(self_signed())
    nodes = {f"STACKLOOP_NODE_{number}": f"127.0.0.1:{number}" for number in (1, 2, 3)}
    check("haproxy", "-c", "-f", DEPLOY / "proxy" / "haproxy.cfg", STACKLOOP_TLS=str(pem), **nodes)


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.stem)
def test_kubernetes_would_take_it(path: Path) -> None:
    check("kubernetes-validate", "--strict", path)


def test_yaml_is_tidy() -> None:
    rules = "{line-length: {max: 130}, document-start: disable, braces: {max-spaces-inside: 0}}"
    rules = f"{{extends: default, rules: {rules}}}"
    check("yamllint", "-s", "-d", rules, DEPLOY / "kubernetes", DEPLOY / "compose.yaml", DEPLOY / "prometheus")


def test_kustomize_names_every_manifest_but_the_example() -> None:
    named = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text())
    assert {*named["resources"], "secret.example.yaml"} == {path.name for path in MANIFESTS}
    for made in named["configMapGenerator"]:
        for name in made["files"]:
            assert (DEPLOY / "kubernetes" / name).is_file()


def test_probes_ask_for_pages_that_are_there() -> None:
    probes = {"startupProbe": "/readyz", "readinessProbe": "/readyz", "livenessProbe": "/livez"}
    assert {name: container()[name]["httpGet"]["path"] for name in probes} == probes


def test_a_pod_drains_before_it_ends() -> None:
    assert container()["lifecycle"]["preStop"]["exec"]["command"] == ["stackloop", "admin", "drain"]
    assert find("StatefulSet")["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] >= 30


def test_selectors_find_the_pods() -> None:
    labels = find("StatefulSet")["spec"]["template"]["metadata"]["labels"]
    for kind in ("Service", "PodDisruptionBudget", "StatefulSet"):
        selector = find(kind)["spec"]["selector"]
        assert selector.get("matchLabels", selector) == labels
    assert find("HorizontalPodAutoscaler")["spec"]["scaleTargetRef"]["name"] == "stackloop"


def test_nobody_may_talk_to_anybody_unless_it_says_so() -> None:
    closed = find("NetworkPolicy", "nobody-else")["spec"]
    assert (closed["podSelector"], closed["policyTypes"]) == ({}, ["Ingress", "Egress"])
    assert "ingress" not in closed


def test_no_service_is_taken_for_a_setting() -> None:
    """Kubernetes tells each pod of the services beside it: STACKLOOP_PORT=tcp://10.0.0.7:80."""
    assert find("StatefulSet")["spec"]["template"]["spec"]["enableServiceLinks"] is False


@pytest.mark.parametrize(
    ("own", "role_of_the_other", "follows"),
    [
        ("valkey-0", "", ""),
        ("valkey-1", "", "valkey-0.valkey"),
        ("valkey-0", "master", "valkey-1.valkey"),
        ("valkey-1", "master", "valkey-0.valkey"),
        ("valkey-0", "slave", ""),
        ("valkey-1", "slave", ""),
    ],
)
def test_a_valkey_that_comes_back_follows_the_one_that_is_primary(
    tmp_path: Path, own: str, role_of_the_other: str, follows: str
) -> None:
    for name, does in {"valkey-cli": f"printf '%s\\n' {role_of_the_other}", "valkey-server": 'echo "$@"'}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "password").write_text("secret")
    environment = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "HOSTNAME": own,
        "VALKEY_DOMAIN": ".valkey",
        "VALKEY_PASSWORD_FILE": str(tmp_path / "password"),
    }
    command = ["sh", str(DEPLOY / "kubernetes" / "valkey.sh"), "--maxmemory", "1gb"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True, env=environment).stdout
    assert (f"--replicaof {follows} 6379" in said) == bool(follows)
    assert ("--replicaof" in said) == bool(follows)
    assert f"--replica-announce-ip {own}.valkey --maxmemory 1gb" in said


def test_secrets_come_from_the_secret_and_nowhere_else() -> None:
    names = [entry["name"] for entry in container()["env"]]
    assert not [name for name in names if ("SECRET" in name or "TOKEN" in name) and not name.endswith("_FILE")]
    held = find("Secret")["stringData"]
    files = [entry["value"] for entry in container()["env"] if entry["name"].endswith("_FILE")]
    assert {Path(path).name for path in files} <= set(held)


def test_the_unit_passes_systemd_analyze(tmp_path: Path) -> None:
    """With the program where it will be, since the tool looks for it."""
    program = tmp_path / "stackloop"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "stackloop.service"
    unit.write_text((DEPLOY / "stackloop.service").read_text().replace("/opt/stackloop/bin/stackloop", str(program)))
    check("systemd-analyze", "verify", "--man=no", unit)


@pytest.mark.parametrize("path", ["Dockerfile", "compose.yaml", "stackloop.service", "kubernetes/nodes.yaml"])
def test_only_settings_that_exist_are_set(path: str) -> None:
    known = {PREFIX + name.upper() for name in Settings.__dataclass_fields__}
    of_the_proxy = {"STACKLOOP_TLS", *(f"STACKLOOP_NODE_{number}" for number in (1, 2, 3))}
    used = set(re.findall(r"STACKLOOP_[A-Z0-9_]+", (DEPLOY / path).read_text()))
    assert {name.removesuffix("_FILE") for name in used - of_the_proxy} <= known
