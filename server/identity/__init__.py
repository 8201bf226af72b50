"""Identities: tokens, display names, and rate limits."""
