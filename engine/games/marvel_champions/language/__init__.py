"""The language of Marvel Champions' cards: its vocabulary, and its phrases read and written."""
