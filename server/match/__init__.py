"""A match as one task runs it: intents, views, clocks, agreements, and its way back from the journal."""
