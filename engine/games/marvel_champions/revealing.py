"""Encounter cards are revealed and resolved by what they are (Reveal).

A card that is being resolved has a record (kind "reveal") and a frame ``("reveal", stage, item)``: ``it`` is the card,
wherever it has gone, the controller who reveals it; ``x`` is 1 if a text has given it surge, ``chosen`` the
way in which it is revealed, for texts that ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.events.triggers import occurred
from engine.events.zones import create, move
from engine.games.marvel_champions import schemes, teamwork
from engine.games.marvel_champions.asked_ways import is_asked
from engine.games.marvel_champions.attaching import hosts_of, lacks_host, surges
from engine.games.marvel_champions.card_timings import carry_out, lasts, moments_of
from engine.games.marvel_champions.character_stats import identity_of, is_in_form, main_scheme_of, set_of
from engine.games.marvel_champions.characters import title_of
from engine.games.marvel_champions.encounter import DEALT, FOUND, draw_encounter
from engine.games.marvel_champions.enemy_activation import attack
from engine.games.marvel_champions.frames import OneByOneFrame, QuickstrikeFrame, RevealFrame, SurgeFrame
from engine.games.marvel_champions.hindering import hinder, incite
from engine.games.marvel_champions.language.shared_words import ENGAGES_FIRST, FROM_DECK, GIVE_TO
from engine.games.marvel_champions.peril import RESOLVE, REVEAL, REVEALS, card_of
from engine.play.state_based_actions import settle
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push, replace
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.last_known import NEW
from engine.state.proposed_events import Prospect, moving
from engine.state.records import Item

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.event_kinds import Performer
    from engine.state.frames import Frame
    from engine.state.game import Game
    from engine.state.records import Object

CANCELED: Final = "canceled"
"""Notes on a revealed card which of its abilities are canceled (Cancel)."""
QUICKSTRIKE: Final = "quickstrike"
ENGAGE: Final = "engage"
"""The event that an enemy engages a player."""
STAYS: Final = frozenset(("minion", "scheme", "attachment", "environment"))
"""Encounter cards that enter play; all others are discarded once they are resolved."""


# --- beginning ------------------------------------------------------------------------------------


def reveal(game: Game, card: Object, seat: int, *, is_top: bool = False) -> None:
    """A player reveals an encounter card, from wherever it is: one that was dealt or found may come from the deck."""
    is_from_deck = is_top or card.zone == DEALT or FOUND in card.extra
    faceup = card if card.zone == "table" else move(game, card, "table")
    assert faceup is not None  # the table is a zone of objects, and nothing replaces turning a card faceup
    each = Prospect(REVEAL, faceup.id, seat)
    each.source = faceup.id
    if is_from_deck and is_asked(game, FROM_DECK):
        each.name = FROM_DECK
    happen(game, [each])


def reveal_from_deck(game: Game, seat: int) -> None:
    """A player reveals the top card of the encounter deck."""
    card = draw_encounter(game)
    if card >= 0:
        game.bind()
        reveal(game, create(game, card, game.side, "table"), seat, is_top=True)


def perform_reveal(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """The card lies faceup and is resolved next."""
    card = game.obj(each.subject)
    game.occurred(REVEALS, each.seat, card.id, 0, card.name)
    item = Item(game.new_id(), REVEAL, each.seat, card.id, -1)
    item.name = card.name
    item.it, item.chosen = (card.id,), each.name
    game.add(item)
    push(game, _frame("enter", item))
    return card.id


# --- the steps ------------------------------------------------------------------------------------


def run_reveal(game: Game, frame: RevealFrame, answer: Answer | None) -> None:
    """Take a revealed card one stage further (``RevealFrame``)."""
    if answer is None and not settle(game):
        return
    item = game.item(frame.item)
    card = card_of(game, item)
    if card is None or game.players[item.controller].lost:
        _over(game, item, card)
        return
    _STAGES[frame.stage](game, item, card, answer)


def _frame(stage: str, item: Item) -> RevealFrame:
    return NEW(RevealFrame, (stage, item.id, "reveal"))


def _next(game: Game, item: Item, stage: str) -> None:
    replace(game, _frame(stage, item))


def _enter(game: Game, item: Item, card: Object, answer: Answer | None) -> None:
    """Cards that stay enter play: minions engaged with who reveals them, attachments attached.

    An obligation with abilities that last is with the player whom it concerns (Obligation).
    """
    hosts = hosts_of(game, card, item.controller) if "attachment" in card.words else []
    if answer is None and len(hosts) > 1:
        game.ask(which_host(game, card, hosts))
        return
    _next(game, item, "effects")
    whose = concerned(game, card, item.controller)
    is_lasting = "obligation" in card.words and lasts(game, card) and not game.players[whose].lost
    if STAYS.isdisjoint(card.words) and not is_lasting:
        return
    each = moving(card, game.arena, controller=whose if is_lasting else game.side, cause="revealed")
    if "minion" in card.words:
        first = game.turn_order(game.root.first)[0]
        each.facing = first if ENGAGES_FIRST in card.keywords else item.controller
    if "attachment" in card.words:
        if not hosts:  # it cannot be attached, so it is discarded (Attach To)
            each.zone, each.controller = game.discard_zone, -1
            game.write(item, "x", int(surges(game, card)))
        else:
            each.attached = answer.refs[0] if answer is not None else hosts[0].id
    happen(game, [each], item)


def which_host(game: Game, card: Object, hosts: list[Object]) -> Decision:
    """The question about an encounter card's place: of several the first player selects one (First Player)."""
    options = tuple(Option("cards", (obj.id,)) for obj in hosts)
    first = game.turn_order(game.root.first)[0]
    return Decision(
        "cards",
        first,
        said("marvel-champions.ask_attached_to", "choose what {name} is attached to", name=card.name),
        "First Player",
        options,
        subject=card.id,
    )


