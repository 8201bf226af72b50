"""A table with as many tokens as one likes, for tests of what many of them cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import Answer, Header, Match, Seed, read_position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.match.commit import Input

POSITION: Final = """
game = "magic"
setup = {{ active = "A", step = "precombat main" }}

[A]
life = {tokens}
hand = ["Muster", "Offering", "Anthem", "Wipe", "Witness", "Call"]
battlefield = ["Plains", "Plains", "Plains", "Plains", "Plains", "Plains"]

[B]
life = 900000

[[card]]
name = "Muster"
cost = "{{W}}"
type = "Sorcery"
text = "Create X 1/1 white Soldier creature tokens, where X is your life total."

[[card]]
name = "Call"
cost = "{{W}}"
type = "Sorcery"
text = "You may create X 1/1 white Soldier creature tokens, where X is your life total."

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


KRENKO: Final = (("Krenko, Mob Boss", 4), ("Mountain", 56))
"""A legal deck of sixty cards: as many Goblins as there are come to them each turn."""


def doubling(seed: str = "goblins") -> Match:
    """A match between two such decks, with nothing played."""
    return Match.create(Header("magic", ("ann", "bob"), (KRENKO, KRENKO), Seed(seed, ("a", "b"))))


def doubled(match: Match) -> Iterator[tuple[int, Input]]:
    """Play it on: the first seat doubles its Goblins in each of its turns, the other one passes."""
    while match.decisions:
        decision = match.decisions[0]
        answer = _doubling(match) if decision.kind == "act" and not decision.seat else None
        if answer is None:
            passes = Answer("pass") if decision.kind == "act" else decision.default()
            answer = Answer("auto") if decision.kind == "pay" else passes
        commit = match.apply(decision.seat, decision.w, answer)
        yield decision.seat, commit.answer


def _doubling(match: Match) -> Answer | None:
    """The action of the doubling player besides passing, if any."""
    game, options = match.game, match.decisions[0].options
    if "main" not in game.root.step or game.root.stack:
        return None
    named = {(o.do, game.obj(o.refs[0]).name): o.answer() for o in options if o.refs}
    there = any(obj.name == KRENKO[0][0] and obj.controller == 0 for obj in game.battlefield())
    wanted = [("play", "Mountain"), ("activate" if there else "cast", KRENKO[0][0])]
    return next((named[each] for each in wanted if each in named), None)
