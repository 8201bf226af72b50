"""Sentences about what players do, as they would be told to each of them, and back.

"The first player discards the top card of their deck." and "Discard the top card of your deck." have the same words but
for the person. A sentence that is not understood as it stands is read in the second person, between two marks.
"""

from __future__ import annotations

import re
from typing import Final

from engine.games.marvel_champions.language.of_teams import said_of_modes, said_of_teams
from engine.text.renderer.writing import third
from engine.text.words import Word

BEGIN: Final = "\N{MATHEMATICAL LEFT ANGLE BRACKET}"
END: Final = "\N{MATHEMATICAL RIGHT ANGLE BRACKET}"
"""The marks around what a player is told to do."""
_VERBS: Final = (
    *(
        "add",
        "assign",
        "attach",
        "change",
        "choose",
        "confuse",
        "deal",
        "discard",
        "draw",
        "exhaust",
        "find",
        "flip",
        "give",
    ),
    *(
        "heal",
        "move",
        "place",
        "put",
        "remove",
        "resolve",
        "return",
        "reveal",
        "search",
        "shuffle",
        "spend",
        "stun",
        "take",
    ),
)
_TOLD: Final = {third(verb): verb for verb in _VERBS} | {"readies": "ready"}
_SAID: Final = {verb: said for said, verb in _TOLD.items()}
_YOURS: Final = {"their": "your", "they": "you", "them": "you", "themself": "yourself", "themselves": "yourself"}
_DOERS: Final = (
    ("each", "player"),
    ("each", "other", "player"),
    ("the", "first", "player"),
    ("the", "engaged", "player"),
    ("the", "defeating", "player"),
    ("that", "player"),
    ("the", "player", "who", "defeated"),
)
_SPOKEN_TO: Final = frozenset(_YOURS.values())
"""The words for the player who carries a text out, who would be the one that it is told of as well."""
_OWN: Final = frozenset(("their", "them", "themself", "you", "your"))
_CHANGERS: Final = (("a", "player", "changes"), ("an", "alter-ego", "changes"), ("a", "hero", "changes"))
"""The words for who changes form: a player, or the identity in the form that it has before."""
_DEFEATER: Final = _DOERS[-1]
_BEFORE: Final = frozenset((":", ".", ",", "->", "\N{RIGHTWARDS ARROW}"))
_GOES_ON: Final = (("that", "player"), ("they",))
"""The words by which a next sentence goes on with the same player."""
_SECOND: Final = (
    (re.compile(r"\byourself\b"), "themself"),
    (re.compile(r"\byour\b"), "their"),
    (re.compile(r"\b(engaged with|against|attacks?|to) you\b"), r"\1 them"),
    (re.compile(r"\byou\b"), "they"),
)
_FORM: Final = re.compile(r"in (?:hero|alter-ego) form")
_JOINED: Final = re.compile(r"(, then |,? and )(\w+)\b(?! pile)")
_AFTER_COMMA: Final = re.compile(r", (\w+)\b")


def told_to_players(words: list[Word]) -> list[Word] | None:
    """The words of a paragraph with the sentences about players in the second person; nothing if there is none."""
    of_all = said_of_modes(said_of_teams(_bare(words)))
    told = _told_to_changer(of_all) or _told_to_doers(of_all)
    return told or (of_all if of_all != words else None)


def _bare(words: list[Word]) -> list[Word]:
    """The words without those that you have to do what is said, as you have to do all that a text says."""
    lower = [word.lower for word in words]
    if "must" not in lower:
        return words
    kept: list[Word] = []
    for at, word in enumerate(words):
        bound = at - (lower[at] == "must")
        is_begin = bound == 0 or words[bound - 1].text in _BEFORE
        if not (is_begin and lower[bound : bound + 2] == ["you", "must"]):
            kept.append(word)
    return kept


def _told_to_changer(words: list[Word]) -> list[Word] | None:
    """The words about a player who changes form, who uses the ability and is "you" in it; nothing for other texts.

    An ability is used by the player whom it is about where it is forced on an encounter card (Forced).
    """
    lower = [word.lower for word in words]
    if lower[:1] != ["forced"] or not _OWN.isdisjoint(lower):
        return None
    begin = next((at for at in range(len(words)) if tuple(lower[at : at + 3]) in _CHANGERS), len(words))
    if begin == len(words) or "," not in lower[begin:]:
        return None
    comma = lower.index(",", begin)
    who = (_mark(words[begin], "a"), _mark(words[begin + 1], "player"))
    told = _told([_mark(words[comma], "."), *words[comma + 1 :]])[1:]
    return [*words[:begin], *who, *words[begin + 2 : comma + 1], *_of_form(told)]


def _of_form(words: list[Word]) -> list[Word]:
    """Words about "that hero", who is the identity of the player who has changed form."""
    lower = [word.lower for word in words]
    is_meant = [lower[at : at + 2] in (["that", "hero"], ["that", "alter-ego"]) for at in range(len(words))]
    return [_mark(word, "your") if meant else word for word, meant in zip(words, is_meant, strict=True)]


def _told_to_doers(words: list[Word]) -> list[Word] | None:
    found: list[Word] = []
    at = 0
    is_told = False
    while at < len(words):
        doer = _doer_at(words, at)
        until = _end_of(words, at + doer) if doer else at
        if not doer or not _SPOKEN_TO.isdisjoint(word.lower for word in words[at:until]):
            found.append(words[at])
            at += 1
            continue
        found += [*words[at : at + doer], _mark(words[at], BEGIN)]
        found += [
            *_told(_in_any_order(words[at : at + doer], words[at + doer : until])),
            _mark(words[until - 1], END),
            _mark(words[until - 1], "."),
        ]
        at, is_told = until, True
    return found if is_told else None


