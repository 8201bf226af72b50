"""A server's packages are installed by hash: the lists hold what is needed, of the versions that were tried."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement

from tests.support.deploy.pythons import PROMISED, ROOT

DEPLOY: Final = ROOT / "deploy"
PIN: Final = re.compile(
    r"([A-Za-z0-9._-]+)==([^\s;]+)(?: ; [^\\\n]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)"
)
ELSEWHERE: Final = frozenset(("async-timeout",))
"""Packages that other Pythons than this one need."""
EDITABLE: Final = "editables"
"""The requirement that hatchling adds for a checkout that is installed as it stands."""
PASSED_ON: Final = '-m pip install --quiet --quiet --disable-pip-version-check "$@"'
NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
SYSTEMS: Final = [
    {
        "sys_platform": system.lower(),
        "platform_system": system,
        "python_version": version,
        "python_full_version": f"{version}.0",
    }
    for system in ("Linux", "Darwin")
    for version in PROMISED
]
"""The systems and Pythons that are promised, as markers of requirements name them."""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text()


def pins(name: str) -> dict[str, str]:
    """Name -> version, of a list with hashes."""
    return {canonical(found[1]): found[2] for found in PIN.finditer(text_of(name))}


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def named(wanted: list[str]) -> set[str]:
    found = [NAME.match(text) for text in wanted]
    return {canonical(each[0]) for each in found if each is not None}


@pytest.mark.parametrize("name", ["hashes.txt", "hashes-build.txt"])
def test_all_of_a_list_is_pinned_and_hashed_and_names_no_index(name: str) -> None:
    lines = [line for line in text_of(name).splitlines(keepends=True) if not line.startswith("#")]
    assert PIN.sub("", "".join(lines)) == ""
    assert not re.search(r"://|--index|--find-links|--trusted-host| @ ", text_of(name))


@pytest.mark.parametrize("name", ["hashes.txt", "hashes-build.txt"])
def test_a_list_has_the_versions_that_were_tried(name: str) -> None:
    """``sh deploy/hashes.sh`` writes both anew."""
    assert {each: tried().get(each) for each in pins(name)} == pins(name)


def test_what_a_server_and_its_bucket_need_is_listed() -> None:
    about = project()["project"]
    assert named(about["dependencies"]) | named(about["optional-dependencies"]["s3"]) <= set(pins("hashes.txt"))


def test_what_builds_the_wheel_is_listed() -> None:
    found = project()
    hook = found["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["dependencies"]
    assert named(found["build-system"]["requires"]) | named(hook) <= set(pins("hashes-build.txt"))


def test_the_list_of_a_server_is_whole() -> None:
    """It names the requirements of its packages too, as they are installed here."""
    listed = set(pins("hashes.txt"))
    for each in listed - ELSEWHERE:
        for wanted in requires(each) or ():
            needed = Requirement(wanted)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                assert canonical(needed.name) in listed, f"{each} needs {wanted}"


def test_constraints_name_each_distribution_that_is_brought_and_no_other() -> None:
    """The project brings them with all its extras, and the build of its wheel; on every system and Python promised."""
    about = project()
    hook = about["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["mypyc"]["dependencies"]
    wanted = [*about["build-system"]["requires"], *hook, EDITABLE, *asked_for()]
    assert brought(wanted) == set(tried())


def test_the_versions_that_were_tried_are_within_the_bounds() -> None:
    outside = [
        text for text in asked_for() if tried()[canonical(Requirement(text).name)] not in Requirement(text).specifier
    ]
    assert outside == []


def test_lark_is_bounded_above() -> None:
    """``engine/text/reading.py`` stands on modules of lark that its documentation does not name."""
    (lark,) = [each for each in map(Requirement, project()["project"]["dependencies"]) if each.name == "lark"]
    major, minor, *_ = (int(part) for part in tried()["lark"].split("."))
    assert f"{major}.{minor + 1}" not in lark.specifier


def asked_for() -> list[str]:
    """The requirements that pyproject.toml names, of all extras too."""
    about = project()["project"]
    return [text for wanted in (about["dependencies"], *about["optional-dependencies"].values()) for text in wanted]


def tried() -> dict[str, str]:
    """Name -> version, of the constraints."""
    named = dict(line.split("==") for line in text_of("constraints.txt").split())
    return {canonical(name): version for name, version in named.items()}


def brought(wanted: list[str]) -> set[str]:
    """All distributions that requirements bring, those of requirements of requirements too."""
    found: set[tuple[str, str]] = set()
    ahead = [(Requirement(text), "") for text in wanted]
    while ahead:
        requirement, extra = ahead.pop()
        if not any(
            requirement.marker is None or requirement.marker.evaluate(each | {"extra": extra}) for each in SYSTEMS
        ):
            continue
        name = canonical(requirement.name)
        for each in {"", *requirement.extras} - {kept for known, kept in found if known == name}:
            found.add((name, each))
            ahead += [(Requirement(text), each) for text in needs(name)]
    return {name for name, _ in found}


def needs(name: str) -> list[str]:
    """The requirements of a distribution that is installed, or is for another Python than this one."""
    try:
        return requires(name) or []
    except PackageNotFoundError:
        if name in ELSEWHERE:
            return []
        raise


@pytest.mark.parametrize("name", ["Dockerfile", "venv.sh", "stackloop.service"])
def test_nothing_is_installed_for_a_server_but_by_hash(name: str) -> None:
    """Or from what is here, or the tools of an extra."""
    joined = re.sub(r" \\\n\s*", " ", text_of(name).replace(PASSED_ON, ""))
    found = re.findall(r"pip(?: install|_install(?!\(\))| wheel)[^&\n]*", joined)
    assert found
    for line in found:
        is_ours = "--no-deps" in line and ("--no-build-isolation" in line or "--no-index" in line)
        assert "--require-hashes" in line or is_ours or "[$1]" in line, line


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_file_of_another_hash_is_refused(tmp_path: Path) -> None:
    (found,) = [each for each in PIN.finditer(text_of("hashes.txt")) if each[1] == "mdurl"]
    right, wrong = tmp_path / "right.txt", tmp_path / "wrong.txt"
    right.write_text(found[0])
    wrong.write_text(re.sub(r"sha256:(.)", lambda digit: f"sha256:{'1' if digit[1] == '0' else '0'}", found[0]))
    fetched = [fetch(each, tmp_path) for each in (right, wrong)]
    assert fetched[0].returncode == 0, fetched[0].stderr
    assert fetched[1].returncode != 0
    assert re.search(r"do not match the hashes|no matching distribution", fetched[1].stderr, re.IGNORECASE)


def fetch(wanted: Path, folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-deps",
        "--require-hashes",
        "-r",
        str(wanted),
        "-d",
        str(folder),
    ]
    return subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
