"""Targets: what may be targeted, declaring them while playing, dividing among them, and checking them again."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from engine.cards.spliced_texts import all_spliced
from engine.errors import Illegal
from engine.events.delayed_triggers import instruction_of
from engine.events.triggers import occurred
from engine.play.procedure_runner import ask
from engine.play.targets_apart import leaving_others, most_apart
from engine.queries.chosen_modes import open_modes
from engine.queries.filters import amount, fits, fits_item, holds, is_player, some_matching
from engine.queries.target_foresight import candidates, speaks_of
from engine.sentences import said
from engine.state.decisions import Answer, Decision, Option
from engine.state.procedure import DONE, WAIT, costs_of, item_of
from engine.state.records import Item, Object, Player

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.abilities import Body, Modes, TargetSpec
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Play


def chosen_bodies(game: Game, item: Item) -> tuple[Body, ...]:
    """The texts of an item whose targets and effects count: its own, then its chosen modes as they were chosen.

    Behind them are the texts that were spliced onto it (702.47d).
    """
    if item.text < 0:
        return ()
    text = game.texts[item.text]
    if not item.modes:
        return (text.body,)
    chosen = item.modes if text.modes is not None else all_spliced(item.modes)
    return (text.body, *map(text.option, chosen))


def specs(game: Game, item: Item) -> list[TargetSpec]:
    """Every instance of "target" of an item, in order."""
    if item.part:
        return list(instruction_of(game, item).targets)
    return [spec for body in chosen_bodies(game, item) for spec in body.targets]


def legal_targets(game: Game, spec: TargetSpec, seat: int, source: int, item: Item | None) -> list[int]:
    """Ids of what may be chosen for one instance of "target"."""
    own = (item.id, item.card) if item is not None else ()  # nothing on the stack is a target for itself
    return [
        i
        for i in candidates(game, spec.what, seat, source, item)
        if i not in own and game.rules.may_target(game, i, seat, source, item)
    ]


def can_declare(
    game: Game, bodies: tuple[Body, ...], seat: int, source: int, item: Item | None = None, own: int = 0
) -> bool:
    """Whether every necessary target of some texts exists now; an item on the stack is none for itself (115.5).

    Args:
        own: the card of a spell that is not on the stack yet, which leaves its zone as it is cast.
    """
    own = item.id if item is not None else own
    for body in bodies:
        for spec in body.targets:
            least = spec.least if isinstance(spec.least, int) else 0
            if least and not _are_there(game, spec, seat, source, item, least, own):
                return False
    return True


def _are_there(game: Game, spec: TargetSpec, seat: int, source: int, item: Item | None, least: int, own: int) -> bool:
    """Whether so many can be chosen for one instance of "target"; those after them are not asked."""

    def is_good(ident: int) -> bool:
        return ident != own and game.rules.may_target(game, ident, seat, source, item)

    if not speaks_of(spec.what):
        return some_matching(game, spec.what, seat, source, item, is_good, least)
    return sum(1 for _ in islice(filter(is_good, candidates(game, spec.what, seat, source, item)), least)) == least


def has_targets(game: Game, text: Text, seat: int, source: int) -> bool:
    """Whether the targets that a text needs exist, for as many of its modes as must be chosen."""
    own = source if text.kind == "spell" else 0
    if text.modes is None:
        return any(not b.targets or can_declare(game, (b,), seat, source, own=own) for b in text.branches)
    options = [text.modes.options[mode] for mode in open_modes(game, text.number, source, text.modes)]
    if text.modes.apart:
        return most_apart(targets_of_modes(game, text.modes, seat, source, None, own)) >= text.modes.least
    usable = sum(can_declare(game, (text.certain, option), seat, source, own=own) for option in options)
    return usable >= text.modes.least


def targets_of_modes(
    game: Game, modes: Modes, seat: int, source: int, item: Item | None, own: int = 0
) -> list[list[int]]:
    """Ids of all that could be targeted for each mode; each mode has one target."""
    return [
        [ident for ident in legal_targets(game, option.targets[0], seat, source, item) if ident != own]
        for option in modes.options
    ]


def apart(game: Game, item: Item, index: int, options: list[int]) -> list[int]:
    """The options for a target that differ from other modes', where each mode must target something different."""
    modes = game.texts[item.text].modes if item.text >= 0 and not item.part else None
    if modes is None or not modes.apart:
        return options
    taken = {ident for place, some in enumerate(item.targets) if place != index for ident in some}
    later = specs(game, item)[max(index + 1, len(item.targets)) :]
    wanted = [legal_targets(game, spec, item.controller, item.source, item) for spec in later]
    return leaving_others(options, taken, wanted)


