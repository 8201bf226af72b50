"""What would happen, and what changes it before it does."""
