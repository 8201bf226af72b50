"""The state, its change log, and the ground that everything stands on."""
