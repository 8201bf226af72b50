"""Matches, cards and decks as text: records, scenarios, positions, lists."""
