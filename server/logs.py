"""Structured logs: one JSON object a line on standard error, or coloured text on a terminal.

An event is a past participle or a noun phrase in lower case; what varies is in its fields.
"""

import logging
import sys
from typing import TypeAlias

import orjson
import structlog
from structlog.types import Processor

Logger: TypeAlias = structlog.typing.FilteringBoundLogger


def configure(level: str = "info") -> None:
    """Set the logs up for the process; call once, before the first line."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if sys.stderr.isatty():
        last: list[Processor] = [structlog.dev.ConsoleRenderer()]
        factory: structlog.types.Processor | object = structlog.PrintLoggerFactory(sys.stderr)
    else:
        last = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(orjson.dumps)]
        factory = structlog.BytesLoggerFactory(sys.stderr.buffer)
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=factory,  # type: ignore[arg-type] # either of the two above
        cache_logger_on_first_use=True,
    )


def get(name: str) -> Logger:
    logger: Logger = structlog.get_logger(part=name)
    return logger
