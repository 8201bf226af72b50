"""Under which names and in which order records of ``engine.abilities`` and of the state are dumped and hashed.

This table stands between the classes and what people have kept: a class or a module may be renamed, the name and the
order of the fields here may not. A field that is added later goes behind the others, after a bar: with its default it
is left out of dumps and hashes, so that those made before it was there stay the same.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from engine import abilities as a
from engine.state.records import Item, Object, Play, Player, Record, Root, Zone

ABILITIES: Final[dict[type, str]] = {
    a.Activated: "Activated cost body modes limits zone keyword labels",
    a.AddMana: "AddMana choices amount who terms mixed",
    a.AddedCost: "AddedCost action what cost who condition",
    a.AdditionalCost: "AdditionalCost cost name many condition per | mode",
    a.AdvanceStage: "AdvanceStage stage | keeps pick",
    a.AlsoAttack: "AlsoAttack",
    a.Alter: "Alter changes",
    a.AlsoUntaps: "AlsoUntaps what source condition",
    a.AlternativeCost: "AlternativeCost cost name keyword zone besides leaves condition resource | step",
    a.Among: "Among how field what",
    a.AttacksOnly: "AttacksOnly what condition",
    a.AsThough: "AsThough keyword what condition source cost",
    a.AssignDamage: "AssignDamage amount among who",
    a.Attach: "Attach what to",
    a.ActivationGets: "ActivationGets what stat amount",
    a.AttackDeals: "AttackDeals amount",
    a.AttackGains: "AttackGains keyword",
    a.AttackedThisStep: "AttackedThisStep",
    a.Body: "Body effects targets",
    a.BringIntoPlay: "BringIntoPlay what | who",
    a.ByPrinted: "ByPrinted resources sizes",
    a.Cancel: "Cancel effects steps",
    a.ChangeForm: "ChangeForm who form",
    a.Choose: "Choose what",
    a.ChoosePile: "ChoosePile who",
    a.ChooseRevealed: "ChooseRevealed what count up_to who",
    a.ChooseWord: "ChooseWord family besides",
    a.Chooses: "Chooses what besides",
    a.CombatRule: "CombatRule kind what number condition",
    a.Compare: "Compare left op right",
    a.Copies: "Copies what | more",
    a.CopySpell: "CopySpell what retarget times | who",
    a.CostChange: "CostChange action operation amount what source who floor symbols condition resource once targeting",
    a.Count: "Count what times",
    a.CounterSpell: "CounterSpell what zone",
    a.Damage: "Damage amount to by | unpreventable also",
    a.DamageByDiscarded: "DamageByDiscarded resource amount",
    a.DamageCost: "DamageCost amount to taken",
    a.DealEncounter: "DealEncounter who amount | card",
    a.DeckLimit: "DeckLimit name most",
    a.Delevel: "Delevel",
    a.Designate: "Designate word counter amount",
    a.Destroy: "Destroy what for_good | also",
    a.Devotion: "Devotion colors",
    a.Discard: "Discard amount who at_random what up_to",
    a.DiscardCost: "DiscardCost what count at_random",
    a.DiscardSelf: "DiscardSelf",
    a.DiscardStatus: "DiscardStatus what names all_",
    a.DiscardUntil: "DiscardUntil what | who",
    a.Done: "Done times | own",
    a.DoubleCounters: "DoubleCounters what name",
    a.Draw: "Draw amount who into",
    a.DrawUp: "DrawUp amount who",
    a.EachPlayer: "EachPlayer steps | who form",
    a.Edict: "Edict who what count",
    a.Either: "Either steps sizes costs",
    a.EitherCost: "EitherCost options",
    a.EncounterSearch: "EncounterSearch what | discards who use shuffles aside finds",
    a.EndGame: "EndGame who won",
    a.EnemyAttack: "EnemyAttack what whom | more boosted any_form",
    a.EnemyScheme: "EnemyScheme what | more boosted",
    a.Enters: "Enters tapped counter amount | designated transformed",
    a.Event: "Event name what source who how attached other batch turn nth when",
    a.EventAmount: "EventAmount",
    a.Exchange: "Exchange what other",
    a.ExchangeLife: "ExchangeLife who between",
    a.ExchangeLifeFor: "ExchangeLifeFor who what field",
    a.Explore: "Explore what",
    a.ExtraLands: "ExtraLands count condition",
    a.ExtraTurn: "ExtraTurn who",
    a.Fight: "Fight what other",
    a.FightTerms: "FightTerms actions cost what source attached whom condition",
    a.Filter: "Filter kinds of zone other tests name whose",
    a.Fits: "Fits of what",
    a.Flip: "Flip",
    a.FlipCard: "FlipCard into who | what",
    a.Forbid: "Forbid action what source who condition attached most by",
    a.FormCost: "FormCost form",
    a.GainControl: "GainControl what who until",
    a.GainLife: "GainLife amount who",
    a.GiveBoost: "GiveBoost what amount | kept card",
    a.BoostIcons: "BoostIcons amount",
    a.EnemyActivation: "EnemyActivation what whom | boosted",
    a.Goes: "Goes zone | reveal noted",
    a.Grant: "Grant what power toughness gains abilities condition source attached loses becomes base keeps "
    "defines control level stats | keeps_colors",
    a.HandSize: "HandSize operation amount who condition",
    a.Heal: "Heal what amount",
    a.If: "If steps condition",
    a.IfDid: "IfDid steps did least | paid",
    a.IfSpent: "IfSpent on gains until",
    a.InCase: "InCase amount condition otherwise",
    a.IndirectDamage: "IndirectDamage amount who | together",
    a.Inherited: "Inherited ability",
    a.Instead: "Instead condition least most",
    a.Keyword: "Keyword name value cost what | otherwise",
    a.Later: "Later steps events targets about once until",
    a.LeaveCombat: "LeaveCombat what",
    a.LetPlay: "LetPlay what verb until free | later among",
    a.LevelUp: "LevelUp what",
    a.LibraryCost: "LibraryCost count zone",
    a.Limit: "Limit kind count value condition step who",
    a.Look: "Look amount reveal | whose",
    a.LoseLevel: "LoseLevel what",
    a.LoseLife: "LoseLife amount who",
    a.Mana: "Mana symbols",
    a.ManaInstead: "ManaInstead symbols by met",
    a.MakeDeck: "MakeDeck name what",
    a.Math: "Math op left right",
    a.May: "May steps who cost",
    a.MayPlay: "MayPlay verb zone what free condition fast",
    a.Memory: "Memory amount floating",
    a.Mill: "Mill amount who zone",
    a.Modes: "Modes options least most chooser conditions instead | fresh costs unchosen again",
    a.Modify: "Modify what power toughness gains loses until abilities becomes base keeps switched level stats "
    "| keeps_colors",
    a.MoreResources: "MoreResources what times condition",
    a.Move: "Move what zone tapped under attacking counter count at_random until revealed engaged "
    "| transformed being attached also",
    a.MoveCost: "MoveCost what zone count",
    a.MoveDamage: "MoveDamage amount what to",
    a.MoveSelf: "MoveSelf zone from_",
    a.NextEnters: "NextEnters action what effect",
    a.Never: "Never",
    a.NextCost: "NextCost amount who",
    a.Opponents: "Opponents how amount",
    a.Otherwise: "Otherwise steps",
    a.Paid: "Paid name times",
    a.PayLife: "PayLife amount",
    a.Peek: "Peek whose amount zone at_random",
    a.Per: "Per of times",
    a.PlaceFacedown: "PlaceFacedown amount who | top",
    a.PlayLimits: "PlayLimits limits",
    a.PlayNow: "PlayNow what verb free optional | way most leaves among several",
    a.PlayerHas: "PlayerHas keyword condition",
    a.Prevented: "Prevented amount | spared",
    a.PrintedCost: "PrintedCost what",
    a.Proliferate: "Proliferate who",
    a.PutAmong: "PutAmong place what count up_to reveal | whose",
    a.PutCounters: "PutCounters what name amount",
    a.PutCountersCost: "PutCountersCost name count what keyword",
    a.PutFacedown: "PutFacedown words amount who",
    a.PutPiles: "PutPiles place other one",
    a.PutRest: "PutRest place | whose as_they_were",
    a.Recover: "Recover amount | form",
    a.RedirectAttack: "RedirectAttack to on intercepts",
    a.Redirected: "Redirected to",
    a.Ref: "Ref kind index what of count up_to",
    a.RemoveCounters: "RemoveCounters name count from_",
    a.RemoveStage: "RemoveStage stage",
    a.Replacement: "Replacement would changes body condition optional cost unless zone",
    a.Reserve: "Reserve amount",
    a.ResolveSpecial: "ResolveSpecial what | count of",
    a.Resources: "Resources icons times",
    a.Reveal: "Reveal what",
    a.RevealCost: "RevealCost what count",
    a.RevealHand: "RevealHand who",
    a.RevealUntil: "RevealUntil what count exiled | whose",
    a.Sacrifice: "Sacrifice what count",
    a.SacrificeEffect: "SacrificeEffect what | who",
    a.SacrificeSelf: "SacrificeSelf",
    a.Scaled: "Scaled times plus",
    a.Scry: "Scry amount to",
    a.Search: "Search what zone count tapped reveal who other | up_to top discards pair",
    a.SetAside: "SetAside what",
    a.SetAsideSets: "SetAsideSets names",
    a.SetLife: "SetLife amount who",
    a.Shield: "Shield effect what amount uses until",
    a.Separate: "Separate who face_down",
    a.Shuffle: "Shuffle who",
    a.ShuffleSet: "ShuffleSet name",
    a.SkipUntapping: "SkipUntapping who what",
    a.Spared: "Spared regenerated",
    a.SpellText: "SpellText body modes",
    a.SpendAs: "SpendAs color action what types",
    a.SpendOn: "SpendOn action what",
    a.StateTriggered: "StateTriggered condition body",
    a.SetHitPoints: "SetHitPoints what amount",
    a.StrengthenUse: "StrengthenUse what amount",
    a.Surge: "Surge what",
    a.Defeat: "Defeat what",
    a.ResolveMoment: "ResolveMoment what moment | title",
    a.TakeCounters: "TakeCounters what name amount onto | up_to",
    a.TakeTop: "TakeTop name use",
    a.Tally: "Tally event what who much before | since",
    a.Tap: "Tap what",
    a.TapOrUntap: "TapOrUntap what who",
    a.TapOther: "TapOther what count",
    a.TapSelf: "TapSelf",
    a.TapTotal: "TapTotal what field least | beside",
    a.TargetSpec: "TargetSpec what least most chooser divided | single",
    a.Terms: "Terms only never riders lasts | of_combat",
    a.Test: "Test field op value tests",
    a.ThisTurn: "ThisTurn ability | until who",
    a.Timed: "Timed timing events cost body modes condition limits forced labels zone | title",
    a.Token: "Token name types power toughness keywords abilities count who tapped attacking | attached printed",
    a.TokenCopy: "TokenCopy what count who tapped attacking more",
    a.Triggered: "Triggered events body modes condition once_each_turn zone done_once",
    a.TriggersAgain: "TriggersAgain of event by condition",
    a.Truth: "Truth condition",
    a.Unattach: "Unattach",
    a.Under: "Under",
    a.UnlessPays: "UnlessPays steps who cost times x",
    a.Untap: "Untap what",
    a.UntapSelf: "UntapSelf",
    a.UntilItLeaves: "UntilItLeaves",
    a.Value: "Value field of",
    a.Variable: "Variable name most",
    a.Become: "Become what word",
    a.BlockIt: "BlockIt what whom until",
    a.CastLastTurn: "CastLastTurn most",
    a.Transform: "Transform what",
    a.WaterbendMana: "WaterbendMana symbols",
    a.Way: "Way name cost leaves free | instant",
    a.Would: "Would event what by kind",
    a.RevealCards: "RevealCards what who",
    a.Load: "Load what into",
    a.Empower: "Empower amount",
    a.ChangeDirection: "ChangeDirection adjacent",
    a.GainMastery: "GainMastery name",
    a.ActAs: "ActAs word",
    a.GainProperty: "GainProperty what word until abilities",
    a.PutItsCounters: "PutItsCounters what of name",
    a.TurnDown: "TurnDown what",
    a.TurnUp: "TurnUp what",
    a.Manifest: "Manifest amount word who",
    a.ManifestDread: "ManifestDread who",
    a.KeywordAction: "KeywordAction word steps amount kind what",
    a.IncreaseSpeed: "IncreaseSpeed",
    a.GetEmblem: "GetEmblem abilities name",
    a.RingTempts: "RingTempts",
    a.TimesResolved: "TimesResolved",
    a.Lessened: "Lessened amount",
    a.Behold: "Behold what count",
    a.AddPhases: "AddPhases main",
    a.CopyCard: "CopyCard",
    a.CopyCards: "CopyCards what",
    a.StillWaiting: "StillWaiting",
    a.CollectEvidence: "CollectEvidence least",
    a.EvidenceLeft: "EvidenceLeft least picked",
    a.ShowsKin: "ShowsKin counter amount",
    a.Gather: "Gather tokens times",
    a.NextAttack: "NextAttack change later",
    a.EndCombat: "EndCombat",
    a.PutOnMastery: "PutOnMastery mastery counter amount",
    a.Ignoring: "Ignoring words steps",
    a.DeclareDefender: "DeclareDefender what",
    a.Exploit: "Exploit",
}
"""Of each class its name in dumps, then its fields."""
RECORDS: Final[dict[type[Record], str]] = {
    Root: "Root",
    Player: "Player",
    Zone: "Zone",
    Object: "Object",
    Item: "Item",
    Play: "Play",
}
"""The names of the records of the state; ``Record.FIELDS`` is the order of their fields."""
FIELDS_IN_LOGS: Final = {"facing": "engaged"}
"""The names of fields in dumped logs, where they were called otherwise once."""
BAR: Final = "|"
RETIRED: Final[dict[type, dict[str, object]]] = {
    a.AddedCost: {"condition": None},
    a.CombatRule: {"condition": None},
    a.Designate: {"counter": "+1/+1"},
    a.Either: {"steps": 0},
    a.Replacement: {"zone": ""},
}
"""The fields that a class had once, with the value that each record had: they stay in dumps and hashes.

One that is worked out now, as ``Either.steps`` is, has that value.
"""


class Layout:
    """The dump of one class; ``added`` are the fields that came later, with their defaults, ``retired`` those gone."""

    __slots__ = ("added", "fields", "kind", "name", "retired")

    def __init__(self, kind: type, said: str) -> None:
        first, _, later = said.partition(BAR)
        self.kind = kind
        self.name, *self.fields = first.split()
        defaults = {field.name: field.default for field in dataclasses.fields(kind)}
        self.added: dict[str, object] = {name: defaults[name] for name in later.split()}
        self.retired = RETIRED.get(kind, {})

    def dumped(self, record: object) -> dict[str, object]:
        """A record of the class, its fields by name."""
        found: dict[str, object] = {"$": self.name}
        for field in self.fields:
            found[field] = getattr(record, field, self.retired.get(field))
        for field, default in self.added.items():
            value = getattr(record, field)
            if value != default:
                found[field] = value
        return found


LAYOUTS: Final = {kind: Layout(kind, said) for kind, said in ABILITIES.items()}
KINDS: Final[dict[str, Any]] = {layout.name: layout.kind for layout in LAYOUTS.values()}
"""The classes of ``engine.abilities`` by their names in dumps."""
