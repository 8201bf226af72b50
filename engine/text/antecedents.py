"""The account of all that a text has spoken of, and the one of these that a pronoun means (608.2c).

The latest mention that fits in kind and number is meant. What an instruction made, found or gave up is only known until
another instruction does something: after that it is lost, and a pronoun that would mean it means nothing. Where nothing
was mentioned, a pronoun means what the ability declares (``Scene``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from engine.abilities import GIVEN_UP, IT, SELF, Filter, Ref
from engine.abilities.records import record
from engine.text.errors import Unbound
from engine.text.mentions import ATTACHED, ON_STACK, SEVERAL, Kinds, Scene, is_person, may_be_called

Role: TypeAlias = Literal["", "person", "stacked", "thing", "in play", "named", "same"]
"""The kind of thing that a place in a text asks for: a player, what is on the stack, an object, one in play.

"He" is somebody ``named``, "itself" the ``same`` as the subject.
"""
OBJECT: Final = ("thing", "in play")
NAMED: Final = ("villain", "hero", "alter-ego", "identity", "legendary", "unique")
"""Kinds of what has a name: "he" means one of these rather than another thing."""
PERSON: Final[Kinds] = (("player",),)


@record(frozen=True, slots=True)
class Pronoun(Ref):
    """A pronoun at a place that only some kind of thing can fill."""

    role: Role = ""


def of_a_person(whose: Ref) -> Ref:
    """The owner of a hand, a graveyard, a library or a life total, who is a player whatever word it is called by."""
    if whose.kind not in ("pronoun", "they") or whose.what is not None:
        return whose
    return Pronoun(whose.kind, whose.index, role="person")


class Mention:
    """Something that a text has spoken of.

    ``many``: it may be several things, or is called "they" as a person is. ``is_one``: it is one thing for certain.
    ``is_several``: the text has said that it is several. ``is_lost``: no reference finds it any more. ``is_each``:
    players who each act by themselves. ``is_card``: it was moved out of play, so that it may be called a card.
    ``is_in_play``: neither was it moved out of play nor is it a card elsewhere. ``by_noun``: only a noun means it.
    """

    __slots__ = (
        *("by_noun", "is_card", "is_each", "is_in_play", "is_lost", "is_one", "is_several"),
        *("kinds", "many", "ref"),
    )

    def __init__(
        self,
        ref: Ref,
        kinds: Kinds,
        *,
        many: bool = False,
        is_one: bool = False,
        is_several: bool = False,
        is_each: bool = False,
        by_noun: bool = False,
    ) -> None:
        self.ref = ref
        self.kinds = kinds
        self.many = many or is_person(kinds)
        self.is_one = is_one
        self.is_several = is_several
        self.is_lost = False
        self.is_each = is_each
        self.by_noun = by_noun
        self.is_card = False
        self.is_in_play = not self.is_of_cards

    @property
    def is_of_cards(self) -> bool:
        """Whether it is called a card."""
        return any("card" in kind for kind in self.kinds)

    def lost(self) -> Mention:
        """Return a copy that no reference finds any more."""
        gone = Mention(self.ref, self.kinds, many=self.many, is_one=self.is_one, is_several=self.is_several)
        gone.is_lost = True
        gone.by_noun = self.by_noun
        gone.is_card = self.is_card
        gone.is_in_play = self.is_in_play
        return gone

    def found(self, at: int) -> Ref:
        """The reference to it, for the pronoun at word ``at``.

        Raises:
            Unbound: there is none.
        """
        if self.is_lost or self.is_each:
            raise Unbound(at)
        return self.ref


def after_touching(mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions once an instruction has done something else: what "it" was until then is lost."""
    return [one.lost() if one.ref == IT and not one.is_lost else one for one in mentions]


