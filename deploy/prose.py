"""Count prose that a newcomer stumbles over: docstrings that say too little, and sentences without a subject.

Run as ``python deploy/prose.py``; ``--most N`` fails above N places. Three kinds of places are counted:

- ``short``: a docstring of under four words. It repeats the signature, or hides what the signature cannot say.
- ``same``: a docstring that begins with "The same", so that a reader must find the thing it is compared with.
- ``fused``: a sentence that begins with a fused relative ("Who missed it finds out", "What stands before it is
  passed over", "How many are left"). A noun before the relative pronoun gives the sentence a subject.

Read are docstrings of modules, classes, functions and attributes; all other strings of Python and JavaScript of at
least four words, as any of them may reach a user; the comment at the head of a JavaScript file and those in ``/** */``,
the texts of the page, and the documents. Questions and headings of documents are no sentences.
``tests/deploy/test_prose.py``, which consists of examples, is left out.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple

import click

ROOT: Final = Path(__file__).parent.parent
FOLDERS: Final = ("engine", "server", "protocol", "deploy", "tests")
EXAMPLES: Final = ROOT / "tests" / "deploy" / "test_prose.py"
FEW: Final = 4
"""Words that a docstring must have to say something."""

_FUSED: Final = re.compile(
    r"[\s\"'(“*_\[\x08-]*"
    r"(what|who|whom|whose|which|whoever|whomever|whatever|whichever|where|wherever|why|how|that which)\b",
    re.IGNORECASE,
)
_SAME: Final = re.compile(r"\W*(the same|same as|likewise|ditto|as above)\b", re.IGNORECASE)
_WORD: Final = re.compile(r"\w[\w'\u2019`-]*")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])[\"')”*_`]*\s+(?=[\"'(“*_`\[]*[A-Z])")
_PARAGRAPH: Final = re.compile(r"\n\s*\n(?:\s*(?:[-*]|\d+\.)\s+)?|\n\s*(?:[-*]|\d+\.)\s+")
_ABBREVIATION: Final = re.compile(r"\b(e\.g|i\.e|cf|vs|etc|No)\.$")


class Place(NamedTuple):
    """A sentence or docstring that should be rewritten."""

    kind: str
    path: str
    line: int
    text: str


def sentences(text: str) -> Iterator[str]:
    """Split text at paragraphs, list items and full stops."""
    for paragraph in _PARAGRAPH.split("\n" + text):
        flat = " ".join(paragraph.split())
        start = 0
        for end in _SENTENCE_END.finditer(flat):
            if not _ABBREVIATION.search(flat[: end.start()]):
                yield flat[start : end.end()].strip()
                start = end.end()
        if start < len(flat):
            yield flat[start:]


def is_fused(sentence: str) -> bool:
    """Tell whether a sentence begins with a relative pronoun that has no noun before it, and is no question."""
    return bool(_FUSED.match(sentence)) and not sentence.rstrip("\"')*_` ").endswith("?")


def _fused(text: str, path: str, line: int) -> Iterator[Place]:
    return (Place("fused", path, line, sentence) for sentence in sentences(text) if is_fused(sentence))


def _docstring(text: str, path: str, line: int) -> Iterator[Place]:
    flat = " ".join(text.split())
    if len(_WORD.findall(flat)) < FEW:
        yield Place("short", path, line, flat)
    elif _SAME.match(flat):
        yield Place("same", path, line, flat)
    yield from _fused(text, path, line)


def _documented(tree: ast.AST) -> Iterator[ast.Constant]:
    """The docstrings of modules, classes and functions, and the strings that stand below an attribute."""
    for node in ast.walk(tree):
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            for statement in block if isinstance(block, list) else ():
                match statement:
                    case ast.Expr(value=ast.Constant(value=str()) as text):
                        yield text


def _literals(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """All strings; a formatted one with ``…`` for each value, and its parts not again."""
    parts: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=values):
                parts.update(id(value) for value in values)
                yield "".join(str(v.value) if isinstance(v, ast.Constant) else "…" for v in values), node.lineno
            case ast.Constant(value=str(text)) if id(node) not in parts:
                yield text, node.lineno


def of_python(source: str, path: str) -> Iterator[Place]:
    """Find places in docstrings and in strings of a Python file."""
    tree = ast.parse(source)
    known = list(_documented(tree))
    for text in known:
        yield from _docstring(str(text.value), path, text.lineno)
    lines = {(text.value, text.lineno) for text in known}
    for literal, line in _literals(tree):
        if (literal, line) not in lines and _is_prose(literal):
            yield from _fused(literal, path, line)


def _is_prose(text: str) -> bool:
    return len(text.split()) >= FEW


_JAVASCRIPT: Final = re.compile(
    r"""/\*\*(?P<document>.*?)\*/|/\*.*?\*/|//[^\n]*|"(?P<double>(?:\\.|[^"\\\n])*)"|'(?P<single>(?:\\.|[^'\\\n])*)'"""
    r"""|`(?P<template>(?:\\.|[^`\\])*)`""",
    re.DOTALL,
)
_STAR: Final = re.compile(r"^\s*\*", re.MULTILINE)
_LEAD: Final = re.compile(r"(?://[^\n]*\n)+")
_SLASHES: Final = re.compile(r"^//", re.MULTILINE)
_VALUE: Final = re.compile(r"\$\{[^}]*\}")


