"""Who somebody is, what they are called, and how much they may ask for."""
