"""The examples of PROTOCOL.md."""

import re
from pathlib import Path

import protocol

DOCUMENT = Path(protocol.__file__).with_name("PROTOCOL.md").read_text()
EXAMPLES = re.findall(r"^```(\w+)\n(.*?)\n```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def examples(kind: str) -> list[str]:
    return [text for found, text in EXAMPLES if found == kind]
