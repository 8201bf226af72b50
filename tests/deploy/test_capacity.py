"""CAPACITY.md says what follows from the costs beside it."""

from pathlib import Path

import orjson

from server.bench.capacity import PROMISED_S, Costs, Mix, matches_per_node, plan, slowest_s, table

DEPLOY = Path(__file__).parents[2] / "deploy"
COSTS = Costs(**orjson.loads((DEPLOY / "costs.json").read_bytes()))


def test_the_table_is_what_the_simulation_gives() -> None:
    """Write it anew with ``python -m server.bench.capacity deploy/costs.json``."""
    assert table(COSTS, Mix()) in (DEPLOY / "CAPACITY.md").read_text()


def test_a_node_is_full_where_the_slowest_wait_too_long() -> None:
    most = matches_per_node(COSTS, Mix())
    assert slowest_s(most, COSTS, Mix()) <= PROMISED_S < slowest_s(most * 2, COSTS, Mix())


def test_twice_the_players_need_twice_the_nodes_and_the_spare_one() -> None:
    one, two = (plan(players, COSTS, Mix()) for players in (100_000, 200_000))
    assert abs((two["nodes"] - 1) - 2 * (one["nodes"] - 1)) <= 1
