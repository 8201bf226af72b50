"""Sockets, Redis and time: the gateway, the match actors, the journal and the command line.

Each import of the server, in whichever process, begins here. So here the compiled rules are taken in, if
they are asked for: before anything imports the engine.
"""

import os

if os.environ.get("STACKLOOP_COMPILED", "0") != "0":
    from server.runtime.compiled_rules import take_in

    take_in()
