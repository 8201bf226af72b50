"""``stackloop engine``: the rules for other programs, a JSON object a line."""

from __future__ import annotations

import sys

import click

from protocol.consult import LINE_BYTES
from server.commands.with_cards import with_cards
from server.runtime import logs
from server.runtime.version import VERSION
from server.terminal.engine_pipe import Consultant


@click.command(
    epilog="""\b
Examples:
  echo '{"t": "hello"}' | stackloop engine
  echo '{"t": "begin", "game": "magic", "seed": "7"}
  {"t": "options"}
  {"t": "apply", "seat": 0, "a": 1}' | stackloop engine

\b
All requests and answers stand in PROTOCOL.md, "The engine on a pipe"."""
)
@with_cards
def command() -> None:
    """Answer questions about the rules on standard input, without a server.

    Each line is a JSON object: a position or a match to take up, an answer to apply, what may be answered, why not.
    Each is answered by one line. It ends when its input does.
    """
    logs.configure("error")  # to standard error: the other one is for answers
    consultant = Consultant(VERSION)
    read, write = sys.stdin.buffer, sys.stdout.buffer
    while line := read.readline(LINE_BYTES + 2):
        whole = line
        while not line.endswith(b"\n") and line:  # the rest of what is too long
            line = read.readline(LINE_BYTES)
        if whole.strip():
            write.write(consultant.answer(whole.rstrip(b"\r\n")) + b"\n")
            write.flush()
