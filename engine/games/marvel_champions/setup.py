"""Setup of a match: identities, villain and main scheme, decks, first hands; and of a position (Setup)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.errors import Refusal
from engine.events.labels import SEATS
from engine.events.zones import create, turn_over
from engine.games.marvel_champions.card_timings import carry_out, moments_of
from engine.games.marvel_champions.character_stats import identity_of, main_scheme_of, villain_of
from engine.games.marvel_champions.frames import (
    FirstHandsFrame,
    MulligansFrame,
    OpeningFrame,
    RoundFrame,
    StagesFrame,
    TurnEndsFrame,
    TurnsFrame,
    VillainPhaseFrame,
)
from engine.games.marvel_champions.round_sequence import PLAYERS, STEPS, TURN, VILLAIN, fill_hands, order
from engine.games.marvel_champions.scenario_deck import NEMESIS
from engine.games.marvel_champions.scheme_sides import shows_first, turn_later
from engine.games.marvel_champions.setup_cards import kept_out, put_into_play, revealed_texts
from engine.play.state_based_actions import settle
from engine.queries.faces import other_face
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.proposed_events import moving

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game

STAGES: Final = {"villain": "villain deck", "main": "scheme deck"}
"""The word of a card that comes in stages, and where those wait that are still to come."""

STAGE_MOMENTS: Final = ("setup", "when revealed")


def begin_game(game: Game, decks: tuple[tuple[int, ...], ...]) -> None:
    """Put everything in place; the first player is chosen at random."""
    for seat in range(game.seats):
        _set_up_player(game, seat, decks[seat])
    _set_up_scenario(game, decks[game.side])
    game.write(game.root, "first", game.stream_below(game.seats))
    push(game, RoundFrame(), OpeningFrame(), MulligansFrame(order(game)), FirstHandsFrame(), StagesFrame())
    put_into_play(game)


def _set_up_player(game: Game, seat: int, deck: tuple[int, ...]) -> None:
    """The identity begins in alter-ego form; the other cards are the player's deck."""
    for card in deck:
        if "identity" in game.prints[card].definition.words:
            identity = create(game, card, seat, game.arena)
            if "hero" in identity.words:
                turn_over(game, identity, other_face(game, identity))
    pile = game.zones[game.draw_zone][seat]
    rest = tuple(card for card in deck if "identity" not in game.prints[card].definition.words)
    game.write(pile, "content", kept_out(game, seat, rest))
    game.shuffle(pile)


def _set_up_scenario(game: Game, deck: tuple[int, ...]) -> None:
    """The first stages are in play, nemesis sets are set aside; the rest is the encounter deck."""
    encounter = []
    for card in _one_of_each_stage(game, deck):
        definition = game.prints[card].definition
        stage = next((word for word in STAGES if word in definition.words), "")
        if stage and any(stage in obj.words for obj in game.battlefield()):
            create(game, card, game.side, STAGES[stage])
        elif stage:
            create(game, card, game.side, game.arena)
        elif str(dict(definition.extra).get("set", "")).endswith(NEMESIS):
            create(game, card, game.side, "set aside")
        else:
            encounter.append(card)
    pile = game.zones[game.draw_zone][game.side]
    game.write(pile, "content", kept_out(game, game.side, tuple(encounter)))
    game.shuffle(pile)


def _one_of_each_stage(game: Game, deck: tuple[int, ...]) -> tuple[int, ...]:
    """The cards with one of those main schemes that are of the same stage, at random (Leader)."""
    stages: dict[object, list[int]] = {}
    for card in deck:
        if "main" in game.prints[card].definition.words:
            stages.setdefault(dict(game.prints[card].definition.extra).get("stage"), []).append(card)
    left_out: set[int] = set()
    for same in stages.values():
        if len(same) > 1:
            left_out |= set(same) - {same[game.stream_below(len(same))]}
    return tuple(card for card in deck if card not in left_out)


