"""Every message of the wire as a record, and the two unions that the codec decodes.

One class a message, named as in PROTOCOL.md; the tag is the field ``t``. Unknown fields are ignored, every number
and every length is bounded. ``Raw`` fields hold JSON that is already encoded: a diff is encoded once and goes into
each frame as it is.

Knows shapes, not meaning: who may send what when is ``session``'s.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

SUBPROTOCOL: Final = "stackloop.1"
"""The websocket subprotocol: the major version. Inside it messages and fields are only added."""

VERSION: Final = "1.5"

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A number that JavaScript reads exactly."""
Number: TypeAlias = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""A match, request or session."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""A player, game, deck, card or bot."""
MOST_TOKENS: Final = 32
"""Tokens that one asks about at once."""
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2048)]
Gesture: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1024)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]

MAX_SEATS: Final = 8
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]

ABSENT: Final = UNSET
"""A field that is not in the frame, where null means something else."""
NULL: Final = Raw(b"null")


class Record(Struct, frozen=True, omit_defaults=True):
    """The base of messages: frozen, equal by value, silent about defaults."""


Run: TypeAlias = Annotated[tuple[Number, ...], Meta(min_length=2, max_length=4)]
"""The first of things whose numbers follow one on the other, how many they are, and, of pairs, the amount of the first
and by how much each next one's is higher."""


class Answer(Record, frozen=True):
    """A seat's answer to a decision: the record form, which needs no notation and no rules."""

    do: Word
    refs: Annotated[tuple[Number, ...], Meta(max_length=1024)] = ()
    amounts: Annotated[tuple[Number, ...], Meta(max_length=1024)] = ()
    plan: Annotated[tuple[Answer, ...], Meta(max_length=64)] = ()
    runs: Annotated[tuple[Run, ...], Meta(max_length=1024)] = ()
    """More refs, after these: many that follow one on the other."""


AnyAnswer: TypeAlias = Answer | Count | Gesture
"""An answer as a record, as the number of an option, or as a gesture."""


Stop: TypeAlias = tuple[Name, Literal["any", "own", "others"]]
"""A step, or "any", and in whose turns."""
Wanted: TypeAlias = tuple[Literal["cast", "play", "activate"], Gesture]
"""A card to be stopped for: a verb, and its name."""
Yield: TypeAlias = tuple[Gesture, Count, Annotated[str, Meta(max_length=1024)]]
"""The name of a source, its number (0: any), the text of its ability as shown ("": any)."""
Always: TypeAlias = tuple[Gesture, Count, Annotated[str, Meta(max_length=1024)], Literal["no", "yes"]]
"""A standing answer to an ability that asks yes or no, and the answer itself."""
MAX_ENTRIES: Final = 64
"""In each list of settings."""


class Comfort(Record, frozen=True):
    """The way in which a seat wants to be asked (PROTOCOL.md 8)."""

    full: bool = False
    own: bool = False
    smart: bool = False
    stops: Annotated[tuple[Stop, ...], Meta(max_length=MAX_ENTRIES)] = ()
    wanted: Annotated[tuple[Wanted, ...], Meta(max_length=MAX_ENTRIES)] = ()
    yields: Annotated[tuple[Yield, ...], Meta(max_length=MAX_ENTRIES)] = ()
    always: Annotated[tuple[Always, ...], Meta(max_length=MAX_ENTRIES)] = ()
    until: Annotated[
        tuple[Literal["end of turn", "own turn", "stack empty", "something"], ...], Meta(max_length=MAX_ENTRIES)
    ] = ()


AnyComfort: TypeAlias = Comfort | Gesture
"""Settings as a record, which replaces those before, or as a gesture, which changes what it names."""


Millis: TypeAlias = Annotated[int, Meta(ge=0, le=7 * 24 * 60 * 60 * 1000)]
"""A span of time, up to a week."""


