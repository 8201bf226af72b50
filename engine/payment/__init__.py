"""Costs: whether they can be paid, exactly, and how they are."""
