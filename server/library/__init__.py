"""The cards that an owner has imported, in one SQLite file on each node's own disk."""
