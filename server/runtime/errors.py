"""Errors on our side of the wire, as one tree.

::

    ServiceError
     +-- BadSetting             a setting that cannot be used: a weak secret, keys of no known kind
     +-- NotInstalled           what an optional extra brings; the reason names the command that installs it
     +-- CannotListen           the host or the port cannot be had
     +-- DataDirectoryInUse     another server holds the data directory
     +-- WorkerDidNotStart      a worker ended before it was ready
     +-- NoRedisBinary          nothing to start: no bundled Valkey, none on the path
     +-- RedisDidNotStart       the binary ran and stopped, or never answered
     +-- RedisTooOld            the Redis of ``--redis`` lacks what the journal needs
     +-- NotDurable             that Redis cannot promise what ``--durability`` says
     +-- BadLibrary             the file of imported cards cannot be used; ``code`` says why
     +-- JournalError
          +-- Unavailable       Redis cannot be reached now; ask again after ``retry_ms``
          |    +-- OtherRules   a match of rules that this node does not have, and that nobody runs now
          +-- Fenced            another node owns the match; our state is worthless
          +-- Rolledback        Redis forgot more than memory still holds
          +-- Conflict          the journal holds something else at our number: a bug
          +-- UnknownMatch      no journal under that id
          +-- SetAside          the match was taken up in vain too often: it waits for the operator
          +-- Unreadable        an entry that this version cannot read
               +-- OtherEngine  entries that only an engine of another name can play again

Most of them are states that a server may be in, and are told in their own words. Some are faults of ours
(``is_fault``), as is every exception that is in no tree.

The player's mistakes are ``engine.Refusal``; the peer's are the protocol's.
"""

from pathlib import Path
from typing import ClassVar, Literal, TypeAlias


class ServiceError(Exception):
    """Any failure of the service itself."""


def describe(error: OSError) -> str:
    """The system's words, and the file they are about, if there is one."""
    said = error.strerror or str(error)
    return f"{error.filename}: {said}" if error.filename else said


def innermost(error: BaseException) -> BaseException:
    """The first error, out of its groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


class BadSetting(ServiceError):
    """A setting that cannot be used; no secret is repeated in the reason."""


class NotInstalled(ServiceError):
    """The request needs an extra that is not installed; the reason ends with the command that installs it."""


class CannotListen(ServiceError):
    """The host or the port cannot be had."""


class DataDirectoryInUse(ServiceError):
    """Another server holds the data directory."""


class WorkerDidNotStart(ServiceError):
    """A worker ended before it was ready; it said why on standard error."""


class NoRedisBinary(ServiceError):
    """No Valkey or Redis binary is here to start."""


class RedisDidNotStart(ServiceError):
    """The embedded server stopped at once, or never answered."""


class RedisTooOld(ServiceError):
    """The Redis that was named is of a version that the journal cannot use."""


class NotDurable(ServiceError):
    """The Redis that was named cannot promise what an acknowledgement is to promise."""


LibraryFault: TypeAlias = Literal["damaged", "disk_full", "locked", "newer_version", "no_library", "unreachable"]


class BadLibrary(ServiceError):
    """A library that cannot be used."""

    def __init__(self, path: Path, code: LibraryFault, reason: str) -> None:
        super().__init__(f"the library {path} {reason}")
        self.path = path
        self.code = code


class JournalError(ServiceError):
    """A journal call that did not end in OK."""


class Unavailable(JournalError):
    """Redis cannot be reached at the moment; nothing was acknowledged."""

    code: ClassVar[str] = "unavailable"

    def __init__(self, reason: str, retry_ms: int = 1000) -> None:
        super().__init__(reason)
        self.retry_ms = retry_ms


class OtherRules(Unavailable):
    """Nobody runs a match that this node cannot go on with, having other rules than it was played by."""

    code: ClassVar[str] = "other_rules"


class Fenced(JournalError):
    """Another node took the match: drop its state, tell its clients to move."""


class Rolledback(JournalError):
    """Redis lost entries that memory no longer holds; ``last`` is the last it has."""

    def __init__(self, last: int) -> None:
        super().__init__(f"the journal ends at {last}, before what memory still holds")
        self.last = last


class Conflict(JournalError):
    """The journal holds another entry at our number; only a bug does that."""


class UnknownMatch(JournalError):
    """There is no journal under that id."""


class SetAside(JournalError):
    """A match that was taken up in vain too often, and is left to the operator."""


class Unreadable(JournalError):
    """A journal entry that this version cannot read."""


class OtherEngine(Unreadable):
    """Entries of another engine follow the last segment head: only a node of that engine goes on with the match."""

    def __init__(self, match: str, engine: str) -> None:
        super().__init__(f"match {match} is played by engine {engine}")
        self.engine = engine


def is_fault(error: BaseException) -> bool:
    """Whether an exception is reported as a fault, and its text told to nobody."""
    is_state = isinstance(error, Unavailable | UnknownMatch | SetAside | Fenced)
    return not is_state and (isinstance(error, JournalError) or not isinstance(error, ServiceError))
