"""Randomness that is seeded, counted and verifiable."""