class Clock(Record, frozen=True):
    """Time that each seat may think; 0 is without that bound, but for one of the first two."""

    bank_ms: Millis = 0
    """For the whole match."""
    decision_ms: Millis = 0
    """Each time it is asked."""
    increment_ms: Millis = 0
    """Added to the bank with each answer."""
    away_ms: Millis = 0
    """Used up first while nobody is there."""
    lapses: Annotated[int, Meta(ge=1, le=100)] = 3
    """Having run out of time so often on end is conceding."""


class Option(Record, frozen=True):
    """One thing a decision may be answered with, or be composed of."""

    n: int
    do: str
    refs: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    text: str = ""
    label: str = ""
    """In words, where ``text`` says no more than a number."""
    mana: bool = False
    """Of an ``act``: a mana ability, which does nothing but pay for something else."""
    pays: tuple[tuple[int, ...], ...] = ()
    """Of each thing that it generates, which of the units that are ``due`` it could pay, from 0."""

    def answer(self, *plan: Answer) -> Answer:
        """This option of an ``act`` or ``pay`` as a record, with answers to what will be asked next, in order."""
        return Answer(self.do, self.refs, self.amounts, plan)


class Alike(Record, frozen=True):
    """Options that are as good as the right side ``ref`` of a pair that is offered, and may be named in its place."""

    ref: int
    runs: tuple[tuple[int, int], ...]


class Decision(Record, frozen=True):
    """The question of the rules to a seat."""

    w: int
    seat: int
    kind: str
    prompt: str = ""
    rule: str = ""
    subject: int = 0
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    total: int = 0
    cancel: bool = False
    cancels: str = ""
    """The name of what would be taken back."""
    keeps: tuple[str, ...] = ()
    """The sources of mana abilities that were activated for it and may be kept when it is taken back."""
    bound: bool = False
    """It belongs to a play that can no longer be taken back: something was revealed, or another seat has chosen."""
    auto: bool = False
    """It is about a payment, and ``auto`` leaves what is still to be said of that to the rules."""
    proposal: tuple[int, ...] = ()
    """Of a payment: what ``auto`` would use now, as far as the rules can say that."""
    default: Answer | None = None
    deadline: int | None = None
    """When the default is applied, in milliseconds of the server's clock."""
    now: int | None = None
    """The server's clock when this was sent."""
    none: str = ""
    """The name of an answer that names nothing."""
    due: int = 0
    """Of a payment: how many units what is chosen has to pay, each by one thing that the chosen options generate."""
    alike: tuple[Alike, ...] = ()
    """Of pairs that are very many: what else may be named in place of their right sides."""
    open: bool = False
    """Of an ``act``: the seat holds nothing that others do not see, so that they know all that it may do."""
    key: str = ""
    """That of the template which the prompt was made of; "" where the server knows none."""
    args: dict[str, Any] = {}
    """The arguments of the template, by their names."""


class Result(Record, frozen=True):
    """The end of a match; no winners is a draw."""

    winners: tuple[int, ...] = ()
    code: str = ""
    reason: str = ""


class SeatToken(Record, frozen=True):
    """The right to sit down: one seat of one match."""

    seat: Seat
    token: Token


class Score(Record, frozen=True):
    """The standing of a series of games."""

    best: int
    """So many games decide at most."""
    game: int = 1
    """The number of the one that is played, or comes next."""
    wins: tuple[int, ...] = ()
    """Games that each seat has won."""


class MatchLine(Record, frozen=True):
    """One running match of a list."""

    m: Id
    game: str
    names: tuple[str, ...] = ()
    turn: int = 0
    phase: str = ""
    status: str = "running"
    series: Score | None = None
    """Before it, if it is a game of one."""
    title: str = ""
    """The name of the match, for people to tell it from others."""
    since: int = 0
    """When it began."""
    ended: int = 0
    """When it ended, if it is over."""
    winners: tuple[int, ...] = ()
    """The seats that won it."""


