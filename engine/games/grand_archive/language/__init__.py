"""The language of Grand Archive's cards: its vocabulary, and its phrases read and written."""
