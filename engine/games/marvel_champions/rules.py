"""Marvel Champions by its Rules Reference: what the shared machinery asks of this game.

The tables for playing a card and using an ability are in ``initiating``, resources in ``resources``, costs in
``totals``.
There is no stack: whoever may act plays or uses something, and it resolves before anybody acts again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine import replacement
from engine.abilities import Resources
from engine.cost_rules import COST_RULES
from engine.decisions import Option
from engine.effects import run_effects
from engine.errors import Refusal
from engine.games.marvel_champions import initiating
from engine.games.marvel_champions.deck_rules import check_deck
from engine.games.marvel_champions.player_turn import PlayerTurn
from engine.games.marvel_champions.resources import units_of
from engine.games.marvel_champions.totals import total_cost
from engine.instructions.arranging import run_arrange
from engine.instructions.choosing import run_choose
from engine.notation import SEATS
from engine.play import run_play
from engine.priority import run_priority
from engine.prospects import moving
from engine.replacement import happen
from engine.rules import Rules, ZoneSpec
from engine.shortcuts import run_shortcut
from engine.state import NOBODY
from engine.targets import has_targets

if TYPE_CHECKING:
    from engine.decisions import Answer
    from engine.game import Game
    from engine.state import Object, Play
    from engine.texts import Text

PASS = Option("pass")


class MarvelChampionsRules(Rules):
    """The rulebook of Marvel Champions."""

    name = "marvel-champions"
    seats = (1, 4)
    arena = "play area"
    draw_zone = "deck"
    discard_zone = "discard pile"
    newcomers_wait = False
    play_words: tuple[str, ...] = ("play",)
    zone_words: ClassVar[dict[str, str]] = {
        "battlefield": "play area",
        "library": "deck",
        "graveyard": "discard pile",
        "exile": "removed from the game",
    }
    position_words: ClassVar[dict[str, str]] = {
        "identity": "play area",
        "play_area": "play area",
        "discard_pile": "discard pile",
    }
    citations: ClassVar[dict[str, str]] = {
        "act": "Action",
        "activate": "Initiating: restrictions",
        "targets": "Target",
        "divide": "Target",
        "modes": "Choose",
        "pay": "Cost: simultaneous",
        "order": "Response",
        "choose": "Choose",
    }

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.zones = (
            ZoneSpec("deck", sight="nobody"),
            ZoneSpec("hand", sight="owner"),
            ZoneSpec("aside", sight="owner"),
            ZoneSpec("discard pile"),
            ZoneSpec("removed from the game"),
            ZoneSpec("play area", shared=True),
            ZoneSpec("table", shared=True),
        )
        self.procedures = {p.name: p for p in (initiating.PLAY, initiating.USE)}
        self.cost_rules = dict(COST_RULES)
        self.rounds = {"turn": PlayerTurn()}
        self.frames = {
            "play": run_play,
            "effects": run_effects,
            "choose": run_choose,
            "arrange": run_arrange,
            "priority": run_priority,
            **replacement.FRAMES,
            "shortcut": run_shortcut,
        }

    def setup(self, game: Game, decks: tuple[tuple[int, ...], ...]) -> None:
        raise Refusal("", "no_scenario", "a match needs a villain and an encounter deck; none can be chosen yet")

    def setup_position(self, game: Game, setup: dict[str, object]) -> None:
        root = game.root
        root.active = SEATS.index(str(setup.get("active", "A")))
        root.turn = int(str(setup.get("turn", 1)))
        root.step = str(setup.get("step", "player phase"))
        root.priority = SEATS.index(str(setup.get("priority", SEATS[root.active])))
        root.agenda = (("priority", "turn", NOBODY, 0),)

    def check_deck(self, entries: tuple[tuple[str, int], ...]) -> list[str]:
        return check_deck(self.name, entries)

    def checkpoint(self, game: Game) -> bool:
        """Allies and minions with no hit points left are defeated, all together."""
        defeated = [
            obj for obj in game.battlefield() if {"ally", "minion"} & set(obj.words) and obj.damage >= obj.toughness
        ]
        if defeated:
            happen(game, [moving(obj, self.discard_zone, cause="defeated") for obj in defeated])
        return bool(defeated)

    def due_words(self, play: Play) -> list[str]:
        return [" ".join(units_of(p)) if isinstance(p, Resources) else type(p).__name__ for p in play.due]

    def prompt(self, game: Game, seat: int) -> str:
        return "play a card, use an ability or pass"

    def actions(self, game: Game, seat: int) -> tuple[Option, ...]:
        options = [PASS]
        names = set()
        for ident in game.content("hand", seat):
            obj = game.obj(ident)
            if obj.name not in names:
                names.add(obj.name)
                if self._can_initiate(game, seat, obj, initiating.ability_of(game, obj), is_played=True):
                    options.append(Option("play", (ident,)))
        for obj in game.battlefield():
            if obj.controller == seat:
                options.extend(
                    Option("activate", game.activation(obj, number))
                    for number in obj.abilities
                    if game.texts[number].kind == "activated" and self._can_initiate(game, seat, obj, number)
                )
        return tuple(options)

    def _can_initiate(self, game: Game, seat: int, obj: Object, text: int, *, is_played: bool = False) -> bool:
        """The checks of the procedure, in the same order."""
        if initiating.form_obstacle(game, seat, text):
            return False
        if text >= 0 and not has_targets(game, game.texts[text], seat, obj.id):
            return False
        cost = total_cost(game, seat, obj, text, x=0, is_played=is_played)
        return initiating.is_payable(game, seat, obj.id, cost)

    def act(self, game: Game, seat: int, answer: Answer) -> None:
        if answer.do == "play":
            initiating.begin_card(game, seat, answer)
        elif answer.do == "activate":
            initiating.begin_ability(game, seat, answer)
        else:
            raise Refusal("Action", "bad_answer", f"{answer.do!r} is nothing to do now")

    def may_activate(self, game: Game, seat: int, obj: Object, text: Text) -> bool:
        return obj.controller == seat and text.kind == "activated"

    def conceded(self, game: Game, seat: int) -> None:
        if all(player.lost for player in game.players):
            game.write(game.root, "over", ((), "concede", "the players lose"))
