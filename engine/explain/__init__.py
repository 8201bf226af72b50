"""Explanations for people: gestures, projections, why not."""
