"""Casting spells (601.2a-i), activating abilities (602.2a-b), mana abilities (605.3).

Triggered abilities are put on the stack by the last table (603.3).

The tables below are the pages of the rulebook; every function is one line of them.
"""

from __future__ import annotations

from dataclasses import replace as replace_field
from typing import TYPE_CHECKING, Final

from engine.abilities import PlayNow, Ref, Way
from engine.effects.interpreter import begin_effects, conclude_payment, conclude_play, text_below
from engine.effects.meaning import amount_of
from engine.effects.playing_now import play_now
from engine.errors import Illegal, Refusal
from engine.events.loop_detection import began, signature
from engine.events.triggers import occurred
from engine.events.zones import carry
from engine.games.magic import legal_actions
from engine.games.magic.activation_limits import is_of_cycling, note_use
from engine.games.magic.announcing import ANNOUNCED, announce, for_search, parts_of, total_of
from engine.games.magic.cast_notes import count_mana, note_cast, note_warped
from engine.games.magic.casting_modes import ways_by_text
from engine.games.magic.crewing import note_crew
from engine.games.magic.crimes import conclude_trigger, note_crime
from engine.games.magic.face_down import TURN, begin_turning
from engine.games.magic.foretelling import begin_foretelling, note_foretold
from engine.games.magic.frames import ResolvedFrame
from engine.games.magic.keywords.casting import FORETELL, SNEAK, SUSPEND
from engine.games.magic.last_turn import count_cast
from engine.games.magic.layouts import ADVENTURE, OMEN, ShownAs, face_on_stack, face_up, faces_to_play, number_to_play
from engine.games.magic.plotting import PLOT, begin_plotting
from engine.games.magic.preparing import keep_link, unprepare
from engine.games.magic.rooms import UNLOCK, begin_unlocking
from engine.games.magic.suspending import begin_suspending
from engine.payment.paid_in_parts import PAID_IN_PARTS
from engine.payment.self_cost_rules import lock_all
from engine.payment.window import open_window, pay_costs
from engine.play.priority import give
from engine.play.procedure_runner import ask, begin
from engine.play.stack import leave_stack, modes_or_removed, put_on_stack, targets_or_removed
from engine.play.targets import declare_targets, divide, still_legal
from engine.queries.activation_counts import count_use
from engine.queries.filters import resolve
from engine.queries.layers import refresh
from engine.queries.permissions import AS_ITSELF
from engine.queries.prohibitions import forbidden
from engine.queries.revealed_cards import show
from engine.queries.static_effects import use_up_changes
from engine.replacement.durations import REMAINS
from engine.replacement.happen import happen
from engine.replacement.shields import await_arrival
from engine.sentences import said
from engine.state.agenda import next_instruction, pop, replace, text_on_top
from engine.state.decisions import Answer, Decision, Option
from engine.state.frequent_writes import write_due
from engine.state.last_known import NEW, known
from engine.state.lasting import MayPlayEffect, Until
from engine.state.occurred import LoggedEvent, source_name
from engine.state.play_notes import ATTACKED, MadeMana, numbers_paid
from engine.state.player_marks import mark_of, set_mark
from engine.state.procedure import DONE, WAIT, ManaProcedure, Procedure, Step, item_of
from engine.state.proposed_events import BURIED, PLAYED, Prospect, moving
from engine.state.records import NOBODY, Item, Object

if TYPE_CHECKING:
    from engine.effects.meaning import Outcome
    from engine.state.game import Game
    from engine.state.records import Play


# --- beginning ------------------------------------------------------------------------------------


