"""Copies of spells and abilities on the stack: making them, and choosing new targets for them.

A copy takes over what was decided for the original: modes, targets, division, X, how it was paid for (707.10). A
copy of a spell is an object of its own with the characteristics of its original, and belongs to no card: wherever it
goes from the stack it is a token, or nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.triggers import occurred
from engine.events.zones import create
from engine.play.targets import apart, legal_targets, owners_of, specs
from engine.queries.faces import copied_number
from engine.sentences import said
from engine.state.agenda import pop, replace
from engine.state.decisions import Answer, Decision, Option
from engine.state.frames import RetargetFrame
from engine.state.last_known import known
from engine.state.play_notes import WAS_CAST
from engine.state.records import Item

if TYPE_CHECKING:
    from engine.state.game import Game

ITS_OWN: Final = frozenset({"id", "kind", "controller", "source", "text", "card", "known", "copy", "timestamp"})
"""The fields that a copy does not take over as they are; all else of an item was decided for it."""


def copy_item(game: Game, original: Item, seat: int) -> Item:
    """Put a copy of a spell or ability onto the stack under a seat's control; it is neither cast nor activated."""
    copy = Item(game.new_id(), original.kind, seat, original.source, original.text)
    for field in Item.FIELDS:
        if field not in ITS_OWN:
            setattr(copy, field, getattr(original, field))
    copy.known = original.known
    copy.copy = True
    copy.timestamp = game.new_timestamp()
    game.add(copy)
    if original.kind in game.rules.of_cards:
        if game.rules.shares_cards:
            game.write(copy, "card", original.card)
        else:
            _embody(game, copy, original)
    game.append(game.root, "stack", copy.id)
    return copy


def _embody(game: Game, copy: Item, original: Item) -> None:
    """707.10: a copy of a spell is a spell of its own, of its types, with the mana value that its X makes."""
    model = game.obj(original.card)
    obj = create(game, copied_number(game, model), copy.controller, model.zone)
    game.write(obj, "value", model.value)
    game.write(obj, "paid", tuple(one for one in model.paid if not one[0].startswith(WAS_CAST)))
    game.write(obj, "token", True)
    game.write(copy, "card", obj.id)
    game.write(copy, "source", obj.id)
    game.write(copy, "known", known(obj))


def record_targets(game: Game, copy: Item) -> None:
    """Once it is decided what a copy targets, these become its targets."""
    for ident in dict.fromkeys(i for some in copy.targets for i in some):
        how = "spell" if copy.kind == "spell" else "ability"
        occurred(game, "becomes target", game.object(ident), copy.controller, other=copy, how=how)


def run_retarget(game: Game, frame: RetargetFrame, answer: Answer | None) -> None:
    """The frame ``RetargetFrame``: its controller may choose new targets for a copy, word by word.

    A target that is left unchanged need not be legal, a new one must (707.10c). A target that is gone is left unchanged
    by choosing one fewer.
    """
    copy = game.item(frame.item)
    index: int = frame.word
    if answer is not None:
        chosen = _replaced(game, copy.targets[index], answer.refs)
        game.write(copy, "targets", (*copy.targets[:index], chosen, *copy.targets[index + 1 :]))
        index += 1
    while index < len(copy.targets) and not _choices(game, copy, index):
        index += 1
    if index == len(copy.targets):
        pop(game)
        record_targets(game, copy)
        return
    now = copy.targets[index]
    there = tuple(i for i in now if _is_there(game, i))
    choices = _choices(game, copy, index)
    replace(game, RetargetFrame(copy.id, index))
    game.ask(
        Decision(
            "targets",
            copy.controller,
            said("ask.copy_targets", "choose targets for the copy of {name}", name=copy.name),
            game.rules.cite("retarget"),
            tuple(Option("targets", (i,)) for i in choices),
            subject=copy.id,
            least=len(there),
            most=min(len(now), len(choices)),
            none="leave it unchanged",
            default=Answer("targets", there),
        )
    )


def _choices(game: Game, copy: Item, index: int) -> tuple[int, ...]:
    """The choices of a word of a copy: its target now, as far as that is there, and those it could target."""
    now = copy.targets[index]
    if not now:
        return ()
    spec = specs(game, copy)[index]
    legal = apart(game, copy, index, legal_targets(game, spec, copy.controller, copy.source, copy))
    if spec.single and len(now) > 1:
        owners = owners_of(game, (ident for ident in now if game.object(ident) is not None))
        legal = [ident for ident in legal if game.obj(ident).owner in owners]
    return tuple(dict.fromkeys((*(i for i in now if _is_there(game, i)), *legal)))


def _replaced(game: Game, now: tuple[int, ...], chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Targets in their places, with what was chosen for those that are there first, then for those that are gone."""
    places = sorted(range(len(now)), key=lambda place: not _is_there(game, now[place]))
    new = dict(zip(places, chosen, strict=False))
    return tuple(new.get(place, ident) for place, ident in enumerate(now))


def _is_there(game: Game, ident: int) -> bool:
    """Whether a target can still be named: a player, an object that is what it was, something on the stack."""
    return game.seat_of(ident) >= 0 or game.object(ident) is not None or ident in game.root.stack
