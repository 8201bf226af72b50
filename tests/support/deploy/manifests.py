"""The manifests of Kubernetes in deploy/, read."""

from pathlib import Path
from typing import Any, Final

import yaml

DEPLOY: Final = Path(__file__).parents[3] / "deploy"
MANIFESTS: Final = sorted(path for path in (DEPLOY / "kubernetes").glob("*.yaml") if path.name != "kustomization.yaml")


def objects() -> list[dict[str, Any]]:
    return [found for path in MANIFESTS for found in yaml.safe_load_all(path.read_text())]


def find(kind: str, name: str = "stackloop") -> dict[str, Any]:
    return next(found for found in objects() if (found["kind"], found["metadata"]["name"]) == (kind, name))


def container() -> dict[str, Any]:
    found: dict[str, Any] = find("StatefulSet")["spec"]["template"]["spec"]["containers"][0]
    return found
