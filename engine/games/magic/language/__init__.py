"""The language of Magic's cards: its vocabulary, and its phrases read and written."""
