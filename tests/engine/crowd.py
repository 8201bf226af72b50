"""A table with as many tokens as one likes, for tests of what many of them cost."""

from __future__ import annotations

from typing import Final

from engine import Answer, Match, read_position

POSITION: Final = """
game = "magic"
setup = {{ active = "A", step = "precombat main" }}

[A]
life = {tokens}
hand = ["Muster", "Offering", "Anthem", "Wipe", "Witness"]
battlefield = ["Plains", "Plains", "Plains", "Plains", "Plains"]

[B]
life = 900000

[[card]]
name = "Muster"
cost = "{{W}}"
type = "Sorcery"
text = "Create X 1/1 white Soldier creature tokens, where X is your life total."

[[card]]
name = "Offering"
cost = "{{W}}"
type = "Sorcery"
text = '''
As an additional cost to cast ~, sacrifice a creature and discard a card.
Draw a card.'''

[[card]]
name = "Anthem"
cost = "{{W}}"
type = "Enchantment"
text = "Creatures you control get +1/+1."

[[card]]
name = "Wipe"
cost = "{{W}}"
type = "Sorcery"
text = "Destroy all creatures."

[[card]]
name = "Witness"
cost = "{{W}}"
type = "Enchantment"
text = "Whenever a creature dies, you gain 1 life."
"""


class Table:
    """A match that the first seat plays; the others pass."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def say(self, gesture: str) -> None:
        """Answer what is asked."""
        decision = self.match.decisions[0]
        self.match.apply_text(decision.seat, decision.w, gesture)

    def play(self, gesture: str) -> None:
        """Cast a spell, pay for it, and have it resolve: the last input is the pass that lets it."""
        self.say(f"{gesture} auto")
        self.say("pass")
        self.say("pass")

    def pass_to(self, step: str) -> None:
        """Pass, and choose what is the default, until a step is reached in which somebody may act."""
        while self.match.game.root.step != step:
            self.go_on()

    def go_on(self) -> None:
        """Pass, or choose what is the default."""
        decision = self.match.decisions[0]
        answer = Answer("pass") if decision.kind == "act" else decision.default()
        self.match.apply(decision.seat, decision.w, answer)


def crowd(tokens: int) -> Table:
    """A table at which one spell makes so many tokens."""
    return Table(read_position(POSITION.format(tokens=tokens)))
