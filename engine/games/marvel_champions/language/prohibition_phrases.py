"""Phrases about what cannot be done: attacking and thwarting something, and more than once for each player."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from lark import Token as Lexeme

from engine.abilities import YOU, Activated, Compare, Count, Filter, Forbid, Limit, Modify, Ref, Static, Timed
from engine.games.marvel_champions.language.encounter_attacks import OR
from engine.games.marvel_champions.language.encounter_cards import CardsCompiler, CardsRenderer
from engine.games.marvel_champions.language.noun_phrases import STATES, YOUR_IDENTITY
from engine.games.marvel_champions.language.shared_words import (
    AT_MOST,
    BE_ON_THE_END_OF,
    CHANGE_FORM,
    CHANGE_TO,
    THREAT_REMOVED,
)
from engine.games.marvel_champions.language.standing_phrases import CANT, HOST
from engine.text.errors import Reject
from engine.text.inline import inline

if TYPE_CHECKING:
    from engine.abilities import Grant, UntilWord
    from engine.text.compiler.actions import Effects

OF_HOST: Final = Filter(tests=(HOST,))
"""The character that a card is attached to."""
IDENTITIES: Final = Filter((("identity",),))
OF_FORMS: Final = (CHANGE_FORM, *CHANGE_TO.values())
"""The deeds of a player that are its identity's as well."""
DEED_OF: Final = {what: deed for deed, what in BE_ON_THE_END_OF.items()}
OF_YOU: Final = (YOUR_IDENTITY.what, *(Filter(((form,),), "you") for form in ("hero", "alter-ego")))
"""The cards that "you" is said of (You/Your)."""


@inline
class ProhibitionCompiler(CardsCompiler):
    """Reads the phrases of prohibitions.lark."""

    def forbid_you(self, who: Ref, cant: Lexeme, *actions: str | Lexeme) -> tuple[Static, ...]:
        """The identity of a player cannot do what the player cannot (You/Your).

        Raises:
            Reject: it is said of others.
        """
        said = [action for action in actions if not isinstance(action, Lexeme)]
        if who.kind == "players" and all(action in OF_FORMS for action in said):
            return self.forbid_object(Ref("each", 0, IDENTITIES), cant, *actions)
        if who != YOU:
            raise Reject
        return self.forbid_object(YOUR_IDENTITY, cant, *actions)

    def forbid_you_first(self, until: UntilWord, who: Ref, _cant: Lexeme, action: str) -> Effects:
        if who != YOU:
            raise Reject
        return (Modify(YOUR_IDENTITY, gains=(f"{CANT}{action}",), until=until),)

    def forbid_deed(self, who: Ref, _cant: Lexeme, deed: Lexeme, on: Ref) -> tuple[Static, ...]:
        """Something is not attacked or thwarted by somebody, or by nobody.

        Raises:
            Reject: it is said of others, or of something that is still to be chosen.
        """
        action = BE_ON_THE_END_OF[str(deed.lower())]
        return (replace(self._on(on, action), by=_doer(who)),)

    def forbid_being_attacked_by(self, on: Ref, cant: Lexeme, who: Ref) -> tuple[Static, ...]:
        return self.forbid_deed(who, cant, Lexeme("DEED_ON", "attack"), on)

    def forbid_statuses(self, what: Ref | Lexeme, _cant: Lexeme, *statuses: Lexeme) -> tuple[Static, ...]:
        """No status cards of these names are given to it (Status Cards)."""
        names = [str(status.lower()) for status in statuses]
        if len(set(names)) < len(names) or not set(names) <= set(STATES):
            raise Reject
        action = OR.join(f"get {name} counters" for name in names)
        if not isinstance(what, Ref):
            return (Forbid(action, attached=True),)
        return (self._on(YOUR_IDENTITY if what == YOU else what, action),)

    def forbid_removing(self, _threat: Lexeme, _cant: Lexeme, refs: tuple[Ref, ...]) -> tuple[Static, ...]:
        return tuple(self._on(ref, THREAT_REMOVED) for ref in refs)

    def forbid_removing_by(self, who: Ref, cant: Lexeme, remove: Lexeme, refs: tuple[Ref, ...]) -> tuple[Static, ...]:
        if who.kind != "players":
            raise Reject
        return self.forbid_removing(remove, cant, refs)

    def _on(self, ref: Ref, action: str) -> Forbid:
        if ref.kind not in ("self", "each", "attached"):
            raise Reject
        (forbid,) = self.forbid_object(ref, action)
        assert isinstance(forbid, Forbid)
        return forbid

    # --- limits ---

    def limit_per_player(self, often: int, period: Lexeme) -> tuple[Limit, ...]:
        """Each player has uses of its own (Limit)."""
        return tuple(replace(limit, who="you") for limit in self.limit_per(often, period))

    def labelled(self, head: Activated, *rest: object) -> Activated:
        """Payments count the uses of resource abilities for all players together.

        Raises:
            Reject: one of them is limited for each player.
        """
        activated = super().labelled(head, *rest)
        if head.keyword == "resource" and _is_by_player(activated.limits):
            raise Reject
        return activated

    def timed(self, *parts: Any) -> Timed:
        """A forced ability is nobody's, so that no player has a number of uses of it (Forced).

        Raises:
            Reject: one is limited for each player.
        """
        timed = super().timed(*parts)
        if timed.forced and _is_by_player(timed.limits):
            raise Reject
        return timed


