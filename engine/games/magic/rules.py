"""Magic: The Gathering by its Comprehensive Rules: what the shared machinery asks of this game.

Tables of procedures are in ``casting``, the turn in ``turn``, combat in ``combat``, state-based actions in
``state_based_actions``, what may be begun in ``legal_actions``, costs in ``totals``. Paragraphs here are those of the
current rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from engine.abilities import (
    DEALT_BY,
    GIVES,
    MANA_SPENT,
    AddPhases,
    AttackedThisStep,
    Barred,
    Become,
    Behold,
    BlockIt,
    CastLastTurn,
    CollectEvidence,
    CopyCard,
    CopyCards,
    Devotion,
    DieResult,
    EvidenceLeft,
    Exploit,
    Foretell,
    GetEmblem,
    GivesForetell,
    IncreaseSpeed,
    Manifest,
    ManifestDread,
    PlayNow,
    RingTempts,
    Roll,
    SkipUntapping,
    StillWaiting,
    TimesResolved,
    TurnDown,
    TurnUp,
    Venture,
)
from engine.cards.definitions import COLOR_OF, CardDef
from engine.cards.faults import SIDEBOARD
from engine.effects.arranging import run_arrange
from engine.effects.choosing import run_choose
from engine.effects.interpreter import run_effects
from engine.effects.library import run_revealed
from engine.errors import Refusal
from engine.games.magic import (
    activation_limits,
    added_phases,
    beholding,
    bestowing,
    casting,
    day_night,
    designations,
    dice,
    dungeons,
    emblems,
    evidence,
    exploiting,
    face_down,
    foretelling,
    gifts,
    goading,
    keywords,
    plotting,
    preparing,
    repeated_spells,
    ring,
    rooms,
    speed,
    state_based_actions,
    storied,
    suspending,
    turn,
    types,
    why_not,
)
from engine.games.magic.attacked_players import ATTACKED, attacked_this_step
from engine.games.magic.attacking import attackable, join_attack
from engine.games.magic.cast_notes import RELATIONS, WARPED
from engine.games.magic.combat_rules import run_block_it
from engine.games.magic.copied_costs import have_no_cost
from engine.games.magic.counter_effects import COUNTERS
from engine.games.magic.crewing import CREWED, has_crewed
from engine.games.magic.damage import HURT, deal, was_dealt_damage_by
from engine.games.magic.deck_rules import check_deck
from engine.games.magic.devotion import devotion
from engine.games.magic.evaluation import evaluate
from engine.games.magic.face_doubts import doubts_of_faces
from engine.games.magic.frames import ResolvedFrame
from engine.games.magic.keywords.spells import of_spells
from engine.games.magic.last_turn import CAST, CAST_BEFORE, cast_last_turn
from engine.games.magic.layouts import PREPARED, ROOM
from engine.games.magic.leaving import FRAMES_LEFT
from engine.games.magic.mana_substitutes import INSTEAD
from engine.games.magic.player_abilities import player_has
from engine.games.magic.presentation import PRESENTATION
from engine.games.magic.priority_actions import ROUNDS
from engine.games.magic.qualities import (
    CREWING,
    HAS_COLOR,
    HAS_X,
    gives_ability,
    has_color,
    has_x,
    hosts,
    may_be_attached,
    may_be_targeted,
)
from engine.games.magic.repeats import times_resolved
from engine.games.magic.sagas import ARRIVES, SAGA
from engine.games.magic.subtypes import CREATURE_TYPES
from engine.games.magic.trigger_order import run_triggers_in_lots
from engine.games.magic.unpayable import GIVABLE, BarredRule, is_givable
from engine.games.magic.untapping import STAY_TAPPED, run_skip_untapping
from engine.payment.choice_cost_rules import COST_RULES
from engine.payment.kept_mana_abilities import run_keep
from engine.play.priority import run_priority
from engine.play.procedure_runner import run_play
from engine.play.shortcuts import run_shortcut
from engine.play.stack import run_put, run_triggers
from engine.play.stack_copies import run_retarget
from engine.replacement import happen
from engine.rules import Rules
from engine.state.event_kinds import EventKind, stated
from engine.state.frames import (
    ArrangeFrame,
    ChooseFrame,
    DuplicatesFrame,
    EffectsFrame,
    FrameKind,
    KeepFrame,
    PlayFrame,
    PriorityFrame,
    PutFrame,
    RetargetFrame,
    RevealedFrame,
    ShortcutFrame,
    TriggersFrame,
    kinds_by_op,
)
from engine.state.player_marks import mark_of
from engine.state.player_settings import ANY, Settings
from engine.state.proposed_events import DESIGNATED
from engine.state.records import Object, Player
from engine.state.zone_specs import ZoneSpec
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.abilities import Ability, Instruction, Token
    from engine.cards.definitions import DeckCards
    from engine.cards.faults import Fault
    from engine.cards.numbered_text import Text
    from engine.cards.pool import Pool
    from engine.cards.register import Print
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.obstacles import Use, WhyNot
    from engine.state.proposed_events import Happening, Prospect
    from engine.state.records import Item
    from engine.state.rulebook import Leaver

STARTING_LIFE = 20
SEEDS_CHAPTERS: Final = {
    # Since 2018 tokens have a chapter of their own; what followed it moved on by one, priority from 116 to 117.
    **{str(chapter): str(chapter - 1) for chapter in range(112, 123)},
    "732": "730",
    "733": "731",
}
"""Current chapter -> its number in the source documents."""


class MagicRules(Rules):
    """The rulebook of Magic."""

    name = "magic"
    presentation = PRESENTATION
    shows_faces = True
    play_words: tuple[str, ...] = (
        "cast",
        "play",
        rooms.UNLOCK,
        face_down.TURN,
        plotting.PLOT,
        keywords.casting.SUSPEND,
        keywords.casting.FORETELL,
    )
    profiles: ClassVar[dict[str, dict[str, str]]] = {"seeds": SEEDS_CHAPTERS, "current": {}}
    deck_headings: ClassVar[dict[str, str]] = {"sideboard": SIDEBOARD, "side": SIDEBOARD}
    steps: ClassVar[dict[str, bool]] = {step.name: step.priority for step in turn.STEPS}
    marks: ClassVar[dict[str, bool]] = {
        **dict.fromkeys(
            ("lands", CAST, CAST_BEFORE, MANA_SPENT, ATTACKED, added_phases.SECOND, speed.SPED, *STAY_TAPPED), False
        ),
        speed.SPEED: True,
        ring.TEMPTED: True,
        dungeons.COMPLETED: True,
        **dict.fromkeys(designations.FORMS, True),
        **{word + designations.BEFORE: False for word in designations.FORMS},
        **dict.fromkeys((storied.STORY, day_night.DAY, day_night.NIGHT), True),
        day_night.OWN_SPELLS: False,
    }
    settings = Settings(
        full=True,
        own=True,
        stops=(
            *((name, "own") for name in activation_limits.MAINS),
            ("declare attackers", ANY),
            ("declare blockers", ANY),
            ("end", "others"),
        ),
    )
    citations: ClassVar[dict[str, str]] = {
        "act": "117.1",
        "endless": "104.4b",
        "activate": "602.2",
        "targets": "601.2c",
        "divide": "601.2d",
        "window": "601.2g",
        "pay": "601.2h",
        "order": "603.3b",
        "choose": "608.2d",
        "arrange": "401.4",
        "opponent": "602.3a",
        "retarget": "707.10c",
        "keep": "733.1",
        "terms": "106.6",
        "modes": "601.2b",
        "ways": "601.2b",
        "optional": "601.2b",
        "x": "601.2b",
        "replace": "616.1",
        "enter": "614.12a",
        "host": "303.4f",
        "share": "615.7",
        "copy": "707.2",
        "control": "613.1b",
        "types": "613.1d",
        "colors": "613.1e",
        "abilities": "613.1f",
        "defined": "613.4a",
        "base": "613.4b",
        "added": "613.4c",
        "switched": "613.4d",
        "total": "601.2f",
        "shortcut": "732.2a",
        "shorten": "732.2b",
        "differ": "732.2c",
        "duplicates": "704.5j",
        "left": "800.4a",
    }

    def is_idle(self, game: Game) -> bool:
        """A step of combat without combat (508.8)."""
        return game.root.step in ("declare attackers", "declare blockers") and not any(
            obj.attacking >= 0 for obj in game.battlefield()
        )

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.zones = (
            ZoneSpec("library", sight="nobody", filler="Plains"),
            ZoneSpec("hand", sight="owner", is_pile=False),
            ZoneSpec("aside", sight="looker", is_pile=False),
            ZoneSpec("graveyard"),
            ZoneSpec("exile"),
            ZoneSpec("battlefield", shared=True, is_pile=False),
            ZoneSpec("stack", shared=True, is_pile=False),
            ZoneSpec(emblems.COMMAND, of_markers=True),
        )
        from_hand = (plotting.PLOTTING, suspending.SUSPENDING, foretelling.FORETELLING)
        special = (rooms.UNLOCKING, face_down.TURNING, *from_hand)
        self.procedures = {p.name: p for p in (*casting.PROCEDURES, *special, *turn.PROCEDURES)}
        self.counters = COUNTERS
        self.unprinted_stats = {CREWING: 0}
        self.hosts = {"enchant": hosts}
        self.events |= {
            "damage": self.events["damage"]._replace(perform=deal, words=HURT),
            "destroy": EventKind(sparing="indestructible"),
            "attacks": self.events["attacks"]._replace(words=frozenset(("creature",))),  # 506.4
            **stated("cast", "cycled", "land", "mulligan", "tapped for mana", "monstrous", "renowned", "unlocks"),
            **stated("level 2", "level 3", "solved"),
            **stated(
                "crime",
                ring.TEMPTED,
                ring.CHOSEN,
                *dungeons.EVENTS,
                dice.ROLLED,
                dice.DIE,
                *designations.FORMS,
                evidence.COLLECTED,
                exploiting.EXPLOITS,
                gifts.GIFT,
                "scry",
                "surveil",
                face_down.TURNED_UP,
                keywords.casting.FORETELLS,
                rooms.FULLY_UNLOCKS,
                MANA_SPENT,
                WARPED,
            ),
            **stated("blocked", "blocked by", "blocks", "unblocked"),
        }
        self.relations |= {**RELATIONS, HAS_COLOR: has_color, HAS_X: has_x}
        self.relations |= {
            GIVES.field: gives_ability,
            DEALT_BY.field: was_dealt_damage_by,
            ring.BEARER: ring.is_bearer,
            CREWED: has_crewed,
            GIVABLE: is_givable,
        }
        self.mana_ability = casting.MANA_ABILITY
        self.substitutes = INSTEAD
        collecting, beheld = evidence.EvidenceRule(), beholding.BeholdRule()
        self.cost_rules = {**COST_RULES, Behold: beheld, CollectEvidence: collecting, EvidenceLeft: collecting}
        self.cost_rules[Barred] = BarredRule()
        self.instructions = {
            PlayNow: casting.run_play_now,
            Become: preparing.run_become,
            Foretell: foretelling.run_foretell,
            BlockIt: run_block_it,
            SkipUntapping: run_skip_untapping,
            Manifest: face_down.run_manifest,
            ManifestDread: face_down.run_manifest_dread,
            TurnUp: face_down.run_turn_up,
            GetEmblem: emblems.run_get_emblem,
            RingTempts: ring.run_ring_tempts,
            Venture: dungeons.run_venture,
            Roll: dice.run_roll,
            TurnDown: face_down.run_turn_down,
            AddPhases: added_phases.run_add_phases,
            CopyCard: repeated_spells.run_copy_card,
            CopyCards: repeated_spells.run_copy_cards,
            IncreaseSpeed: speed.run_increase_speed,
            Exploit: exploiting.run_exploit,
        }
        self.references["recipient"] = gifts.recipient
        self.rounds = ROUNDS
        self.chance_last = profile != "seeds"
        self.amounts = {
            AttackedThisStep: attacked_this_step,
            CastLastTurn: cast_last_turn,
            Devotion: devotion,
            StillWaiting: repeated_spells.still_waiting,
            TimesResolved: times_resolved,
            DieResult: dice.die_result,
        }
        self.frames = {
            **kinds_by_op(
                FrameKind(PlayFrame, run_play),
                FrameKind(EffectsFrame, run_effects),
                FrameKind(ChooseFrame, run_choose),
                FrameKind(RevealedFrame, run_revealed),
                FrameKind(ArrangeFrame, run_arrange),
                FrameKind(RetargetFrame, run_retarget),
                FrameKind(PriorityFrame, run_priority),
                FrameKind(ShortcutFrame, run_shortcut),
                FrameKind(TriggersFrame, run_triggers if profile == "seeds" else run_triggers_in_lots),
                FrameKind(PutFrame, run_put),
                FrameKind(KeepFrame, run_keep),
                FrameKind(ResolvedFrame, casting.run_resolved),
                FrameKind(DuplicatesFrame, state_based_actions.run_duplicates),
            ),
            **turn.FRAMES,
            **happen.FRAMES,
        }

    def evaluate(self, game: Game, seat: int) -> float:
        return evaluate(game, seat)

    def setup(self, game: Game, decks: tuple[tuple[int, ...], ...], chooser: int) -> None:
        for player, deck in zip(game.players, decks, strict=True):
            player.life = STARTING_LIFE
            game.zones["library"][player.seat].content = deck
        turn.begin_game(game, chooser)

    def setup_position(self, game: Game, setup: dict[str, object]) -> None:
        for player in game.players:
            player.life = STARTING_LIFE
        turn.begin_position(game, setup)

    def place_attacker(self, game: Game, obj: Object, attacked: Object | Player) -> None:
        """508.1k: it is an attacking creature from here on."""
        if attacked.id not in attackable(game, obj.controller) or "creature" not in obj.words:
            raise Refusal("508.1b", "bad_position", f"{obj.name} cannot attack {attacked.name}")
        obj.attacks = attacked.id
        obj.attacking = attacked.seat if isinstance(attacked, Player) else attacked.controller

    def check_deck(self, _pool: Pool, deck: DeckCards, beside: DeckCards = ()) -> list[Fault]:
        return check_deck(deck, beside)

    def checkpoint(self, game: Game) -> bool:
        return state_based_actions.perform(game)

    def why_not(self, game: Game, seat: int, obj: Object, number: int | None) -> WhyNot:
        return why_not.why_not(game, seat, obj, number)

    def undeclarable(self, game: Game, answer: Answer) -> Refusal | None:
        return why_not.undeclarable(game, answer)

    def ways_to_use(self, game: Game, seat: int, obj: Object) -> list[Use]:
        return why_not.ways_to_use(game, seat, obj)

    def expand(self, ability: Ability) -> tuple[Ability, ...]:
        return keywords.expand(ability)

    @property
    def library_mana(self) -> bool:
        """605.1a: today no mana ability moves a card to or from a library."""
        return self.profile == "seeds"

    def may_target(self, game: Game, ident: int, seat: int, source: int, item: Item | None) -> bool:
        obj = game.records[ident]
        if isinstance(obj, Object):
            return may_be_targeted(game, obj, seat, source, item)
        if not isinstance(obj, Player) or not (game.root.granting or game.root.effects):
            return True
        own = obj.seat == seat
        return not player_has(game, obj.seat, "shroud") and (own or not player_has(game, obj.seat, "hexproof"))

    def may_attach(self, game: Game, obj: Object, host: Object) -> bool:
        return super().may_attach(game, obj, host) and may_be_attached(game, obj, host)

    without: ClassVar[dict[str, Leaver]] = FRAMES_LEFT
    families: ClassVar[dict[str, tuple[str, ...]]] = {
        "color": tuple(COLOR_OF.values()),
        "color word": types.COLORS,
        "card type": (
            *("artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery"),
        ),
        "basic land type": ("plains", "island", "swamp", "mountain", "forest"),
        "creature type": tuple(CREATURE_TYPES),
    }

    def player_value(self, game: Game, seat: int, field: str, source: Object | None) -> int:
        is_mark = self.marks.get(field) or field.endswith(designations.BEFORE)
        return mark_of(game, seat, field) if is_mark else super().player_value(game, seat, field, source)

    def happened(self, game: Game, name: str, happenings: list[Happening]) -> None:
        if name == speed.LOST:
            speed.life_was_lost(game, happenings)

    def have_left(self, game: Game) -> None:
        bestowing.let_go(game)

    def prepare(self, prints: list[Print], texts: list[Text]) -> None:
        bestowing.bear_fronts(prints)

    def conceded(self, game: Game, seat: int) -> None:
        state_based_actions.lose(game, (seat,))

    def printed(self, definition: CardDef) -> tuple[Ability, ...]:
        """The abilities of a card; where it is both its halves those of both (709.4c, 709.5)."""
        halves = definition.faces if definition.layout == ROOM else ()
        own = of_spells(definition, super().printed(definition)) + types.untold(definition)
        own += (ARRIVES,) if SAGA in definition.words else ()
        return own + tuple(ability for half in halves for ability in super(MagicRules, self).printed(half))

    def doubts_of_faces(self, definition: CardDef) -> list[str]:
        return doubts_of_faces(definition)

    def backs(self, said: CardDef | Instruction) -> tuple[Token, ...]:
        if isinstance(said, GetEmblem):
            return (emblems.form_of(said),)
        if isinstance(said, Venture):
            return dungeons.forms_of(said.where)
        if isinstance(said, Become):
            return designations.forms_of(said.word)
        return face_down.backs(said) if isinstance(said, CardDef) else face_down.laid_down(said)

    def backs_aside(self, definition: CardDef) -> tuple[Token, ...]:
        is_given = has(definition.abilities, Foretell) or has(definition.abilities, GivesForetell)
        return (foretelling.BACK,) if is_given or keywords.casting.FORETELL in definition.keywords else ()

    def intrinsic(self, words: tuple[str, ...]) -> tuple[Ability, ...]:
        return types.intrinsic(words)

    def become(self, words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
        return types.become(words, becomes, keeps=keeps)

    def signed(self, words: tuple[str, ...], seat: int) -> tuple[str, ...]:
        return goading.signed(words, seat)

    def enter(self, game: Game, obj: Object, each: Prospect) -> None:
        if each.joins:
            join_attack(game, obj, each.joins)
        if rooms.is_room(game, obj):
            rooms.enter(game, obj, each)
        if (DESIGNATED, PREPARED) in each.chosen:
            preparing.prepare(game, obj)
        have_no_cost(obj, each.chosen)
        suspending.hasten(game, obj)
        storied.tell_stories(game)
        day_night.begin_day(game)

    def embody(self, game: Game, obj: Object, printed: Print) -> None:
        if obj.zone != game.arena:
            return
        obj.sick = True
        loyalty = next((n for key, n in printed.definition.extra if key == "loyalty"), 0)
        if isinstance(loyalty, int) and loyalty:
            obj.counters = (("loyalty", loyalty),)  # 306.5b