def _in_any_order(doer: list[Word], said: list[Word]) -> list[Word]:
    """The words of a sentence without those that several players act in player order, as they do (In Player Order)."""
    is_so = [word.lower for word in said[-4:]] == ["in", "player", "order", "."] and doer[0].lower == "each"
    return [*said[:-4], said[-1]] if is_so else said


def as_said_of(doer: str, told: list[str]) -> str:
    """The sentences that a player is told, as they are said of that player."""
    if len(told) > 1 and told[0].startswith("If you are already"):
        told = [*told[1:2], told[0], *told[2:]]  # what was so already is asked afterwards
    first, *others = map(_said, told)
    return " ".join((_of(doer, first), *map(_next, others)))


def is_told(said: str) -> bool:
    """Whether words are told a player, who is their subject."""
    return said.partition(" ")[0] in _SAID


def said_of_each(said: str) -> str:
    """A choice of a player, as it is said of each of several."""
    said = said.replace("your identity card", "your identity").replace("you controls", "you control")
    said = said.replace("choose and discard", "discard")
    for pattern, word in _SECOND:
        said = pattern.sub(word, said)
    return said


def must(said: str) -> str:
    """Players have to do what they are said to do."""
    words = said.split(" ")
    at = next((place for place, word in enumerate(words) if word in _TOLD), -1)
    return " ".join((*words[:at], "must", _TOLD[words[at]], *words[at + 1 :])) if at >= 0 else said


def _said(told: str) -> str:
    told = told[0].lower() + told[1:]
    for pattern, word in _SECOND:
        told = pattern.sub(word, told)
    return told


def _of(doer: str, said: str) -> str:
    """A sentence with its subject."""
    if not said.startswith("they may "):
        said = _JOINED.sub(lambda part: part[1] + _SAID.get(part[2], part[2]), said)
    verb, _, rest = said.partition(" ")
    if verb == "they":
        return f"{doer} {rest.replace('are ', 'is ', 1)}"
    return f"{doer} {_SAID.get(verb, verb)} {rest}"


def _next(said: str) -> str:
    """A further sentence about the same player."""
    verb = said.partition(" ")[0]
    if verb in _SAID:
        return _of("That player", said)
    said = _AFTER_COMMA.sub(lambda part: f", they {part[1]}" if part[1] in _SAID else part[0], said)
    return said[0].upper() + said[1:]


def _mark(word: Word, text: str) -> Word:
    return Word(text, word.line, word.column)


def _doer_at(words: list[Word], at: int) -> int:
    """The number of words that say who does something where a sentence begins; 0 if it does not begin so."""
    if at and words[at - 1].text not in _BEFORE:
        return 0
    first = words[at].lower
    for doer in _DOERS:
        size = len(doer)
        if doer[0] != first or tuple(word.lower for word in words[at : at + size]) != doer:
            continue
        if _FORM.fullmatch(" ".join(word.lower for word in words[at + size : at + size + 3])):
            size += 3
        if doer is _DEFEATER:
            size += 1
            while at + size < len(words) and words[at + size].lower in ("side", "scheme", "minion", "card"):
                size += 1
        following = [word.lower for word in words[at + size : at + size + 2]]
        is_bound = following[:1] == ["must"] and following[-1] in _SAID
        is_told = following[:1] in (["is"], ["may"]) or is_bound or (following or [""])[0] in _TOLD
        return size if is_told else 0
    return 0


def _end_of(words: list[Word], at: int) -> int:
    """The place behind the last sentence that says what the same player does."""
    end = next((place + 1 for place in range(at, len(words)) if words[place].text == "."), len(words))
    while end < len(words) and _goes_on(words, end):
        end = next((place + 1 for place in range(end, len(words)) if words[place].text == "."), len(words))
    return end


def _goes_on(words: list[Word], at: int) -> bool:
    said = [word.lower for word in words[at : at + 4]]
    return any(tuple(said[skip : skip + len(on)]) == on for on in _GOES_ON for skip in (0, 1, 2) if _leads(said[:skip]))


def _leads(before: list[str]) -> bool:
    return before in ([], ["if"], ["otherwise", ","])


def _told(words: list[Word]) -> list[Word]:
    """The sentences in the second person."""
    found: list[Word] = []
    before, at = ".", 0
    while at < len(words):
        skipped = _said_of_them(words, at, before, is_first=not found)
        if skipped:
            at += skipped
            continue
        word = words[at]
        if word.lower in ("is", "may") and not found:
            found.append(_mark(word, "you"))
        found.append(_mark(word, _in_second_person(word, before, is_first=not found)))
        before, at = word.lower, at + 1
    return found


def _said_of_them(words: list[Word], at: int, before: str, *, is_first: bool) -> int:
    """The number of words at a place that only say who does something, or that it has to be done."""
    lower = [word.lower for word in words[at : at + 2]]
    if before in (".", ",") and lower == ["that", "player"]:
        return 2
    is_subject = before in (".", ",") and lower[0] == "they" and lower[-1] in _SAID
    return int(is_subject or (is_first and lower[0] == "must"))


def _in_second_person(word: Word, before: str, *, is_first: bool) -> str:
    if word.lower == "is" and before == "." and not is_first:
        return "are"
    if word.lower in _TOLD and (is_first or before in (".", "and", "then", ",")):
        return _TOLD[word.lower]
    return _YOURS.get(word.lower, word.text)
