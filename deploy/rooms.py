"""Draws the rooms of engine and server, floor by floor: ``python deploy/rooms.py [--write | --check]``.

The floors come from the contracts of import-linter in pyproject.toml, each room's line from the first sentence of its
docstring. The picture is deploy/pictures/rooms.svg, which README shows. Without an option the script prints it.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import click

ROOT: Final = Path(__file__).parents[1]
PICTURE: Final = ROOT / "deploy" / "pictures" / "rooms.svg"
MOST_LETTERS: Final = 104
"""The length of a line that the picture has room for."""
WIDTH: Final = 840
MARGIN: Final = 16
ROW: Final = 20
"""The height of a room; lengths are in pixels."""
PADDING: Final = 4
"""The space above the first room of a floor, and below the last."""
GAP: Final = 3
HEADING: Final = 34
NAMES: Final = 112
"""The width of the column with the names."""
STYLE: Final = """
svg { font: 12.5px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; }
.paper { fill: #ffffff; } .floor { fill: #eef3f9; stroke: #c9d6e6; } text { fill: #24303d; }
.heading { font-size: 16px; font-weight: 700; } .name { font-weight: 600; fill: #0b4f8a; } .hint { fill: #5b6875; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #11161c; } .floor { fill: #1b232d; stroke: #34414f; } text { fill: #dce3ea; }
  .name { fill: #8cc4f7; } .hint { fill: #9aa7b4; }
}
"""


class Room(NamedTuple):
    """A package or module, and its line."""

    name: str
    line: str


class House(NamedTuple):
    """A package and its floors, the highest first; a package may have none."""

    itself: Room
    floors: tuple[tuple[Room, ...], ...]


@click.command()
@click.option("--write", "mode", flag_value="write", help="Write the picture.")
@click.option("--check", "mode", flag_value="check", help="Exit with 1 if the picture is not up to date.")
def main(mode: str | None) -> None:
    """Draw the rooms of engine and server, floor by floor."""
    picture = drawn(list(houses()))
    if mode is None:
        click.echo(picture, nl=False)
    elif mode == "write":
        PICTURE.write_text(picture, encoding="utf-8")
    elif not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != picture:
        click.echo(f"{PICTURE.name} is stale: python deploy/rooms.py --write", err=True)
        sys.exit(1)


def houses() -> Iterator[House]:
    """The packages, each above those that it imports."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = [each for each in project["tool"]["importlinter"]["contracts"] if each["type"] == "layers"]
    (order,) = [each["layers"] for each in layers if "containers" not in each]
    for package in order:
        yield House(room(Path(package)), tuple(floors(package, layers)))


def floors(package: str, layers: list[dict[str, Any]]) -> Iterator[tuple[Room, ...]]:
    for contract in layers:
        if contract.get("containers") == [package]:
            for floor in contract["layers"]:
                yield tuple(room(Path(package, name.strip())) for name in floor.split("|"))


def room(path: Path) -> Room:
    """The room at a path below the checkout.

    Raises:
        click.ClickException: its docstring has no first sentence that fits into the picture.
    """
    file = ROOT / path / "__init__.py"
    if not file.exists():
        file = ROOT / path.with_suffix(".py")
    paragraph = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n\n")[0]
    line = " ".join(paragraph.split()).partition(". ")[0].rstrip(".").replace("``", "")
    if not 0 < len(line) <= MOST_LETTERS:
        raise click.ClickException(f"{file.relative_to(ROOT)} begins with {len(line)} letters, not 1 to {MOST_LETTERS}")
    return Room(path.name, line)


def drawn(shown: list[House]) -> str:
    """The picture, as the text of an SVG file."""
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    SubElement(svg, "title").text = "The rooms of Stackloop, by floor: each imports only from those below it"
    SubElement(svg, "style").text = STYLE
    paper = SubElement(svg, "rect", {"class": "paper"})
    top = 0
    for house in shown:
        top += HEADING
        written(svg, MARGIN, top - 11, "heading", house.itself.name)
        written(svg, MARGIN + NAMES - 16, top - 11, "hint", house.itself.line)
        for floor in house.floors:
            height = ROW * len(floor) + 2 * PADDING
            place = {"x": MARGIN, "y": top, "width": WIDTH - 2 * MARGIN, "height": height, "rx": 5}
            SubElement(svg, "rect", {"class": "floor", **{name: str(value) for name, value in place.items()}})
            for number, each in enumerate(floor):
                base = top + PADDING + ROW * number + 14
                written(svg, MARGIN + 10, base, "name", each.name)
                written(svg, MARGIN + NAMES, base, "line", each.line)
            top += height + GAP
    height = top + MARGIN
    for element in (svg, paper):
        element.set("width", str(WIDTH))
        element.set("height", str(height))
    svg.set("viewBox", f"0 0 {WIDTH} {height}")
    indent(svg)
    return tostring(svg, encoding="unicode") + "\n"


def written(svg: Element, x: int, y: int, kind: str, text: str) -> None:
    SubElement(svg, "text", {"class": kind, "x": str(x), "y": str(y)}).text = text


if __name__ == "__main__":
    main()
