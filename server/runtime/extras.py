"""The optional extras of this package: whether one is there, and which command installs it where we run.

The packages of an extra stand in the metadata of the installed package, so that the command is right for a checkout and
for a wheel, in any environment.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Final

from server.runtime.errors import NotInstalled

NAME: Final = re.compile(r"[\w.-]+")
"""The beginning of a requirement: ``pyarrow`` of ``pyarrow>=18``."""


def need(extra: str, what: str) -> None:
    """See that all is there that an extra brings.

    Args:
        what: who needs it, as the message calls it.

    Raises:
        NotInstalled: some of it is not; the reason ends with the command that installs it.
    """
    lacking = [each for each in brought_by(extra) if not is_there(each)]
    if lacking:
        *others, last = [name_of(each) for each in lacking]
        names = f"{', '.join(others)} and {last}" if others else last
        command = shlex.join((sys.executable, "-m", "pip", "install", *lacking))
        raise NotInstalled(f"{what} needs {names}, not installed here: {command}")


def brought_by(extra: str) -> Iterator[str]:
    """The requirements of an extra, as ``pyarrow>=18``; none in a source tree that nobody installed."""
    try:
        lines = requires("stackloop") or []
    except PackageNotFoundError:
        return
    for line in lines:
        requirement, _, condition = line.partition(";")
        if re.fullmatch(rf"extra == [\"']{re.escape(extra)}[\"']", condition.strip()):
            yield requirement.strip()


def is_there(requirement: str) -> bool:
    try:
        version(name_of(requirement))
    except PackageNotFoundError:
        return False
    return True


def name_of(requirement: str) -> str:
    found = NAME.match(requirement)
    return found[0] if found is not None else requirement
