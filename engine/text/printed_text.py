"""A text as it is printed, and the part of it that is read: the rest is there to be shown.

Reminder text stands in parentheses and has no effect on play (207.2). Marks that printers set differently (quotation
marks, dashes, minus signs, spaces) are read as one. Each letter keeps its place, so that a fault is told where it
stands in print.
"""

from __future__ import annotations

import re
from typing import Final

SYMBOLS_IN_BRACKETS: Final = r"[0-9A-Z+]+"
"""Numbers and other symbols in parentheses, which are no reminder: "(2)", "(X)", "(LV)"."""
_MARKS: Final = str.maketrans(
    {
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032", "'"),
        **dict.fromkeys("\u00a0\u2007\u2009\u200b\u202f\ufeff\u3000\t", " "),
        **dict.fromkeys("\u2010\u2011\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2015\u2e3a", "\N{EM DASH}"),
    }
)
_BEFORE_DASH: Final = r"(?m)(?:^(?:\s*\N{{BULLET}})?|(?<=[IVX] \N{{EM DASH}}))\s*{}\s*\N{{EM DASH}}"
"""Words at the beginning of a paragraph, a mode or a chapter, up to a dash."""
_EN_DASH: Final = "\N{EN DASH}"
_BRACKET: Final = re.compile(r"[()]")
_SPACED: Final = re.compile(r"(?<=\s)\N{EN DASH}(?=\s)")


def in_one_type(text: str) -> str:
    """A text with one form of each mark, letter for letter."""
    if text.isascii() and "\t" not in text:
        return text
    plain = text.translate(_MARKS)
    return _SPACED.sub("\N{EM DASH}", plain).replace(_EN_DASH, "-") if _EN_DASH in plain else plain


def without_reminders(text: str, said_in_brackets: re.Pattern[str]) -> str:
    """A text with spaces in the place of its reminders, letter for letter.

    Args:
        said_in_brackets: what stands in parentheses and is meant; anything else is a reminder.
    """
    for start, end in reversed(_brackets(text)):
        if not said_in_brackets.fullmatch(text, start + 1, end - 1):
            blank = "".join(letter if letter == "\n" else " " for letter in text[start:end])
            text = text[:start] + blank + text[end:]
    return text


def rules_text(text: str, said_in_brackets: re.Pattern[str], italics: tuple[str, ...] = ()) -> str:
    """A text without its reminders and without what stands in italics, in one type, letter for letter.

    Args:
        text: as it is printed.
        said_in_brackets: what stands in parentheses and is meant.
        italics: further parts without rules meaning: words in parentheses, and flavor words before a dash.
    """
    text = in_one_type(text)
    for part in map(in_one_type, italics):
        said = re.escape(part)
        text = re.sub(said if part.startswith("(") else _BEFORE_DASH.format(said), _blank, text)
    return without_reminders(text, said_in_brackets)


def _blank(found: re.Match[str]) -> str:
    return "".join(letter if letter in "\n\N{BULLET}" else " " for letter in found[0])


def _brackets(text: str) -> list[tuple[int, int]]:
    """Where the outermost parentheses begin and end; one without its like is none."""
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for bracket in _BRACKET.finditer(text):
        at = bracket.start()
        if bracket[0] == "(":
            opened.append(at)
        elif opened:
            start = opened.pop()
            while found and found[-1][0] > start:
                found.pop()
            found.append((start, at + 1))
    return found
