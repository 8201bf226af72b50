"""README and the guides beside the code, and the blocks of commands in them that are run as they stand."""

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
README: Final = ROOT / "README.md"
FOLDERS: Final = ("deploy", "engine", "protocol", "server", "tests")
GUIDES: Final = (README, *sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("README.md")))
TEXT: Final = "\n".join(path.read_text(encoding="utf-8") for path in GUIDES)
"""README, then the guides in the order of their paths: a block may need the files of a block before it."""


def blocks_of(text: str) -> tuple[str, ...]:
    """The blocks of commands in a Markdown text."""
    return tuple(re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))


BLOCKS: Final = blocks_of(TEXT)