def run_mulligans(game: Game, frame: MulligansFrame, answer: Answer | None) -> None:
    """The frame ``MulligansFrame``: each may discard any number of cards, then all draw up again."""
    seats: tuple[int, ...] = frame.seats
    if answer is not None:
        replace(game, MulligansFrame(seats[1:]))
        if answer.refs:
            batch = [moving(game.obj(ident), game.discard_zone, cause="discarded") for ident in answer.refs]
            happen(game, batch)
        return
    if not seats:
        pop(game)
        fill_hands(game)
        return
    hand = game.content("hand", seats[0])
    options = tuple(Option("cards", (ident,)) for ident in hand)
    prompt = said("marvel-champions.ask_mulligan", "mulligan: discard any cards, and draw as many")
    game.ask(Decision("cards", seats[0], prompt, "Setup", options, least=0, most=len(hand), none="keep all"))


def run_stages(game: Game, frame: StagesFrame, answer: Answer | None) -> None:
    """The frame ``StagesFrame``: what main scheme and villain say of this moment, before hands are drawn."""
    pop(game)
    stages = [obj for obj in (main_scheme_of(game), villain_of(game)) if obj is not None]
    texts = [(obj, number) for moment in STAGE_MOMENTS for obj in stages for number in moments_of(game, obj, moment)]
    texts += revealed_texts(game)
    first = [(obj, number) for obj, number in texts if shows_first(game, obj)]
    for obj, number in reversed([text for text in texts if text not in first]):
        carry_out(game, obj, number, game.root.first)
    turn_later(game)
    for obj, number in reversed(first):
        carry_out(game, obj, number, game.root.first)


def run_first_hands(game: Game, frame: FirstHandsFrame, answer: Answer | None) -> None:
    """Have all players draw their first hands (``FirstHandsFrame``)."""
    if settle(game):
        pop(game)
        fill_hands(game)


def run_opening(game: Game, frame: OpeningFrame, answer: Answer | None) -> None:
    """The frame ``OpeningFrame``: Setup abilities of identities, once hands have been kept (Setup)."""
    if not settle(game):
        return
    pop(game)
    own = [obj for obj in (identity_of(game, seat) for seat in order(game)) if obj is not None]
    texts = [(obj, number) for obj in own for number in moments_of(game, obj, "setup")]
    for obj, number in reversed(texts):
        carry_out(game, obj, number, obj.controller)


def begin_position(game: Game, setup: dict[str, object]) -> None:
    """A position: by default in A's turn. ``step``: "player phase" or "villain phase", or a step of the latter.

    Raises:
        Refusal: ``bad_position``, there is no such step.
    """
    root = game.root
    root.active = SEATS.index(str(setup.get("active", "A")))
    root.first = SEATS.index(str(setup.get("first", "A")))
    root.turn = int(str(setup.get("turn", 1)))
    step = str(setup.get("step", PLAYERS))
    if step == PLAYERS:
        root.step = PLAYERS
        root.priority = SEATS.index(str(setup.get("priority", SEATS[root.active])))
        place = [(seat - root.first) % game.seats for seat in range(game.seats)]
        later = [seat for seat in range(game.seats) if place[seat] > place[root.active]]
        later.sort(key=place.__getitem__)
        root.agenda = (TurnsFrame(tuple(later)), TurnEndsFrame(root.active), TURN)
    else:
        if step != VILLAIN and step not in STEPS:
            known = ", ".join((PLAYERS, VILLAIN, *STEPS))
            raise Refusal("", "bad_position", f"no step {step!r}; there are {known}")
        root.step = VILLAIN
        root.agenda = (VillainPhaseFrame("threat" if step == VILLAIN else step),)


FRAMES: Final = kinds_by_op(
    FrameKind(StagesFrame, run_stages),
    FrameKind(FirstHandsFrame, run_first_hands),
    FrameKind(MulligansFrame, run_mulligans),
    FrameKind(OpeningFrame, run_opening),
)
