"""Door for language models: tables by the Model Context Protocol, with the extra ``mcp``.

    arguments  the arguments of each tool, all bounded
    tools      what each tool does
    held_seat  the seat that the tools act for: what it sees, is asked and answers
    served     a seat of a match on a server, by the client library
    alone      a seat of a match in this process, by the engine on a pipe; bots of the house have the others
    narration  the table, the question and the news as text
    stdio      the lines that come in, bounded
    door       the tools as a server of the official SDK

A model sees what its seat sees, in the words of the terminal, and is asked what its seat is asked.
"""

from server.runtime.extras import need

need("mcp", "a door for language models")
