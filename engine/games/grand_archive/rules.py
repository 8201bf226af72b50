"""Grand Archive by its rulebook: what the shared machinery asks of this game.

The tables of the two procedures are in ``activation`` and ``materialization``, what may be begun in ``legal_actions``,
costs in ``totals`` and ``memory_cost``, the turn in ``turn``, attacks in ``attacking`` and ``combat``, state-based
checks in ``checks``. Opportunity is priority.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from engine.abilities import ChangeDirection, Gather, Memory, PlayNow, Reserve, Scry, Token, Triggered
from engine.cards.edition import BENEATH, MENDED, WON
from engine.cards.faults import MAIN
from engine.effects.arranging import run_arrange
from engine.effects.choosing import run_choose
from engine.effects.interpreter import conclude_payment, run_effects
from engine.effects.library import run_revealed
from engine.games.grand_archive import checks, combat, currents, keywords, resolution, sieges, turn, why_not
from engine.games.grand_archive.ability_activation import (
    ABILITY,
)
from engine.games.grand_archive.activation import (
    ACTIVATION,
)
from engine.games.grand_archive.attacking import ATTACK, FIRST_TURN, UNITS
from engine.games.grand_archive.card_types import become
from engine.games.grand_archive.champion_costs import CHAMPION_COSTS
from engine.games.grand_archive.combat import is_of_attack
from engine.games.grand_archive.conditions import IN_PHASE
from engine.games.grand_archive.deck_rules import PART, check_deck, is_material
from engine.games.grand_archive.elements import (
    ADVANCED,
    BASIC,
    BONUSES,
    CHAMPION_BONUS,
    ELEMENTS,
    champions,
    has_bonus,
    is_led_by,
    is_not_norm,
    is_of,
    is_of_group,
)
from engine.games.grand_archive.empowering import levels_besides
from engine.games.grand_archive.evaluation import evaluate
from engine.games.grand_archive.frames import ResolvedFrame
from engine.games.grand_archive.glimpsing import glimpse
from engine.games.grand_archive.harm import HURT, is_hurt
from engine.games.grand_archive.instances import PLAYED
from engine.games.grand_archive.instructions import INSTRUCTIONS
from engine.games.grand_archive.keywords import with_mastery
from engine.games.grand_archive.leaving import FRAMES_LEFT
from engine.games.grand_archive.lineage import follows_lineage, inherited
from engine.games.grand_archive.loading import AMMUNITION, ZONE, is_loaded, is_unloaded
from engine.games.grand_archive.materialization import MATERIALIZATION, MATERIALIZED
from engine.games.grand_archive.memory_cost import MemoryRule
from engine.games.grand_archive.opportunity import ROUNDS
from engine.games.grand_archive.playing_now import run_play_now
from engine.games.grand_archive.presentation import PRESENTATION
from engine.games.grand_archive.preserving import is_preserved, lies_preserved
from engine.games.grand_archive.properties import BESIDES, ORIGINS, RELATIONS, is_besides
from engine.games.grand_archive.recovery import recover
from engine.games.grand_archive.reserving import ReserveRule
from engine.games.grand_archive.shared_events import BANISHED_FROM_GRAVEYARD, BESIDE, FOLLOWS, OFF_FIELD
from engine.payment.choice_cost_rules import COST_RULES
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.window import pay_costs
from engine.play.priority import run_priority
from engine.play.procedure_runner import run_play
from engine.play.shortcuts import run_shortcut
from engine.play.stack import has_triggered, modes_or_removed, put_on_stack, run_put, run_triggers, targets_or_removed
from engine.play.targets import divide
from engine.replacement import happen
from engine.rules import Rules
from engine.state.counter_kinds import CounterKind
from engine.state.event_kinds import EventKind, stated
from engine.state.frames import (
    ArrangeFrame,
    ChooseFrame,
    DuplicatesFrame,
    EffectsFrame,
    FrameKind,
    PlayFrame,
    PriorityFrame,
    PutFrame,
    RevealedFrame,
    ShortcutFrame,
    TriggersFrame,
    kinds_by_op,
)
from engine.state.player_settings import ANY, Settings
from engine.state.procedure import Procedure, Step
from engine.state.records import Object
from engine.state.zone_specs import ARENA, DRAWS, ZoneSpec

if TYPE_CHECKING:
    from engine.abilities import Ability, Instruction
    from engine.cards.definitions import CardDef, DeckCards
    from engine.cards.faults import Fault
    from engine.cards.pool import Pool
    from engine.cards.register import Print
    from engine.state.game import Game
    from engine.state.obstacles import Use, WhyNot
    from engine.state.records import Item
    from engine.state.rulebook import Leaver

TRIGGER: Final = Procedure(
    "trigger",
    Step("Triggered 1", put_on_stack),
    Step("Triggered 5", modes_or_removed),
    Step("Triggered 5", targets_or_removed),
    Step("Triggered 5", divide),
    Step("Triggered 10", has_triggered),
)
PAYMENT: Final = Procedure(
    "payment",
    Step("Costs 5", pay_costs),
    Step("Costs 5", conclude_payment),
    costs=PAID_IN_PARTS,
)
"""The payment that a text asks of somebody as it resolves."""


MATERIAL: Final = ("champion", "regalia")


class GrandArchiveRules(Rules):
    """The rulebook of Grand Archive."""

    name = "grand-archive"
    presentation = PRESENTATION
    marks: ClassVar[dict[str, bool]] = {FIRST_TURN: False, MATERIALIZED: False}
    steps: ClassVar[dict[str, bool]] = {
        **{phase: phase in turn.OPPORTUNITY for phase in turn.PHASES},
        **dict.fromkeys(combat.STEPS, True),
    }
    settings = Settings(
        full=True, own=True, stops=(("main", "own"), ("retaliation", ANY), ("damage", ANY), ("end", "others"))
    )
    of_cards = PLAYED
    shares_cards = True
    chance_last = True  # Parts of a Card, Cost 3.1.1
    play_words: tuple[str, ...] = ("activate", "materialize", "reserve", "reveal", "attack")

    deck_headings: ClassVar[dict[str, str]] = {PART: PART}
    printed_numbers = frozenset({"reserve cost", "memory cost"})
    standing_values = frozenset({"class bonus", "element bonus", "level", "attacking"})
    without: ClassVar[dict[str, Leaver]] = FRAMES_LEFT
    citations: ClassVar[dict[str, str]] = {
        "act": "Opportunity 1",
        "endless": "Ending the Game 4",
        "activate": "1.9.1",
        "host": "Link 2",
        "targets": "1.5",
        "divide": "1.5",
        "modes": "1.4",
        "ways": "1.3.3",
        "optional": "1.3.2",
        "x": "1.3.1",
        "pay": "1.8",
        "order": "Triggered 10",
        "duplicates": "State-based 1",
        "choose": "Resolution 2",
        "total": "1.7",
    }

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.zones = (
            ZoneSpec("main deck", DRAWS, "deck", sight="nobody"),
            ZoneSpec("material deck", "preserved", sight="owner", apart=True),
            ZoneSpec("hand", sight="owner", is_pile=False),
            ZoneSpec("memory", sight="owner"),
            ZoneSpec("aside", sight="owner", is_pile=False),
            ZoneSpec("graveyard", diverts=dict.fromkeys(MATERIAL, "banishment")),  # Champion 8, Playing Cards 7.1
            ZoneSpec("banishment", "exile"),
            ZoneSpec("lineage", lends=inherited),
            ZoneSpec("intent"),
            ZoneSpec(ZONE, since=BENEATH),
            ZoneSpec("field", ARENA, "champion", shared=True, is_pile=False),
            ZoneSpec("effects stack", shared=True, is_pile=False),
        )
        self.procedures = {p.name: p for p in (ACTIVATION, ABILITY, MATERIALIZATION, ATTACK, TRIGGER, PAYMENT)}
        self.hosts = {"link": checks.hosts}
        self.counters = {
            "buff": CounterKind((1, 1, 0), cancels="debuff"),  # Buff 4
            "debuff": CounterKind((-1, -1, 0), cancels="buff"),  # Debuff 4
            "level": CounterKind((0, 0, 1)),
            "enlighten": CounterKind(lends=keywords.ENLIGHTEN, since=MENDED),
            "wither": CounterKind(lends=keywords.WITHER, since=WON),
            "bulwark": CounterKind(lends=keywords.BULWARK, since=WON),
        }
        self.events |= {
            "damage": self.events["damage"]._replace(
                words=UNITS | {sieges.SIEGEABLE}, perform=sieges.deal_damage, sequel=combat.hit
            ),
            "destroy": EventKind(sparing="immortality"),
            "gain": self.events["gain"]._replace(perform=recover),
            **stated(
                "activated ability", "materialized", "reserved", "levels up", "delevels", "revealed", "becomes loaded"
            ),
            **stated(
                currents.CHANGE,
            ),
            **stated(*(f"becomes {name}" for name in RELATIONS)),
            **stated("suppress", "scry", "brewed"),
            **stated("attacked", "hits", "kills", "retaliates", BANISHED_FROM_GRAVEYARD),
        }
        self.references = {"champion": champions, "attacked": combat.attacked, "attacker": combat.attacker}
        self.relations |= {
            HURT: is_hurt,
            "preserved": lies_preserved,
            "loaded": is_loaded,
            "unloaded": is_unloaded,
            "defending": combat.is_defending,
            BESIDE: combat.attacks_with,
            OFF_FIELD: lambda game, obj, _with: obj.zone != game.arena,
            FOLLOWS: lambda game, obj, _with: follows_lineage(game, obj.owner, obj),
            combat.HURT: combat.is_struck,
            "may take the attack": combat.may_take,
            "may take the attack on": combat.may_take_from,
            BESIDES: is_besides,
            "non-norm element": is_not_norm,
            "basic element": is_of_group(BASIC, said=True),
            "non-basic element": is_of_group(BASIC, said=False),
            "advanced element": is_of_group((*ADVANCED, "exalted"), said=True),
            "non-advanced element": is_of_group((*ADVANCED, "exalted"), said=False),
            **{f"{element} element": is_of(element) for element in ELEMENTS},
            **RELATIONS,
            **ORIGINS,
        }
        self.cost_rules = {**COST_RULES, **CHAMPION_COSTS, Reserve: ReserveRule(), Memory: MemoryRule()}
        self.instructions = {**INSTRUCTIONS, PlayNow: run_play_now, Scry: glimpse}
        self.asking = frozenset({ChangeDirection})
        self.rounds = ROUNDS
        self.frames = {
            **kinds_by_op(
                FrameKind(PlayFrame, run_play),
                FrameKind(EffectsFrame, run_effects),
                FrameKind(ChooseFrame, run_choose),
                FrameKind(RevealedFrame, run_revealed),
                FrameKind(ArrangeFrame, run_arrange),
                FrameKind(PriorityFrame, run_priority),
                FrameKind(ShortcutFrame, run_shortcut),
                FrameKind(TriggersFrame, run_triggers),
                FrameKind(PutFrame, run_put),
                FrameKind(DuplicatesFrame, checks.run_duplicates),
                FrameKind(ResolvedFrame, resolution.run_resolved),
            ),
            **turn.FRAMES,
            **happen.FRAMES,
        }

    def evaluate(self, game: Game, seat: int) -> float:
        return evaluate(game, seat)

    def setup(self, game: Game, decks: tuple[tuple[int, ...], ...], chooser: int) -> None:
        turn.begin_game(game, decks)

    def setup_position(self, game: Game, setup: dict[str, object]) -> None:
        turn.begin_position(game, setup)

    def check_deck(self, _pool: Pool, deck: DeckCards, _beside: DeckCards = ()) -> list[Fault]:
        return check_deck(deck)

    def deck_part(self, definition: CardDef) -> str:
        return PART if is_material(definition) else MAIN

    def checkpoint(self, game: Game) -> bool:
        return checks.perform(game)

    def player_value(self, game: Game, seat: int, field: str, source: Object | None) -> int:
        """Whether a bonus applies to a text of ``source``, or how many cards are in hand and memory: influence."""
        if field in BONUSES:
            return int(has_bonus(game, seat, source, BONUSES[field]))
        if field.startswith(CHAMPION_BONUS):
            return int(is_led_by(game, seat, field.removeprefix(CHAMPION_BONUS)))
        if field == "level":
            return levels_besides(game, seat, source)
        if field == "attacking":
            return 0  # of objects alone
        if field.startswith(IN_PHASE):
            return int(game.root.active == seat and game.root.step == field.removeprefix(IN_PHASE))
        if field.startswith(currents.FACING):
            return int(currents.facing(game, seat) == field.removeprefix(currents.FACING))
        if field == "influence":
            return len(game.content("hand", seat)) + len(game.content("memory", seat))
        return super().player_value(game, seat, field, source)

    def why_not(self, game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
        return why_not.why_not(game, seat, obj, number)

    def ways_to_use(self, game: Game, seat: int, obj: Object) -> list[Use]:
        return why_not.ways_to_use(game, seat, obj)

    def may_target(self, game: Game, ident: int, seat: int, source: int, item: Item | None) -> bool:
        obj = game.records[ident]
        if not isinstance(obj, Object):
            return True
        if "omnishroud" in obj.keywords:
            return False
        if "spellshroud" not in obj.keywords:
            return True
        from_ = game.object(source)
        words = from_.words if from_ is not None else item.known.words if item is not None and item.known else ()
        return "spell" not in words

    def conceded(self, game: Game, seat: int) -> None:
        checks.lose(game, (seat,))

    def attacked(self, game: Game, obj: Object) -> tuple[int, ...]:
        """All units of a player at once, where the attack has cleave."""
        attack = combat.current(game)
        return attack.targets[0] if attack is not None and attack.source == obj.id else super().attacked(game, obj)

    def expand(self, ability: Ability) -> tuple[Ability, ...]:
        return keywords.expand(ability)

    def printed(self, definition: CardDef) -> tuple[Ability, ...]:
        """An attack card waits for its events in the Intent, and what is loaded for those of an attack.

        An Inherited Effect is none of a card that is no champion (Inherited Effect 1).
        """
        abilities = with_mastery(keywords.own(super().printed(definition), definition.words))
        if "attack" in definition.words:
            return tuple(replace(own, zone="intent") if isinstance(own, Triggered) else own for own in abilities)
        if AMMUNITION.isdisjoint(definition.words):
            return abilities
        return tuple(replace(own, zone="intent") if is_of_attack(own) else own for own in abilities)

    def backs(self, said: CardDef | Instruction) -> tuple[Token, ...]:
        """The tokens that chance picks from, which a text makes as its own."""
        return said.tokens if isinstance(said, Gather) else ()

    def become(self, words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
        return become(words, becomes, keeps=keeps)

    def embody(self, game: Game, obj: Object, printed: Print) -> None:
        """Its costs, and that all see a preserved card (Preserve 3).

        A weapon enters with as many durability counters as it has printed (Weapon 4).
        """
        table = dict(printed.definition.extra)
        costs = ((f"{kind} cost", table.get(kind)) for kind in ("reserve", "memory"))
        obj.shown = obj.zone == "material deck" and is_preserved(obj)
        obj.extra = tuple((name, cost) for name, cost in costs if isinstance(cost, int))
        durability = table.get("durability")
        if obj.zone == game.arena and isinstance(durability, int):
            obj.counters = (("durability", durability),)
