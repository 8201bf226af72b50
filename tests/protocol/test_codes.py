"""PROTOCOL.md names every code that can be sent without a paragraph of a rulebook, and no code that nobody sends.

Codes are collected from the source, where they are written beside the refusal.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import protocol
from protocol.errors import Close

TOP = Path(protocol.__file__).parents[1]
DOCUMENT = (TOP / "protocol" / "PROTOCOL.md").read_text()
REFUSING = {"Refusal": 1, "BadFrame": 0, "Nack": 0, "nack": 1, "_nack": 1}
"""The call that makes a refusal -> which argument is its code."""


def sources(*folders: str) -> Iterator[ast.AST]:
    for folder in folders:
        for path in sorted((TOP / folder).rglob("*.py")):
            yield from ast.walk(ast.parse(path.read_text(), str(path)))


def text_of(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def refusals() -> Iterator[tuple[str, str | None]]:
    """Code and rule of every refusal in the source; no rule is "", one that is worked out is ``None``."""
    for node in sources("engine", "protocol", "server"):
        if isinstance(node, ast.Call) and called(node) in REFUSING and len(node.args) > REFUSING[called(node)]:
            code = text_of(node.args[REFUSING[called(node)]])
            if code is not None:
                yield code, text_of(node.args[0]) if called(node) == "Refusal" else ""


def declined() -> Iterator[str]:
    """Codes of ``Declined``, a pair of a code and a sentence; those that are chosen by condition; those of errors."""
    for node in sources("protocol", "server"):
        match node:
            case ast.Tuple(elts=[ast.Constant(value=str(code)), ast.Constant(value=str(reason))]):
                if re.fullmatch(r"[a-z]+(_[a-z]+)+|unavailable", code) and " " in reason:
                    yield code
            case ast.IfExp(body=ast.Constant(value=str(one)), orelse=ast.Constant(value=str(other))):
                yield from (one, other)
            case ast.AnnAssign(target=ast.Name(id="code"), value=ast.Constant(value=str(code))):
                yield code


def documented() -> set[str]:
    table = DOCUMENT[DOCUMENT.index("5.4 Nack codes") :]
    rows = re.findall(r"^\| (`.*?`) \|", table[: table.index("## 6.")], re.MULTILINE)
    return {code for row in rows for code in re.findall(r"`(\w+)`", row)}


def test_every_code_that_comes_without_a_rule_is_explained() -> None:
    bare = {code for code, rule in refusals() if rule == ""}
    assert bare - documented() == set()


def test_no_code_is_explained_that_nobody_sends() -> None:
    assert documented() - {code for code, _ in refusals()} - set(declined()) == set()


def test_every_close_code_is_sent_and_explained() -> None:
    names = {
        node.attr
        for node in sources("protocol", "server")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Close"
    }
    assert names == {close.name for close in Close}
    assert {int(code) for code in re.findall(r"^\| (4\d\d\d) \|", DOCUMENT, re.MULTILINE)} == set(Close)


def test_paragraphs_are_numbered_without_holes() -> None:
    """Tests and people cite them."""
    sections = [int(number) for number in re.findall(r"^## (\d+)\. ", DOCUMENT, re.MULTILINE)]
    assert sections == list(range(1, len(sections) + 1))
    paragraphs = re.findall(r"^(\d+)\.(\d+) ", DOCUMENT, re.MULTILINE)
    for section in sections:
        found = [int(number) for top, number in paragraphs if int(top) == section]
        assert found == list(range(1, len(found) + 1)), section


def test_what_is_cited_is_there() -> None:
    paragraphs = {f"{top}.{number}" for top, number in re.findall(r"^(\d+)\.(\d+) ", DOCUMENT, re.MULTILINE)}
    cited = re.findall(r"(?:\(|by |section )(\d+\.\d+)(?=[).,;])", DOCUMENT)
    assert [number for number in cited if number not in paragraphs] == []
