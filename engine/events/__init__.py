"""Events, and the abilities that wait for them."""
