"""From a wish to play to a match, and on to the next one: tables, decks, invites, chat, bots of the house."""
