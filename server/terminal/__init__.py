"""A match in a terminal, for those who play with keys and for programs that read lines.

    plain     text of others, without what would steer a terminal
    scene     what is on the table, read from a view: who sits where, which card lies in which row
    faces     a card in words: in a row, and in full
    board     the table, as lines and as panels
    fitting   the table and the log, folded to the height of a window
    asking    a question in lines, and what is typed as an answer to it
    reasons   why something can or cannot be done, and what made a card what it is
    finding   the card that is meant by what is typed
    orders    what may be typed besides answers, each with what it does
    keyboard  the lines that are typed, read beside everything else
    screen    where it is all written, without spoiling a line that is being typed
    seats     the seats that one holds, for coming back
    standing  whether what is seen is what is, whom it is waited for and since when
    news      what is told of a match as it happens
    ending    how it ended
    exchange  cards exchanged with the sideboard between the games of a series
    waiting   somebody who waits at a table until all are there
    sitting   somebody at a table: what is done with each line that is typed

Knows the view and the decision and no game: what a game's table looks like is in the view (PROTOCOL.md 6.1).
"""
