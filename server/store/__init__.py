"""Redis and what lies beyond: the journal, connections, subscriptions, the archive."""
