"""Dashboard and alerts ask for metrics that exist, in queries that Prometheus understands."""

import re
from pathlib import Path
from typing import Any, Final

import orjson
import promql_parser
import pytest
import yaml

from server.runtime import metrics

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
DASHBOARD: Final[dict[str, Any]] = orjson.loads((DEPLOY / "grafana" / "stackloop.json").read_bytes())
ALERTS: Final[list[dict[str, Any]]] = [
    rule
    for group in yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]
]
PANELS: Final[list[dict[str, Any]]] = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
QUERIES: Final = [
    *(target["expr"] for panel in PANELS for target in panel["targets"]),
    *(rule["expr"] for rule in ALERTS),
]
OF_PROMETHEUS: Final = {"up"}


def exported() -> set[str]:
    """Names of all that ``/metrics`` may show, as queries name it."""
    names = set()
    for family in metrics.REGISTRY.collect():
        kinds = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"], "info": ["_info"]}
        names |= {family.name + suffix for suffix in kinds.get(family.type, [""])}
    return names


def filled_in(query: str) -> str:
    """A query as the dashboard sends it."""
    return query.replace("$__rate_interval", "5m").replace("$job", ".*").replace("$node", ".*")


def selected(query: str) -> set[str]:
    """Names of the metrics in a query: what is neither function, nor keyword, nor label."""
    bare = re.sub(r"\{[^}]*\}|\b(?:by|without)\s*\([^)]*\)|\[[^]]*\]", " ", query)
    return set(re.findall(r"\b[a-z_]+\b(?!\s*\()", bare)) - {"by", "s", "m"}


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_asks_for_what_exists(query: str) -> None:
    promql_parser.parse(filled_in(query))
    assert selected(query)
    assert selected(query) - exported() - OF_PROMETHEUS == set()


def test_the_variables_ask_for_what_exists() -> None:
    asked = [variable["query"] for variable in DASHBOARD["templating"]["list"] if variable["type"] == "query"]
    assert asked
    for query in asked:
        assert set(re.findall(r"label_values\((\w+),", query)) <= exported()


LOOKED_AT: Final = (
    "stackloop_acknowledgement_seconds_bucket",
    "stackloop_mailbox_items",
    "stackloop_batch_commands_sum",
    "stackloop_fenced_total",
    "stackloop_clock_skew_seconds",
    "stackloop_duplicates_total",
    "stackloop_view_gaps_total",
    "stackloop_fanout_seconds_bucket",
    "stackloop_event_loop_lag_seconds_bucket",
    "stackloop_gc_pause_seconds_sum",
    "stackloop_matches",
    "stackloop_connections",
    "stackloop_lapses_total",
    "stackloop_archive_waiting",
    "stackloop_archive_failures_total",
)


@pytest.mark.parametrize("name", LOOKED_AT)
def test_what_tells_how_the_service_does_is_on_the_dashboard(name: str) -> None:
    assert any(name in selected(target["expr"]) for panel in PANELS for target in panel["targets"])


def test_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def test_every_alert_has_a_section_of_the_runbook() -> None:
    runbook = (DEPLOY / "RUNBOOK.md").read_text()
    titles = re.findall(r"^#+ (.+)$", runbook, re.MULTILINE)
    for rule in ALERTS:
        chapter = rule["annotations"]["runbook"].removeprefix("RUNBOOK.md, ")
        assert chapter in titles, rule["alert"]
        assert re.search(rf"^\|.*\b{rule['alert']}\b.*\| {chapter} \|$", runbook, re.MULTILINE), rule["alert"]
