"""The keys of a scenario's expectations: which there are, and the kind of value that each is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from engine.events.labels import SEATS
from engine.formats.scenario_shape import BadScenario, require_texts
from engine.state.decisions import DECISION_FIELDS
from engine.state.obstacles import REASON_FIELDS
from engine.state.player_marks import COMMON_MARKS
from engine.state.records import Item
from engine.state.zone_specs import zone_called

if TYPE_CHECKING:
    from engine.formats.scenario_shape import Table
    from engine.state.rulebook import Rulebook

KINDS: Final[dict[str, type]] = {
    **dict.fromkeys(
        ("stack", "waiting", "steps", "events", "none", "due", "total", "why", "about", "log", "payable"), list
    ),
    **dict.fromkeys(("object", "item", "decision", "view", "over", "most"), dict),
    **dict.fromkeys(("step", "priority"), str),
}
"""The kind of value that each key holds; tables of seats stand beside them."""
_TABLES: Final = frozenset({"why", "about", "payable"})
"""The lists that hold tables, and not texts."""
OF_PLAYER: Final = frozenset({"life", "lost", "pool", "counters"})
OF_DECISION: Final = frozenset({"seat", "options", "labels", "has", "lacks", "prompt", *DECISION_FIELDS})
OF_RESULT: Final = frozenset({"winners", "code"})
OF_WORK: Final = frozenset({"steps", "nodes"})
OF_REPORT: Final = frozenset({"uses", "steps", "lines", "changes"})
OF_PAYMENT: Final = frozenset({"can", "pool"})
_FIELDS: Final = {"decision": OF_DECISION, "over": OF_RESULT, "most": OF_WORK}
PAYABLE: Final = (True, False, "unproven")
"""The answers to whether a cost could be paid."""
OF_QUESTION: Final = frozenset({"ability", *REASON_FIELDS})


def zone_meant(rules: Rulebook, key: str) -> str:
    """The zone that a key names, by its name or a text's word for it, with "_" for a space; "" if it names none."""
    name = zone_called(rules.zones, key.replace("_", " "))
    return name if any(spec.name == name for spec in rules.zones) else ""


def check_expected(expected: Table, rules: Rulebook) -> None:
    """Look at all keys of an expectation.

    Raises:
        BadScenario: one names nothing that there is, or holds something of another kind.
    """
    for key, value in expected.items():
        is_of_seat = key in SEATS or (key != "" and key == rules.side)
        kind = dict if is_of_seat else KINDS.get(key)
        if kind is None:
            raise BadScenario(f"nothing called {key!r} can be expected; there are {', '.join(KINDS)} and the seats")
        if not isinstance(value, kind):
            raise BadScenario(f"what is expected of {key} is a {kind.__name__}, not {value!r:.40}")
        if is_of_seat:
            _check_seat(key, cast("Table", value), rules)
        elif key in ("object", "item"):
            _check_things(key, cast("Table", value))
        elif key == "view":
            _check_views(cast("Table", value))
        elif isinstance(value, dict):
            _check_keys(key, value, _FIELDS[key])
            if key == "most" and not all(type(bound) is int for bound in value.values()):
                raise BadScenario(f"steps and nodes are numbers, not {value!r:.80}")
        elif key in _TABLES:
            _check_asked(key, cast("list[object]", value))
        elif isinstance(value, list):
            require_texts(value, key)


def _check_keys(what: str, table: Table, known: frozenset[str]) -> None:
    for key in table:
        if key not in known:
            raise BadScenario(f"{what} has no {key!r}; there are {', '.join(sorted(known))}")


def _check_seat(seat: str, table: Table, rules: Rulebook) -> None:
    marks = COMMON_MARKS.union(rules.marks)
    zones = tuple(spec.name for spec in rules.zones)
    for key, value in table.items():
        if zone_meant(rules, key):
            if not (type(value) is int or isinstance(value, list)):
                raise BadScenario(f"{key} of {seat} is a list of cards or their number, not {value!r:.40}")
            if isinstance(value, list):
                require_texts(value, f"{key} of {seat}")
        elif key not in OF_PLAYER | marks:
            known = ", ".join((*zones, *sorted(OF_PLAYER | marks)))
            raise BadScenario(f"{seat} has no {key!r}; there are {known}")


def _check_things(kind: str, table: Table) -> None:
    for name, fields in table.items():
        if not isinstance(fields, dict):
            raise BadScenario(f"what is expected of {name} is a table of fields, not {fields!r:.40}")
        if kind == "item":
            _check_keys(name, fields, frozenset(Item.FIELDS))


def _check_views(table: Table) -> None:
    for audience, wanted in table.items():
        if audience not in SEATS and audience != "public":
            raise BadScenario(f"there is no view of {audience!r}; it is a seat's or public")
        if not isinstance(wanted, dict):
            raise BadScenario(f"what is expected of the view {audience} is a table, not {wanted!r:.40}")
        for key, fields in wanted.items():
            kind = list if key in ("sees", "hidden") else dict
            if not isinstance(fields, kind):
                raise BadScenario(f"{key} of the view {audience} is a {kind.__name__}, not {fields!r:.40}")


def _check_asked(key: str, asked: list[object]) -> None:
    for each in asked:
        if not isinstance(each, dict):
            raise BadScenario(f"{key} is a list of tables, not of {each!r:.40}")
        if len([letter for letter in each if letter in SEATS]) != 1:
            raise BadScenario(f'{key} needs one seat that asks, as in A = "NAME"')
        if key == "payable" and not (type(each.get("pool", True)) is bool and each.get("can", True) in PAYABLE):
            raise BadScenario(f"pool is true or false, can is true, false or unproven, not {each!r:.80}")
        own = {name: value for name, value in each.items() if name not in SEATS}
        _check_keys(key, own, {"why": OF_QUESTION, "about": OF_REPORT, "payable": OF_PAYMENT}[key])
