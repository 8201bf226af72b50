"""Matches as environments for reinforcement learning: the optional extra ``rl``.

    picks        any decision as picks out of one discrete set
    encoding     what a seat sees and is asked as a vector
    seats        one match in process, seat by seat
    environment  PettingZoo's AEC environment: all seats learn
    single       Gymnasium's environment: one seat learns against bots; and many at once

All that an agent observes comes from its seat's view: what a server would send to that seat, and no more.
"""

from server.runtime.extras import need

need("rl", "an environment for learning")