def declare_targets(game: Game, play: Play, answer: Answer | None) -> int:
    """Ask for each instance of "target" in turn; the same object only once for each (601.7, 601.7b, 602.3, 602.3b).

    Raises:
        Illegal: ``no_target``, if a necessary target has no legal choice.
    """
    item = item_of(game, play)
    wanted = specs(game, item)
    while (index := missing_target(game, play, len(wanted))) is not None:
        spec = wanted[index]
        only_if = game.texts[item.text].conditional.get(index)
        if only_if is not None and not holds(game, only_if, play.seat, item.source, item):
            _take_targets(game, item, index, ())
            continue
        if spec.chooser != "you" and choosing_opponent(game, play) is None:
            if choose_opponent(game, play, answer) == WAIT:
                return WAIT
            answer = None
        if answer is not None and answer.do == "players":
            game.write(play, "asked", (*play.asked, f"{OWNER}{index} {game.seat_of(answer.refs[0])}"))
            answer = None
        if answer is None:
            options = apart(game, item, index, legal_targets(game, spec, play.seat, item.source, item))
            if spec.single and (owners := owners_of(game, options)):
                chosen = _owner_chosen(play, index)
                if chosen is None and len(owners) > 1:
                    return _ask_owner(game, play, item, owners)
                options = [i for i in options if game.obj(i).owner == (owners[0] if chosen is None else chosen)]
            if options or not costs_of(game, play).paid_before_targets:
                return _ask_target(game, play, item, index, spec, options)
            _take_targets(game, item, index, ())
            continue
        _take_targets(game, item, index, answer.refs)
        if play.reopened:
            game.write(play, "asked", (*play.asked, f"target {index}"))
        if spec.chooser != "you":
            game.bind(is_choice=True)
        answer = None
    for ident in dict.fromkeys(i for some in item.targets for i in some):
        record = game.records[ident]
        occurred(
            game,
            "becomes target",
            record if isinstance(record, Object) else None,
            item.controller,
            other=item,
            how="spell" if item.kind == "spell" else "ability",
        )
    return DONE


OWNER: Final = "owner "
"""Begins a note of whose cards the targets of an instance of "target" are, if they must be of one player."""


def owners_of(game: Game, cards: Iterable[int]) -> list[int]:
    """The seats that own some of these cards, in order."""
    return sorted({game.obj(ident).owner for ident in cards})


def _owner_chosen(play: Play, index: int) -> int | None:
    """The seat whose cards an instance of "target" is about, once that is decided."""
    head = f"{OWNER}{index} "
    notes = [note for note in play.asked if isinstance(note, str) and note.startswith(head)]
    return int(notes[-1].removeprefix(head)) if notes else None


def _ask_owner(game: Game, play: Play, item: Item, owners: list[int]) -> int:
    """Of several players whose cards could be targeted one is chosen, and then the cards (601.2c)."""
    options = tuple(Option("players", (game.players[seat].id,)) for seat in owners)
    prompt = said("ask.whose_cards", "whose cards does {name} target?", name=item.name)
    return ask(game, play, Decision("players", play.seat, prompt, game.rules.cite("targets"), options, subject=item.id))


def missing_target(game: Game, play: Play, number: int) -> int | None:
    """The next of the ``number`` instances of "target" to be declared, from 0; none if all are.

    Once a payment has re-opened the play, also one that was left out since what it depends on was not paid then.
    """
    item = item_of(game, play)
    if play.reopened and item.text >= 0:
        for index, only_if in game.texts[item.text].conditional.items():
            left_out = index < len(item.targets) and not item.targets[index] and f"target {index}" not in play.asked
            if left_out and holds(game, only_if, play.seat, item.source, item):
                return index
    return len(item.targets) if len(item.targets) < number else None


def _take_targets(game: Game, item: Item, index: int, chosen: tuple[int, ...]) -> None:
    game.write(item, "targets", (*item.targets[:index], chosen, *item.targets[index + 1 :]))
    game.write(item, "shares", (*item.shares[:index], (), *item.shares[index + 1 :]))


def choosing_opponent(game: Game, play: Play) -> int | None:
    """The seat that makes the choices left to an opponent, once it is fixed."""
    return next((seat for seat in play.asked if isinstance(seat, int)), None)


