"""The change log: what it undoes, that marks nest, and that it grows with what changes and not with what is there."""

from __future__ import annotations

import sys
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Match
from engine.state.change_log import SHORT, Changes, Splice
from engine.state.records import Player, Zone
from tests.support.engine.crowd import crowd


def game() -> tuple[Changes, Player]:
    changes = Changes()
    player = Player(1, 0, "ann")
    changes.records[1] = player
    return changes, player


def test_rewinding_restores_old_values_in_reverse() -> None:
    changes, player = game()
    mark = changes.mark()
    changes.write(player, "life", 5)
    changes.write(player, "life", 7)
    changes.rewind(mark)
    assert player.life == 0
    assert changes.log == []


def test_marks_nest() -> None:
    changes, player = game()
    outer = changes.mark()
    changes.write(player, "life", 5)
    inner = changes.mark()
    changes.write(player, "life", 7)
    changes.rewind(inner)
    assert player.life == 5
    changes.rewind(outer)
    assert player.life == 0


def test_added_records_go_and_removed_ones_come_back() -> None:
    changes, player = game()
    mark = changes.mark()
    other = Player(2, 1, "bob")
    changes.add(other)
    changes.remove(player)
    assert changes.records == {2: other}
    changes.rewind(mark)
    assert changes.records == {1: player}


def test_what_was_undone_counts_as_touched() -> None:
    changes, player = game()
    mark = changes.mark()
    changes.write(player, "life", 5)
    changes.rewind(mark)
    assert changes.touched == {1}


def test_control_fields_do_not_make_caches_stale() -> None:
    changes, player = game()
    before = changes.version
    changes.write(player, "name", "ann")
    assert changes.version == before + 1


def test_undoing_makes_stale_what_writing_did() -> None:
    changes, player = game()
    mark = changes.mark()
    changes.write(player, "life", 5)
    before = (changes.version, changes.vital, changes.moved, changes.shape)
    changes.rewind(changes.mark())
    assert (changes.version, changes.vital, changes.moved, changes.shape) == before
    changes.rewind(mark)
    assert changes.version > before[0]
    assert changes.vital > before[1]
    assert changes.moved > before[2]
    assert changes.shape > before[3]


# --- long rows --------------------------------------------------------------------------------------

ROW = tuple(range(0, 20 * SHORT, 2))


def row() -> tuple[Changes, Zone]:
    changes = Changes()
    zone = Zone(1, "battlefield", 0, "all")
    zone.content = ROW
    changes.records[1] = zone
    return changes, zone


def test_of_a_long_row_the_log_holds_what_came_and_went() -> None:
    changes, zone = row()
    changes.append(zone, "content", 1001, 1003)
    changes.withdraw(zone, "content", ROW[5])
    assert zone.content == (*ROW[:5], *ROW[6:], 1001, 1003)
    kept = [(old.at, old.gone, old.came) for _, _, old in changes.log if isinstance(old, Splice)]
    assert kept == [(len(ROW), (), 2), (5, (ROW[5],), 0)]


def test_what_is_not_in_a_row_is_not_taken_out_of_it() -> None:
    changes, zone = row()
    changes.withdraw(zone, "content", 1)
    changes.withdraw_all(zone, "content", {1, 3})
    assert zone.content == ROW
    assert changes.log == []


@given(
    start=st.lists(st.integers(0, 99), unique=True),
    steps=st.lists(st.tuples(st.sampled_from(["append", "insert", "withdraw", "several"]), st.integers(0, 10_000))),
)
def test_whatever_is_done_to_a_row_is_undone_to_the_bit(start: list[int], steps: list[tuple[str, int]]) -> None:
    changes, zone = row()
    zone.content = tuple(start)
    for number, (step, chance) in enumerate(steps):
        there = zone.content
        if step == "append":
            changes.append(zone, "content", 100 + number)
        elif step == "insert":
            changes.splice(zone, "content", chance % (len(there) + 1), 0, (100 + number, 1000 + number))
        elif step == "withdraw" and there:
            changes.withdraw(zone, "content", there[chance % len(there)])
        elif step == "several":
            changes.withdraw_all(zone, "content", {ident for at, ident in enumerate(there) if chance >> at % 13 & 1})
    changes.rewind(0)
    assert zone.content == tuple(start)


@pytest.mark.parametrize("every", [1, 2, 3, 50])
def test_the_log_of_what_leaves_a_row_grows_with_what_leaves(every: int) -> None:
    changes, zone = row()
    leaving = set(ROW[::every])
    changes.withdraw_all(zone, "content", leaving)
    assert zone.content == tuple(ident for ident in ROW if ident not in leaving)
    held = sum(len(old.gone if isinstance(old, Splice) else ROW) for _, _, old in changes.log)
    assert held <= 2 * len(leaving)
    changes.rewind(0)
    assert zone.content == ROW


def log_bytes(match: Match) -> int:
    """Bytes of the log beside the records, which would be there without it."""
    held = [old.gone if isinstance(old, Splice) else old for _, _, old in match.game.log]
    return sum(sys.getsizeof(entry) for entry in match.game.log) + sum(map(sys.getsizeof, held))


def test_the_log_of_arrivals_deaths_and_triggers_grows_as_they_do() -> None:
    """Each arrival once wrote the whole zone, each trigger all that was left to do: n of them held n * n parts."""
    one, four = crowd(200), crowd(800)
    for table in (one, four):
        table.play('cast "Muster"')
    assert log_bytes(four.match) < 4.5 * log_bytes(one.match)
    for table in (one, four):
        table.play('cast "Witness"')
        table.play('cast "Wipe"')
    assert len(four.match.game.root.stack) == 800
    assert log_bytes(four.match) < 4.5 * log_bytes(one.match)


def as_written_before(match: Match) -> bytes:
    """The dump of a match as engines wrote it that logged rows whole."""
    data: dict[str, Any] = orjson.loads(match.dump())
    rows = {fields[1]: fields for fields in data["state"]}
    names = {"Zone": Zone.FIELDS, "Root": type(match.game.root).FIELDS}
    for entry in reversed(data["log"]):
        ident, field, old = entry
        if ident in rows and rows[ident][0] in names and field in names[rows[ident][0]]:
            fields, place = rows[ident], 1 + names[rows[ident][0]].index(field)
            if isinstance(old, dict) and "gone" in old:
                now, at = fields[place], old["at"]
                entry[2] = old = [*now[:at], *old["gone"], *now[at + old["came"] :]]
            fields[place] = old
    data["state"] = orjson.loads(match.dump())["state"]
    data["dump"] = 4
    return orjson.dumps(data)


def test_a_dump_inside_a_play_is_read_as_it_is_written_and_as_it_was_before() -> None:
    """A position with long rows, a spell announced in it: what was moved for it is in the log, in either form."""
    table = crowd(60)
    table.play('cast "Muster"')
    before = table.match.hash()
    table.say('cast "Offering"')
    for payment in ('activate "Plains#2"', "mana {W}", 'sacrifice "Soldier#7"'):
        table.say(payment)
    assert any(isinstance(old, Splice) for _, _, old in table.match.game.log)
    for data in (table.match.dump(), as_written_before(table.match)):
        match = Match.load(data)
        assert match.hash() == table.match.hash()
        decision = match.decisions[0]
        match.apply_text(decision.seat, decision.w, "cancel")
        assert match.hash() == before
