"""Which node runs which match: taken up, shown from elsewhere, handed over."""
