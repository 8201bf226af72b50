"""Matches as environments for reinforcement learning: the optional extra ``rl``.

    picks        any decision as picks out of one discrete set
    encoding     what a seat sees and is asked as a vector
    seats        one match in process, seat by seat
    environment  PettingZoo's AEC environment: all seats learn
    single       Gymnasium's environment: one seat learns against bots, or all do
    vector       many of them in one call, in this process or over several
    ray_parts    the same over the machines of a cluster of Ray, with the extra ``ray``

All that an agent observes is what a server would send to its seat, and no more: it comes from the state by the same
allow-list (``engine.Seen``), without the views in between.
"""

from server.runtime.extras import need

need("rl", "an environment for learning")
