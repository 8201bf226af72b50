"""The icons of the installed page: drawn by our own code, and as large as its manifest says."""

import json
import struct
from pathlib import Path
from typing import Final

from deploy.icons import SIZES, icon

INSTALL: Final = Path(__file__).parents[2] / "server" / "web" / "install"


def test_the_icons_are_those_that_the_code_draws() -> None:
    assert (INSTALL / f"icon-{SIZES[0]}.png").read_bytes() == icon(SIZES[0])


def test_the_manifest_says_how_large_they_are() -> None:
    listed = json.loads((INSTALL / "manifest.webmanifest").read_text())["icons"]
    drawn = [each for each in listed if each["type"] == "image/png"]
    assert len(drawn) == len(SIZES)
    for each in drawn:
        body = (INSTALL / Path(each["src"]).name).read_bytes()
        assert each["sizes"] == "x".join(map(str, struct.unpack(">II", body[16:24])))
