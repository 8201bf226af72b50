"""The page's files over HTTP: compressed for who reads that, not sent twice to who has them, no script of others."""

from __future__ import annotations

import gzip

import pytest
from websockets.datastructures import Headers

from server.gateway.http_pages import answer_file
from server.gateway.responses import PART, POLICY, SECURITY
from server.gateway.static_files import load_files, takes_gzip, without_layout

FILES = load_files()


@pytest.mark.parametrize(
    ("accepted", "takes"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.8", True),
        ("*", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("br", False),
        ("", False),
    ],
)
def test_compressed_is_sent_to_who_takes_it(accepted: str, takes: bool) -> None:
    response = answer_file(FILES, ("main.js",), Headers({"Accept-Encoding": accepted}))
    assert takes_gzip(accepted) is takes
    assert response.headers.get("Content-Encoding") == ("gzip" if takes else None)
    assert response.headers["Vary"] == "Accept-Encoding"
    body = gzip.decompress(response.body) if takes else response.body
    assert body == FILES["main.js"].body


def test_who_has_a_file_is_told_that_it_is_the_same() -> None:
    tag = answer_file(FILES, ("style.css",), Headers()).headers["ETag"]
    again = answer_file(FILES, ("style.css",), Headers({"If-None-Match": tag}))
    assert (again.status_code, again.body, again.headers["ETag"]) == (304, b"", tag)
    assert answer_file(FILES, ("style.css",), Headers({"If-None-Match": '"other"'})).status_code == 200


@pytest.mark.parametrize("names", [(), ("nothing.js",), ("main.js", ""), ("card/face.js",)], ids="/".join)
def test_a_file_that_is_none_is_missing(names: tuple[str, ...]) -> None:
    assert answer_file(FILES, names, Headers()).status_code == 404


@pytest.mark.parametrize("names", [("index.html",), ("icon.svg",), ("nothing.js",)], ids="/".join)
def test_every_answer_says_what_a_browser_must_not_do(names: tuple[str, ...]) -> None:
    headers = answer_file(FILES, names, Headers()).headers
    assert {name: headers[name] for name in SECURITY} == dict(SECURITY)


@pytest.mark.parametrize("names", [("main.js",), ("style.css",)], ids="/".join)
def test_what_a_page_alone_loads_does_not_say_again_what_the_page_says(names: tuple[str, ...]) -> None:
    """A sixth of what a table sent over the wire was headers that no browser reads there."""
    headers = answer_file(FILES, names, Headers()).headers
    assert {name: headers.get(name) for name in SECURITY if name in PART} == dict(PART)
    assert [name for name in SECURITY if name in headers and name not in PART] == []


def test_the_policy_allows_nothing_that_it_does_not_name() -> None:
    rules = dict(rule.strip().split(" ", 1) for rule in POLICY.split(";"))
    assert rules.pop("default-src") == "'none'"
    assert rules.pop("require-trusted-types-for") == "'script'"
    assert rules.pop("trusted-types") == "worker"  # one address, that of the service worker
    assert rules.pop("manifest-src") == "'self'"
    assert {name: where for name, where in rules.items() if where != "'none'"} == {
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": "'self'",
    }


def test_no_file_holds_what_the_policy_would_refuse() -> None:
    page = FILES["index.html"].body.decode()
    assert "style=" not in page
    assert "<style" not in page
    assert page.count("<script") == page.count('<script type="module" src="/')
    for path, file in FILES.items():
        text = file.body.decode(errors="replace")
        if path.endswith(".js"):
            assert not any(word in text for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "eval(")), path
        if path.endswith((".js", ".css", ".html")):
            assert "https://" not in text, path


@pytest.mark.parametrize(
    ("suffix", "text", "served"),
    [
        (".js", "// What it owns.\n\nlet x = 1; // one's own\n", "\n\nlet x = 1;\n"),
        (".js", "f('a // b', \"c // d\", `e // f`, /[ // ]/);\n", "f('a // b', \"c // d\", `e // f`, /[ // ]/);\n"),
        (".js", 'f(); // is "kept"\n', 'f(); // is "kept"\n'),
        (".js", "const text = `a // b\n`; // kept\n", "const text = `a // b\n`; // kept\n"),
        (".js", "/**\n * Two lines.\n */\nf(); /** kept */\n", "\n\n\nf(); /** kept */\n"),
        (".js", "/** a */ f();\ng();\n/** b */\n", "/** a */ f();\ng();\n\n"),
        (".js", 'const url = "http://x/*";\n  // "\n', 'const url = "http://x/*";\n\n'),
        (".js", "if (a) {\n  f();\n}\n", "if (a) {\nf();\n}\n"),
        (".js", "const text = `\n  kept`;\n  f();\n", "const text = `\n  kept`;\n  f();\n"),
        (".css", "a {\n  b: c;\n}\n", "a {\nb: c;\n}\n"),
        (".css", "a { b: c; } /* why\nand how */\n", "a { b: c; } \n\n"),
        (".html", "<!-- // kept -->", "<!-- // kept -->"),
    ],
)
def test_comments_and_indents_are_not_sent_and_lines_keep_their_numbers(suffix: str, text: str, served: str) -> None:
    assert without_layout(suffix, text.encode()) == served.encode()


def test_no_script_holds_text_that_looks_like_a_comment() -> None:
    """A template of several lines might."""
    for path, file in FILES.items():
        if path.endswith(".js"):
            lines = file.body.decode().splitlines()
            assert not [line for line in lines if line.count("`") % 2], path
