"""What may be worked out of a match: what a seat knows, other worlds, lines of play."""
