"""CAPACITY.md and README.md say what was measured, and what follows from it."""

from server.bench.capacity import PROMISED_S, Mix, costs_of, matches_per_node, plan, slowest_s
from server.bench.figures import from_json
from server.commands.bench_tables import FIGURES, texts

MEASURED = from_json(FIGURES.read_bytes())
COSTS = costs_of(MEASURED)


def test_the_tables_are_of_one_run_of_the_bench() -> None:
    """Write them anew with ``stackloop bench tables --write``."""
    for path, text in texts(MEASURED).items():
        assert path.read_text(encoding="utf-8") == text


def test_a_node_is_full_where_the_slowest_wait_too_long() -> None:
    most = matches_per_node(COSTS, Mix())
    assert slowest_s(most, COSTS, Mix()) <= PROMISED_S < slowest_s(most * 2, COSTS, Mix())


def test_twice_the_players_need_twice_the_nodes_and_the_spare_one() -> None:
    one, two = (plan(players, COSTS, Mix()) for players in (100_000, 200_000))
    assert abs((two["nodes"] - 1) - 2 * (one["nodes"] - 1)) <= 1
