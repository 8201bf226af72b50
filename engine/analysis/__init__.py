"""Analysis of a match: the knowledge of a seat, other worlds, lines of play."""
