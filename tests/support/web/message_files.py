"""The message files of the page, as the tests read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

WORDS: Final = Path(__file__).parents[3] / "server" / "web" / "words"


def texts_of(language: str, file: str) -> dict[str, str | dict[str, str]]:
    """The texts of a file: a module whose one value is JSON."""
    body = (WORDS / language / file).read_text(encoding="utf-8")
    return json.loads(body.removeprefix("export default ").removesuffix(";\n"))  # type: ignore[no-any-return]
