"""The change log: what it undoes, and that marks nest."""

from __future__ import annotations

from engine.changes import Changes
from engine.state import Player


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