def announce_action(game: Game, seat: int, answer: Answer) -> None:
    """Begin what a seat with priority announced.

    Raises:
        Refusal: it may not be begun (601.3, 602.5, 305.2), or there is no such action.
    """
    if answer.do == "activate":
        _begin_activation(game, seat, answer, for_payment=False)
        return
    if answer.do == UNLOCK:
        begin_unlocking(game, seat, answer)
        return
    if answer.do == PLOT:
        begin_plotting(game, seat, answer)
        return
    if answer.do == SUSPEND:
        begin_suspending(game, seat, answer, legal_actions.time_obstacle)
        return
    if answer.do == FORETELL:
        begin_foretelling(game, seat, answer)
        return
    if answer.do == TURN:
        begin_turning(game, seat, answer)
        return
    obj = game.object(answer.refs[0]) if len(answer.refs) in (1, 2) else None
    if obj is None or answer.do not in ("cast", "play"):
        raise Refusal("117.1", "bad_answer", f"{answer.do!r} is nothing to do with priority, or names nothing")
    place = _face_named(game, obj, answer)
    if answer.do == "play":
        _play_land(game, seat, obj, place)
        return
    with ShownAs(game, obj, place, seat):
        refusal = legal_actions.cast_obstacle(game, seat, obj)
        if refusal is not None:
            raise refusal
        ways = legal_actions.ways_now(game, seat, obj)
    _begin_casting(game, seat, obj, answer, ways)


def _face_named(game: Game, obj: Object, answer: Answer) -> int:
    """709.3, 712.11b, 715.3, 720.3: which face is played is chosen before anything else."""
    place = answer.refs[1] if len(answer.refs) == 2 else 0
    printed = game.prints[obj.card]
    if place not in faces_to_play(printed):
        names = [game.prints[printed.faces[n]].name for n in faces_to_play(printed)] if printed.faces else []
        if not names:
            reason = said(
                "magic.reason_no_other_face", "{name} can't be played so: it has no other face", name=obj.name
            )
        else:
            reason = said(
                "magic.reason_faces",
                "{name} can't be played so: it is played as {names}",
                name=obj.name,
                names=" or ".join(names),
            )
        raise Refusal("709.3", "no_such_face", reason)
    return place


def _begin_casting(
    game: Game, seat: int, obj: Object, answer: Answer, ways: tuple[Way, ...], then: int = NOBODY
) -> None:
    """Open a play for a card, as the face that is announced; ``then``: where the text goes on that has it cast."""
    number = number_to_play(game, seat, obj)
    faces = game.prints[number].faces
    face = game.prints[faces[answer.refs[1]] if len(answer.refs) == 2 else number]
    play = begin(
        game,
        "casting",
        seat,
        "spell",
        name=face.name,
        source=obj.id,
        text=face.spell,
        plan=answer.plan,
        announced=Answer("cast", answer.refs),
        then=then,
    )
    game.write(play, "ways", ways)


def run_play_now(game: Game, item: Item, do: PlayNow, answer: Answer | None) -> Outcome:
    """Carry out the instruction to cast a card now."""
    return play_now(game, item, _bounded(game, item, do), answer, legal_actions.playable_now, _cast_now)


def _bounded(game: Game, item: Item, do: PlayNow) -> PlayNow:
    """An instruction to cast a card now, with the highest mana value as a number."""
    return do if do.most is None else replace_field(do, most=amount_of(game, item, do.most))


def _cast_now(game: Game, seat: int, do: PlayNow, answer: Answer, then: int) -> None:
    """608.2g: a card is played while a text is carried out, as any other, but nobody has priority afterwards."""
    obj = game.obj(answer.refs[0])
    lands = legal_actions.land_faces_by_text(game, seat, obj) if do.verb == "play" else []
    if lands:
        if not do.several:
            replace(game, next_instruction(text_on_top(game)))
        _put_land(game, seat, obj, lands[0])
        return
    place = legal_actions.faces_by_text(game, seat, obj, do)[0]
    with ShownAs(game, obj, place, seat):
        ways = ways_by_text(game, obj, free=do.free, way=do.way)
    _begin_casting(game, seat, obj, Answer(answer.do, (obj.id, place) if place else (obj.id,)), ways, then)


def _play_land(game: Game, seat: int, obj: Object, place: int) -> None:
    """A special action: the land goes onto the battlefield, nothing on the stack (305.1, 116.2a, 117.1c).

    It enters with the face up that was chosen (712.12).
    """
    with ShownAs(game, obj, place):
        refusal = legal_actions.land_obstacle(game, seat, obj)
    if refusal is not None:
        raise refusal
    _put_land(game, seat, obj, place)


def _put_land(game: Game, seat: int, obj: Object, place: int) -> None:
    """A land is played: one more in this turn (305.2)."""
    with ShownAs(game, obj, place):
        name = obj.name
    set_mark(game, seat, "lands", mark_of(game, seat, "lands") + 1)
    game.occurred("land", seat, obj.id, 0, name)
    arrival = moving(obj, "battlefield", controller=seat, cause=PLAYED)
    if place:
        arrival.copying = game.prints[obj.card].faces[place]
    happen(game, [arrival])


