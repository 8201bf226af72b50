"""Names that the rules and the texts of Grand Archive share: of events, keywords, and parts of an attack."""

from __future__ import annotations

from typing import Final

BANISHED_FROM_GRAVEYARD: Final = "banished from graveyard"
"""The event that a card goes from a graveyard to a banishment."""
BESIDE: Final = "attacks with"
"""The relation of a weapon or a card to the attacker in whose attack it takes part."""
OWN_LINEAGE_ONLY: Final = "own lineage only"
"""The keyword of a champion that levels up within its lineage only."""
FOLLOWS: Final = "follows the lineage"
"""The relation of a champion card to the lineage of its owner that may level up into it."""
OFF_FIELD: Final = "off the field"
"""The state of a card that is no object on the field."""
