"""Proposed events: their form in the state."""

import pytest

from engine.state.proposed_events import FIELDS, Prospect


@pytest.mark.parametrize("field", FIELDS)
def test_each_field_stands_in_its_place(field: str) -> None:
    plain, event = Prospect("", 0, 0).to_plain(), Prospect("", 0, 0)
    was = getattr(event, field)
    other: object = (1,) if isinstance(was, tuple) else f"{was}else" if isinstance(was, str) else not was
    setattr(event, field, other if isinstance(was, bool | tuple | str) else was + 2)
    changed = event.to_plain()
    assert [name for name, old, new in zip(FIELDS, plain, changed, strict=True) if old != new] == [field]
    assert Prospect.from_plain(changed).to_plain() == changed
    assert getattr(Prospect.from_plain(changed), field) == getattr(event, field)
