"""Every number and address of the service, by name, with its unit and its reason.

The command line and the environment (``STACKLOOP_HOST`` and so on) set them; nothing else reads the environment.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import Self

from server.runtime.version import engine_name

PREFIX = "STACKLOOP_"


class Durability(StrEnum):
    """The state that an acknowledgement waits for."""

    REDIS = "redis"
    REPLICA = "replica"
    FSYNC = "fsync"


WANTED = {int: "a whole number", float: "a number", Durability: "redis, replica or fsync"}
"""The form that a value must have, by the type of its setting."""
FILE = "_FILE"
LEAST_BEAT_MS = 500
"""The least ``beat_ms``: an answer that needs no thought takes less than that, and nobody answers much faster."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server."""

    host: str = "127.0.0.1"
    """The address at which connections are accepted; only from this machine unless said otherwise."""
    port: int = 8300
    """0 takes any free one."""
    reuse_port: int = 0
    """1 shares the port with other processes that do: the system parts connections among them."""
    hosts: str = ""
    """Names that clients call this server by, separated by commas, beside ``localhost``, the host of ``url``, and that
    of ``host``; by an address of its own everybody may."""
    admin_host: str = "127.0.0.1"
    """The address for operators: ``/metrics``, ``/admin``, and ``/livez`` and ``/readyz`` once more."""
    admin_port: int = 9300
    """The port for that; any free one where it is taken, and 0 takes any. Of several workers behind one port the first
    one's, and that of each other one by one higher."""
    data: Path = Path(".stackloop")
    """The data directory: the secret, the lock, and the embedded Valkey's file."""
    redis: str = field(default="", repr=False)
    """URL of a Redis or Valkey, of a primary and its replicas, or of a cluster (see ``topology``); empty starts the
    embedded one."""
    redis_password: str = field(default="", repr=False)
    """The password that Redis asks for, if its URL holds none; so that a file may hold it, and no list of processes."""
    durability: Durability = Durability.REDIS
    """The state that an acknowledgement waits for: ``redis``, ``replica`` or ``fsync``."""
    node: str = ""
    """The name of this node among those on one Redis; a node that starts again under a name has the matches of that
    name."""
    url: str = ""
    """The address at which clients reach this node and no other, if not by its host and port:
    ``https://node-1.example``."""
    lease_s: float = 3.0
    """Time that a node may be silent before others take its matches."""
    hang_s: float = 30.0
    """Time that the event loop may stand still before the process ends itself, if others have its matches by then: not
    on the embedded Redis; 0 for ever."""
    drain_s: float = 30.0
    """Time that it may take to hand all matches over before this node stops."""
    secret: str = field(default="", repr=False)
    """Signs tokens, 32 characters or more; empty makes one in the data directory. Of several, separated by commas, the
    first one signs and all are good."""
    admin_token: str = field(default="", repr=False)
    """Opens ``/admin`` of the port for operators, 32 characters or more; without one there is no such door."""
    guests: int = 1
    """0 wants an identity token in every hello."""
    issuer: str = ""
    """The other maker of identity tokens: the ``iss`` of its tokens, as ``https://id.example``; empty for nobody."""
    issuer_audience: str = "stackloop"
    """The ``aud`` that they must have, or hold."""
    issuer_keys: str = ""
    """The file of that issuer's public keys: a JWKS, or one key as PEM (RS256, ES256, EdDSA)."""
    origins: str = ""
    """Origins of pages that may connect beside our own, separated by commas; ``*`` allows all."""

    cards: str = ""
    """The directory of cards of our own, beside those that ship: a folder for each game (``card_folders``)."""
    art: str = ""
    """Art of cards, by game: ``GAME=FOLDER`` or ``GAME=ADDRESS``, separated by spaces (see ``card_art``); without it
    cards are drawn."""
    library: str = ""
    """The file of imported cards, on this node's own disk; empty is ``library.sqlite`` in the data directory."""
    record_texts: int = 0
    """1 shows everybody the texts of cards that do not ship in records of matches that are not private; 0 shows those
    who played the texts, and others the digests."""
    engine: str = engine_name()
    """The name that this node gives its rules: it goes on only with matches that rules of this name have played since
    their last segment head, or with those that were left at one."""
    segment_entries: int = 200
    """Entries between two segment heads of a journal: what a node that takes a match up has to play again at most."""

    clock: str = ""
    """The clock of a match that is created without one, as in ``create``: ``{"bank_ms": 600000}``; empty is none."""
    clock_ms: int = 1000
    """Least bank, and least time for a decision, that a match may be created with."""

    archive: str = ""
    """The place to which finished matches are moved, the same for all nodes: a directory, or a bucket as
    ``s3://BUCKET/PREFIX`` (with the usual ``AWS_`` variables); empty is ``records`` in the data directory for the
    embedded Redis, and leaves them in a Redis that is shared."""
    finished_s: float = 60.0
    """Time that a finished match stays in Redis, for those who look at the result."""
    records_days: int = 0
    """Time that a finished match stays in the archive; 0 for ever."""

    fixed_shuffles: int = 0
    """1 lets a match's seed fix its shuffles, so that who created it knows every card: for arenas and tests only."""

    frame_limit_bytes: int = 32 * 1024
    """Largest frame of a client that is read; larger ones are refused."""
    frame_cut_bytes: int = 128 * 1024
    """A frame larger than this is not even received: the connection is closed."""
    frames_per_s: int = 2000
    """Refill of a connection's token bucket, and again for each seat it holds; bots think fast."""
    burst_frames: int = 4000
    settings_per_s: int = 2
    """Refill of a seat's token bucket for its settings, each of which the journal keeps whole."""
    burst_settings: int = 64
    whys_per_s: int = 20
    """Refill of a seat's token bucket for its questions about cards."""
    burst_whys: int = 100
    matches_per_connection: int = 256
    most_connections: int = 10_000
    """At 14 kB each; more are asked to come back."""
    connections_per_address: int = 512
    """Open at a time from one IPv4 address or one IPv6 network of 64 bits."""
    handshakes_per_s: float = 50.0
    """Refill of an address's token bucket for new connections."""
    burst_handshakes: int = 512
    creates_per_minute: float = 120.0
    """Refill of an address's token bucket for new matches."""
    burst_creates: int = 512
    asks_per_s: float = 50.0
    """Refill of an address's token bucket for what costs much and changes nothing: lists, earlier views, pages."""
    burst_asks: int = 2048
    """A table is a hundred files the first time: some people of one address come at once."""
    checks_per_s: float = 5.0
    """Refill of an address's token bucket for decks that are to be checked, some milliseconds each."""
    burst_checks: int = 64
    lines_per_s: float = 1.0
    """Refill of an address's token bucket for what its players say to others."""
    burst_lines: int = 10
    proxy_hops: int = 0
    """Number of proxies of our own before us, each adding an address to ``X-Forwarded-For``; with 0 nobody's word is
    taken for where a connection comes from."""
    read_ahead: int = 1
    """1 reads the cards of all games at the start, 0 those of a game when it is first played, which takes seconds."""
    most_workers: int = 2
    """Worker processes at a time for heavy work: forks, earlier views, records, decks (see ``heavy_work``)."""
    worker_memory_mib: int = 160
    """Memory that one of them may have, where the system can limit it; the cards of all games take some 90 of these."""
    worker_processor_s: float = 8.0
    """Time of a processor that one piece of such work may take."""
    most_matches: int = 5_000
    """Running at a time on this server."""
    matches_per_address: int = 1_000
    """Of these those that one address has created."""
    most_tables: int = 1_000
    """Tables at which people wait for others, over all nodes."""
    tables_per_address: int = 64
    """Places at such tables that one address may have at a time."""
    table_s: float = 2 * 60 * 60.0
    """Time that people may wait at a table before it is closed."""
    grace_s: float = 15.0
    """Time that a person who lost the connection keeps a place at a table."""
    between_s: float = 120.0
    """Time that players may exchange cards between two games of a series."""
    most_bots: int = 256
    """Bots of the house that play at a time on this server; matches with more of them are not begun."""
    most_entries: int = 50_000
    """Length of a match's journal at which it is closed without a result, some 20 MB; people make hundreds."""
    abandoned_s: float = 24 * 60 * 60.0
    """Time that nobody but bots of the house may sit at a match of several people before it is closed."""
    abandoned_alone_s: float = 10 * 60.0
    """Time before a match of one person with bots of the house is closed, once that person has left."""
    hello_timeout_s: float = 10.0
    """Time that a handshake or a request for a page may take, and after a handshake the first frame."""
    inbox_items: int = 64
    """Intents of one seat that wait for its match; more are refused."""
    backlog_bytes: int = 512 * 1024
    """Unsent bytes at which a connection that is sent more counts as slow and gets no more diffs."""
    drained_bytes: int = 32 * 1024
    """Unsent bytes at which a slow connection gets its one snapshot."""
    slow_s: float = 15.0
    """Time that a connection may be slow before it is cut."""
    tick_s: float = 0.25
    """Time between two looks at slow connections."""
    head_s: float = 5.0
    """Time after which a view's last number is repeated, so that a lost last diff is noticed. The same for all nodes:
    one that shows a match of another fetches it so often, and what is not fetched is not published."""
    retry_ms: int = 500
    """Time that a client is asked to wait when a match or Redis is busy."""
    ring_frames: int = 32
    """Diffs of each view kept for those who come back."""
    finished_matches: int = 64
    """Finished matches kept in memory for those who look at the result; older ones are read from the journal."""
    house_pace_s: float = 0.15
    """Time that a bot of the house thinks, so that people can follow; less or more if a match was created so."""
    beat_ms: int = 1200
    """Of a match of one person against bots of the house: the least time between two answers of that person as the
    public is shown them, so that a spectator cannot tell which of them needed no thought: ``LEAST_BEAT_MS`` at least.
    The same for all nodes."""
    pace_ms: int = 50
    """The least of it that a match may be created with: bots of strangers that rest less would take the processor."""
    token_days: int = 30
    ping_s: float = 20.0
    """Interval and patience of websocket pings."""
    count_stages: int = 0
    """1 counts the processor time of each stage of an intent (``stage_times``), for ``bench service``."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, **given: object) -> Self:
        """Defaults, overridden by ``STACKLOOP_*``, overridden by what is given and not ``None``.

        ``STACKLOOP_*_FILE`` names a file that holds the value, so that a secret need not stand in the environment.

        Raises:
            ValueError: a value is not of its setting's type or less than that may be, or its file cannot be read.
        """
        values: dict[str, object] = {}
        for known in fields(cls):
            name = PREFIX + known.name.upper()
            text = environment.get(name) or content(environment, name + FILE)
            if text and isinstance(known.type, type):
                try:
                    values[known.name] = known.type(text)
                except ValueError as error:
                    raise ValueError(f"{name} is {text!r}, not {WANTED[known.type]}") from error
        values.update((name, value) for name, value in given.items() if value is not None)
        settings = cls(**values)  # type: ignore[arg-type] # by construction of the types above
        if settings.beat_ms < LEAST_BEAT_MS:
            raise ValueError(
                f"{PREFIX}BEAT_MS is {settings.beat_ms}, not {LEAST_BEAT_MS} at least: spectators could tell from less "
                "what a hand does not hold"
            )
        return settings

    def to_environment(self) -> dict[str, str]:
        """All of them as ``from_environment`` reads them."""
        return {PREFIX + known.name.upper(): str(getattr(self, known.name)) for known in fields(self)}


def content(environment: Mapping[str, str], name: str) -> str:
    """The content of the file that a variable names; nothing if it names none.

    Raises:
        ValueError: it cannot be read.
    """
    path = environment.get(name)
    if not path:
        return ""
    try:
        return Path(path).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{name}: {path} cannot be read") from error
