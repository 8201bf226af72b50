"""Abilities of encounter cards that the game itself resolves: When Revealed, When Defeated, Boost, Setup.

They are carried out for the player who resolves them, which is what "you" means there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from engine.abilities import Keyword, SpellText, Timed
from engine.games.marvel_champions.character_stats import is_in_form
from engine.games.marvel_champions.frames import MomentFrame
from engine.queries.shown_texts import mode_text
from engine.sentences import said
from engine.state.agenda import pop, push
from engine.state.decisions import Decision, Option
from engine.state.frames import EndedFrame, FrameKind, effects_frame, kinds_by_op
from engine.state.last_known import known
from engine.state.records import Item

if TYPE_CHECKING:
    from engine.abilities import Form, Timing
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.occurred import About
    from engine.state.records import Object

FORMS: Final[tuple[Form, ...]] = ("hero", "alter-ego")
MOMENTS: Final[frozenset[Timing]] = frozenset(
    ("when revealed", "when completed", "when defeated", "boost", "setup", "special")
)


def moments_of(game: Game, obj: Object, moment: Timing) -> list[int]:
    """The abilities of a card with this label, as numbers of texts."""
    return [number for number in obj.abilities if moment_of(game, number) == moment]


def moment_of(game: Game, number: int) -> Timing | Literal[""]:
    """The label of an ability that the game itself resolves, "" for all others."""
    ability = game.texts[number].ability
    if isinstance(ability, SpellText):
        return "when revealed"  # all that an obligation says
    return ability.timing if isinstance(ability, Timed) and ability.timing in MOMENTS else ""


def title_of_text(game: Game, number: int) -> str:
    """The name of an ability by which other texts have it resolved (Special)."""
    ability = game.texts[number].ability
    return ability.title if isinstance(ability, Timed) else ""


def lasts(game: Game, obj: Object) -> bool:
    """Whether a card has abilities that are no moments and no keywords: those work only while it is in play."""
    abilities = (game.texts[number].ability for number in obj.abilities if not moment_of(game, number))
    return any(not isinstance(ability, Keyword) for ability in abilities)


def carry_out(game: Game, obj: Object, number: int, seat: int, event: About = ()) -> None:
    """Resolve an ability for a player; one that is for a form that the player is not in does nothing."""
    text = game.texts[number]
    if any(limit.kind in FORMS and not is_in_form(game, seat, limit.kind) for limit in text.limits):
        return
    item = Item(game.new_id(), "moment", seat, obj.id, number)
    item.name = obj.name
    item.known = known(obj)
    item.event = event
    game.add(item)
    push(game, EndedFrame(item.id), MomentFrame(item.id))


def run_moment(game: Game, frame: MomentFrame, answer: Answer | None) -> None:
    """The frame ``MomentFrame``: which of several things it is is chosen first."""
    item = game.item(frame.item)
    text = game.texts[item.text]
    if text.modes is not None and answer is None:
        modes = range(len(text.modes.options))
        options = tuple(Option("modes", (n,), (), mode_text(game, item, n)) for n in modes)
        prompt = said("ask.choose", "choose for {name}", name=item.name)
        game.ask(Decision("modes", item.controller, prompt, "Choose", options, subject=item.source))
        return
    if answer is not None:
        game.write(item, "modes", answer.refs)
    pop(game)
    own = [effects_frame(item.id, -1, 0)] if text.body.effects else []
    push(game, *[effects_frame(item.id, mode, 0) for mode in reversed(item.modes)], *own)


FRAMES: Final = kinds_by_op(FrameKind(MomentFrame, run_moment))
