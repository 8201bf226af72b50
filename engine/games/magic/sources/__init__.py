"""Magic cards as other programs publish them."""
