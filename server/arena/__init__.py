"""Many matches of bots against each other, through a server and by the protocol.

entrants  who plays: a bot of ours by its name, or any program by its command line
schedule  which match is played by whom, at which seats, with which decks and shuffles
worker    a process that plays matches: one a core, so that bots think side by side
hall      the server for the occasion, the workers, and what they are given to play
ledger    what came of the matches, kept in a file if wished, so that a run may go on later
ratings   shares and Elo ratings with their intervals of confidence
printing  the tables that people read, and the JSON that programs do
"""