def begin_mana_ability(game: Game, seat: int, answer: Answer) -> None:
    """Begin to activate a mana ability to pay for something, or again one that is kept (605.3a, 733.1)."""
    _begin_activation(game, seat, answer, for_payment=True)


def _begin_activation(game: Game, seat: int, answer: Answer, *, for_payment: bool) -> None:
    """Begin to activate an ability (605.3, 117.1b).

    Raises:
        Refusal: it may not be begun (602.5), is no mana ability though one is wanted (605.3a), or has not resolved
            yet (605.3c).
    """
    named = game.ability_named(answer.refs)
    if named is None:
        raise Refusal(
            "602.1c",
            "not_activated",
            said("magic.reason_not_activated", "there is no such activated ability; no other kind can be activated"),
        )
    obj, number = named
    text = game.texts[number]
    refusal = legal_actions.obstacle(game, seat, obj, text)
    if refusal is not None:
        raise refusal
    if for_payment and not text.is_mana:
        raise Refusal(
            "605.3a",
            "not_a_mana_ability",
            said("magic.reason_only_mana_abilities", "only mana abilities can be activated while paying"),
        )
    if any(p.source == obj.id and p.text == number for p in _items_in_flight(game)):
        raise Refusal(
            "605.3c",
            "not_resolved",
            said("magic.reason_not_resolved", "the ability cannot be activated again until it has resolved"),
        )
    before = "" if text.is_mana else signature(game)
    play = begin(
        game,
        "mana ability" if text.is_mana else "activation",
        seat,
        "activated",
        name=obj.name,
        source=obj.id,
        text=number,
        known_=known(obj),
        plan=answer.plan,
        announced=Answer(answer.do, answer.refs),
    )
    others = game.kit(obj).instead
    if others:
        ways = (Way("", text.cost), *(Way("alternative cost", other.cost) for other in others))
        game.write(play, "ways", ways)
    if before:
        began(game, seat, obj.id, number, before)


def _items_in_flight(game: Game) -> list[Item]:
    return [item_of(game, game.records[i]) for i in game.root.plays]  # type: ignore[arg-type]  # ids of plays


# --- the steps ------------------------------------------------------------------------------------


def propose(game: Game, play: Play, answer: Answer | None) -> int:
    """601.2a: the card moves to the stack, the face up that was chosen, and becomes its topmost object."""
    item = item_of(game, play)
    card = game.object(item.source)
    assert card is not None
    faces = game.prints[number_to_play(game, play.seat, card)].faces
    if faces and play.then >= 0 and _is_face_asked(game, play, card, answer):
        return WAIT
    way = moving(card, "stack", controller=play.seat)
    refs = play.given[0].refs
    if len(refs) == 2:
        way.copying = faces[refs[1]]
    (new,) = carry(game, [way])
    assert new is not None
    keep_link(game, card, new)
    note_cast(game, new, card.zone)
    note_foretold(game, new, card)
    if play.then >= 0:
        _, do = text_below(game, play)
        if isinstance(do, PlayNow) and do.leaves:
            game.write(new, "leaves", f"{BURIED}{do.leaves}")
    game.write(item, "card", new.id)
    game.write(item, "source", new.id)
    game.write(item, "known", known(new))
    _topmost(game, item)
    return DONE


def _is_face_asked(game: Game, play: Play, card: Object, answer: Answer | None) -> bool:
    """Of a card that a text lets its player cast: which face, where that is not clear; whether that is asked now."""
    item, (by, do) = item_of(game, play), text_below(game, play)
    assert isinstance(do, PlayNow)
    places = legal_actions.faces_by_text(game, play.seat, card, _bounded(game, by, do))
    faces = [game.prints[game.prints[card.card].faces[place]] for place in places]
    if answer is None:
        options = tuple(Option("modes", (n,), (), face.name) for n, face in enumerate(faces))
        question = Decision(
            "modes",
            play.seat,
            said("magic.ask_how_cast", "choose how to cast {name}", name=card.name),
            "709.3",
            options,
            subject=item.id,
        )
        return len(places) > 1 and ask(game, play, question) == WAIT
    place = places[answer.refs[0]]
    with ShownAs(game, card, place):
        game.write(play, "ways", ways_by_text(game, card, free=do.free, way=do.way))
        game.write(item, "name", card.name)
        game.write(item, "text", game.prints[card.card].spell)
    head = Answer(play.given[0].do, (card.id, place) if place else (card.id,))
    game.write(play, "given", (head, *play.given[1:]))
    return False


