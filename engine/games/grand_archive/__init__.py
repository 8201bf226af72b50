"""Grand Archive. ``rules`` answers what the shared machinery asks; cards and decks lie beside it."""
