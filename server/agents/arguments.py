"""The arguments of the tools, as records: every length and number is bounded, and nothing else is taken."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from protocol.messages import MAX_SEATS, Count, Deck, Gesture, Id, Name, Token

MOST_WAIT_S: Final = 60
Wait: TypeAlias = Annotated[
    float, Meta(ge=0, le=MOST_WAIT_S, description="Seconds to wait for others before the answer comes.")
]
USUAL_WAIT_S: Final = 20.0
MOST_ABILITIES: Final = 1024


class Arguments(Struct, frozen=True, forbid_unknown_fields=True):
    """The base: what is not asked for is refused."""


class Begin(Arguments, frozen=True):
    """Begin a match against bots of the house, and sit down in it; it goes on without you only until you are asked."""

    game: Annotated[Name, Meta(description="magic, grand-archive or marvel-champions.")]
    against: Annotated[
        tuple[Name, ...],
        Meta(max_length=MAX_SEATS - 1, description="A bot for each other seat, such as greedy or random."),
    ] = ("greedy",)
    decks: Annotated[
        tuple[Deck, ...], Meta(max_length=MAX_SEATS, description="A deck for each seat, yours first, by its name.")
    ] = ()
    seed: Annotated[Gesture, Meta(description="Makes the shuffles of a match without a server repeatable.")] | None = (
        None
    )
    profile: Name | None = None
    scenario: Gesture | None = None


class Tables(Arguments, frozen=True):
    """List the tables of the server at which somebody waits for players."""


class Sit(Arguments, frozen=True):
    """Sit down at a table, and wait for the others; called again it goes on waiting."""

    table: Annotated[Gesture, Meta(description="Its id, its address, or quick for anybody who looks for the same.")]
    game: Annotated[Name, Meta(description="Of a quick match.")] = "magic"
    deck: Annotated[Deck, Meta(description="Your own; the game's first if left out.")] | None = None
    wait_s: Wait = USUAL_WAIT_S


class Join(Arguments, frozen=True):
    """Take a seat of a match that runs, with the seat's token."""

    match: Id
    token: Token


class Look(Arguments, frozen=True):
    """See the table as your seat sees it, and the last lines of the log."""


class Options(Arguments, frozen=True):
    """See the question that you are asked, with all that you may answer; waits until you are asked."""

    wait_s: Wait = USUAL_WAIT_S


class Act(Arguments, frozen=True):
    """Answer the question, and see what came of it and what you are asked next."""

    answer: Annotated[
        Count | Gesture,
        Meta(
            description="The number of an option; several numbers with spaces between, where several may be chosen; "
            "none; auto or cancel, where they are offered; a gesture; or concede."
        ),
    ]
    w: Annotated[Count, Meta(description="The number of the question that is meant, w; the open one if left out.")] | (
        None
    ) = None
    wait_s: Wait = USUAL_WAIT_S


class Why(Arguments, frozen=True):
    """Ask why a card, or one ability of it, can or cannot be used now."""

    card: Annotated[Gesture, Meta(description="Its name, with its number if there are several, or its id.")]
    ability: Annotated[int, Meta(ge=0, le=MOST_ABILITIES, description="From 0; the whole card if left out.")] | None = (
        None
    )


class Card(Arguments, frozen=True):
    """Read a card that you see: its cost, type, text and all that lies on it."""

    card: Annotated[Gesture, Meta(description="Its name, with its number if there are several, or its id.")]


class Leave(Arguments, frozen=True):
    """Leave the match or the table, to take another; a match on a server goes on, and the seat stays yours."""
