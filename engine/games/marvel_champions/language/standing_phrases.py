"""Phrases about cards that lie aside, that are with the first player, or that no limit counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import SELF, YOU, Filter, Grant, Keyword, Modify, Move, Ref, Static, Test, Value
from engine.games.marvel_champions.language.lasting_phrases import LastingCompiler, LastingRenderer
from engine.games.marvel_champions.language.noun_phrases import SET_ASIDE
from engine.games.marvel_champions.language.shared_words import LINKED, UNCOUNTED, WITH_FIRST
from engine.queries.layers import BLANK
from engine.text.compiler.actions import act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause

NAMESAKE: Final = Test("namesake", "of", Value("id", SELF))
OWN: Final = tuple(Filter(((kind,),), "you") for kind in ("identity", "hero", "alter-ego"))
"""A player has one of each."""
YOURS: Final[dict[str, object]] = {"under": "you"}


@inline
class StandingCompiler(LastingCompiler):
    """Reads the phrases of this module."""

    def linked(self, name: str, what: Filter | None = None) -> Keyword:
        if what is not None and what != Filter(what.kinds):
            raise Reject
        return Keyword(LINKED, what=Filter(() if what is None else what.kinds, name=name))

    def linked_to_namesake(self, _self: Lexeme, what: Filter) -> Keyword:
        """A card of another kind has its title."""
        return self.linked("", what)

    def blank(self, whose: Ref | Lexeme) -> tuple[Static, ...]:
        """Nothing that is printed in the text box counts (Text Box); traits are no part of it."""
        if not isinstance(whose, Ref):
            return (Grant(attached=True, loses=BLANK),)
        return self.grant(whose, Modify(SUBJECT, until="", loses=BLANK))

    def uncounted(self, _self: Ref | None = None) -> Keyword:
        return Keyword(UNCOUNTED)

    def with_first(self, _self: Ref) -> Keyword:
        return Keyword(WITH_FIRST)

    def lying_aside(self, name: str, what: Filter) -> Ref:
        if what != Filter(what.kinds):
            raise Reject
        return Ref("chosen", 0, replace(what, name=name, zone=SET_ASIDE), of=YOU)

    def namesake_aside(self, _self: Lexeme, what: Filter) -> Ref:
        if what != Filter(what.kinds):
            raise Reject
        return Ref("chosen", 0, replace(what, zone=SET_ASIDE, tests=(NAMESAKE,)), of=YOU)

    def put_into_play(self, verb: Lexeme, refs: tuple[Ref, ...], *arrivals: dict[str, object]) -> Clause:
        """A card that lies aside comes under the control of a player.

        Raises:
            Reject: it is not said whose it becomes.
        """
        if not any(_lies_aside(ref) for ref in refs):
            return super().put_into_play(verb, refs, *arrivals)
        if len(refs) > 1 or arrivals != (YOURS,):
            raise Reject
        return act(verb, Move(refs[0], "battlefield", under="you"))


def _lies_aside(ref: Ref) -> bool:
    return (
        ref.kind == "chosen"
        and ref.what is not None
        and ref.what.zone == SET_ASIDE
        and bool(ref.what.name or NAMESAKE in ref.what.tests)
    )


class StandingRenderer(LastingRenderer):
    """Writes the phrases of this module."""

    def ref(self, ref: Ref) -> str:
        if _lies_aside(ref) and ref.what is not None:
            kind = self.noun(Filter(ref.what.kinds))
            return f"the set-aside {ref.what.name or '~'} {kind}"
        return super().ref(ref)

    def grant(self, static: Grant) -> str:
        if static.loses != BLANK:
            return super().grant(static)
        whose = "attached character" if static.what is None else self.ref(Ref("each", 0, static.what))
        return f"treat {whose}'s printed text box as if it were blank"

    def keyword(self, keyword: Keyword) -> str:
        if keyword.name == LINKED and keyword.what is not None:
            kind = f" {self.noun(replace(keyword.what, name=''))}" if keyword.what.kinds != () else ""
            return f"linked ({keyword.what.name or '~'}{kind})."
        if keyword.name == "attach" and keyword.what in OWN:
            return f"attach to your {keyword.what.kinds[0][0]}."
        if keyword.name in (UNCOUNTED, WITH_FIRST):
            return f"{keyword.name}."
        return super().keyword(keyword)
