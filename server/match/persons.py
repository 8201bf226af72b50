"""The people at a match: which seats are whose.

Most people have one seat. One who has several says so before the match, and its head keeps it. Each is a seat like any
other; what is different for such a person is that nobody else hears of what they think, and that they agree at once.
"""

from typing import Final

from server.store.entries import Head

BOT: Final = "bot:"
"""A seat of the house: ``bot:NAME``."""


def seats_of_people(head: Head) -> list[int]:
    """The seats at which no bot of the house sits."""
    return [seat for seat, who in enumerate(head.seats) if not who.startswith(BOT)]


def seats_with(head: Head, seat: int) -> tuple[int, ...]:
    """All seats of the person who has that one."""
    return next((hand for hand in head.hands if seat in hand), (seat,))


def is_for_one(head: Head) -> bool:
    """Whether one person has all seats that bots of the house do not have."""
    people = seats_of_people(head)
    return bool(people) and set(seats_with(head, people[0])) >= set(people)


def is_alone(head: Head, seat: int | None) -> bool:
    """Whether no other person sits at the table of a seat."""
    return seat is not None and is_for_one(head) and seat in seats_of_people(head)
