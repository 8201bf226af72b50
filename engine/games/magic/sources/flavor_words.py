"""Words before a dash that have no rules meaning, told from those that have.

Ability words are a list of the rules (207.2c), which the grammar has. Flavor words are on no list (207.2d): a word is
one if no rule has its name, if a source that lists the keywords of each card does not list it, and if the rest of the
text does not speak of it, as it does of the words that a player chooses between.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.text.printed_text import in_one_type

if TYPE_CHECKING:
    from engine.cards.card_sources import Json

_CHAPTERS: Final = r"[IVX]+(?:, [IVX]+)*"
_WORDS: Final = r"([A-Z][^\n\N{EM DASH}:({\N{BULLET}]*?) \N{EM DASH} (?=\S)"
_BEFORE_DASH: Final = re.compile(rf"(?m)^(?:\N{{BULLET}} ?|{_CHAPTERS} \N{{EM DASH}} )?{_WORDS}")
_TITLE: Final = re.compile(
    r"[A-Z0-9][^\s.]*(?:\.[A-Z])*\.?"
    r"(?: (?:a|an|and|as|at|by|for|from|in|into|is|no|of|on|or|the|to|with|[A-Z0-9\"'&][^\s.]*(?:\.[A-Z])*\.?))*"
)
"""Words written as a title is, and no sentence."""
_OF_RULES: Final = re.compile(rf"{_CHAPTERS}|Choose .*|To solve|Level .*|Prize|Chapter .*|Partner.*")
"""Words that stand before a dash by the rules of a layout, a mode or a keyword."""
_KEYWORDS: Final = frozenset(
    (
        *("abandon", "absorb", "activate", "adapt", "affinity", "afflict", "afterlife", "aftermath", "airbend"),
        *("amass", "amplify", "annihilator", "ascend", "assemble", "assist", "attach", "aura swap", "awaken"),
        *("backup", "banding", "bargain", "battle cry", "behold", "bestow", "blight", "blitz", "bloodthirst"),
        *("boast", "bolster", "bushido", "buyback", "cascade", "cast", "casualty", "champion", "changeling"),
        *("cipher", "clash", "cleave", "cloak", "collect evidence", "companion", "compleated", "connive"),
        *("conspire", "convert", "convoke", "counter", "craft", "create", "crew", "cumulative upkeep", "cycling"),
        *("dash", "daybound", "deathtouch", "decayed", "defender", "delve", "demonstrate", "destroy", "detain"),
        *("dethrone", "devoid", "devour", "discard", "discover", "disguise", "disturb", "double", "double strike"),
        *("dredge", "earthbend", "echo", "embalm", "emerge", "enchant", "encore", "endure", "enlist", "entwine"),
        *("epic", "equip", "escalate", "escape", "eternalize", "evoke", "evolve", "exalted", "exchange", "exert"),
        *("exhaust", "exile", "exploit", "explore", "extort", "fabricate", "face a villainous choice", "fading"),
        *("fateseal", "fear", "fight", "firebending", "first strike", "flanking", "flash", "flashback", "flying"),
        *("for mirrodin!", "forage", "forecast", "foretell", "fortify", "freerunning", "frenzy", "fuse", "gift"),
        *("goad", "graft", "gravestorm", "harmonize", "harness", "haste", "haunt", "heal", "hexproof"),
        *("hidden agenda", "hideaway", "horsemanship", "impending", "improvise", "increment", "incubate"),
        *("indestructible", "infect", "ingest", "intimidate", "investigate", "job select", "jump-start", "kicker"),
        *("landwalk", "learn", "level up", "lifelink", "living metal", "living weapon", "madness", "manifest"),
        *("manifest dread", "max speed", "mayhem", "meld", "melee", "menace", "mentor", "mill", "miracle"),
        *("mobilize", "modular", "monstrosity", "more than meets the eye", "morph", "mutate", "myriad"),
        *("nightbound", "ninjutsu", "offering", "offspring", "open an attraction", "outlast", "overload"),
        *("paradigm", "partner", "persist", "phasing", "planeswalk", "play", "plot", "poisonous", "populate"),
        *("power-up", "proliferate", "protection", "prototype", "provoke", "prowess", "prowl", "rampage"),
        *("ravenous", "reach", "read ahead", "rebound", "reconfigure", "recover", "recruit", "regenerate"),
        *("reinforce", "renown", "replicate", "retrace", "reveal", "riot", "ripple"),
        *("roll to visit your attractions", "sacrifice", "saddle", "scavenge", "scry", "search", "set in motion"),
        *("shadow", "shroud", "shuffle", "skulk", "sneak", "solved", "soulbond", "soulshift", "space sculptor"),
        *("spectacle", "splice", "split second", "spree", "squad", "start your engines!", "station", "storied"),
        *("storm", "sunburst", "support", "surge", "surveil", "suspect", "suspend", "tap", "teamwork"),
        *("the ring tempts you", "tiered", "time travel", "toxic", "training", "trample", "transfigure"),
        *("transform", "transmute", "tribute", "triple", "umbra armor", "undaunted", "undying", "unearth"),
        *("unleash", "untap", "vanishing", "venture into the dungeon", "vigilance", "visit", "vote", "ward"),
        *("warp", "waterbend", "web-slinging", "wither"),
    )
)
"""The keyword actions and abilities (701, 702)."""


def flavor_words(text: str, record: Json) -> list[str]:
    """The flavor words of a text, in its order; the keywords of the rules and those that the source lists are none."""
    keywords = record.get("keywords")
    words = keywords if isinstance(keywords, list) else []
    plain = in_one_type(text)
    found = list(dict.fromkeys(_BEFORE_DASH.findall(plain)))
    listed = {str(word).lower() for word in words} | _KEYWORDS
    return [word for word in found if _is_flavor(word, plain, listed)]


def _is_flavor(word: str, text: str, listed: set[str]) -> bool:
    said = len(re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", text))
    dashes = _BEFORE_DASH.findall(text).count(word)
    is_title = _TITLE.fullmatch(word) is not None and not _OF_RULES.fullmatch(word)
    return is_title and said == dashes and word.lower() not in listed