def of_javascript(source: str, path: str) -> Iterator[Place]:
    """Find places in the strings and documents of a JavaScript file; regular expressions may hide some."""
    if lead := _LEAD.match(source):
        yield from _docstring(_SLASHES.sub("", lead[0]), path, 1)
    for found in _JAVASCRIPT.finditer(source):
        line = source.count("\n", 0, found.start()) + 1
        if (comment := found["document"]) is not None:
            yield from _docstring(_STAR.sub("", comment), path, line)
            continue
        text = _VALUE.sub("…", found["double"] or found["single"] or found["template"] or "")
        if _is_prose(text):
            yield from _fused(text, path, line)


class _Page(HTMLParser):
    """Collects texts and the attributes that are read out or shown."""

    SHOWN: Final = ("title", "alt", "placeholder", "aria-label", "content")

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [(value, self.getpos()[0]) for name, value in attrs if name in self.SHOWN and value]

    def handle_data(self, data: str) -> None:
        self.texts.append((data, self.getpos()[0]))


def of_page(source: str, path: str) -> Iterator[Place]:
    """Find places in the texts of a page; its headings are short and begin as they like."""
    page = _Page()
    page.feed(source)
    for text, line in page.texts:
        if _is_prose(text):
            yield from _fused(text, path, line)


def of_document(source: str, path: str) -> Iterator[Place]:
    """Find places in a Markdown document, table cells among them; code and headings are left out."""
    code = False
    block: list[str] = []
    start = 1
    for number, line in enumerate([*source.splitlines(), ""], 1):
        if line.startswith("```"):
            code = not code
        ends = code or not line.strip() or line.startswith(("#", "|", "```")) or re.match(r"\s*([-*]|\d+\.)\s", line)
        if ends and block:
            yield from _fused("\n".join(block), path, start)
            block = []
        if line.startswith("|") and not code:
            for cell in line.strip("|").split("|"):
                yield from (p for p in _fused(cell, path, number) if cell.strip().endswith("."))
        elif not (code or line.startswith(("#", "```"))) and line.strip():
            if not block:
                start = number
            block.append(line)


def files() -> Iterator[Path]:
    """All files that hold prose, in a settled order."""
    for folder in FOLDERS:
        found = (path for path in (ROOT / folder).rglob("*") if path.suffix in READERS and path != EXAMPLES)
        yield from sorted(path for path in found if not path.is_relative_to(LABELS))
    yield ROOT / "README.md"


LABELS: Final = ROOT / "server" / "web" / "words"
"""The page's texts: headings, labels and buttons, which are no sentences."""
READERS: Final = {".py": of_python, ".js": of_javascript, ".html": of_page, ".md": of_document}


def places() -> list[Place]:
    """Find all places of the project."""
    found: list[Place] = []
    for path in files():
        name = path.relative_to(ROOT).as_posix()
        found += READERS[path.suffix](path.read_text(encoding="utf-8"), name)
    return found


@click.command(help=__doc__)
@click.option("--most", type=int, help="Fail where there are more places than so many.")
def main(most: int | None) -> None:
    """Print each place, and the counts."""
    found = places()
    for place in found:
        click.echo(f"{place.path}:{place.line}: {place.kind}: {place.text}")
    counts = Counter(place.kind for place in found)
    click.echo(f"short {counts['short']}, same {counts['same']}, fused {counts['fused']}: {len(found)} in all")
    if most is not None and len(found) > most:
        sys.exit(1)


if __name__ == "__main__":
    main()