def choose_opponent(game: Game, play: Play, answer: Answer | None) -> int:
    """Of several opponents its player decides which makes the choices left to one (602.3a).

    Obeys 601.7a.
    """
    opponents = game.opponents(play.seat)
    if answer is None and len(opponents) > 1:
        item = item_of(game, play)
        options = tuple(Option("players", (game.players[seat].id,)) for seat in opponents)
        prompt = said("ask.which_opponent", "which opponent chooses for {name}?", name=item.name)
        return ask(
            game, play, Decision("players", play.seat, prompt, game.rules.cite("opponent"), options, subject=item.id)
        )
    seat = opponents[0] if answer is None else game.seat_of(answer.refs[0])
    game.write(play, "asked", (*play.asked, seat))
    return DONE


def _ask_target(game: Game, play: Play, item: Item, index: int, spec: TargetSpec, options: list[int]) -> int:
    seat = play.seat
    opponent = choosing_opponent(game, play) if spec.chooser != "you" else None
    asked = seat if opponent is None else opponent
    least = amount(game, spec.least, seat, item.source, item)
    most = amount(game, spec.most, seat, item.source, item)
    divided = amount(game, spec.divided, seat, item.source, item)
    most = len(options) if most < 0 else min(most, len(options))
    if divided:
        most = min(most, divided)
    rule = game.rules.cite("targets")
    if len(options) < least and costs_of(game, play).paid_before_targets:
        least = len(options)
    if len(options) < least:
        raise Illegal(
            rule,
            "no_target",
            said(
                "reason.needs_targets", "{name} needs {n} targets and has {m}", name=item.name, n=least, m=len(options)
            )
            if least > 1
            else said(
                "reason.needs_target", "{name} needs {n} target and has {m}", name=item.name, n=least, m=len(options)
            ),
        )
    decision = Decision(
        "targets",
        asked,
        said("ask.target", "choose target {n} for {name}", n=index + 1, name=item.name),
        rule,
        tuple(Option("targets", (i,)) for i in options),
        subject=item.id,
        least=least,
        most=most,
    )
    if asked != seat:
        decision.cancel = False
    return ask(game, play, decision)


def divide(game: Game, play: Play, answer: Answer | None) -> int:
    """Announce how something is divided among the targets, at least 1 each."""
    item = item_of(game, play)
    for index, spec in enumerate(specs(game, item)):
        total = amount(game, spec.divided, play.seat, item.source, item)
        chosen = item.targets[index]
        if not total or not chosen or item.shares[index]:
            continue
        if len(chosen) == 1:
            _share(game, item, index, (total,))
            continue
        if answer is None:
            return ask(
                game,
                play,
                Decision(
                    "divide",
                    play.seat,
                    said("ask.divide", "divide {n} among the targets of {name}", n=total, name=item.name),
                    game.rules.cite("divide"),
                    tuple(Option("divide", (i,)) for i in chosen),
                    subject=item.id,
                    least=1,
                    most=total,
                    total=total,
                ),
            )
        shares = dict(zip(answer.refs, answer.amounts, strict=True))
        _share(game, item, index, tuple(shares[i] for i in chosen))
        answer = None
    return DONE


def _share(game: Game, item: Item, index: int, shares: tuple[int, ...]) -> None:
    game.write(item, "shares", (*item.shares[:index], shares, *item.shares[index + 1 :]))


def still_legal(game: Game, item: Item) -> list[tuple[int, ...]]:
    """The targets that are still legal now, for each instance of "target" (608.2b)."""
    kept = []
    for spec, some in zip(specs(game, item), item.targets, strict=True):
        kept.append(tuple(i for i in some if _is_legal(game, spec, i, item)))
    return kept


def keep_targets(game: Game, item: Item, kept: list[tuple[int, ...]]) -> None:
    """Go on with the targets that are left, each with what was announced as its share."""
    if tuple(kept) == item.targets:
        return
    shares = tuple(
        tuple(n for i, n in zip(some, share, strict=True) if i in left) if share else ()
        for some, share, left in zip(item.targets, item.shares, kept, strict=True)
    )
    game.write(item, "targets", tuple(kept))
    game.write(item, "shares", shares)


def _is_legal(game: Game, spec: TargetSpec, ident: int, item: Item) -> bool:
    record = game.records.get(ident)
    if isinstance(record, Object):
        in_zone = record.zone == game.zone_name(spec.what.zone)
        return (
            in_zone
            and fits(game, spec.what, record, item.controller, item.source, item)
            and game.rules.may_target(game, ident, item.controller, item.source, item)
        )
    if isinstance(record, Item):
        return ident in game.root.stack and fits_item(game, spec.what, record, item.controller, item.source)
    return (
        isinstance(record, Player)
        and not record.lost
        and is_player(game, spec.what, record, item.controller)
        and game.rules.may_target(game, ident, item.controller, item.source, item)
    )