class TableSeat(Record, frozen=True):
    """One seat of a table; nobody sits there if it has no name."""

    name: str = ""
    bot: bool = False
    away: bool = False
    """The player of that seat is not connected, and may come back."""
    of: int | None = None
    """The first seat of the person who has this one too."""


class OwnSeat(Record, frozen=True):
    """A further seat of the receiver at a table."""

    seat: int
    token: str = ""
    """The right to it, once the match has begun."""


class TableLine(Record, frozen=True):
    """A table at which people wait for others to sit down."""

    id: str
    game: str
    seats: tuple[TableSeat, ...] = ()
    best: int = 1
    """So many games decide at most."""
    since: int = 0
    """When it was opened."""
    private: bool = False
    profile: str = ""
    scenario: str = ""
    clock: Clock | None = None
    delay_s: int = 0
    m: str = ""
    """The match that has begun there."""
    partial: bool = False
    """Cards that are understood in part may be played there."""
    format: str = ""
    """The format in which the cards that are played there are legal."""


class Limits(Record, frozen=True, omit_defaults=False):
    """Limits of a connection; announced in ``welcome``."""

    frame_bytes: int = 16 * 1024
    """Largest frame a client may send."""
    frames_per_s: int = 2000
    """Refill of the connection's token bucket, and again for each seat it holds."""
    burst: int = 4000
    """Size of that bucket, and again for each seat."""
    matches: int = 256
    """Matches that one connection may have joined at a time."""
    bad_frames: int = 32
    """Bad frames before the connection is closed."""
    settings_per_s: int = 2
    """Refill of a seat's bucket for ``settings``, which are journaled whole, over all its connections."""
    settings_burst: int = 64
    """Size of that bucket."""
    clock_ms: int = 1000
    """Least bank, and least time for a decision, of a match's clock."""
    pace_ms: int = 50
    """Least pace of a match's bots of the house."""


# ---------------------------------------------------------------- client -> server


class Hello(Record, frozen=True, tag_field="t", tag="hello"):
    """First frame of a connection; without a token the peer is a guest."""

    name: Name | None = None
    token: Token | None = None
    client: Name | None = None


Cards: TypeAlias = Annotated[dict[Name, Annotated[int, Meta(ge=1, le=250)]], Meta(max_length=250)]
"""Number of each card."""
Deck: TypeAlias = Name | Cards | Annotated[tuple[Cards, ...], Meta(min_length=2, max_length=2)]
"""A built-in deck's name, or the cards of one, or those and the cards of its sideboard.

The pair is written as any number of which there are two: msgspec 0.22 fails on ``tuple[Cards, Cards]`` beside bounds.
"""
Decks: TypeAlias = Annotated[tuple[Deck, ...], Meta(max_length=MAX_SEATS)]
DeckText: TypeAlias = Annotated[str, Meta(max_length=12 * 1024)]


Position = Annotated[str, Meta(max_length=16_384)]
"""Where a match begins, as text (PROTOCOL.md 2.2)."""


class Fork(Record, frozen=True):
    """A moment of another match: its record, compressed by zlib, in Base64, and the number of a move."""

    record: Annotated[str, Meta(min_length=1, max_length=30_000)]
    at: Count = 0