def _effects(game: Game, item: Item, card: Object, answer: Answer | None) -> None:
    """Its When Revealed abilities, for the player it concerns."""
    _next(game, item, "keywords")
    whose = concerned(game, card, item.controller)
    if game.players[whose].lost:  # its player is eliminated: another card is revealed in its place (Obligation)
        replace(game, _frame("over", item), SurgeFrame(item.controller))
        happen(game, [moving(card, game.zone_name("exile"), cause="removed")], item)
        return
    if (CANCELED, "when revealed") in card.extra:
        return
    for number in reversed(moments_of(game, card, "when revealed")):
        carry_out(game, card, number, whose)


def concerned(game: Game, card: Object, seat: int) -> int:
    """The player who resolves a card: an obligation is for the player of its hero, if it has one (Obligation)."""
    if "obligation" in card.words:
        for other in game.turn_order(game.root.first):
            identity = identity_of(game, other)
            if identity is not None and _is_for(game, card, identity):
                return other
        gone = [game.obj(ident) for zone in game.place("exile") for ident in zone.content]
        return next((obj.owner for obj in gone if "identity" in obj.words and _is_for(game, card, obj)), seat)
    return seat


def _is_for(game: Game, card: Object, identity: Object) -> bool:
    """An obligation is for the player it says, by either name of the identity, else for the one of its set."""
    hero = game.prints[identity.card].definition
    for own in game.prints[card.card].definition.abilities:
        if isinstance(own, Keyword) and own.name == GIVE_TO and own.what is not None:
            return own.what.name in (hero.name, title_of(hero), dict(hero.extra).get("other face"))
    own_set = set_of(game, card)
    return own_set is not None and own_set == set_of(game, identity)


def _keywords(game: Game, item: Item, card: Object, answer: Answer | None) -> None:
    """Place threat for Incite on the main scheme, and for Hinder on the card itself; then teamwork has its time."""
    _next(game, item, "over")
    if card.zone == game.arena:
        teamwork.arrives(game, card)
    if card.zone == game.arena:
        hinder(game, card)
    main = main_scheme_of(game)
    if main is not None:
        schemes.place(game, main, incite(game, card))


def give_surge(game: Game, card: int) -> None:
    """A card, if it is the one that is being resolved, gains surge, wherever it has gone."""
    frame = next((frame for frame in reversed(game.root.agenda) if isinstance(frame, RevealFrame)), None)
    if frame is not None and card in game.item(frame.item).it:
        game.write(game.item(frame.item), "x", 1)


def _over(game: Game, item: Item, card: Object | None, answer: Answer | None = None) -> None:
    """It has been resolved; what does not stay is discarded, and the next card is revealed if this one surges."""
    pop(game)
    by = game.root.agenda[-1] if game.root.agenda else None
    game.remove(item)
    if item.x or (card is not None and "surge" in card.keywords):
        push(game, SurgeFrame(item.controller))
    if card is None:
        return
    _tell(game, by, card)
    is_canceled = (CANCELED, "when revealed") in card.extra
    if card.zone == "table" or (card.zone == game.arena and lacks_host(game, card)):
        happen(game, [moving(card, game.discard_zone, cause="resolved")])
    occurred(game, REVEAL, card, item.controller, how=item.chosen)
    if not is_canceled:
        occurred(game, RESOLVE, card, concerned(game, card, item.controller))


def _tell(game: Game, by: Frame | None, card: Object) -> None:
    """The text that had a card revealed goes on to speak of what came into play."""
    if isinstance(by, OneByOneFrame) and by.verb == REVEAL and card.zone == game.arena:
        text = game.item(by.item)
        game.write(text, "it", (*(ident for ident in text.it if ident in game.records), card.id))


def engages(game: Game, enemy: Object) -> None:
    """An enemy has engaged a player (Engage): with quickstrike it attacks at once (Quickstrike)."""
    occurred(game, ENGAGE, enemy, enemy.facing, other=game.players[enemy.facing])
    if QUICKSTRIKE in enemy.keywords:
        push(game, QuickstrikeFrame(enemy.id))


def perform_engage(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """A minion in play goes over to another player, whom it engages (Engage)."""
    enemy = game.obj(each.subject)
    game.write(enemy, "facing", each.seat)
    engages(game, enemy)
    return enemy.id


def run_quickstrike(game: Game, frame: QuickstrikeFrame, answer: Answer | None) -> None:
    """The frame ``QuickstrikeFrame``: it attacks the player it is engaged with, if that one is in hero form."""
    pop(game)
    enemy = game.object(frame.enemy)
    if enemy is not None and enemy.facing >= 0 and is_in_form(game, enemy.facing, "hero"):
        attack(game, enemy, enemy.facing)


def run_surge(game: Game, frame: SurgeFrame, answer: Answer | None) -> None:
    """The frame ``SurgeFrame``: that player reveals an additional encounter card (Surge)."""
    if not settle(game):
        return
    pop(game)
    if not game.players[frame.seat].lost:
        reveal_from_deck(game, frame.seat)


_STAGES: Final = {"enter": _enter, "effects": _effects, "keywords": _keywords, "over": _over}
FRAMES: Final = kinds_by_op(
    FrameKind(RevealFrame, run_reveal), FrameKind(SurgeFrame, run_surge), FrameKind(QuickstrikeFrame, run_quickstrike)
)
PERFORMED: Final[dict[str, Performer[Game]]] = {REVEAL: perform_reveal, ENGAGE: perform_engage}
