"""Sentences about teams, as they are said where all players play together.

The enemy team are the players then, and so is your team; the leader of the enemy team is the villain (Leader: team).
So a deed of the enemy team is a deed of whoever resolves the card.
"""

from __future__ import annotations

from typing import Final

from engine.text.renderer.writing import third
from engine.text.words import Word

_VERBS: Final = ("attach", "choose", "deal", "discard", "exhaust", "find", "give", "put", "reveal", "search")
_BASE: Final = {third(verb): verb for verb in _VERBS}
_ENEMY_TEAM: Final = ("the", "enemy", "team")
_YOUR_TEAM: Final = ("your", "team")
_THEIR_LEADER: Final = ("their", "leader")
_OF_TEAM: Final = (("player", "on", "your", "team"), ("players", "on", "your", "team"))
_OF_ENEMY_TEAM: Final = ("of", "the", "enemy", "team", "'s", "choice")
_BEFORE: Final = frozenset((":", ".", ",", "->", "\N{RIGHTWARDS ARROW}"))
_JOINS: Final = frozenset(("and", "then", ","))


def said_of_modes(words: list[Word]) -> list[Word]:
    """The words with what is so in a mode of difficulty as a condition: "in expert mode", "instead in expert mode"."""
    lower = [word.lower for word in words]
    if "mode" not in lower:
        return words
    found: list[Word] = []
    for at, word in enumerate(words):
        before = lower[at - 1] if at else "."
        is_mode = lower[at : at + 3] in (["in", "expert", "mode"], ["in", "standard", "mode"])
        if is_mode and (before in _BEFORE or before == "instead"):
            found += [_as(word, "if"), _as(word, "you"), _as(word, "play")]
        found.append(word)
    return found


def said_of_teams(words: list[Word]) -> list[Word]:
    """The words of a paragraph with what teams do as what is to be done, and without the team of a player."""
    lower = [word.lower for word in words]
    if "team" not in lower:
        return words
    found: list[Word] = []
    at, is_deed = 0, False
    while at < len(words):
        before = lower[at - 1] if at else "."
        for doer, begins in ((_ENEMY_TEAM, _BEFORE), (_YOUR_TEAM, _JOINS)):
            if _has(lower, at, doer) and before in begins and lower[at + len(doer)] in _BASE:
                at, is_deed = at + len(doer), True
                found.append(_as(words[at], _BASE[lower[at]]))
                break
        else:
            word = words[at]
            if _has(lower, at, _THEIR_LEADER) and is_deed:
                found += [_as(word, "the"), _as(word, "enemy")]
            elif _has(lower, at, _OF_ENEMY_TEAM):
                at += len(_OF_ENEMY_TEAM) - 1
            elif any(_has(lower, at, noun) for noun in _OF_TEAM):
                found.append(word)
                at += len(_YOUR_TEAM) + 1
            else:
                found.append(_as(word, _BASE[word.lower]) if is_deed and _is_next(lower, at) else word)
            is_deed = is_deed and word.text != "."
        at += 1
    return found


def _has(lower: list[str], at: int, said: tuple[str, ...]) -> bool:
    return tuple(lower[at : at + len(said)]) == said and at + len(said) < len(lower)


def _is_next(lower: list[str], at: int) -> bool:
    return lower[at] in _BASE and at > 0 and lower[at - 1] in _JOINS


def _as(word: Word, text: str) -> Word:
    return Word(text, word.line, word.column)