def announce_ability(game: Game, play: Play, answer: Answer | None) -> int:
    """602.2a: a card in a hidden zone is revealed, and shown as long as the ability is on the stack (702.49b).

    The ability becomes the topmost object of the stack.
    """
    item = item_of(game, play)
    source = game.object(item.source)
    if source is not None and source.zone == "hand":
        game.occurred("revealed", play.seat, source.id, 0, source.name)
        show(game, source)
    _topmost(game, item)
    return DONE


def announce_mana_ability(game: Game, play: Play, answer: Answer | None) -> int:
    """605.3b: a mana ability does not go on the stack."""
    return DONE


def _topmost(game: Game, item: Item) -> None:
    game.write(item, "timestamp", game.new_timestamp())
    game.append(game.root, "stack", item.id)


def check_legality(game: Game, play: Play, answer: Answer | None) -> int:
    """601.2e: with everything announced, no effect may say that it can't be cast or activated (601.6)."""
    item = item_of(game, play)
    action = "cast" if item.kind == "spell" else "activate"
    if forbidden(game, action, play.seat, game.object(item.source), item):
        raise Illegal(
            "601.2e",
            "prohibited",
            said("magic.reason_cannot_play_so", "an effect says that {name} can't be played this way", name=item.name),
        )
    return DONE


def determine_total_cost(game: Game, play: Play, answer: Answer | None) -> int:
    """601.2f: the total is worked out and locked in (601.8, 602.4)."""
    item = item_of(game, play)
    total = total_of(game, play, item.x, legal_actions.chosen_symbols(parts_of(game, play), play.options))
    due = lock_all(game, play.seat, item, total)
    game.write(play, "total", due)
    write_due(game, play, for_search(game, play, due))
    return DONE


def become_cast(game: Game, play: Play, answer: Answer | None) -> int:
    """601.2i: the spell is cast; what triggers on that triggers now."""
    item = item_of(game, play)
    card = game.object(item.card)
    use_up_changes(game, "cast", card, play.seat, item)
    await_arrival(game, "cast", card, item)
    if card is not None:
        unprepare(game, card)
    count_cast(game, play.seat)
    count_mana(game, item)
    note_warped(game, card, play.seat)
    occurred(game, "cast", card, play.seat, item.x)
    note_crime(game, item)
    if play.then >= 0:
        conclude_play(game, play)
    return DONE


def become_activated(game: Game, play: Play, answer: Answer | None) -> int:
    """602.2b: the ability is activated; its use counts from now."""
    item = item_of(game, play)
    _count_use(game, item)
    use_up_changes(game, "activate", game.object(item.source), play.seat, item)
    occurred(game, "activated", game.object(item.source), play.seat, other=item, how=item.name)
    note_crime(game, item)
    ability = game.texts[item.text].ability
    note_use(game, item, ability, play.seat)
    note_crew(game, item)
    if is_of_cycling(game.texts[item.text]):
        _announce_cycled(game, item)
    return DONE


def _announce_cycled(game: Game, item: Item) -> None:
    """702.29c: a card is cycled as it is discarded for cycling; its own ability triggers from where it is now."""
    for ident in resolve(game, Ref("discarded"), item.controller, item.source, item)[:1]:
        occurred(game, "cycled", game.object(ident), item.controller)


def resolve_at_once(game: Game, play: Play, answer: Answer | None) -> int:
    """605.3b: a mana ability resolves immediately after it is activated (405.6c)."""
    item = item_of(game, play)
    _count_use(game, item)
    source = game.object(item.source)
    occurred(game, "activated", source, play.seat, other=item, how=item.name)
    note_use(game, item, game.texts[item.text].ability, play.seat)
    refresh(game)  # its cost may have changed what it reads
    begin_effects(game, item)
    return DONE


