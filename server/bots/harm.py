"""The player whom a text hurts, and the loss if it is said now; read clause by clause, as each is about something.

A clause is about what it names as a target, or about what an Aura enchants; where none does, the whole text counts. Of
words that hurt and words that help the first in the clause decides. It reads words and knows no cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from protocol.view import Card, View
from server.bots import worth

_ABOUT: Final = re.compile(r"\btargets?\b|\b(?:enchanted|equipped)\b", re.IGNORECASE)
_HARM: Final = re.compile(
    r"damage|destroy|exile|banish|suppress|counter target|gets? (?:[+-]\d/)?-\d|gains? control|\b(?:tap|rest)\b|"
    r"(?<!you )loses?\b|discards|sacrifices|owner's (?:hand|memory)|into (?:its|their) owner's|"
    r"of (?:its|their) owner's (?:library|deck)|can't (?:attack|block)\b|doesn't untap|-1/-1|mills",
    re.IGNORECASE,
)
_BOON: Final = re.compile(
    r"\bdraws?\b|prevent|untap|wakes? up|gets? \+|gains?\b(?! control)|\+1/\+1|(?:buff|enlighten|preparation) counter|"
    r"regenerate|recover|\byour graveyard|you control",
    re.IGNORECASE,
)
_WHOLE: Final = re.compile(
    r"damage to|destroy|exile target|counter target|gets? -\d|\btap target|(?<!you )loses? \d+ life|discards|"
    r"sacrifices|owner's hand|can't (attack|block)|doesn't untap|-1/-1|mills",
    re.IGNORECASE,
)
_WHOLE_BOON: Final = re.compile(r"draws? \w+ cards|prevent", re.IGNORECASE)
_COST: Final = re.compile(
    r"^[^\":]*(?:\{|\(\d|\b(?:sacrifice|discard|return|pay|remove|rest|banish)\b)[^\":]*:", re.IGNORECASE
)
_ENTERS: Final = re.compile(r"^(?:when ~ enters\b|\[.*\] on enter|on enter)", re.IGNORECASE)
_FREE: Final = re.compile(r"\bmay\b|\bup to\b|any number", re.IGNORECASE)
_GIVEN: Final = re.compile(
    r"\bmay (?:sacrifice|discard|banish|exile|pay|rest|lose|choose not to|return [^.]*you control)\b", re.IGNORECASE
)
_GAIN: Final = re.compile(
    r"\b(?:if|when(?:ever)?) you do\b|rather than|instead|\bto (?:draw|deal|have)\b", re.IGNORECASE
)
_ANYBODY: Final = re.compile(r"any target|\bplayer|opponent|champion|\bunit\b|\bspell|\bcard\b", re.IGNORECASE)
_TAPPED: Final = re.compile(r"\b(?:tapped|rested)\b")
KINDS: Final = (
    *("creature", "artifact", "enchantment", "land", "planeswalker"),
    *("ally", "item", "weapon", "regalia", "domain", "phantasia"),
)
"""Words of types that clauses name."""
SPENT: Final = ("instant", "sorcery", "action", "attack", "reaction")
ANY_KIND: Final = ("permanent", "object")


def clauses(text: str) -> Iterator[str]:
    """The sentences of a text, abilities without their costs, reminders left out."""
    for line in re.sub(r"\([^)]*\)", "", text).splitlines():
        effect = _COST.sub("", line)
        yield from (part for sentence in effect.split(".") if (part := sentence.strip(" •—")))


def is_harmful(text: str) -> bool:
    """Whether whoever is named by the text would rather not be."""
    about = [clause for clause in clauses(text) if _ABOUT.search(clause)]
    if not about:
        return _WHOLE.search(text) is not None and _WHOLE_BOON.search(text) is None
    for clause in about:
        harm, boon = _HARM.search(clause), _BOON.search(clause)
        if harm is not None or boon is not None:
            return harm is not None and (boon is None or harm.start() < boon.start())
    return False


def forced_loss(view: View, seat: int, card: Card) -> float:
    """The loss of our own if a card is played now: the least that its effects must name, where they hurt.

    Nothing where a text only may name something, where others have what it names, or where nobody has.
    """
    is_lasting = not is_spent(card)
    said = [clause for clause in clauses(card.text) if not is_lasting or _ENTERS.search(clause)]
    return sum(clause_loss(view, seat, clause, card if is_lasting else None) for clause in said)


def is_spent(card: Card) -> bool:
    """Whether a card is gone once it has done what it says."""
    return any(card.is_a(kind) for kind in SPENT)


def clause_loss(view: View, seat: int, clause: str, source: Card | None = None) -> float:
    """The loss that a clause must bring us; ``source`` is what will lie on the table by then."""
    if "target" not in clause.lower() or _FREE.search(clause) or not is_harmful(clause) or _ANYBODY.search(clause):
        return 0.0
    boards = {player.seat: view.board(player.seat) for player in view.players}
    if any(_fits(clause, card) for other, cards in boards.items() if other != seat for card in cards):
        return 0.0
    own = [card for card in boards.get(seat, ()) if _fits(clause, card)]
    if source is not None and "another" not in clause.lower() and _fits(clause, source):
        own.append(source)
    return min(map(worth.worth, own), default=0.0)


def _fits(clause: str, card: Card) -> bool:
    """Whether a clause may name a card: by its type, and by what it does."""
    words = clause.lower()
    if (_TAPPED.search(words) and not card.tapped) or ("attacking" in words and not card.is_attacking):
        return False
    if any(kind in words for kind in ANY_KIND):
        return not (card.is_a("land") and "nonland" in words)
    return any(card.is_a(kind) for kind in KINDS if re.search(rf"\b{kind}\b", words))


def is_wanted(view: View, seat: int, subject: int, text: str) -> bool:
    """Whether a thing that may be done is better done.

    Not if it hurts what is ours alone, nor if it gives something of ours up and says of nothing that comes of it.
    """
    item = view.item(subject)
    targets = item.targets if item is not None else ()
    if targets and is_harmful(text) and all(_is_ours(view, seat, ref) for ref in targets):
        return False
    given = _GIVEN.search(text)
    return given is None or _GAIN.search(text, given.end()) is not None


def _is_ours(view: View, seat: int, ref: int) -> bool:
    thing = view.card(ref) or view.item(ref)
    if thing is not None:
        return thing.controller == seat
    return any(player.id == ref and player.seat == seat for player in view.players)
