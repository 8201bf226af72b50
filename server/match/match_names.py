"""The name of a match, by which people tell it from others: two words that follow from its id, the same everywhere.

There are some four thousand names; where two matches of a list share one, players and time tell them apart.
"""

import hashlib
from typing import Final

ADJECTIVES: Final = """
amber ashen autumn bold brazen bright bronze calm clever cloudy cobalt copper coral crimson curious
dapper daring dusty eager early ember fabled feral frosty gentle gilded golden grand hidden hollow
humble icy ivory jade jolly keen late lively lofty lone lucky lunar merry mighty misty noble
northern pale patient proud quick quiet rapid rustic scarlet silent silver sly solar stormy sunny
velvet wandering winter
"""
NOUNS: Final = """
anchor arrow badger banner beacon bell bridge brook canyon castle cellar cinder comet compass crane
crown drum falcon feather ferry field forge fountain fox garden gate grove hammer harbor hare
harvest hawk heron hill island kettle lagoon lantern lark ledger lighthouse lynx maple market meadow
mill mirror moor orchard otter owl palace pine quarry raven reef ridge river saddle sparrow thicket
tower valley willow
"""
FIRST: Final = tuple(ADJECTIVES.split())
SECOND: Final = tuple(NOUNS.split())


def title_of(match: str) -> str:
    """The name of a match."""
    one, other = hashlib.blake2b(match.encode(), digest_size=2).digest()
    return f"{FIRST[one % len(FIRST)]} {SECOND[other % len(SECOND)]}".title()
