"""What nodes know of each other: leases, messages, and notes of what ended them."""
