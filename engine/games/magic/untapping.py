"""Permanents that stay tapped in a player's next untap step, by their types, or untap in that of others too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import AlsoUntaps, Forbid
from engine.effects.meaning import DONE, Outcome, who_is
from engine.queries.filters import fits, holds, matching
from engine.queries.static_effects import statics
from engine.state.decisions import Answer, Decision, Option
from engine.state.player_marks import mark_of, set_mark

if TYPE_CHECKING:
    from engine.abilities import SkipUntapping
    from engine.sentences import Words
    from engine.state.game import Game
    from engine.state.records import Item, Object

KINDS: Final = ("artifact", "creature", "enchantment", "land", "permanent")
STAY_TAPPED: Final = tuple(f"{kind}s stay tapped" for kind in KINDS)
"""The marks of a player whose permanents of a kind do not untap in the next untap step."""


def run_skip_untapping(game: Game, item: Item, do: SkipUntapping, answer: Answer | None) -> Outcome:
    """611.2c: rules are changed, not permanents, so that those are meant too that enter later."""
    for seat in who_is(game, item, do.who):
        for (kind,) in do.what.kinds:
            set_mark(game, seat, STAY_TAPPED[KINDS.index(kind)], 1)
    return DONE


def untaps(game: Game, obj: Object) -> bool:
    """Whether no such text keeps a permanent tapped."""
    if not game.players[obj.controller].marks:
        return True
    words = frozenset((*obj.words, "permanent"))
    marks = zip(KINDS, STAY_TAPPED, strict=True)
    return not any(mark_of(game, obj.controller, mark) and kind in words for kind, mark in marks)


def untapping_elsewhere(game: Game, active: int) -> list[Object]:
    """The permanents that untap in the untap step of another player too, whatever keeps them tapped in their own."""
    found: dict[int, Object] = {}
    for holder, seat, ability in statics(game, AlsoUntaps):
        source = holder.id if holder is not None else 0
        if seat == active or not holds(game, ability.condition, seat, source):
            continue
        idents = (source,) if ability.source or ability.what is None else matching(game, ability.what, seat, source)
        found |= {obj.id: obj for obj in map(game.object, idents) if obj is not None and obj.tapped}
    return list(found.values())


def too_many(game: Game, seat: int, objs: list[Object]) -> tuple[list[int], int] | None:
    """Permanents of a kind of which fewer may untap in this step than would, and how many may; none if all may."""
    for holder, controller, ability in statics(game, Forbid):
        source = holder.id if holder is not None else 0
        if ability.action != "untap" or not ability.most or ability.what is None:
            continue
        if (ability.who and (seat == controller) != (ability.who == "you")) or not holds(
            game, ability.condition, controller, source
        ):
            continue
        own = [obj for obj in objs if obj.controller == seat]
        group = [obj.id for obj in own if fits(game, ability.what, obj, controller, source)]
        if len(group) > ability.most:
            return group, ability.most
    return None


def ask_what_untaps(game: Game, seat: int, idents: list[int], prompt: Words, exactly: int = 0) -> None:
    """502.3: the active player determines what untaps; ``exactly`` so many, or none to any that stay tapped."""
    options = tuple(Option("cards", (ident,)) for ident in idents)
    default = Answer("cards", tuple(idents[:exactly]))
    most = exactly or len(idents)
    game.ask(Decision("cards", seat, prompt, "502.3", options, least=exactly, most=most, default=default))


def untapping_ends(game: Game, seat: int) -> None:
    """A player's untap step is over, and with it what kept permanents tapped."""
    for mark in STAY_TAPPED:
        if mark_of(game, seat, mark):
            set_mark(game, seat, mark, 0)
