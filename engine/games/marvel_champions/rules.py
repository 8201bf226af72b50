"""Marvel Champions by its Rules Reference: what the shared machinery asks of this game.

The tables for playing a card and using an ability are in ``initiating``, resources in ``resources``, costs in
``totals``; how a match begins in ``setup``, the round in ``round_sequence``, what enemies do in ``enemy_activation``,
basic powers in ``powers``, encounter cards in ``revealing``, what the game looks after by itself in ``checks``. There
is no stack: whoever may act plays or uses something, and it resolves before anybody acts again. The scenario is a side
at which nobody sits: it owns and controls all encounter cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from engine.abilities import DamageCost, DiscardSelf, FormCost, MoveCost, Recover, Resources, Sacrifice
from engine.cards.edition import WON
from engine.cards.faults import MAIN
from engine.effects.arranging import run_arrange
from engine.effects.choosing import run_choose
from engine.effects.interpreter import run_effects
from engine.effects.library import run_revealed
from engine.games.marvel_champions import (
    attaching,
    boosting,
    card_limits,
    card_timings,
    character_stats,
    checks,
    deck_rules,
    delayed_effects,
    elimination,
    encounter,
    enemy_activation,
    first_control,
    forms,
    hindering,
    indirect_damage,
    initiating,
    instructions,
    interrupted_activations,
    labelled_abilities,
    lent_traits,
    meaning,
    per_player,
    permanence,
    placing,
    powers,
    reacting,
    revealing,
    round_sequence,
    scenario_cards,
    scenario_deck,
    scheme_sides,
    schemes,
    setup,
    setup_cards,
    special_abilities,
    statuses,
    teamwork,
    text_parts,
    totals,
    why_not,
)
from engine.games.marvel_champions.card_types import become
from engine.games.marvel_champions.characters import facts_of, title_now
from engine.games.marvel_champions.cost_parts import (
    DamageRule,
    DiscardFromPlayRule,
    FormRule,
    ResourcesRule,
    ReturnRule,
)
from engine.games.marvel_champions.evaluation import evaluate
from engine.games.marvel_champions.event_kinds import EVENTS
from engine.games.marvel_champions.healing_costs import HealingRule
from engine.games.marvel_champions.language.shared_words import (
    DISPLAY,
    ENCOUNTER_CARDS,
    EXPERT,
    ICONS_IN_PLAY,
    IS_FIRST,
)
from engine.games.marvel_champions.leaving import FRAMES_LEFT
from engine.games.marvel_champions.player_turn import PlayerTurn
from engine.games.marvel_champions.presentation import PRESENTATION
from engine.payment.choice_cost_rules import COST_RULES
from engine.payment.self_cost_rules import DiscardSelfRule
from engine.play.priority import run_priority
from engine.play.procedure_runner import run_play
from engine.play.response_windows import windows
from engine.play.shortcuts import run_shortcut
from engine.replacement import happen
from engine.rules import Rules
from engine.state.frames import (
    ArrangeFrame,
    ChooseFrame,
    EffectsFrame,
    FrameKind,
    PlayFrame,
    PriorityFrame,
    RevealedFrame,
    ShortcutFrame,
    kinds_by_op,
)
from engine.state.player_marks import mark_of
from engine.state.player_settings import ANY, Settings
from engine.state.records import NOBODY
from engine.state.zone_specs import ARENA, DISCARDS, DRAWS, ZoneSpec

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.cards.definitions import CardDef, DeckCards, Entries
    from engine.cards.faults import Fault
    from engine.cards.numbered_text import Text
    from engine.cards.pool import Pool
    from engine.cards.register import Print
    from engine.state.game import Game
    from engine.state.obstacles import Use, WhyNot
    from engine.state.proposed_events import Prospect
    from engine.state.records import Item, Object
    from engine.state.rulebook import Leaver

PLAY_AREA: Final = "play area"
CLOSED = "closed"
"""The profile in which players do not see each other's hands (Table Talk)."""


