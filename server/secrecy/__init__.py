"""Whether a match tells a viewer what it may not know."""
