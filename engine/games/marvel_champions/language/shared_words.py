"""Words that texts and rules share: the symbols of resources, and keywords that are a sentence."""

from __future__ import annotations

from typing import Final

ICONS: Final = {"{e}": "energy", "{m}": "mental", "{p}": "physical", "{w}": "wild"}
SYMBOL_OF: Final = {name: symbol for symbol, name in ICONS.items()}
TOP_DISCARD: Final = (("top discard",),)
"""A choice of resources: all that are printed on the top card of the discard pile."""
UNDER_ANY: Final = "play under any player's control"
PLAYER_SIDE: Final = "player-side"
"""The word of side schemes that players play, which are side schemes too."""
PLAYED: Final = "played"
"""Notes on a side scheme in play which player has played it."""
IS_FIRST: Final = "is first player"
"""The number of a player that is 1 for the first player and 0 for all others."""
MODES: Final = ("standard mode only", "expert mode only")
"""Said of cards that are there in one of the modes; the other face of each is for the other mode."""
TEAM_UP: Final = "team-up"
TEAMWORK: Final = "teamwork"
VICTORY: Final = "victory"
DISPLAY: Final = "victory display"
GIVE_TO: Final = "give to"
THREAT_REMOVED: Final = "have threat removed"
"""The action that is forbidden where threat cannot be removed from a scheme."""
MUST_DEFEND: Final = "the engaged player must defend with an ally"
FROM_DECK: Final = "encounter deck"
"""The way in which a card is revealed that was dealt from the encounter deck, or lay in it."""
HINDER_FOR_EACH: Final = "hinder for each player"
PERMANENT: Final = "permanent"
"""Said of cards that cannot leave play."""
SETUP: Final = "setup"
"""Said of cards that begin the game in play."""
LINKED: Final = "linked"
"""Said of cards that are in no deck, and lie aside where the card is that they name."""
WITH_FIRST: Final = "the first player controls this"
UNCOUNTED: Final = "does not count against your ally limit"
LAST_STAGE: Final = "if this stage is completed, the players lose the game"
UNIT_COST: Final = "unit cost"
"""What a card costs between the matches of a campaign, which is no part of any of them."""
RESTRICTED: Final = "restricted"
MORE_RESTRICTED: Final = "more restricted"
"""Says that so many more cards of a kind may have the keyword restricted."""
MAY_INCLUDE: Final = "may include"
"""Says that cards of a kind may be of any aspect in a deck: so many, or all of them if no number is said."""
BASIC_ONLY: Final = "basic "
"""Before a keyword of attacks: a character has it in its basic attacks."""
