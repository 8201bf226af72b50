"""Words that texts of Grand Archive and its rules share."""

from typing import Final

RETALIATED: Final = "be retaliated"
INTERCEPTED: Final = "be intercepted"
"""The answers that a text forbids to attacks, as prohibitions name them."""
