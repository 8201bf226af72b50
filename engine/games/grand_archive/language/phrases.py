"""Grand Archive's phrases: what reads and writes its texts."""

from __future__ import annotations

from typing import Final

from engine.games.grand_archive.language.action_rendering import ActionCompiler, ActionRenderer
from engine.games.grand_archive.language.attack_phrases import AttackingCompiler, AttackingRenderer
from engine.games.grand_archive.language.condition_phrases import ConditionCompiler, ConditionRenderer
from engine.games.grand_archive.language.cost_phrases import CostCompiler, CostRenderer
from engine.games.grand_archive.language.damage_phrases import DamageCompiler, DamageRenderer
from engine.games.grand_archive.language.deed_phrases import DeedCompiler, DeedRenderer
from engine.games.grand_archive.language.discard_phrases import DiscardingCompiler, DiscardingRenderer
from engine.games.grand_archive.language.element_phrases import ElementCompiler, ElementRenderer
from engine.games.grand_archive.language.event_phrases import EventCompiler, EventRenderer
from engine.games.grand_archive.language.hit_phrases import HitCompiler, HitRenderer
from engine.games.grand_archive.language.leave_phrases import LeaveCompiler, LeaveRenderer
from engine.games.grand_archive.language.limit_phrases import LimitCompiler, LimitRenderer
from engine.games.grand_archive.language.lineage_phrases import LineageCompiler, LineageRenderer
from engine.games.grand_archive.language.mastery_phrases import MasteryCompiler, MasteryRenderer
from engine.games.grand_archive.language.materialize_phrases import MaterializingCompiler, MaterializingRenderer
from engine.games.grand_archive.language.number_phrases import NumberCompiler, NumberRenderer
from engine.games.grand_archive.language.omen_phrases import OmenCompiler, OmenRenderer
from engine.games.grand_archive.language.property_phrases import PropertyCompiler, PropertyRenderer
from engine.games.grand_archive.language.range_phrases import RangeCompiler, RangeRenderer
from engine.games.grand_archive.language.restrictions import RestrictionCompiler, RestrictionRenderer
from engine.games.grand_archive.language.return_phrases import ReturnCompiler, ReturnRenderer
from engine.games.grand_archive.language.reveal_phrases import RevealingCompiler, RevealingRenderer
from engine.games.grand_archive.language.spell_phrases import SpellCompiler, SpellRenderer
from engine.games.grand_archive.language.token_phrases import TokenCompiler, TokenRenderer


class GrandArchiveCompiler(
    DiscardingCompiler,
    LimitCompiler,
    EventCompiler,
    ElementCompiler,
    MasteryCompiler,
    LeaveCompiler,
    LineageCompiler,
    DeedCompiler,
    RangeCompiler,
    ConditionCompiler,
    RevealingCompiler,
    OmenCompiler,
    AttackingCompiler,
    RestrictionCompiler,
    SpellCompiler,
    DamageCompiler,
    HitCompiler,
    PropertyCompiler,
    CostCompiler,
    NumberCompiler,
    ReturnCompiler,
    TokenCompiler,
    MaterializingCompiler,
    ActionCompiler,
):
    """The phrases of text.lark."""


class GrandArchiveRenderer(
    DiscardingRenderer,
    LimitRenderer,
    EventRenderer,
    ElementRenderer,
    MasteryRenderer,
    LeaveRenderer,
    LineageRenderer,
    DeedRenderer,
    RangeRenderer,
    ConditionRenderer,
    RevealingRenderer,
    OmenRenderer,
    AttackingRenderer,
    RestrictionRenderer,
    SpellRenderer,
    DamageRenderer,
    HitRenderer,
    PropertyRenderer,
    CostRenderer,
    NumberRenderer,
    ReturnRenderer,
    TokenRenderer,
    MaterializingRenderer,
    ActionRenderer,
):
    """Writes all phrases of Grand Archive."""


COMPILER: Final = GrandArchiveCompiler
RENDERER: Final = GrandArchiveRenderer
