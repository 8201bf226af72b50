"""Few sentences make a newcomer stumble: the count of ``deploy/prose.py`` stays below the bound."""

import pytest

from deploy.prose import is_fused, of_document, of_javascript, of_page, of_python, places, sentences

MOST = 79


def test_few_sentences_have_no_subject_and_few_docstrings_say_too_little() -> None:
    found = places()
    assert len(found) <= MOST, "\n".join(f"{place.path}:{place.line}: {place.text}" for place in found)


@pytest.mark.parametrize(
    "text",
    [
        "Who missed it finds out by agreeing.",
        "What stands before it is passed over.",
        "How many are left.",
        "Whatever a peer sends is bounded.",
        "where nothing is said it stays",
        '"What is quoted is counted too."',
        "*Where it is said* in italics.",
    ],
)
def test_a_sentence_that_begins_with_a_fused_relative_is_found(text: str) -> None:
    assert is_fused(text)


@pytest.mark.parametrize(
    "text",
    [
        "What is it?",
        "However long it takes.",
        "Those who missed it find out by agreeing.",
        "Whether it holds.",
        "``who`` acts: you or an opponent.",
        "{who} casts {what}",
    ],
)
def test_questions_and_names_of_fields_are_none(text: str) -> None:
    assert not is_fused(text)


def test_text_is_split_at_full_stops_items_and_paragraphs() -> None:
    text = "One thing (e.g. This one). Another\ngoes on.\n\n- An item\n- ``two``. Three"
    assert list(sentences(text)) == [
        "One thing (e.g. This one).",
        "Another goes on.",
        "An item",
        "``two``.",
        "Three",
    ]


def test_python_is_read_from_docstrings_and_from_messages() -> None:
    source = '''"""What a module is.

The second sentence is fine. Who reads it knows.
"""

LIMIT = 3
"""Of it."""


def again(name: str) -> None:
    """The same once more, for another."""
    raise ValueError(f"what {name} asks for is gone")
'''
    found = [(place.kind, place.line, place.text) for place in of_python(source, "a.py")]
    assert found == [
        ("fused", 1, "What a module is."),
        ("fused", 1, "Who reads it knows."),
        ("short", 7, "Of it."),
        ("same", 11, "The same once more, for another."),
        ("fused", 12, "what … asks for is gone"),
    ]


def test_the_page_is_read_from_comments_strings_and_texts() -> None:
    script = (
        '// What is\n// on it.\n/** What it shows now. */\nconst words = [`what ${name} asks for`, "a few good words"];'
    )
    assert [place.line for place in of_javascript(script, "a.js")] == [1, 3, 4]
    page = "<p>Who sits here sees it.</p><input placeholder='Where you live now'><p>A table.</p>"
    assert len(list(of_page(page, "a.html"))) == 2


def test_documents_are_read_without_headings_and_code() -> None:
    text = "# What it is\n\nWhat it does is\nthis.\n\n- Who comes sits.\n\n```\nWhat is\n```\n| Where it is. | x |\n"
    assert [(place.line, place.text) for place in of_document(text, "a.md")] == [
        (3, "What it does is this."),
        (6, "Who comes sits."),
        (11, "Where it is."),
    ]
