"""Texts of the page: each key that is used stands in each language, with the same arguments, and no other key does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import engine
from engine.events.log_arguments import PARTS
from tests.support.web import engine_words
from tests.support.web.message_files import WORDS, texts_of

WEB: Final = Path(__file__).parents[3] / "server" / "web"
LANGUAGES: Final = sorted(path.name for path in WORDS.iterdir() if path.is_dir())
FILES: Final = sorted(path.name for path in (WORDS / "en").iterdir())
PLURALS: Final = {"en": {"one", "other"}, "de": {"one", "other"}, "fr": {"one", "many", "other"}}
"""The categories of CLDR for whole numbers: each language's own."""
LEAVES_OUT: Final = {"lobby.play_side", "end.side_won"}
FROM_ENGINE: Final = engine_words.texts()
"""Parts whose keys the server says: those of the engine's templates."""
"""Keys of which a translation may leave out an argument: a word of the rules that has no translation yet."""
OWN: Final = [name.removesuffix(".js") for name in FILES if name.removesuffix(".js") not in FROM_ENGINE]
KEY: Final = re.compile(rf'"((?:{"|".join(OWN)})\.[a-z_]+)"')
CALL: Final = re.compile(r'\bphrase\("([^"]+)"')
ARGUMENT: Final = re.compile(r"\{(\w+)\}")
NAME: Final = re.compile(r"\s*(\w+)\s*(?::|$)")
SOURCES: Final = {
    path: path.read_text(encoding="utf-8")
    for path in sorted(WEB.rglob("*"))
    if path.suffix in {".js", ".html"} and path.parent.parent != WORDS
}


def all_texts(language: str) -> dict[str, str | dict[str, str]]:
    return {key: text for file in FILES for key, text in texts_of(language, file).items()}


def arguments(text: str | dict[str, str]) -> set[str]:
    forms = [text] if isinstance(text, str) else text.values()
    return {name for form in forms for name in ARGUMENT.findall(form)} | (set() if isinstance(text, str) else {"count"})


def parts(inside: str) -> list[str]:
    """The entries of an object literal, parted at its own commas."""
    found, depth = [""], 0
    for letter in inside:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part for part in found if part.strip()]


def given(source: str, end: int) -> set[str]:
    """The names of the arguments of a call whose key ends there."""
    behind = source[end:]
    if not behind.startswith(", {"):
        assert behind.startswith(")"), behind[:60]
        return set()
    depth = 0
    for at, letter in enumerate(behind):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "}" and not depth:
            names = [NAME.match(part) for part in parts(behind[3:at])]
            assert all(names), behind[:at]
            return {name[1] for name in names if name}
    raise AssertionError(behind[:60])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("file", FILES)
def test_each_language_has_the_same_keys_in_the_same_order(language: str, file: str) -> None:
    keys = list(texts_of(language, file))
    assert keys == list(texts_of("en", file))
    assert {engine_words.part_of(key) for key in keys} == {file.removesuffix(".js")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_file_is_there_and_no_other(language: str) -> None:
    assert sorted(path.name for path in (WORDS / language).iterdir()) == FILES


def test_the_languages_that_are_offered_are_those_that_are_there() -> None:
    source = (WORDS / "language.js").read_text(encoding="utf-8")
    offered = re.search(r"LANGUAGES = \{(.*?)\};", source)
    assert offered
    assert sorted(re.findall(r"(\w+):", offered[1])) == LANGUAGES == sorted(PLURALS)


def test_lessons_puzzles_and_keywords_are_told_in_the_languages_of_the_page() -> None:
    assert sorted(engine.LANGUAGES) == LANGUAGES


def test_each_key_that_is_used_is_there_and_none_is_unused() -> None:
    used = {key for source in SOURCES.values() for key in KEY.findall(source)}
    called = {key for source in SOURCES.values() for key in CALL.findall(source)}
    there = {key for key in all_texts("en") if key.split(".")[0] in OWN}
    assert used | called == there


@pytest.mark.parametrize("part", sorted(FROM_ENGINE))
def test_the_english_of_what_the_server_says_is_that_of_the_engine(part: str) -> None:
    """``python -m tests.support.web.engine_words`` writes it; then each language needs the same keys."""
    assert texts_of("en", f"{part}.js") == FROM_ENGINE[part]


def test_each_call_gives_the_arguments_of_its_text() -> None:
    english = all_texts("en")
    for path, source in SOURCES.items():
        for call in CALL.finditer(source):
            assert given(source, call.end()) == arguments(english[call[1]]), (path.name, call[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_translation_takes_the_arguments_of_the_english_text(language: str) -> None:
    english = all_texts("en")
    for key, text in all_texts(language).items():
        wanted = arguments(english[key])
        assert arguments(text) <= wanted, key
        assert arguments(text) | {"count"} == wanted | {"count"} or key in LEAVES_OUT, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_plural_has_the_categories_of_its_language(language: str) -> None:
    for key, text in all_texts(language).items():
        assert isinstance(text, str) or set(text) == PLURALS[language], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_spaces_around_it(language: str) -> None:
    """But parts of a sentence, which are parted so from what stands before or behind."""
    parts = {f"log.{name}" for name in PARTS} | {"ask.chosen_before"}
    for key, text in all_texts(language).items():
        for form in [text] if isinstance(text, str) else text.values():
            assert form.strip() != "", key
            assert form == form.strip() or key in parts, key
