"""Reads the names of gestures for one decision, and writes the name that a thing needs there.

A name is looked for among what may be chosen, then where its verb looks first, then among all that its seat sees. The
first of these that has it settles it. Cards that have no number are as good as each other where they lie: in one zone
of one owner. A name that may mean cards of several such places has its place behind it: ``"NAME#memory"`` in a zone of
whoever is asked, and ``"NAME#hand of B"`` in one of another.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.errors import Refusal
from engine.events.labels import label, seat_name
from engine.state.records import Item, Object

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import TypeGuard

    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.records import Record

MOST_TOLD: Final = 12
"""Names that a refusal lists of what is in sight."""
Place: TypeAlias = tuple[str, int]
"""The name of a zone, and its owner."""


class Found:
    """All that is in sight at one look, by name.

    Attributes:
        named: the objects and items of a name, in the order of the look.
        numbered: the ids of a name and number.
    """

    __slots__ = ("named", "numbered")

    def __init__(self, game: Game, idents: list[int]) -> None:
        self.named: dict[str, list[Object | Item]] = {}
        self.numbered: dict[tuple[str, int], list[int]] = {}
        for ident in idents:
            record = game.glimpse(ident)
            if not isinstance(record, Object | Item):
                continue
            self.named.setdefault(record.name, []).append(record)
            card = game.object(record.card) if isinstance(record, Item) else record
            if card is not None and card.number:
                self.numbered.setdefault((record.name, card.number), []).append(ident)


class Names:
    """Names of things in the gestures of one decision. Nothing may change while it is used."""

    __slots__ = ("_decision", "_found", "_game")

    def __init__(self, game: Game, decision: Decision) -> None:
        self._game = game
        self._decision = decision
        self._found: dict[tuple[str, str], Found] = {}

    # --- written --------------------------------------------------------------------------------

    def word(self, verb: str, obj: Object) -> str:
        """``NAME#n``; of a card without a number its name, with its place where that alone may mean another one."""
        if obj.number:
            return label(self._game, obj)
        for found in self._looks(verb):
            there = found.named.get(obj.name)
            if there:
                place = _only_place(there)
                return obj.name if place == (obj.zone, obj.owner) else f"{obj.name}#{self._place(obj)}"
        return obj.name

    def _place(self, obj: Object) -> str:
        """The zone in which a card lies, and whose it is if it is not that of the seat that is asked."""
        game, owner = self._game, obj.owner
        if owner == self._decision.seat:
            return obj.zone
        return f"{obj.zone} of {seat_name(owner) if owner < game.seats else game.rules.side}"

    # --- read -----------------------------------------------------------------------------------

    def meant(self, verb: str, word: str, taken: Collection[int]) -> int:
        """The thing that a name without a number means.

        Args:
            taken: what its clause has named already; a name that is said again means the next one.

        Raises:
            Refusal: ``bad_answer``, if nothing in sight is called so, or several things that are not as good.
        """
        name, mark, place = word.partition("#")
        if mark:
            return self._lying(verb, word, name, place, taken)
        for found in self._looks(verb):
            there = found.named.get(name, ())
            only = _only_place(there)
            ident = self._next(verb, name, only, taken) if only is not None else 0
            left = [each for each in there if each.id not in taken]
            fitting = [each for each in left if _is_bare(each)] or left
            if ident or len(fitting) == 1:
                return ident or fitting[0].id
            if fitting:
                one = fitting[0]
                such = self.word(verb, one) if isinstance(one, Object) else f"{name}#1"
                raise _bad(f'{len(fitting)} are called "{name}"; say which, as in "{such}"')
        raise self._unseen(verb, word)

    def numbered(self, verb: str, name: str, number: int) -> int:
        """The one thing of a name that has this number; however often it is said, it is the same."""
        for found in self._looks(verb):
            idents = found.numbered.get((name, number), ())
            if len(idents) == 1:
                return idents[0]
            if idents:
                raise _bad(f"{len(idents)} are called '{name}#{number}'")
        raise self._unseen(verb, f"{name}#{number}")

    def as_good(self, verb: str, obj: Object, taken: Collection[int]) -> int:
        """The first of the cards as good as one without a number that its clause has not named yet."""
        if not taken:  # of the first the candidates need not be sorted by their names
            for ident in self._candidates(verb):
                each = self._game.glimpse(ident)
                if _is_bare(each) and (each.name, each.zone, each.owner) == (obj.name, obj.zone, obj.owner):
                    return ident
        ident = self._next(verb, obj.name, (obj.zone, obj.owner), taken)
        if not ident:
            raise self._unseen(verb, obj.name)
        return ident

    def _next(self, verb: str, name: str, place: Place, taken: Collection[int]) -> int:
        for found in self._looks(verb):
            for each in found.named.get(name, ()):
                if _is_bare(each) and (each.zone, each.owner) == place and each.id not in taken:
                    return each.id
        return 0

    def _lying(self, verb: str, word: str, name: str, place: str, taken: Collection[int]) -> int:
        for found in self._looks(verb):
            for each in found.named.get(name, ()):
                if _is_bare(each) and self._place(each) == place and each.id not in taken:
                    return each.id
        raise self._unseen(verb, word)

    def _unseen(self, verb: str, word: str) -> Refusal:
        """The refusal of a name that nothing in sight bears; it says what is there, others of that name first."""
        there: dict[str, None] = {}
        for found in self._looks(verb):
            for each in itertools.chain.from_iterable(found.named.values()):
                named = self._game.object(each.card) if isinstance(each, Item) else each
                if named is not None:
                    there[label(self._game, named) if named is not each else self.word(verb, named)] = None
        meant = word.partition("#")[0]
        first = sorted(there, key=lambda each: each.partition("#")[0] != meant)[:MOST_TOLD]
        left = len(there) - len(first)
        told = ", ".join(first) + (f" and {left} more" if left else "") if there else "nothing"
        return _bad(f"nothing in sight is called {word!r}; there is {told}")

    # --- looked for -----------------------------------------------------------------------------

    def _looks(self, verb: str) -> Iterator[Found]:
        """Look at one thing after another; a later look is only taken if the ones before do not settle a name."""
        yield self._look("candidates", verb)
        yield self._look("likely", verb)
        yield self._look("visible", "")

    def _look(self, look: str, verb: str) -> Found:
        found = self._found.get((look, verb))
        if found is None:
            idents = self._candidates(verb) if look == "candidates" else self._elsewhere(look, verb)
            found = self._found[look, verb] = Found(self._game, idents)
        return found

    def _elsewhere(self, look: str, verb: str) -> list[int]:
        return self._likely(verb) if look == "likely" else self._visible()

    def _candidates(self, verb: str) -> list[int]:
        refs = [
            ref
            for option in self._decision.options
            if option.do in (verb, "cards", "costs")
            for ref in (*option.refs[:1], *(option.amounts if option.do == "assign" else ()))
        ]
        return list(dict.fromkeys(refs))

    def _likely(self, verb: str) -> list[int]:
        """The zone in which a verb looks first: cards to play or give up in hand, abilities among one's permanents."""
        game, seat = self._game, self._decision.seat
        if verb == "discard" or verb in game.rules.play_words:
            return list(game.content("hand", seat))
        if verb in ("activate", "sacrifice", "tap"):
            return [o.id for o in game.battlefield() if o.controller == seat]
        return []

    def _visible(self) -> list[int]:
        """Objects in sight, and spells in place of their cards on the stack."""
        game, seat = self._game, self._decision.seat
        out = []
        items = [game.item(ident) for ident in game.root.stack]
        spells = {item.card: item.id for item in items if item.card}
        for ident, record in sorted(game.records.items()):
            if ident in spells:
                out.append(spells[ident])
            elif isinstance(record, Object):
                sight = game.sight_over(record)
                own = sight in ("owner", "open") and record.owner == seat
                if record.shown or sight == "all" or own or record.seen >> seat & 1:
                    out.append(ident)
        return out


def _is_bare(record: Record | None) -> TypeGuard[Object]:
    """Whether its gesture has no number for it: a card that lies where those of one name are as good as each other."""
    return isinstance(record, Object) and not record.number


def _only_place(records: Iterable[Object | Item]) -> Place | None:
    """The place of all of these that bear no number; none if there are several, or no such card."""
    places = {(each.zone, each.owner) for each in records if _is_bare(each)}
    return places.pop() if len(places) == 1 else None


def _bad(reason: str) -> Refusal:
    return Refusal("", "bad_answer", reason)