def mana_ability_resolved(game: Game, play: Play, answer: Answer | None) -> int:
    """605.3c: it has resolved; the play it was activated for remembers it, should that turn illegal (733.1)."""
    item = item_of(game, play)
    made = _types_produced(game, play) if game.texts[item.text].taps and game.root.watching else 0
    if made:  # 106.12a: tapped for mana is what has produced some, also if it is gone by now
        source = game.object(item.source) or game.left(item.source)
        occurred(game, "tapped for mana", source, play.seat, made)
    outer = [i for i in game.root.plays if i != play.id]
    if outer:
        parent = game.play(outer[-1])
        head, *rest = play.given
        whole = Answer(head.do, head.refs, head.amounts, tuple(rest))
        game.write(parent, "made", (*parent.made, NEW(MadeMana, (whole, play.bound))))
        game.write(parent, "given", (*parent.given[:-1], whole))
    game.remove(item)
    _add_at_once(game)
    return DONE


def _types_produced(game: Game, play: Play) -> int:
    """The types of mana that a mana ability has added, as bits of W U B R G C."""
    made = 0
    for _, _, old in game.log[play.mark :]:
        if type(old) is LoggedEvent and old.name == "mana":
            made |= old.amount
    return made


def _add_at_once(game: Game) -> None:
    """605.4a: triggered mana abilities resolve right after what they triggered on, without using the stack.

    Obeys 605.4, 605.1b.
    """
    entries = [entry for entry in game.root.waiting if game.texts[entry.text].adds_at_once]
    if not entries:
        return
    game.write(game.root, "waiting", tuple(entry for entry in game.root.waiting if entry not in entries))
    for entry in reversed(entries):
        play = begin(
            game,
            "mana trigger",
            entry.controller,
            "triggered",
            name=source_name(entry),
            source=entry.source,
            text=entry.text,
            known_=entry.known,
            event=entry.event,
        )
        game.write(play, "bound", True)


def resolve_mana_trigger(game: Game, play: Play, answer: Answer | None) -> int:
    """605.4a: it is carried out at once."""
    begin_effects(game, item_of(game, play))
    return DONE


def mana_trigger_resolved(game: Game, play: Play, answer: Answer | None) -> int:
    """Nothing is left of it."""
    game.remove(item_of(game, play))
    return DONE


def _count_use(game: Game, item: Item) -> None:
    source = game.object(item.source)
    if source is not None and game.texts[item.text].limits:
        count_use(game, source, game.texts[item.text])


_GONE: Final = ("gone", "adventuring")

CASTING: Final = Procedure(
    "casting",
    Step("601.2a", propose),
    Step("601.2b", announce),
    Step("601.2c", declare_targets),
    Step("601.2d", divide),
    Step("601.2e", check_legality),
    Step("601.2f", determine_total_cost),
    Step("601.2g", open_window),
    Step("601.2h", pay_costs),
    Step("601.2i", become_cast),
    costs=ANNOUNCED,
)
ACTIVATION: Final = Procedure(
    "activation",
    Step("602.2a", announce_ability),
    Step("601.2b", announce),
    Step("601.2c", declare_targets),
    Step("601.2d", divide),
    Step("601.2e", check_legality),
    Step("601.2f", determine_total_cost),
    Step("601.2g", open_window),
    Step("601.2h", pay_costs),
    Step("601.2i", become_activated),
    costs=ANNOUNCED,
)
MANA_ABILITY: Final = ManaProcedure(
    "mana ability",
    Step("605.3b", announce_mana_ability),
    Step("601.2b", announce),
    Step("601.2e", check_legality),
    Step("601.2f", determine_total_cost),
    Step("601.2g", open_window),
    Step("601.2h", pay_costs),
    Step("605.3b", resolve_at_once),
    Step("605.3c", mana_ability_resolved),
    costs=ANNOUNCED,
    may_begin=legal_actions.may_begin,
    cost_now=legal_actions.cost_now,
    begin=begin_mana_ability,
)
MANA_TRIGGER: Final = Procedure(
    "mana trigger",
    Step("605.4a", resolve_mana_trigger),
    Step("605.4a", mana_trigger_resolved),
)
PAYMENT: Final = Procedure(
    "payment",
    Step("605.3a", open_window),
    Step("118.3", pay_costs),
    Step("608.2d", conclude_payment),
    costs=PAID_IN_PARTS,
)
TRIGGER: Final = Procedure(
    "trigger",
    Step("603.3", put_on_stack),
    Step("603.3c", modes_or_removed),
    Step("603.3d", targets_or_removed),
    Step("603.3d", divide),
    Step("603.3b", conclude_trigger),
)
PROCEDURES: Final = (CASTING, ACTIVATION, MANA_ABILITY, MANA_TRIGGER, PAYMENT, TRIGGER)


