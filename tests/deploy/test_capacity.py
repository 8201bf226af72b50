"""The needs of many players follow from the measured figures (``tests/e2e/test_bench.py`` holds the texts to that)."""

from server.bench.capacity import PROMISED_S, Mix, costs_of, matches_per_node, plan, slowest_s
from server.commands.bench_tables import measured

COSTS = costs_of(measured("compiled").figures)


def test_a_node_is_full_where_the_slowest_wait_too_long() -> None:
    most = matches_per_node(COSTS, Mix())
    assert slowest_s(most, COSTS, Mix()) <= PROMISED_S < slowest_s(most * 2, COSTS, Mix())


def test_twice_the_players_need_twice_the_nodes_and_the_spare_one() -> None:
    one, two = (plan(players, 40, COSTS, Mix()) for players in (100_000, 200_000))
    assert abs((two["nodes"] - 1) - 2 * (one["nodes"] - 1)) <= 1
