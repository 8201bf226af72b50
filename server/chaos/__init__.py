"""Real processes killed, paused and cut off while bots play, and an audit of what is left."""
