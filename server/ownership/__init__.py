"""Ownership of matches: each is taken up by one node, shown by others, handed over."""
