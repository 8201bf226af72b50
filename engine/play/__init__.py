"""Playing something: procedures, targets, the stack, priority."""
