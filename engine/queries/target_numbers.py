"""The number of things that what is played targets, where its cost hangs on that (601.2f).

Costs are asked for before targets are announced as well. Until then the number is the one that is best for its player:
the most that there could be where each of them makes it cost less, the fewest where each makes it cost more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.queries.filters import fits, fits_item, is_player
from engine.queries.target_foresight import candidates
from engine.state.records import Item, Object, Player

if TYPE_CHECKING:
    from engine.abilities import Filter, Targets, TargetSpec
    from engine.cards.numbered_text import Text
    from engine.state.game import Game


def number_of_targets(
    game: Game, of: Targets, seat: int, subject: Object | None, item: Item | None, *, fewest: bool
) -> int:
    """The number of different things that a seat's play targets; the same thing is counted once (115.1, 601.2c)."""
    if item is not None and item.targets:
        found = {ident for some in item.targets for ident in some}
    else:
        text = _text(game, subject, item)
        if text is None:
            return 0
        source = item.source if item is not None else subject.id if subject is not None else 0
        specs = _specs(text, item)
        if fewest:
            least = [spec.least if isinstance(spec.least, int) else 0 for spec in specs]
            return max(0, max(least, default=0) - of.beyond)
        return max(0, sum([_most(game, of.what, spec, seat, source, item) for spec in specs]) - of.beyond)
    source = item.source
    return max(0, len([ident for ident in found if _is_meant(game, of.what, ident, seat, source)]) - of.beyond)


def _text(game: Game, subject: Object | None, item: Item | None) -> Text | None:
    """The text of what is played, be it played already or not."""
    number = item.text if item is not None else game.prints[subject.card].spell if subject is not None else -1
    return game.texts[number] if number >= 0 else None


def _specs(text: Text, item: Item | None) -> list[TargetSpec]:
    """The targets that may be named: those of the modes that are chosen, before that of each mode that may be."""
    modes = text.modes
    own = list(text.body.targets)
    if item is not None and item.modes:
        return own + [spec for mode in item.modes for spec in text.option(mode).targets]
    if modes is None:
        return own
    each = [list(option.targets) for option in modes.options]
    return own + [spec for specs in each for spec in specs]


def _most(game: Game, what: Filter | None, spec: TargetSpec, seat: int, source: int, item: Item | None) -> int:
    """The most that could be chosen for one instance of "target", of those that are meant."""
    there = [
        ident
        for ident in candidates(game, spec.what, seat, source, item)
        if (item is None or ident not in (item.id, item.card))
        and _is_meant(game, what, ident, seat, source)
        and game.rules.may_target(game, ident, seat, source, item)
    ]
    is_bounded = isinstance(spec.most, int) and spec.most >= 0
    return min(spec.most, len(there)) if is_bounded and isinstance(spec.most, int) else len(there)


def _is_meant(game: Game, what: Filter | None, ident: int, seat: int, source: int) -> bool:
    """Whether a thing is one of those that are counted."""
    record = game.records.get(ident)
    if what is None or record is None:
        return record is not None
    if isinstance(record, Item):
        return fits_item(game, what, record, seat, source)
    if isinstance(record, Player):
        return is_player(game, what, record, seat)
    return isinstance(record, Object) and fits(game, what, record, seat, source)
