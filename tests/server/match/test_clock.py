"""The clock by itself: a function of what happened when."""

from protocol.messages import Clock as Rules
from server.match.clock import LEAST_AWAY_MS, MOST_CREDIT_MS, Clock

NOBODY = -1
RULES = Rules(bank_ms=60_000, decision_ms=10_000, increment_ms=2_000, away_ms=30_000)


def clock(rules: Rules = RULES) -> Clock:
    """Two seats at the time 0, the first one asked."""
    new = Clock(rules, 2, 0)
    new.begin({0: 1})
    return new


def test_the_deadline_is_the_limit_or_the_bank_whichever_is_first() -> None:
    assert clock().deadline_ms(0) == 10_000
    assert clock(Rules(bank_ms=4_000, decision_ms=10_000)).deadline_ms(0) == 4_000
    assert clock(Rules(bank_ms=4_000)).deadline_ms(0) == 4_000
    assert clock(Rules(decision_ms=4_000)).deadline_ms(0) == 4_000
    assert clock().deadline_ms(1) is None


def test_an_answer_charges_the_bank_adds_the_increment_and_begins_the_others_time() -> None:
    one = clock()
    one.took(7_000, 0, {1: 1}, NOBODY, moves=True)
    assert (one.seats[0].bank_ms, one.deadline_ms(0), one.deadline_ms(1)) == (55_000, None, 17_000)


def test_steps_of_a_play_and_taking_it_back_do_not_move_the_deadline() -> None:
    one = clock()
    for w in range(2, 10):
        one.took(w * 1_000, 0, {0: w}, 0, moves=True)
        assert one.deadline_ms(0) == 10_000
    one.took(9_500, 0, {0: 10}, NOBODY, moves=False)
    assert one.deadline_ms(0) == 10_000
    one.took(9_900, 0, {0: 11}, NOBODY, moves=True)
    assert one.deadline_ms(0) == 19_900


def test_while_another_chooses_within_a_play_its_player_is_not_charged() -> None:
    one = clock()
    one.took(4_000, 0, {1: 1}, 0, moves=True)
    assert one.deadline_ms(1) == 14_000
    one.took(8_000, 1, {0: 2}, 0, moves=True)
    assert (one.deadline_ms(0), one.seats[0].bank_ms) == (14_000, 56_000)


def test_what_skips_nothing_moves_nothing() -> None:
    one = clock()
    one.took(4_000, 0, {0: 1}, NOBODY, moves=True)
    assert one.deadline_ms(0) == 10_000


def test_time_that_ran_out_counts_once_a_turn_and_an_answer_in_time_forgives() -> None:
    one = clock()
    assert not one.lapsed(0)
    one.took(10_000, 0, {0: 2}, NOBODY, moves=False)
    assert one.deadline_ms(0) == 10_000
    assert not one.lapsed(0)
    one.took(10_000, 0, {0: 3}, NOBODY, moves=True)
    assert (one.seats[0].lapses, one.deadline_ms(0), one.seats[0].bank_ms) == (1, 20_000, 50_000)
    assert not one.lapsed(0)
    one.took(20_000, 0, {0: 4}, NOBODY, moves=True)
    assert one.lapsed(0)
    one = clock()
    assert not one.lapsed(0)
    one.took(10_000, 0, {0: 2}, NOBODY, moves=True)
    one.took(11_000, 0, {0: 3}, NOBODY, moves=True)
    assert one.seats[0].lapses == 0


def test_being_away_uses_its_own_bank_first() -> None:
    one = clock()
    one.left(2_000, 0)
    assert one.deadline_ms(0) == 40_000
    one.came_back(12_000, 0)
    assert (one.deadline_ms(0), one.seats[0].away_ms, one.seats[0].bank_ms) == (20_000, 20_000, 58_000)
    one.left(12_000, 0)
    one.took(42_000, 0, {1: 1}, NOBODY, moves=True)
    assert (one.seats[0].away_ms, one.seats[0].bank_ms) == (0, 50_000)


def test_coming_and_going_is_bounded() -> None:
    one = clock()
    for _ in range(RULES.away_ms // LEAST_AWAY_MS):
        one.left(0, 0)
        one.came_back(0, 0)
    assert one.seats[0].away_ms == 0


def test_the_servers_faults_are_not_charged() -> None:
    one = clock()
    one.paused(3_000, 9_000)
    assert one.deadline_ms(0) == 16_000
    one.paused(0, 10_000)
    assert one.deadline_ms(0) == 20_000


def test_lag_is_made_good_as_long_as_there_is_credit() -> None:
    one = clock()
    assert one.credit(0, 300) == 300
    assert one.credit(0, 60_000) == MOST_CREDIT_MS
    one.took(1_000, 0, {1: 1}, NOBODY, moves=True, lag_ms=300)
    assert one.seats[0].bank_ms == 60_000 - 700 + RULES.increment_ms
    assert one.credit(0, 60_000) == MOST_CREDIT_MS - 100


def test_a_clock_that_is_set_back_stands_still() -> None:
    one = clock()
    one.took(5_000, 0, {1: 1}, NOBODY, moves=True)
    one.took(1_000, 1, {0: 2}, NOBODY, moves=True)
    assert (one.deadline_ms(0), one.seats[1].bank_ms) == (15_000, 62_000)


def test_a_clock_is_kept_as_numbers() -> None:
    one = clock()
    one.left(2_000, 0)
    assert not one.lapsed(0)
    again = Clock.load(RULES, one.dump())
    assert again.dump() == one.dump()
    assert again.lines() == one.lines()
