"""Marvel Champions. ``rules`` answers what the shared machinery asks; cards, decks and scenarios lie beside it."""
