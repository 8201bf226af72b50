"""The one door: a match takes answers and gives commits; its header, and its views."""