# --- resolving ------------------------------------------------------------------------------------


def item_on_stack(game: Game, ident: int) -> Item:
    """A spell or ability on the stack."""
    return game.records[ident]  # type: ignore[return-value]  # the stack holds items


def run_resolved(game: Game, frame: ResolvedFrame, answer: Answer | None) -> None:
    """The frame ``ResolvedFrame``, and again as ``("resolved", item, "gone")`` once its card is where it goes.

    Obeys 117.3b, 608.3, 608.3a, 608.2p.

    608.2m-n, a permanent spell becomes a permanent, other cards go to the graveyard.
    """
    item = game.records.get(frame.item)
    if isinstance(item, Item):
        card = game.object(item.card)
        if frame.gone not in _GONE:
            in_vain = frame.gone == "in vain"
            adventures = not in_vain and card is not None and face_on_stack(game, card) == ADVENTURE
            frame = frame._replace(gone="adventuring" if adventures else "gone")
            replace(game, frame)
            if (
                card is not None
                and card.zone == "stack"
                and (
                    happen(game, [_leaving(game, item, card, in_vain=in_vain)], item) is None
                    or game.root.agenda[-1] != frame  # what an effect adds is carried out first (615.5)
                )
            ):
                return
        if frame.gone == "adventuring":
            _go_on_adventure(game, item)
        leave_stack(game, item)
    pop(game)
    give(game, game.root.active if not game.players[game.root.active].lost else game.turn_order(game.root.active)[0])


def _leaving(game: Game, item: Item, card: Object, *, in_vain: bool) -> Prospect:
    """The move of a spell's card that has resolved, or has done nothing for want of targets."""
    host = next((i for some in still_legal(game, item) for i in some), 0) if "aura" in card.words else -1
    inset = "" if in_vain else face_on_stack(game, card)
    if inset == ADVENTURE:
        return moving(card, "exile", cause="resolved")
    if inset == OMEN:
        return _shuffled_in(card)
    if {"instant", "sorcery"} & set(card.words) or not host:
        return moving(card, "hand" if _is_bought_back(card, in_vain=in_vain) else "graveyard", cause="resolved")
    arrival = moving(card, "battlefield", controller=item.controller, cause="resolved")
    arrival.attached = max(host, 0)
    arrival.copying = face_up(game, card)
    if any(name == SNEAK for name, _ in card.paid):
        _join_in(game, item, arrival)
    return arrival


def _join_in(game: Game, item: Item, arrival: Prospect) -> None:
    """702.190b: it enters tapped, and attacks what the creature did that was returned for it, if that is there."""
    arrival.tapped = True
    attacked = numbers_paid(item.paid, ATTACKED)
    arrival.joins = attacked[0] if attacked and attacked[0] in game.records else 0


def _shuffled_in(card: Object) -> Prospect:
    """720.3d: an Omen spell is shuffled into its owner's library as it resolves."""
    gone = moving(card, "library", cause="resolved")
    gone.shuffled = True
    return gone


def _go_on_adventure(game: Game, item: Item) -> None:
    """715.3d: for as long as the card of an Adventure remains exiled its player may play it, but not so again."""
    became = game.object(item.last[-1].became) if item.last else None
    if became is not None and became.zone == "exile" and not became.token:
        until = Until(REMAINS, item.controller, became.id)
        game.append(game.root, "effects", MayPlayEffect(item.controller, (became.id,), AS_ITSELF, False, until))


def _is_bought_back(card: Object, *, in_vain: bool) -> bool:
    """702.27a: a spell whose buyback cost was paid returns to hand as it resolves."""
    return not in_vain and any(name == "buyback" for name, _ in card.paid)
