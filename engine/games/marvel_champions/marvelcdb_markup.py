"""The markup of texts from MarvelCDB: HTML with symbols in brackets, made into the notation of card files.

Bold type and icons say what a text means. Italics say that a part of it has no rules meaning: reminders, and the titles
of abilities. Where the notation of card files loses that, the table keeps it.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from engine.cards.card_sources import Declined, tidied

RESOURCES: Final = {"energy": "e", "mental": "m", "physical": "p", "wild": "w"}
_LABELS: Final = r"(?:attack|defense|thwart)(?:(?:/|, | and )(?:attack|defense|thwart))*"
_LABEL: Final = re.compile(rf"\(<i>({_LABELS})</i>\)|<i>\(({_LABELS})\)</i>")
_BRACKETED: Final = re.compile(r"\(((?![Ll]imit|[Mm]ax)[^()]*(?:\([^()]*\)[^()]*)*)\)")
_EXPLAINED: Final = re.compile(
    r"When this minion activates, give it a boost card\.|(?:He|She|It|This character) cannot be stunned or confused\."
    r"|When this card is revealed, place \d+ threat on the main scheme\.|Shuffle the encounter deck\."
    r"|Max 2 restricted cards per player\.|[^().]*'s nemesis minion\."
)
"""Reminders that some texts have without their italics."""
_BOOST_ICONS: Final = re.compile(r" \((?:\[boost\])+\)")
"""The icons that a text counts before them."""
_GAINED_ICONS: Final = re.compile(r"(?<=\bgains )(?:\[boost\])+")
"""Boost icons that a card gains, which are as many as stand there."""
_ENDED: Final = re.compile(r"[.!?][\"'\u201d]?\s*\Z")
_PART_ENDED: Final = re.compile(r"\(((?:[^()]*\binstead if|to a maximum of)\b[^()]*)\.\)")
"""A part of a sentence in parentheses that has the period of the sentence within them."""
_ITALICS: Final = re.compile(rf"<i>\s*{_BRACKETED.pattern}\s*</i>")
_NO_RULES: Final = ("\ue000", "\ue001")
"""Around a reminder while the marks of a text are made ours."""
_REMINDER: Final = re.compile("\ue000([^\ue001]*)\ue001")
_TITLE: Final = re.compile(r"(?m)^[^\S\n]*<i>([^<>()\n]*[^<>()\n\s])\s*</i>\s*[-\N{EN DASH}\N{EM DASH}]\s*(?=\S)")
"""The title of an ability, which is in italics before a dash."""
_SPECIAL: Final = "<b>Special</b>"
_ICON: Final = re.compile(r"<span[^<>]*\bicon-([a-z_]+)[^<>]*>\s*</span>")
_LINE: Final = re.compile(r"<hr ?/?>|<br ?/?>|</p>|</li>")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_EMPHASIS: Final = re.compile(r"<(/?)em>")
_TRAIT: Final = re.compile(r"\[\[([^\[\]]+)\]\]")
_STAR: Final = re.compile(r"\[star\] ?")
_PER_PLAYER: Final = re.compile(r" ?\[per_(?:hero|player)\]")
_MISPRINTS: Final = (
    (re.compile(r"\bit's owners?\b"), "its owner's"),
    (re.compile(r"(?m)(?<=\w)$"), "."),
    (re.compile(r"(?<=\w)\.(?=When Revealed)"), ".\n"),
    (re.compile(r"(?m)^((?:Hero |Alter-Ego )?Action)(?= [A-Z])"), "\\1:"),
    (re.compile(r"(?m)^((?:Hero |Alter-Ego )?Action): (?=\((?:attack|thwart|defense)\):)"), "\\1 "),
    (re.compile(r"(?m)(\([^()]* instead if [^()]*\))$"), "\\1."),
    (re.compile(r"(?<=\.) (?=(?:Forced |Hero |Alter-Ego )?(?:Interrupt|Response|Action)(?: \([a-z/]+\))?: )"), "\n"),
    (re.compile(r"(?<=[a-z])\?(?= [A-Z])"), "."),
    (re.compile(r"\bReponse\b"), "Response"),
    (re.compile(r"\ben (?=[aeiouA-Z])"), "an "),
    (re.compile(r"\b(in|from) you (?=discard pile|hand|deck)"), "\\1 your "),
    (re.compile(r"\bremote (?=\d+ threat)"), "remove "),
    (re.compile(r"\bAdvanced to stage\b"), "Advance to stage"),
    (re.compile(r"(?m)^[-\N{EN DASH}\N{EM DASH}] ?(?=[A-Z])"), "\N{BULLET} "),
    (re.compile(r" ?\(see [^()]*\b(?:insert|rulebook)\b[^()]*\)"), ""),
    (re.compile(r"\b(until an? \w+) is discard\b"), "\\1 is discarded"),
    (re.compile(r"\b(highest|lowest) (?:printed )?cost (?=(?:upgrade|support|ally|card)\b)"), "\\1-cost "),
    (re.compile(r"\b(reveal the top) (?=of the [\w-]+ deck\b)"), "\\1 card "),
    (re.compile(r"\b(minion from the) (discard pile into the encounter deck\b)"), "\\1 encounter \\2"),
    (re.compile(r"\bengage3d\b"), "engaged"),
    (
        re.compile(r"(?<=\. )When revealed, place (\d+)\{v\} threat here\.\)"),
        "(When revealed, place \\1{v} threat here.)",
    ),
    (re.compile(r"\b([Tt]he first player) discard (?=cards\b)"), "\\1 discards "),
    (re.compile(r"\bidentif?y\b"), "identity"),
    (re.compile(r"\bChooose\b"), "Choose"),
    (re.compile(r"\bWhen Reveled\b"), "When Revealed"),
    (re.compile(r"\(Alter_Ego\)"), "(Alter-Ego)"),
    (re.compile(r"(?m)^Attach minion gets\b"), "Attached minion gets"),
    (re.compile(r"\bset aside area\b"), "set-aside area"),
    (re.compile(r"(?m)^When Revealed/Defeated: (.*)$"), "When Revealed: \\1\nWhen Defeated: \\1"),
    (re.compile(r"\bOtherwise (?=[a-z])"), "Otherwise, "),
    (re.compile(r"(?<=\(except for TRAITS\))\)"), ""),
    (re.compile(r"(?m)^\. (?=[A-Z])"), ""),
    (re.compile(r", the (?=take \d)"), ", then "),
    (re.compile(r"(?m)^((?:Forced |Hero |Alter-Ego )?(?:Interrupt|Response))(?= (?:When|After) )"), "\\1:"),
    (re.compile(r"\(Max 2 restricted cards per player\)\."), "(Max 2 restricted cards per player.)"),
    (re.compile(r" ?\(\[(?:unique|cost)\]\)"), ""),
    (re.compile(r"(?<=ranged\.)Ranged attacks ignore retaliate\.\)"), ""),
    (re.compile(r"\bengaged them\b"), "engaged with them"),
    (re.compile(r"(?m)^(\{[empw]\}) ?[-\N{EN DASH}\N{EM DASH}] ?(?=\w)"), "\N{BULLET} \\1 - "),
)
"""Apostrophes at the wrong place, marks and letters missing or too many, a command in the past tense, no bullets."""
_SYMBOL: Final = re.compile(r"\[(energy|mental|physical|wild)\]")


def fill_text(table: dict[str, object], printed: str) -> None:
    """Fill in a text, and those of its parts without rules meaning that only the italics tell.

    Raises:
        Declined: a sentence in parentheses is not in italics: some are reminders, and some are not.
    """
    titles: list[str] = []

    def titled(found: re.Match[str]) -> str:
        if found.string.startswith(_SPECIAL, found.end()):
            return f'"{plain(found[1])}" \N{EM DASH} '  # by this title other texts have it resolved
        titles.append(plain(found[1]))
        return f"{found[1]} \N{EM DASH} "

    text = plain(_TITLE.sub(titled, _ICON.sub(r"[\1]", unescape(printed))))
    text = _PART_ENDED.sub(r"(\1).", text)
    text = _BRACKETED.sub(lambda found: reminder(found) if _EXPLAINED.fullmatch(found[1]) else found[0], text)
    if any(_ENDED.search(found[1]) for found in _BRACKETED.finditer(text)):
        raise Declined("text", "a sentence in parentheses that is not in italics")
    parts = [f"({part})" for part in _REMINDER.findall(text) if not _ENDED.search(part)]
    text = mended(_REMINDER.sub(r"(\1)", text), str(table.get("title", table["name"])))
    if text:
        table["text"] = text
    if titles or parts:
        table["italics"] = list(dict.fromkeys((*titles, *parts)))


def mended(text: str, name: str) -> str:
    """A text without misprints that its source has: periods are missing, and the card's own name is in lower case."""
    for misprint, meant in _MISPRINTS:
        text = misprint.sub(meant, text)
    return re.sub(rf"(?<=\b(?:discard|exhaust) ){re.escape(name)}\b", name, text, flags=re.IGNORECASE)


def plain(text: str) -> str:
    """A text as card files have it: symbols in braces, traits in capitals, labels and reminders in parentheses."""
    text = _EMPHASIS.sub(r"<\1i>", text)
    text = _LABEL.sub(lambda found: f"({found[1] or found[2]})", text)
    text = _ITALICS.sub(reminder, text)
    text = _TAG.sub("", _LINE.sub("\n", text))
    text = _TRAIT.sub(lambda found: found[1].upper(), text)
    text = _PER_PLAYER.sub("{v}", _STAR.sub("", text))
    text = _BOOST_ICONS.sub("", text)
    text = _GAINED_ICONS.sub(_counted_icons, text)
    text = _SYMBOL.sub(lambda found: f"{{{RESOURCES[found[1]]}}}", text)
    return tidied(text)


def _counted_icons(found: re.Match[str]) -> str:
    number = found[0].count("[")
    return f"+{number} boost icon{'s' if number > 1 else ''}"


def reminder(found: re.Match[str]) -> str:
    """A reminder between marks of ours."""
    return f"{_NO_RULES[0]}{found[1]}{_NO_RULES[1]}"