class Account:
    """All that can be meant at one place of a text: the mentions before it, and what its ability declares."""

    __slots__ = ("_mentions", "_scene", "_spoken", "_types")

    def __init__(
        self, mentions: Sequence[Mention], scene: Scene, spoken: Sequence[Ref], types: Collection[str]
    ) -> None:
        self._mentions = list(reversed(mentions))
        self._scene = scene
        self._spoken = spoken
        self._types = types

    def meant(self, pronoun: Ref) -> Ref:
        """The meaning of "it", "they" or "that creature".

        Raises:
            Unbound: nothing that fits was mentioned or is declared.
        """
        role = pronoun.role if isinstance(pronoun, Pronoun) else ""
        if role == "person":
            return self.theirs(pronoun)
        if pronoun.kind == "they":
            return self._they(pronoun, role)
        if role in ("named", "same"):
            return self._somebody(pronoun)
        words = tuple(kind[-1] for kind in pronoun.what.kinds) if pronoun.what is not None else ()
        fitting = [one for one in self._mentions if self._may_be(one, words, role)]
        if pronoun.count != SEVERAL:
            fitting = [one for one in fitting if not one.is_several]  # two creatures are no "it"
        if role == "in play" and not words:
            fitting = [one for one in fitting if one.is_in_play]
        if words:
            fitting.sort(key=lambda one: not _is_called_so(one.kinds, words))  # the nearest of those called so
        if pronoun.count == SEVERAL:
            _check_number(fitting, pronoun.index)
        is_declared = words and any(ref != SELF and _is_called_so(kinds, words) for ref, kinds in self._scene)
        if fitting and not (is_declared and not _is_called_so(fitting[0].kinds, words)):
            return fitting[0].found(pronoun.index)
        if words:
            return self._declared(words, pronoun.index)
        declared = [ref for ref, kinds in self._scene if _fits_role(kinds, role)]
        if len(declared) > 1 and declared[0].kind in GIVEN_UP:
            raise Unbound(pronoun.index)  # of two things that a cost gives up neither is preferred
        for ref in (*declared, *self._named(role)):
            return ref
        raise Unbound(pronoun.index)

    def player(self, pronoun: Ref) -> Ref:
        """The meaning of "that player".

        Raises:
            Unbound: no player was mentioned or is declared.
        """
        for one in self._mentions:
            if not one.is_each and any("player" in kind for kind in one.kinds):
                return one.found(pronoun.index)
        return self._declared_player(pronoun.index)

    def theirs(self, pronoun: Ref) -> Ref:
        """The player whose hand or graveyard is meant by "their": never one of several who each have one.

        Raises:
            Unbound: no player was mentioned or is declared.
        """
        for one in self._mentions:
            if any("player" in kind for kind in one.kinds):
                return one.found(pronoun.index)
        return self._declared_player(pronoun.index)

    def besides(self, kinds: Kinds) -> Ref | None:
        """The thing that "another" of these kinds is not: the latest that was mentioned and may be one of them."""
        for one in self._mentions:
            if not is_person(one.kinds) and (one.ref == SELF or may_be_same(one.kinds, kinds, self._types)):
                return None if one.is_lost else one.ref
        return None

    def _somebody(self, pronoun: Ref) -> Ref:
        """The meaning of "him" or "itself": the nearest that has a name, the source if the text names it, or "it".

        Raises:
            Unbound: nothing that fits was mentioned or is declared.
        """
        for one in self._mentions:
            if one.ref in (SELF, ATTACHED) or any(word in kind for kind in one.kinds for word in NAMED):
                return one.found(pronoun.index)
        if SELF in self._spoken or SELF in dict(self._scene):
            return SELF
        return self.meant(Ref("pronoun", pronoun.index))

    def _they(self, pronoun: Ref, role: Role) -> Ref:
        """The meaning of "they" or "them": several things or a person, or one thing where there is none of these."""
        before = [one for one in self._mentions if role not in OBJECT or not is_person(one.kinds)]
        for one in before:
            if one.many and not one.is_one and not one.by_noun:
                return one.found(pronoun.index)
        if role not in OBJECT:
            for ref, kinds in self._scene:
                if is_person(kinds):
                    return ref
        _check_number(before, pronoun.index)
        for one in before:
            if one.ref != SELF:
                return one.found(pronoun.index)
        for ref in self._named(role):
            if ref != SELF:
                return ref
        raise Unbound(pronoun.index)

    def _named(self, role: Role) -> list[Ref]:
        """The things with a name of their own that the text has spoken of, the latest first; none is on the stack."""
        return [] if role == "stacked" else list(reversed(self._spoken))

    def _declared(self, words: tuple[str, ...], at: int) -> Ref:
        """The declared thing that is called by a noun: by its own rather than by one that fits, and the nearest."""
        found = [(ref, kinds) for ref, kinds in reversed(self._scene) if ref != SELF and self._is_called(kinds, words)]
        if not found:
            raise Unbound(at)
        ref = next((ref for ref, kinds in found if _is_called_so(kinds, words)), found[0][0])
        return replace(ref, what=called(tuple((word,) for word in words))) if ref.kind in GIVEN_UP else ref

    def _declared_player(self, at: int) -> Ref:
        for ref, kinds in self._scene:
            if is_person(kinds):
                return ref
        raise Unbound(at)

    def _may_be(self, one: Mention, words: tuple[str, ...], role: Role) -> bool:
        about_source = bool(self._scene) and self._scene[0][0] == SELF
        if words and one.ref == SELF and not about_source:
            return False  # no text calls its own source "that"
        if one.by_noun and not words:
            return False
        return self._is_called(one.kinds, words, is_card=one.is_card) and _fits_role(one.kinds, role)

    def _is_called(self, kinds: Kinds, words: tuple[str, ...], *, is_card: bool = True) -> bool:
        if not words:
            return not is_person(kinds)
        return any(may_be_called(kinds, word, self._types, is_card=is_card) for word in words)


def called(kinds: Kinds) -> Filter:
    """The noun by which a text calls a thing that was given up, wherever that was."""
    return Filter(kinds, zone="hand" if all("card" in kind for kind in kinds) else "battlefield")


def _is_called_so(kinds: Kinds, words: tuple[str, ...]) -> bool:
    """Whether the text itself has called it by one of these words."""
    return any(word in kind for kind in kinds for word in words)


def _fits_role(kinds: Kinds, role: Role) -> bool:
    if is_person(kinds):
        return role == "person"
    return role != "stacked" or any(word in kind for kind in kinds for word in ON_STACK)


def may_be_same(one: Kinds, other: Kinds, types: Collection[str]) -> bool:
    """Whether a thing of some kinds may be of others: a creature may be a Goblin, and is no card."""
    return any(_may_be_same(kind, what, types) for kind in one for what in other)


def _may_be_same(kind: tuple[str, ...], what: tuple[str, ...], types: Collection[str]) -> bool:
    if not kind or not what:
        return True
    if any((word in kind) != (word in what) for word in ("card", "player", *ON_STACK)):
        return False
    shared = any(word in kind for word in what)
    return shared or not (any(word in types for word in kind) and any(word in types for word in what))


def _check_number(fitting: Sequence[Mention], at: int) -> None:
    """Refuse "them" where the latest is one thing and another was spoken of before: no reference means both."""
    ones = {(one.ref, one.is_lost) for one in fitting if one.is_one}
    if fitting and fitting[0].is_one and len(ones) > 1:
        raise Unbound(at)
