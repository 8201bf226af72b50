"""Skipped questions: answers that a seat's settings give for it, and questions with one answer only.

A skip depends on what everybody knows and on the seat's own settings, so it tells nothing of a hand; ``smart`` is the
exception that a seat may choose. Three things are never skipped: anything under full control, what a seat wanted to be
stopped for, and a choice.

Stopping for a card to be cast goes by the number of cards in hand, which is public: a seat that has any is asked as
though it held that card, and in a window as though it could use one. Only a ``smart`` seat is stopped exactly when the
card is there and may be used.

The time of a skip tells as little. An observer can measure the time from an answer to the next diff: it holds the work
of all skips in between, and of the options of the seat that is asked at last. A seat that passes whatever it may do
passes unseen (``passes_unseen``): its options are not worked out, and no hidden card is read. Settings and public facts
alone say whether a pass is unseen. Everybody sees that a seat was not asked, and no longer wait says why. A pass that a
seat gives itself takes the same work, too, whatever options were worked out for its question (``layers.Trial``). Two
times do hang on a hand: of a ``smart`` seat that has to be looked at, and until a seat is asked something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.queries.shown_texts import shown, text_of
from engine.state.decisions import Answer
from engine.state.frames import PriorityFrame
from engine.state.player_settings import ANY, SAID
from engine.state.records import Item, Object, Player

if TYPE_CHECKING:
    from engine.state.decisions import Decision, Option
    from engine.state.game import Game
    from engine.state.player_settings import Settings, StopVerb

PASS: Final = Answer("pass")
MOST_SKIPS: Final = 500
"""In one commit; then the seat is asked after all, and what its settings say goes on from the next input."""
NAMING: Final = frozenset({"targets", "cards", "players", "divide", "assign"})
"""Questions whose options are ids."""


def begun(game: Game, seat: int, settings: Settings) -> Settings:
    """Settings as they are taken: passing until something counts from now."""
    if not settings.until:
        return settings
    return settings.passing(settings.until, game.root.turn, tuple(_happening(game, seat)))


def ended(game: Game, seat: int, settings: Settings) -> bool:
    """Whether what a seat passes until has come about."""
    root = game.root
    for word in settings.until:
        if word == "end of turn":
            over = root.turn != settings.since
        elif word == "own turn":
            over = root.turn != settings.since and root.active == seat
        elif word == "stack empty":
            over = not root.stack
        else:
            over = any(ident not in settings.seen for ident in _happening(game, seat))
        if over:
            return True
    return False


def _happening(game: Game, seat: int) -> list[int]:
    """Others' acts against a seat: their spells and abilities on the stack, and the creatures that attack it."""
    found = [ident for ident in game.root.stack if game.item(ident).controller != seat]
    found.extend(obj.id for obj in game.battlefield() if obj.attacking == seat)
    return found


def skip(game: Game, settings: Settings, decision: Decision) -> Answer | None:
    """The answer that is given for a seat without asking it; none if it is asked."""
    if settings.full:
        return None
    if decision.kind != "act" or game.root.agenda[-1].op != "priority":
        return _always(game, settings, decision) or _only_answer(game, settings, decision)
    if passes_unseen(game, settings, decision):
        return PASS
    decision.work_out(game)
    if any(_is_possible(game, settings, decision, verb, name) for verb, name in settings.wanted):
        return None
    return PASS if _passes(game, settings, decision) else None


def passes_unseen(game: Game, settings: Settings, decision: Decision) -> bool:
    """Whether a seat passes whatever it may do, so that nobody needs to find out; no card of a hidden hand is read."""
    top, seat = game.root.agenda[-1], decision.seat
    if settings.full or decision.kind != "act" or not isinstance(top, PriorityFrame):
        return False
    if settings.wanted and (
        settings.smart
        or not game.hides_hands()
        or any(_is_possible(game, settings, decision, verb, name) for verb, name in settings.wanted)
    ):
        return False
    if settings.until and not ended(game, seat, settings):
        return True
    return not game.rules.rounds[top.round].is_window and passes_anyway(game, settings, seat)


def _passes(game: Game, settings: Settings, decision: Decision) -> bool:
    root, seat = game.root, decision.seat
    top = root.agenda[-1]
    if isinstance(top, PriorityFrame) and game.rules.rounds[top.round].is_window:
        may_hold = not settings.smart and game.hides_hands() and bool(game.content("hand", seat))
        is_unwanted = not may_hold and all(_is_unwanted(game, settings, option) for option in decision.options)
        return bool(settings.until) or is_unwanted
    if settings.until or (settings.smart and all(o.do == "pass" or is_mana(game, o) for o in decision.options)):
        return True
    return passes_anyway(game, settings, seat)


