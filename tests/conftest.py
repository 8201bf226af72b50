"""Fixtures and settings for all tests."""

from __future__ import annotations

import os
import signal
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from server.runtime.compiled_rules import asked
from server.runtime.version import rules_form
from tests.support.server.late_accepts import close_late_accepts

if asked() and rules_form() != "compiled":
    raise pytest.UsageError("STACKLOOP_COMPILED asks for compiled rules: python deploy/compile.py builds them")

LONG_S: Final = 7 * 24 * 60 * 60

# The same examples each time, so that a change fails for what it changed. By hand --hypothesis-profile=long looks for
# new ones; --hypothesis-seed=N begins elsewhere, EXAMPLES says how many each test tries.
settings.register_profile("ci", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile(
    "long",
    max_examples=int(os.environ.get("EXAMPLES", "20000")),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("ci")

# Whoever runs in the background of a script begins deaf to interrupts, and so would the programs that tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

close_late_accepts()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests run without measuring coverage, which would double their time; those of a long run take theirs.

    Files with slow tests or a browser come first: one that began last would keep one worker busy after all others.
    """
    long = {item.path for item in items if item.get_closest_marker("slow") or item.get_closest_marker("browser")}
    items.sort(key=lambda item: item.path not in long)
    if asked():
        for item in items:
            if mark := item.get_closest_marker("interpreted"):
                item.add_marker(pytest.mark.skip(reason=mark.args[0]))
    is_long = settings.get_current_profile_name() == "long"
    for item in items:
        if is_long:
            item.add_marker(pytest.mark.timeout(LONG_S))
        if item.get_closest_marker("slow"):
            item.add_marker("no_cover")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests measured (``record_property``), whichever worker ran them."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}: {value}")
