"""``stackloop cards check --print-back``: whether what cards were read as says what their texts say."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import orjson

import engine
from server.commands.cards_play import shipped
from server.commands.published_cards import published_files, read_published
from server.runtime.named_files import Unread, text_of


@dataclass
class Printed:
    """The cards of one form, and what their renderings lost or added.

    ``refused`` are the differences of cards that are not accepted for these alone.
    """

    form: str
    game: str
    cards: int
    accepted: int
    differences: list[engine.Difference]
    refused: list[engine.Difference]

    @property
    def different(self) -> int:
        """The number of accepted cards with a difference."""
        return len({found.card for found in self.differences})

    def to_json(self) -> dict[str, Any]:
        """As ``--json`` prints it."""
        return {
            "form": self.form,
            "game": self.game,
            "cards": self.cards,
            "accepted": self.accepted,
            "different": self.different,
            "differences": list(map(as_object, self.differences)),
            "refused": list(map(as_object, self.refused)),
        }

    def __str__(self) -> str:
        counts = f"{self.accepted} of {self.cards} cards accepted, {self.different} printed back with a difference"
        cards = len({found.card for found in self.refused})
        refused = [f"  {cards} refused, as they would be:", *in_lines(self.refused)] if cards else []
        return "\n".join([f"{self.form} [{self.game}]: {counts}", *in_lines(self.differences), *refused])


def as_object(found: engine.Difference) -> dict[str, Any]:
    """A difference as ``--json`` prints it."""
    return {
        "card": found.card,
        "line": found.line,
        "lost": found.lost,
        "added": found.added,
        "reason": found.reason,
        "text": found.text,
        "rendering": found.rendering,
    }


def in_lines(differences: list[engine.Difference]) -> list[str]:
    """Differences with the text of each, and what it was read as."""
    lines: list[str] = []
    for found in differences:
        lines.append(f"  {found}")
        lines += [f"    text: {line}" for line in found.text.splitlines()]
        lines += [f"    read: {line}" for line in found.rendering.splitlines()]
    return lines


def print_back(forms: list[engine.PublishedCards], *, as_json: bool) -> bool:
    """Print the differences of all accepted cards; whether there are any."""
    found = [printed(form) for form in forms]
    if as_json:
        click.echo(orjson.dumps([each.to_json() for each in found], option=orjson.OPT_INDENT_2))
    else:
        click.echo("\n".join(map(str, found)))
    return any(each.differences for each in found)


def printed(form: engine.PublishedCards) -> Printed:
    """The differences of the cards of a form, accepted and refused for them."""
    printing = engine.PrintBack(form.game)
    refused = [card for card in form.cards if card.decline is not None and card.decline.kind == engine.OTHERWISE]
    differences, others = (
        [found for card in cards for found in printing.differences(card.table)] for cards in (form.accepted, refused)
    )
    return Printed(form.form, form.game, len(form.cards), len(form.accepted), differences, others)


def forms_of(files: tuple[Path, ...], named: dict[str, list[Path]], game: str | None) -> list[engine.PublishedCards]:
    """The cards of files of any form, by form and game; those that ship if no file is named.

    Args:
        files: as they were given.
        named: those of them that are card files, by their games; none if the files are published ones.
        game: the one that was asked for, if any.

    Raises:
        click.ClickException: a file cannot be read, or is none.
    """
    if not files:
        return [shipped(each) for each in ([game] if game else engine.list_games())]
    if not named:
        return [form for form in read_published(published_files(files)) if game in (None, form.game)]
    try:
        return [
            engine.read_card_file(each, str(paths[0]), "\n".join(map(text_of, paths))) for each, paths in named.items()
        ]
    except (Unread, engine.BadSource) as error:
        raise click.ClickException(str(error)) from error