def passes_anyway(game: Game, settings: Settings, seat: int) -> bool:
    """Whether a seat passes in a step whatever it could do: it lets the top resolve, or does not stop there."""
    root = game.root
    if root.stack:
        item = game.item(root.stack[-1])
        return (settings.own and item.controller == seat) or _is_yielded(game, settings, item)
    whose = "own" if root.active == seat else "others"
    wanted = [step for step, turn in settings.stops if step in (ANY, root.step) and turn in (ANY, whose)]
    return ANY not in wanted and (not wanted or game.rules.is_idle(game))


def _is_yielded(game: Game, settings: Settings, item: Item) -> bool:
    return any(_is_of(game, item, name, number, text) for name, number, text in settings.yields)


def _is_of(game: Game, item: Item, name: str, number: int, text: str) -> bool:
    """Whether this is an ability of a source of that name, that number of it (0: any) and that text ("": any)."""
    if item.kind == "spell" or item.text < 0 or item.name != name:
        return False
    is_its = not number or bool(item.known and item.known.number == number)
    return is_its and (not text or text_of(game, item) == text)


def _always(game: Game, settings: Settings, decision: Decision) -> Answer | None:
    """The standing answer of a seat to an ability that asks yes or no; the other word if it cannot be said."""
    item = game.records.get(decision.subject) if settings.always and decision.kind == "confirm" else None
    if not isinstance(item, Item):
        return None
    for name, number, text, said in settings.always:
        if _is_of(game, item, name, number, text):
            answers = [option.answer() for option in decision.options]
            return next((answer for answer in answers if answer.refs == (SAID.index(said),)), answers[0])
    return None


def _is_unwanted(game: Game, settings: Settings, option: Option) -> bool:
    """Whether an option of a window is no reason to ask: to pass, or to use what the seat never wants to."""
    named = game.ability_named(option.refs) if option.do == "activate" else None
    if named is not None:
        obj, own = named
        text = shown(game, game.texts[own])
    else:
        thing = game.object(option.refs[0]) if option.refs else None
        if thing is None:
            return True
        obj, text = thing, ""
    return any(
        obj.name == name and number in (0, obj.number) and said in ("", text) for name, number, said in settings.yields
    )


def _is_possible(game: Game, settings: Settings, decision: Decision, verb: StopVerb, name: str) -> bool:
    """Whether a seat may have to be stopped for what it wants, as far as everybody can know."""
    if settings.smart or not game.hides_hands():
        return any(option.do == verb and game.obj(option.refs[0]).name == name for option in decision.options)
    seat = decision.seat
    if verb != "activate":
        return bool(game.content("hand", seat))
    for obj in (*game.battlefield(), *map(game.obj, game.content(game.discard_zone, seat))):
        if obj.name == name and obj.controller == seat:
            texts = [game.texts[number] for number in game.activated(obj)]
            if any(game.zone_name(text.zone) == obj.zone and not (text.taps and obj.tapped) for text in texts):
                return True
    return False


def is_mana(game: Game, option: Option) -> bool:
    """Whether an option is to activate a mana ability."""
    named = game.ability_named(option.refs) if option.do == "activate" else None
    if named is None:
        return False
    _, number = named
    return game.texts[number].is_mana


def _only_answer(game: Game, settings: Settings, decision: Decision) -> Answer | None:
    """The one legal answer to a question that cannot be declined, if everybody knows that it is the only one."""
    if decision.cancel or decision.kind in ("act", "pay", "order"):
        return None
    if decision.kind == "number":
        is_forced = decision.least == decision.most
    else:
        is_forced = len(decision.options) == 1 and decision.least > 0
    if not is_forced or not (settings.smart or _is_public(game, decision)):
        return None
    return next(decision.answers())


def _is_public(game: Game, decision: Decision) -> bool:
    """Whether a question is about what everybody sees; how many things it offers may tell what is hidden."""
    return decision.kind in NAMING and all(_is_seen(game, i) for o in decision.options for i in (*o.refs, *o.amounts))


def _is_seen(game: Game, ident: int) -> bool:
    record = game.records.get(ident)
    if isinstance(record, Object):
        return game.sight_over(record) in ("all", "open")
    return isinstance(record, Player | Item)
