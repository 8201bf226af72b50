"""Sockets, Redis and time: the gateway, the match actors, the journal and the command line."""
