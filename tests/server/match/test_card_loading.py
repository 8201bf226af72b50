"""The loop of a server waits for nothing that a match could have had read beside it before it began."""

import subprocess
import sys

import pytest

import engine

MATCH = """
import random, sys
import anyio
import engine
from server.match.card_loading import Cards

game = sys.argv[1]
least, _ = engine.seats_of(game)
decks = [deck.entries for deck in engine.load_decks(game).values()]
header = engine.Header(game, tuple("ABCD"[:least]), (decks[0],) * least, engine.Seed("a match"))
anyio.run(Cards(read_ahead=False).wait, header)
before = set(sys.modules)
match = engine.Match.create(header)
views = engine.Views(match)
chance = random.Random(1).randrange
texts = 0
while match.decisions and match.commits < 300:
    decision = match.decisions[0]
    texts += any(option.do == "activate" for option in decision.options)
    match.apply(decision.seat, decision.w, decision.sample(chance))
    views.update()
assert texts, "no ability was shown"
print(*(name for name in set(sys.modules) - before if ".language" in name or name.startswith(("engine.text", "lark"))))
"""


@pytest.mark.parametrize("game", engine.list_games())
def test_first_match_of_a_process_loads_no_phrases_while_it_is_played(game: str) -> None:
    run = subprocess.run([sys.executable, "-c", MATCH, game], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout.split()) == (0, []), run.stderr