class Create(Record, frozen=True, tag_field="t", tag="create"):
    """Start a match; answered by ``created``."""

    game: Name
    decks: Annotated[tuple[Deck, ...], Meta(max_length=MAX_SEATS)] = ()
    names: Annotated[tuple[Name, ...], Meta(max_length=MAX_SEATS)] = ()
    seats: Annotated[tuple[Name, ...], Meta(max_length=MAX_SEATS)] = ()
    seed: Gesture | None = None
    profile: Name | None = None
    private: bool = False
    r: Id | None = None
    scenario: Gesture | None = None
    clock: Clock | None = None
    delay_s: Annotated[int, Meta(ge=0, le=3600)] = 0
    """Time that the public view is behind."""
    open_decks: bool = False
    """Whether those who play are told each other's deck lists (``know``)."""
    fork: Fork | None = None
    """Begin at a moment of another match: decks, profile and scenario are that one's."""
    pace: Annotated[int, Meta(ge=0, le=60_000)] | None = None
    """Time that a bot of the house waits before each of its answers, in milliseconds; none: as on that server."""
    partial: bool = False
    """Cards that are understood in part will do: of private matches, and not for bots of the house."""
    format: Name | None = None
    """The format in which the cards of all decks are to be legal."""
    position: Position | None = None
    """Begin where cards lie so, instead of dealing them; of private matches."""
    own: bool = False
    """All open seats are one person's."""


class Check(Record, frozen=True, tag_field="t", tag="check"):
    """Ask what is wrong with a deck, as a list or as its cards; answered by ``checked``."""

    game: Name
    text: DeckText | None = None
    deck: Deck | None = None
    r: Id | None = None
    partial: bool = False
    """Cards that are understood in part will do."""
    format: Name | None = None
    """The format in which all cards are to be legal, as the source of the cards calls it."""


class Open(Record, frozen=True, tag_field="t", tag="open"):
    """Open a table and sit down at it; answered by ``table``."""

    game: Name
    deck: Deck | None = None
    """That of who opens it; none: one that ships with the game."""
    name: Name | None = None
    """The name of its opener at that table; none: as in ``welcome``."""
    seats: Annotated[tuple[Name, ...], Meta(max_length=MAX_SEATS)] = ()
    """``open`` or ``bot:NAME`` each; none: as many open ones as the game has at least two of."""
    best: Literal[1, 3] = 1
    quick: bool = False
    """Any open table like this one will do."""
    private: bool = False
    profile: Name | None = None
    scenario: Gesture | None = None
    clock: Clock | None = None
    delay_s: Annotated[int, Meta(ge=0, le=3600)] = 0
    r: Id | None = None
    partial: bool = False
    """Cards that are understood in part will do; of private tables."""
    format: Name | None = None
    """The format in which all cards are to be legal that are played at the table."""
    bot_decks: Annotated[tuple[Deck | None, ...], Meta(max_length=MAX_SEATS)] = ()
    """Those of the bots, in the order of their seats; null: any that ships with the game, by lot."""
    also: Decks = ()
    """Further decks: the opener takes a further seat for each."""


class Sit(Record, frozen=True, tag_field="t", tag="sit"):
    """Sit down at a table, or take one's place there again; answered by ``table``."""

    table: Id
    deck: Deck | None = None
    name: Name | None = None
    token: Token | None = None
    """The invite to a private one."""
    r: Id | None = None
    also: Decks = ()
    """Further decks: who sits down takes a further free seat for each."""


class Rise(Record, frozen=True, tag_field="t", tag="rise"):
    """Give one's place at a table up; answered by ``table``."""

    table: Id
    r: Id | None = None


class Look(Record, frozen=True, tag_field="t", tag="look"):
    """Ask for one table; answered by ``table``."""

    table: Id
    token: Token | None = None
    r: Id | None = None


Seating: TypeAlias = Open | Sit | Rise | Look
"""A request about tables."""


class List(Record, frozen=True, tag_field="t", tag="list"):
    """Ask for the running matches, those that ended last, and the tables at which people wait."""

    r: Id | None = None
    tokens: Annotated[tuple[Token, ...], Meta(max_length=MOST_TOKENS)] = ()
    """The matches that these are for are told too."""


class Invite(Record, frozen=True, tag_field="t", tag="invite"):
    """Ask for an invite to watch a match in which one holds a seat; answered by ``invited``."""

    m: Id
    r: Id | None = None


class Redeem(Record, frozen=True, tag_field="t", tag="redeem"):
    """Use an invite; answered by ``granted``."""

    token: Token
    r: Id | None = None


