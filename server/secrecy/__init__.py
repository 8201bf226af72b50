"""A search for leaks: matches that differ only in hidden things, and what viewers see of them."""
