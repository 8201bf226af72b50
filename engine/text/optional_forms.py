"""Paragraphs that nobody understands and that only give their player something to do, as their form shows.

Only such a paragraph may be left out of a card: without it the card does less for its player, and nothing else. The
form is that of an ability with a cost that is understood, or of one that says "you may" of all that it does, or has a
label by which the game's rules leave it to the player. Anything else may be a cost, a restriction, a replacement or a
drawback. An ability that may be linked to one that stays (607) is never left out, as both speak of counters, of
something chosen, or of cards that were put aside.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_QUOTED: Final = re.compile(r'"[^"]*"')
_ENDS: Final = re.compile(r'[.!]["\']?\s*\Z')
_MAY: Final = re.compile(
    r"(?:When|Whenever|At|After|On) [^.:,]*[,:] you may [^.:]*\.(?: (?:If|When) you do, [^.:]*\.)*", re.IGNORECASE
)
_MORE: Final = re.compile(
    r"\b(?:don't|doesn't|otherwise|unless|instead|would|can't|cannot|must|already|additional cost)\b|\blevel [0-9]",
    re.IGNORECASE,
)
"""Words of restrictions, replacements and costs, and of what happens to a player who does not use an ability."""
_BY_OTHERS: Final = re.compile(
    r"\b(?:any|another|each|that|target) (?:player|opponent)s? (?:may|can)\b|\bopponents? (?:may|can)\b"
    r"|\b(?:player|opponent)s?\b[^.]*\bactivate\b|\b(?:may|can) activate\b",
    re.IGNORECASE,
)
_LINK: Final = re.compile(
    r"\b(?P<stem>counter|cho[os]|not(?:e|ed)\b|exil|banish|imprint|haunt|craft|aside|face.down|this way|nam(?:e|ed)\b)",
    re.IGNORECASE,
)
_SPEAKS_OF_ABILITIES: Final = re.compile(
    r"\babilit(?:y|ies) (?:of|cost)|\b(?:this|that|those|other) abilit(?:y|ies)\b", re.IGNORECASE
)


def links_in(texts: Sequence[str]) -> frozenset[str]:
    """Find the words of paragraphs by which abilities are linked."""
    return frozenset(found["stem"].lower()[:4] for text in texts for found in _LINK.finditer(text))


class OptionalForms:
    """The forms of a game's texts that leave it to the player whether to do what they say.

    Args:
        kinds: types of cards whose abilities may be left out.
        effect: an effect that may stand behind any cost of an activated ability.
        labels: a pattern of how abilities begin that nobody has to use.
        bonus: a pattern of conditions that may stand before an ability.
    """

    def __init__(self, kinds: tuple[str, ...], effect: str, labels: str = r"(?!x)x", bonus: str = "") -> None:
        self._kinds = frozenset(kinds)
        self._effect = effect
        self._labels = re.compile(labels)
        self._bonus = re.compile(rf"\s*(?:{bonus})?\s*")

    def may_leave_out(
        self, is_activated: Callable[[str], bool], kinds: Sequence[str], texts: Sequence[str], without: Sequence[int]
    ) -> bool:
        """Whether a card may be played without some of its paragraphs.

        Args:
            is_activated: whether a text of the card is an activated ability that is understood.
            kinds: its types.
            texts: its paragraphs as they are read.
            without: the places in ``texts`` of those that would be left out.
        """
        if not kinds or not self._kinds.issuperset(kinds):
            return False
        left_out = [texts[at] for at in without]
        others = [text for at, text in enumerate(texts) if at not in without]
        if links_in(left_out) & links_in(others) or any(map(_SPEAKS_OF_ABILITIES.search, others)):
            return False
        return all(self._is_optional(is_activated, text) for text in left_out)

    def _is_optional(self, is_activated: Callable[[str], bool], text: str) -> bool:
        bonus = self._bonus.match(text)
        assert bonus is not None  # it may be empty
        rest = text[bonus.end() :]
        plain = _QUOTED.sub('""', rest)
        if not _ENDS.search(plain.rstrip()) or _BY_OTHERS.search(plain) or _MORE.search(plain):
            return False
        if self._labels.match(plain) or (_MAY.fullmatch(plain.strip()) and ", and " not in plain):
            return True
        return self._has_cost(is_activated, rest, plain)

    def _has_cost(self, is_activated: Callable[[str], bool], text: str, plain: str) -> bool:
        """Whether a paragraph begins with a cost that is understood."""
        cost, colon, _ = plain.partition(":")
        return bool(colon) and '"' not in cost and is_activated(f"{text[: len(cost)]}: {self._effect}")