class Join(Record, frozen=True, tag_field="t", tag="join"):
    """Follow a match: with a seat's token as that seat, else as a spectator, which a private one wants a token for."""

    m: Id
    token: Token | None = None
    since: Count | None = None


class Intent(Record, frozen=True, tag_field="t", tag="intent"):
    """Answer decision ``w``; ``c`` rises with each intent of the seat and makes resending safe."""

    m: Id
    c: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    w: Count
    a: AnyAnswer


class Concede(Record, frozen=True, tag_field="t", tag="concede"):
    """Give up the match; needs no decision."""

    m: Id
    c: Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Settings(Record, frozen=True, tag_field="t", tag="settings"):
    """Say how to be asked; answers no decision, shares the numbers ``c``."""

    m: Id
    c: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    s: AnyComfort


class Agree(Record, frozen=True, tag_field="t", tag="agree"):
    """Offer or accept something that all seats have to agree on; answers no decision, shares the numbers ``c``."""

    m: Id
    c: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    to: Literal["draw", "takeback", "open", "rematch"]
    yes: bool = True
    """Else an offer is withdrawn or declined."""
    w: Count = 0
    """Of a takeback that is offered: the seat's decision to go back to; 0: its last one."""
    deck: Deck | None = None
    """Of a rematch that is the next game of a series: the deck and the sideboard to go on with."""


Numbered: TypeAlias = Intent | Concede | Settings | Agree
"""A change of a match: journaled, and numbered by ``c``."""


class Why(Record, frozen=True, tag_field="t", tag="why"):
    """Ask why something cannot be used now, or is as it is; changes nothing and is answered by ``because``."""

    m: Id
    o: Number
    """The object that is asked about."""
    i: Annotated[int, Meta(ge=0, le=1024)] | None = None
    """The number of its activated ability, from 0; none: the card itself."""
    r: Id | None = None


class Know(Record, frozen=True, tag_field="t", tag="know"):
    """Ask for all that the seat knows, to go on from in a search; answered by ``known``."""

    m: Id
    r: Id | None = None


class Hear(Record, frozen=True, tag_field="t", tag="hear"):
    """Ask to hear what the players of a match that is followed here say; answered by ``said``."""

    m: Id
    r: Id | None = None


class Say(Record, frozen=True, tag_field="t", tag="say"):
    """Say something to all who hear a match, in a seat; answered by ``said``."""

    m: Id
    text: Annotated[str, Meta(min_length=1, max_length=280)]
    r: Id | None = None


class Sync(Record, frozen=True, tag_field="t", tag="sync"):
    """Ask for a fresh ``state``."""

    m: Id


MOST_STEPS: Final = 64
"""Diffs in one ``past``."""


class Earlier(Record, frozen=True, tag_field="t", tag="earlier"):
    """Ask what a view was at an earlier number, and for some of the diffs after it; answered by ``past``."""

    m: Id
    seq: Count
    r: Id | None = None
    of: Literal["public", "own", "open"] = "public"
    """The view: the public's, that of the seat that asks, or, once the match is over, the one that hides no hand."""
    count: Annotated[int, Meta(ge=0, le=MOST_STEPS)] = 0
    """Number of diffs that follow."""


class Leave(Record, frozen=True, tag_field="t", tag="leave"):
    """Follow a match no more; a seat stays taken."""

    m: Id


class Ping(Record, frozen=True, tag_field="t", tag="ping"):
    """Ask for a ``pong``."""

    r: Id | None = None


Command: TypeAlias = (
    Create
    | Check
    | Seating
    | List
    | Invite
    | Redeem
    | Join
    | Numbered
    | Why
    | Know
    | Hear
    | Say
    | Sync
    | Earlier
    | Leave
)
"""A command that is left for the server once the session has done its part."""
ClientMessage: TypeAlias = Hello | Command | Ping


