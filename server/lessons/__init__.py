"""Lessons: what a newcomer plays first; the files of a game lie in its folder here, in their order.

lesson    a file, read: a position, and steps with what is said and done in each
shipped   the lessons of each game
"""
