"""Programs that check what is deployed."""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

BESIDE: Final = Path(sys.executable).parent
"""The folder of the tools that came with the test extra."""


def tool(name: str) -> str:
    """A program of the test extra or of the system; ``deploy/test.sh`` installs what is missing."""
    found = shutil.which(name, path=f"{BESIDE}{os.pathsep}{os.environ['PATH']}{os.pathsep}/usr/sbin")
    assert found is not None, f"{name} is not installed: run deploy/test.sh"
    return found