def _is_by_player(limits: tuple[Limit, ...]) -> bool:
    return any(limit.kind == "once" and limit.who == "you" for limit in limits)


def _doer(who: Ref) -> Filter | None:
    """The characters that cannot do something; none if no player's can.

    Raises:
        Reject: it is said of others.
    """
    if who.kind == "players":
        return None
    if who == YOU:
        return YOUR_IDENTITY.what
    if who.kind == "attached":
        return OF_HOST
    if who.kind != "each" or who.what is None:
        raise Reject
    return who.what


class ProhibitionRenderer(CardsRenderer):
    """Writes the phrases of prohibitions.lark."""

    def forbid(self, static: Forbid) -> str:
        deed = DEED_OF.get(static.action)
        if deed is not None and (static.by is not None or deed == "thwart" or "fully" in self.wording):
            return self._deed(static, deed)
        if static.action == THREAT_REMOVED:
            from_what = "this scheme" if static.source else self.attached() if static.attached else ""
            from_what = from_what or self.ref(Ref("each", 0, static.what))
            players = "fully" in self.wording
            return f"{'players cannot remove threat' if players else 'threat cannot be removed'} from {from_what}"
        names = [part.removeprefix("get ").removesuffix(" counters") for part in static.action.split(OR)]
        if set(names) <= set(STATES) and static.action != f"be {' or '.join(names)}":
            return self.forbid(replace(static, action=f"be {' or '.join(names)}"))
        if static.what in OF_YOU and static.by is None and not static.who:
            who = "your identity" if "fully" in self.wording else "you"
            who = who if static.what == YOUR_IDENTITY.what else self.ref(Ref("each", 0, static.what))
            return f"{who} cannot {_listed(static.action)}"
        if static.what == IDENTITIES and static.action in OF_FORMS:
            return f"players cannot {static.action}"
        if static.action == "play" and not static.who and static.what is not None:
            cards = self.noun(replace(static.what, zone="battlefield"), plural=True)
            return f"players cannot play {cards}"
        only = "" if static.what is None or static.by is not None else self.ref(Ref("each", 0, static.what))
        if only.startswith("the ") and not static.who:
            return f"{only} cannot {_listed(static.action)}"
        return super().forbid(static)

    def _deed(self, static: Forbid, deed: str) -> str:
        """Somebody cannot attack or thwart something."""
        on = "this" if static.source else self.attached() if static.attached else self.ref(Ref("each", 0, static.what))
        by = static.by
        if by is None:
            return f"players cannot {deed} {on}"
        who = "you" if by == YOUR_IDENTITY.what else self.attached() if by == OF_HOST else ""
        who = who or self.ref(Ref("each", 0, by))
        if deed == "attack" and "briefly" in self.wording:
            return f"{on} cannot be attacked by {who}"
        return f"{who} cannot {deed} {on}"

    def until(self, until: UntilWord) -> str:
        return " this round" if until == "round" and "briefly" in self.wording else super().until(until)

    def count_condition(self, count: Count, condition: Compare) -> str:
        said = super().count_condition(count, condition)
        is_there = said.endswith(" is in play") and "listed" in self.wording and not count.what.name
        return f"there is {said.removesuffix(' is in play')} in play" if is_there else said

    def limit(self, limit: Limit) -> str:
        if limit.kind == "once" and limit.who == "you":
            return super().limit(replace(limit, who="")).replace(".)", " per player.)")
        return super().limit(limit)

    def grant(self, static: Grant) -> str:
        said = super().grant(static)
        is_bound = len(static.gains) == 1 and static.gains[0].startswith(AT_MOST) and "fully" in self.wording
        return said.replace("from a single attack", "from each attack") if is_bound else said


def _listed(actions: str) -> str:
    """Several actions as a text names them."""
    *others, last = actions.split(OR)
    return f"{', '.join(others)}, or {last}" if len(others) > 1 else actions
