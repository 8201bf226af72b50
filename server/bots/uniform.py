"""The bot that plays at random: uniform over the legal options of every decision, in every game."""

from __future__ import annotations

import random

from protocol.answers import sample
from protocol.messages import AnyAnswer, Decision
from protocol.view import View


def choose(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """One answer, each option as likely as the next; looks at the decision alone."""
    return sample(decision, rng.randrange)
