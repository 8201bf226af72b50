"""Secrets of a command: from the environment, or a file that it names; arguments stand in every list of processes."""

import os

import click

from protocol.client import Client
from server.runtime.settings import FILE, PREFIX, content

TOKEN = "TOKEN"  # noqa: S105 # the name of one
INVITE = "INVITE"
IDENTITY = "IDENTITY"
TABLE_MARK = "#table="
"""The part of an address that leads to a table."""

HELP = """\b
Secrets come from the environment, or from a file named there (STACKLOOP_INVITE_FILE and so on):
  STACKLOOP_TOKEN     of a seat, or to watch a private match with
  STACKLOOP_INVITE    to a seat, or to watch; it is used up, by whoever shows it first. Or the address of a table
  STACKLOOP_IDENTITY  who one is, where the server wants no guests"""


def secret(name: str) -> str | None:
    """The content of ``STACKLOOP_NAME``, or of the file that ``STACKLOOP_NAME_FILE`` names; ``None`` if neither is set.

    Raises:
        click.UsageError: the file cannot be read.
    """
    found = content_of(name)
    return found.rpartition("#invite=")[2] if found else None


def content_of(name: str) -> str | None:
    """The secret as it stands there: an invite may be an address; raises as ``secret``."""
    try:
        return os.environ.get(PREFIX + name) or content(os.environ, PREFIX + name + FILE)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


class Place:
    """The match that a command joins, and the token for it if it has one; ``seat`` if an invite told."""

    __slots__ = ("match", "seat", "token")

    def __init__(self, match: str, token: str | None, seat: int | None = None) -> None:
        self.match = match
        self.token = token
        self.seat = seat


async def place_of(client: Client, match: str | None) -> Place | None:
    """The place that the environment gives a right to, or the match that was named; ``None`` if there is neither.

    Raises:
        ClientError: the invite is not good.
    """
    invite = secret(INVITE)
    if invite is not None:
        granted = await client.redeem(invite)
        return Place(granted.m, granted.token, granted.seat)
    return Place(match, secret(TOKEN)) if match is not None else None