# ---------------------------------------------------------------- server -> client


class Welcome(Record, frozen=True, omit_defaults=False, tag_field="t", tag="welcome"):
    """The answer to ``hello``."""

    server: str
    session: str
    now: int
    protocol: str = SUBPROTOCOL
    limits: Limits = Limits()
    durability: str = "redis"
    name: str = ""
    """The name of this peer."""
    token: str | None = None
    """A guest's identity, to say hello with the next time."""
    rules: str = "interpreted"
    """The form in which the server's rules run: ``interpreted`` or ``compiled``."""


class Created(Record, frozen=True, tag_field="t", tag="created"):
    """The match exists and is journaled; one token for each open seat."""

    m: str
    seats: tuple[SeatToken, ...] = ()
    r: str | None = None
    invites: tuple[SeatToken, ...] = ()
    """One for each seat that somebody is to be invited to."""
    watch: str | None = None
    """To follow it as a spectator, if it is private."""


class Problem(Record, frozen=True):
    """One thing that keeps a deck from being played."""

    reason: str
    code: str = "illegal_deck"
    rule: str = ""
    card: str = ""
    """The name it is about, as written."""
    line: int = 0
    """Of the text, from 1; 0 where no line is to blame."""
    near: tuple[str, ...] = ()
    """Names that may have been meant."""


class Checked(Record, frozen=True, tag_field="t", tag="checked"):
    """Answer to ``check``: what the list says, and all that is wrong with it."""

    legal: bool = False
    problems: tuple[Problem, ...] = ()
    deck: dict[str, int] = {}
    sideboard: dict[str, int] = {}
    title: str = ""
    r: str | None = None
    partial: tuple[str, ...] = ()
    """The cards that are played without some of their paragraphs."""
    formats: tuple[str, ...] = ()
    """The formats in which all of its cards are legal, as far as the server knows: advice, unless a table has one."""


class Invited(Record, frozen=True, tag_field="t", tag="invited"):
    """Answer to ``invite``: good for one person."""

    m: str
    token: str
    r: str | None = None


class Granted(Record, frozen=True, tag_field="t", tag="granted"):
    """Answer to ``redeem``: the token to join with, as that seat or as a spectator."""

    m: str
    token: str
    seat: int | None = None
    r: str | None = None


class Matches(Record, frozen=True, tag_field="t", tag="matches"):
    """The answer to ``list``."""

    matches: tuple[MatchLine, ...] = ()
    r: str | None = None
    tables: tuple[TableLine, ...] = ()
    finished: tuple[MatchLine, ...] = ()
    """Those that ended last."""
    held: tuple[MatchLine, ...] = ()
    """Those that the tokens are for, private ones too, running or over."""


class Table(Record, frozen=True, tag_field="t", tag="table"):
    """A table as it is: answers who asks with ``r``, and tells who sits there whenever something has changed."""

    table: TableLine
    you: int | None = None
    """The seat that the receiver has."""
    invite: str | None = None
    """With which others may sit down at it, if it is private."""
    token: str | None = None
    """The right to the receiver's seat of the match that has begun."""
    gone: bool = False
    """The receiver has no place there any more, or there is no such table."""
    r: str | None = None
    also: tuple[OwnSeat, ...] = ()
    """The receiver's seats beside ``you``."""


class State(Record, frozen=True, tag_field="t", tag="state"):
    """The whole view: answer to ``join`` and ``sync``, and the cure for a gap."""

    m: str
    seq: int
    view: Raw
    decision: Raw | UnsetType = ABSENT
    you: int | None = None
    c: int = 0
    """The last client sequence number of this seat that was taken: what a new process continues from."""
    result: Result | None = None
    clock: Clock | None = None
    """The match's, if it has one."""
    delay_s: int = 0
    """Time that this view is behind the match."""
    series: Score | None = None
    """The standing of the series of which it is a game, before that game."""
    private: bool = False
    """Only those who are let in may follow it."""
    partial: bool = False
    """Cards may be played without some of their paragraphs (``left_out``)."""
    alone: bool = False
    """No other person sits at the table, so that nobody there learns anything from the time of an answer."""
    title: str = ""
    """The name of the match, for people to tell it from others."""
    hands: tuple[tuple[int, ...], ...] = ()
    """The seats of each person who has several."""