class MarvelChampionsRules(Rules):
    """The rulebook of Marvel Champions."""

    name = "marvel-champions"
    presentation = PRESENTATION
    seats: ClassVar[tuple[int, int]] = (1, 4)
    profiles: ClassVar[dict[str, dict[str, str]]] = {"seeds": {}, CLOSED: {}}
    deck_headings: ClassVar[dict[str, str]] = dict.fromkeys(("identity", "aspect", "basic", "signature"), MAIN)
    side: ClassVar[str] = "scenario"
    marks: ClassVar[dict[str, bool]] = dict.fromkeys((forms.CHANGED, totals.CHEAPER, enemy_activation.DEALT), False)
    steps: ClassVar[dict[str, bool]] = dict.fromkeys(round_sequence.PHASES, True)
    settings = Settings(full=True, own=True, stops=((ANY, ANY),))
    play_words: tuple[str, ...] = ("play", powers.ATTACK, powers.THWART, powers.RECOVER, forms.FLIP)
    without: ClassVar[dict[str, Leaver]] = FRAMES_LEFT
    citations: ClassVar[dict[str, str]] = {
        "act": "Action",
        "activate": "Initiating: restrictions",
        "targets": "Target",
        "divide": "Target",
        "modes": "Choose",
        "pay": "Cost: simultaneous",
        "order": "Forced",
        "interrupt": "Interrupt",
        "response": "Response",
        "choose": "Choose",
    }

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        if profile != CLOSED:  # hands are open, so that what is skipped tells nothing of them
            self.settings = Settings(full=True, own=True, smart=True, stops=self.settings.stops)
        self.zones = (
            ZoneSpec("deck", DRAWS, sight="nobody", emptied=checks.renew),
            ZoneSpec("hand", sight="owner" if profile == CLOSED else "open", whose="seats", is_pile=False),
            ZoneSpec("aside", sight="owner", apart=True, is_pile=False),
            ZoneSpec("discard pile", DISCARDS),
            ZoneSpec("removed from the game", "exile", is_pile=False),
            ZoneSpec("facedown", sight="looker", whose="seats"),
            ZoneSpec("set aside", whose="side", is_pile=False),
            ZoneSpec("dealt", sight="looker", whose="side", is_pile=False, before=encounter.number_dealt),
            ZoneSpec("boost", sight="nobody", whose="side"),
            ZoneSpec("villain deck", whose="side"),
            ZoneSpec("scheme deck", whose="side"),
            ZoneSpec(PLAY_AREA, ARENA, "identity", "villain", "main scheme", shared=True, is_pile=False),
            ZoneSpec("table", shared=True, is_pile=False),
            ZoneSpec(DISPLAY, shared=True, since=WON),
        )
        self.procedures = {p.name: p for p in (initiating.PLAY, initiating.USE, initiating.PAYMENT, powers.POWER)}
        self.cost_rules = {
            **COST_RULES,
            DamageCost: DamageRule(),
            FormCost: FormRule(),
            DiscardSelf: DiscardSelfRule(PLAY_AREA, "hand"),
            Recover: HealingRule(),
            Resources: ResourcesRule(),
            Sacrifice: DiscardFromPlayRule(),
            MoveCost: ReturnRule(),
        }
        self.events |= EVENTS
        self.counters = {**statuses.COUNTERS, **schemes.COUNTERS}
        self.instructions = {
            **instructions.INSTRUCTIONS,
            **indirect_damage.INSTRUCTIONS,
            **interrupted_activations.INSTRUCTIONS,
            **special_abilities.INSTRUCTIONS,
            **text_parts.INSTRUCTIONS,
            **scenario_cards.INSTRUCTIONS,
        }
        self.asking = instructions.ASKING | scenario_cards.ASKING
        self.references = meaning.REFERENCES
        self.relations = meaning.RELATIONS
        self.readings = meaning.READINGS
        self.rounds = {"turn": PlayerTurn(), **windows(reacting.Reacting())}
        self.unprinted_stats = card_limits.UNPRINTED
        self.lying_on = frozenset((encounter.DEALT,))
        self.frames = {
            **kinds_by_op(
                FrameKind(PlayFrame, run_play),
                FrameKind(EffectsFrame, run_effects),
                FrameKind(ChooseFrame, run_choose),
                FrameKind(RevealedFrame, run_revealed),
                FrameKind(ArrangeFrame, run_arrange),
                FrameKind(PriorityFrame, run_priority),
                FrameKind(ShortcutFrame, run_shortcut),
            ),
            **happen.FRAMES,
            **setup.FRAMES,
            **setup_cards.FRAMES,
            **scheme_sides.FRAMES,
            **initiating.FRAMES,
            **round_sequence.FRAMES,
            **enemy_activation.FRAMES,
            **boosting.FRAMES,
            **card_timings.FRAMES,
            **powers.FRAMES,
            **revealing.FRAMES,
            **teamwork.FRAMES,
            **card_limits.FRAMES,
            **instructions.FRAMES,
            **indirect_damage.FRAMES,
            **special_abilities.FRAMES,
            **text_parts.FRAMES,
            **labelled_abilities.FRAMES,
            **delayed_effects.FRAMES,
        }

    def evaluate(self, game: Game, seat: int) -> float:
        return evaluate(game, seat)

    def setup(self, game: Game, decks: tuple[tuple[int, ...], ...], chooser: int) -> None:
        setup.begin_game(game, decks)

    def setup_position(self, game: Game, setup_: dict[str, object]) -> None:
        setup.begin_position(game, setup_)

    def side_deck(self, pool: Pool, scenario: str, decks: tuple[Entries, ...]) -> Entries:
        return scenario_deck.deck_of(pool, scenario, decks)

    def for_players(self, definition: CardDef, seats: int) -> CardDef:
        return per_player.multiplied(definition, seats)

    def told_apart(self, pool: Pool, deck: Entries) -> Entries:
        return deck_rules.told_apart(pool, deck)

    def check_deck(self, pool: Pool, deck: DeckCards, _beside: DeckCards = ()) -> list[Fault]:
        return deck_rules.check_deck(pool, deck)

    def checkpoint(self, game: Game) -> bool:
        return checks.perform(game)

    def embody(self, game: Game, obj: Object, printed: Print) -> None:
        """Cards enter play with starting threat, a tough status, counters to use (Side Scheme, Toughness, Uses)."""
        if obj.zone != game.arena:
            return
        threat = facts_of(printed).numbers.get("starting threat")
        if threat:
            obj.counters = ((schemes.THREAT, threat),)
        if "toughness" in obj.keywords:
            obj.counters = (*obj.counters, ("tough", 1))
        uses = placing.uses_of(game, obj)
        if uses is not None:
            obj.counters = (*obj.counters, placing.counters_of_uses(game, uses))

    def player_value(self, game: Game, seat: int, field: str, source: Object | None) -> int:
        """How many players there are, a number of the player's identity ("your ATK"), or what every game has."""
        if field == meaning.PLAYERS:
            return game.seats
        if field.startswith(ICONS_IN_PLAY):
            return sum(character_stats.icons(game, name) for name in field.removeprefix(ICONS_IN_PLAY).split("+"))
        if field == ENCOUNTER_CARDS:
            return encounter.number_dealt(game, seat)
        if field == EXPERT:
            return scenario_deck.is_expert(game)
        if field == IS_FIRST:
            return int(game.turn_order(game.root.first)[0] == seat)
        if field == enemy_activation.DEALT:
            return mark_of(game, seat, field)
        if field in character_stats.STATS:
            identity = character_stats.identity_of(game, seat)
            return character_stats.stat(game, identity, field) if identity is not None else 0
        return super().player_value(game, seat, field, source)

    def enter(self, game: Game, obj: Object, each: Prospect) -> None:
        first_control.enters(game, obj)
        if each.facing != NOBODY:
            obj.facing = each.facing
            teamwork.arrives(game, obj, is_revealed=each.cause == "revealed")
            revealing.engages(game, obj)
        if each.attached:
            attaching.attached(game, obj, each.attached)
        hindering.toughen(game, obj)

    def title(self, game: Game, obj: Object) -> str:
        return title_now(game, obj)

    def stands_for(self, game: Game, obj: Object, seat: int) -> bool:
        """Players are their identities (You)."""
        return "identity" in obj.words and obj.controller == seat

    def speaker(self, game: Game, obj: Object) -> int:
        return attaching.speaker(game, obj)

    def may_take(self, game: Game, source: int, obj: Object) -> bool:
        return permanence.may_take(game, source, obj)

    def is_attack(self, game: Game, item: Item, targets: tuple[int, ...]) -> bool:
        """Damage to enemies of an ability that is labelled as an attack (Attack: player action)."""
        objs = [game.object(ident) for ident in targets]
        is_on_enemies = all(obj is not None and "enemy" in obj.words for obj in objs)
        return powers.ATTACK in labelled_abilities.labels_of(game, item) and is_on_enemies

    def may_attach(self, game: Game, obj: Object, host: Object) -> bool:
        """Attach To: also what lies elsewhere, which enters play so."""
        return host.zone == game.arena

    def may_target(self, game: Game, ident: int, seat: int, source: int, item: Item | None) -> bool:
        return labelled_abilities.may_target(game, ident, seat, item)

    def become(self, words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
        return become(words, becomes, keeps=keeps)

    def spelled(self, game: Game, words: tuple[str, ...], holder: Object | None) -> tuple[str, ...]:
        return lent_traits.spelled(game, words, holder)

    def printed(self, definition: CardDef) -> tuple[Ability, ...]:
        abilities = super().printed(definition)
        return reacting.in_hand(abilities) if "event" in definition.words else abilities

    def prepare(self, prints: list[Print], texts: list[Text]) -> None:
        if permanence.has_permanents(prints):
            permanence.prepare(texts)

    def why_not(self, game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
        return why_not.why_not(game, seat, obj, number)

    def ways_to_use(self, game: Game, seat: int, obj: Object) -> list[Use]:
        return why_not.ways_to_use(game, seat, obj)

    def lent_numbers(self, game: Game, obj: Object) -> list[tuple[str, int, Object]]:
        return character_stats.bonuses(game, obj)

    def conceded(self, game: Game, seat: int) -> None:
        elimination.eliminate(game, (seat,))
