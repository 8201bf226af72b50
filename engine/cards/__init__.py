"""Cards, abilities and mana symbols, as definitions."""