class Diff(Record, frozen=True, tag_field="t", tag="diff"):
    """Changes in the view; ``seq`` has no holes."""

    m: str
    seq: int
    d: Raw
    decision: Raw | UnsetType = ABSENT


class Undone(Record, frozen=True):
    """The reason for which the play was undone that an answer belonged to."""

    rule: str
    code: str
    reason: str
    key: str = ""
    args: dict[str, Any] = {}


class Ack(Record, frozen=True, tag_field="t", tag="ack"):
    """The intent is applied and journaled; ``seq`` is the view number that holds its result."""

    m: str
    c: int
    seq: int
    undone: Undone | None = None
    """The reason for which the seat's own play cannot be completed, if the answer was legal and led to nowhere."""


class Nack(Record, frozen=True, tag_field="t", tag="nack"):
    """Not applied, and why; nothing changed."""

    code: str
    reason: str
    m: str | None = None
    c: int | None = None
    r: str | None = None
    rule: str = ""
    retry_ms: int | None = None
    first: Ack | None = None
    """With ``reused_c``: what was answered to what was said under ``c`` first."""
    last: int | None = None
    """With ``reused_c`` and ``stale_c``: the last ``c`` of this seat that was taken, from which it goes on."""
    key: str = ""
    """That of the template which the reason was made of; "" where the server knows none."""
    args: dict[str, Any] = {}
    """The arguments of the template, by their names."""


class Phrase(Record, frozen=True):
    """A text by the key of its template and the arguments, by their names."""

    key: str
    args: dict[str, Any] = {}


class Step(Record, frozen=True):
    """One step that a use goes through."""

    says: str
    rule: str = ""
    ok: bool | None = None
    """Whether it has passed; not looked at if one before it has failed."""
    key: str = ""
    """That of what it says."""


class Use(Record, frozen=True):
    """One thing that might be done with a card: the first step that fails, or that it can be done."""

    do: str
    code: str
    reason: str
    name: str = ""
    """The way of doing it: "flashback", the text of the ability."""
    i: int | None = None
    """The number of its activated ability, from 0."""
    rule: str = ""
    need: str = ""
    by: int = 0
    steps: tuple[Step, ...] = ()
    key: str = ""
    args: dict[str, Any] = {}
    needed: Phrase | None = None
    """The key and the arguments of ``need``."""


class Line(Record, frozen=True):
    """One ability that a card has, or had printed, as the text that runs."""

    text: str
    name: str = ""
    """The source of the ability; empty if it is printed on the card."""
    by: int = 0
    lost: bool = False
    """It is printed on it and not there now."""
    source: Phrase | None = None
    """``name`` by its key, where it is no name of a card."""


class Change(Record, frozen=True):
    """One thing that made a card what it is."""

    change: str
    name: str
    by: int = 0
    """The object that this comes from, where the seat sees it."""
    until: str = ""
    rule: str = ""
    key: str = ""
    args: dict[str, Any] = {}
    source: Phrase | None = None
    """``name`` by its key, where it is no name of a card."""
    lasts: Phrase | None = None
    """``until`` by its key."""


