"""Magic: The Gathering. ``rules`` answers what the shared machinery asks; cards, decks and probes lie beside it."""
