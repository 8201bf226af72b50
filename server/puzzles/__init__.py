"""Puzzles: positions with a goal, each proven before it ships; the files of a game lie in its folder here.

puzzle    a file, read: position, goal, title and text
lines     the names of moves, by which like cards are alike
tree      every line of play: whether the goal is reached against every answer
proof     all that a puzzle is held to, with a code and a line for each fault
defence   the bot of the other side, which answers as the proof does
shipped   the files that ship, by game
"""