class Because(Record, frozen=True, tag_field="t", tag="because"):
    """Answer to ``why``: the first step that fails, or that it can be used.

    About a card as a whole also what might be done with it, its text, and what changed it.
    """

    m: str
    code: str
    """``can`` where it can be used now."""
    reason: str
    rule: str = ""
    need: str = ""
    """The condition that would make it legal, if that is known."""
    by: int = 0
    """The permanent that prohibits it."""
    r: str | None = None
    uses: tuple[Use, ...] = ()
    lines: tuple[Line, ...] = ()
    changes: tuple[Change, ...] = ()
    key: str = ""
    args: dict[str, Any] = {}
    needed: Phrase | None = None
    """The key and the arguments of ``need``."""


class Known(Record, frozen=True, tag_field="t", tag="known"):
    """The answer to ``know``."""

    m: str
    known: Raw
    """The knowledge that ``engine.determinise`` makes matches of."""
    decks: tuple[tuple[tuple[str, int], ...], ...]
    """Of each seat: names of cards, and how many."""
    r: str | None = None
    cards: tuple[str, ...] = ()
    """The cards that came with the match, for ``engine.determinise``."""


class Past(Record, frozen=True, tag_field="t", tag="past"):
    """Answer to ``earlier``: the view as it was, and what changed after that."""

    m: str
    seq: int
    view: Raw
    r: str | None = None
    diffs: tuple[Raw, ...] = ()
    """Those of the numbers that follow."""
    public: tuple[int, ...] = ()
    """If the view is not the public's: the public's number at ``seq``, and at each of the diffs."""
    moves: tuple[str, ...] = ()
    """Of the view that hides no hand: the move that led to each of the diffs."""
    last: int = 0
    """The last number that may be asked for, as far as known here."""


class Remark(Record, frozen=True):
    """Something that a player said."""

    id: str
    """By which a line that comes twice is known."""
    seat: Seat
    text: str
    at: int
    """When, by the server's clock."""


class Said(Record, frozen=True, tag_field="t", tag="said"):
    """Chat of the players: the last lines for a viewer who asks to hear them, then each as it may be heard."""

    m: str
    lines: tuple[Remark, ...] = ()
    r: str | None = None


class Waiting(Record, frozen=True, tag_field="t", tag="waiting"):
    """The seat that the match waits for."""

    m: str
    seat: int
    since: int
    deadline: int | None = None
    bank_ms: int = 0
    """The rest of the seat's bank then."""


class Rematch(Record, frozen=True, tag_field="t", tag="rematch"):
    """The players who want to play a match that is over again; ``next`` is the new one, once all do."""

    m: str
    seats: tuple[int, ...] = ()
    next: str = ""
    token: str | None = None
    """The right to sit down there where the receiver sat."""
    series: Score | None = None
    """The standing of the series that goes on with it."""
    until: int | None = None
    """When it begins at the latest."""
    deck: tuple[dict[str, int], ...] = ()
    """The deck that the receiver has played, and the sideboard."""


class Head(Record, frozen=True, tag_field="t", tag="head"):
    """The view's last number, repeated, so that a lost last diff is noticed."""

    m: str
    seq: int
    watching: int = 0
    """Number of those who follow the public view, as last counted."""


class Moved(Record, frozen=True, tag_field="t", tag="moved"):
    """The match lives elsewhere; empty ``url``: join again here."""

    m: str
    url: str = ""


class Bye(Record, frozen=True, tag_field="t", tag="bye"):
    """The server closes; ``code`` is the close code that follows."""

    code: int
    reason: str
    reconnect_ms: int | None = None


class Pong(Record, frozen=True, tag_field="t", tag="pong"):
    """The answer to ``ping``."""

    now: int
    r: str | None = None


class End(Record, frozen=True, tag_field="t", tag="end"):
    """The match is over; nothing follows for it."""

    m: str
    result: Result


ServerMessage: TypeAlias = (
    Welcome
    | Created
    | Checked
    | Invited
    | Granted
    | Matches
    | Table
    | State
    | Diff
    | Ack
    | Nack
    | Because
    | Known
    | Said
    | Past
    | Waiting
    | Rematch
    | Head
    | Moved
    | Bye
    | Pong
    | End
)
