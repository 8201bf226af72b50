"""Structured logs: one JSON object a line on standard error, or coloured text on a terminal.

An event is a past participle or a noun phrase in lower case; what varies is in its fields: ``match``, ``seat`` and
``c``, the client's sequence number, wherever they are known. Log messages of other libraries come out in the same form.

Nothing secret is ever handed to a log; should it be all the same, a last processor blots out what looks like a token or
a password in an address. Of an exception its type and place are told, and never its text (``error_origin``).
"""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final, TypeAlias

import orjson

from server.runtime import error_origin
from server.runtime.plain_structlog import structlog

Logger: TypeAlias = structlog.typing.FilteringBoundLogger

BLOT: Final = "***"
TOKEN: Final = re.compile(r"\beyJ[\w-]{5,}(?:\.[\w-]*){0,2}")
"""The form of a JWT: the beginning is that of any JSON object in base64."""
PASSWORD: Final = re.compile(r"(?<=://)[^/@\s]*:[^/@\s]*(?=@)")
"""Before the host of an address."""
SECRET_FIELDS: Final = frozenset(("token", "secret", "password", "authorization", "seed"))


def blot(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Leave nothing secret in what is logged."""
    for name, value in event.items():
        if name in SECRET_FIELDS:
            event[name] = BLOT
        elif isinstance(value, str):
            event[name] = blotted(value)
    return event


def without_text(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """In place of an exception its type and its place."""
    given = event.pop("exc_info", None)
    error = sys.exception() if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event.update(error_origin.describe(error))
    return event


def blotted(text: str) -> str:
    return PASSWORD.sub(BLOT, TOKEN.sub(BLOT, text))


def configure(level: str = "info") -> None:
    """Set the logs up for the process; call once, before the first line."""
    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_text,
        blot,
    ]
    if sys.stderr.isatty():
        last: structlog.types.Processor = structlog.dev.ConsoleRenderer()
        factory: structlog.types.Processor | object = structlog.PrintLoggerFactory(sys.stderr)
    else:
        last = structlog.processors.JSONRenderer(orjson.dumps)
        factory = structlog.BytesLoggerFactory(sys.stderr.buffer)
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=factory,  # type: ignore[arg-type] # either of the two above
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(handlers=[Bridge()], level=logging.WARNING, force=True)
    logging.captureWarnings(capture=True)


class Bridge(logging.Handler):
    """Hands what other libraries log on to ours; beside an exception their words may repeat what it says."""

    def emit(self, record: logging.LogRecord) -> None:
        said = str(record.msg).partition("\n")[0] if record.exc_info else record.getMessage()
        get(record.name).log(record.levelno, said, exc_info=record.exc_info)


def get(name: str) -> Logger:
    logger: Logger = structlog.get_logger(part=name)
    return logger
