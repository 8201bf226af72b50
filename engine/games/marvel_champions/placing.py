"""Places where a card that is played enters play: its host, its controller, and how many there may be.

Its counters as it enters are said here too: those to be used, after the last of which it is discarded (Uses).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.abilities import Keyword, PlayLimits
from engine.errors import Refusal
from engine.games.marvel_champions.attaching import attaches_to, hosts_for
from engine.games.marvel_champions.character_stats import FORMS, counters_of, is_in_form
from engine.games.marvel_champions.characters import cast, facts_of, team_of
from engine.games.marvel_champions.language.shared_words import PLAYED, PLAYER_SIDE, UNDER_ANY, USES, USES_FOR_EACH
from engine.play.procedure_runner import ask
from engine.queries.filters import has_words, holds
from engine.sentences import said, word
from engine.state.decisions import Decision, Option
from engine.state.procedure import DONE, item_of

if TYPE_CHECKING:
    from engine.abilities import Filter
    from engine.cards.definitions import CardDef
    from engine.cards.register import Print
    from engine.state.decisions import Answer, DecisionKind
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Item, Object, Play

PER_PLAYER: Final = "max per player"
PER_HOST: Final = (
    "max per villain",
    "max per enemy",
    "max per ally",
    "max per minion",
    "max per character",
    "max per hero",
    "max per identity",
    "max per side scheme",
    "max per scheme",
)
NO_LIMIT: Final = Keyword("")
Kinds: TypeAlias = "tuple[tuple[str, ...], ...]"


class Terms:
    """A card's terms on where it may be played: read once.

    ``conditions`` that have to hold, ``forms`` it is for, the ``most`` of it that a player may control and that may be
    on one host (0: any number), the kinds that are counted so instead of its title (``of_kind``, on a host ``alike``),
    whether it is played under anybody's control, its ``uses``, and the titles of a ``team`` without whom it is not
    played.
    """

    __slots__ = ("alike", "conditions", "forms", "most", "most_on_host", "of_kind", "team", "under_any", "uses")

    def __init__(self, definition: CardDef) -> None:
        limits = [limit for own in definition.abilities if isinstance(own, PlayLimits) for limit in own.limits]
        keywords = [own for own in definition.abilities if isinstance(own, Keyword)]
        self.conditions = tuple(limit.condition for limit in limits if limit.condition is not None)
        self.forms = tuple(limit.kind for limit in limits if limit.kind in FORMS)
        of_player = next((own for own in keywords if own.name == PER_PLAYER), NO_LIMIT)
        self.most = of_player.value
        self.of_kind = None if of_player.what is None else _of_cards(of_player.what)
        on_host = next((own for own in keywords if own.name in PER_HOST), NO_LIMIT)
        self.most_on_host = on_host.value
        self.alike = None if on_host.what is None else _of_cards(on_host.what)
        self.under_any = any(own.name == UNDER_ANY for own in keywords)
        self.uses = next((own for own in keywords if own.name in (USES, USES_FOR_EACH)), None)
        self.team = team_of(definition)


def _of_cards(what: Filter) -> Kinds:
    """The kinds of cards that are counted, whatever their titles."""
    return tuple(tuple(word for word in kind if word != "card") for kind in what.kinds)


def terms_of(printed: Print) -> Terms:
    """A card's terms on where it may be played."""
    facts = facts_of(printed)
    found = facts.terms
    if not isinstance(found, Terms):
        found = facts.terms = Terms(printed.definition)
    return found


def is_titled(game: Game, obj: Object, other: Object) -> bool:
    """Whether two cards have the same title."""
    return facts_of(game.prints[obj.card]).title == facts_of(game.prints[other.card]).title


# --- what may be done -----------------------------------------------------------------------------


def restriction(game: Game, seat: int, obj: Object) -> Refusal | None:
    """The reason that keeps a player from playing a card because of its terms, or of where it goes."""
    terms = terms_of(game.prints[obj.card])
    for form in terms.forms:
        if not is_in_form(game, seat, form):
            return Refusal(
                "Initiating: restrictions",
                "wrong_form",
                said("marvel-champions.reason_wrong_form", "{name} is for {what} form", name=obj.name, what=word(form)),
            )
    if not all(holds(game, condition, seat, obj.id) for condition in terms.conditions):
        return Refusal(
            "Initiating: restrictions",
            "not_now",
            said("reason.condition", "the condition of {name} does not hold", name=obj.name),
        )
    missing = terms.team - _friends(game) if terms.team else ()
    if missing:
        return Refusal(
            "Team-Up",
            "team_up",
            said("marvel-champions.reason_team_up", "{name} needs {what} in play", name=obj.name, what=min(missing)),
        )
    if terms.most and not controllers(game, seat, obj):
        return Refusal(
            "Max",
            "too_many",
            said("marvel-champions.reason_too_many", "there may be no more of {name} in play", name=obj.name),
        )
    if attaches_to(game, obj) is not None and not hosts(game, seat, obj):
        return Refusal(
            "Attach To",
            "no_target",
            said(
                "marvel-champions.reason_nothing_to_attach",
                "there is nothing that {name} could be attached to",
                name=obj.name,
            ),
        )
    return None


def _friends(game: Game) -> set[str]:
    """The titles of the characters that players control, identities by the face that is up."""
    found = [obj for obj in map(game.obj, cast(game).characters) if obj.controller != game.side]
    return {facts_of(game.prints[obj.card]).title for obj in found}


def controllers(game: Game, seat: int, obj: Object) -> list[int]:
    """The seats under whose control a card may be played."""
    terms = terms_of(game.prints[obj.card])
    seats = game.turn_order(seat) if terms.under_any else [seat]
    return [one for one in seats if not terms.most or _controlled(game, one, obj) < terms.most]


def _controlled(game: Game, seat: int, obj: Object) -> int:
    kinds = terms_of(game.prints[obj.card]).of_kind
    return sum(other.controller == seat and _is_alike(game, obj, other, kinds) for other in game.battlefield())


def hosts(game: Game, seat: int, obj: Object) -> list[int]:
    """Ids of what a card may be attached to."""
    most = terms_of(game.prints[obj.card]).most_on_host
    found = [host.id for host in hosts_for(game, obj, seat)]
    return [ident for ident in found if not most or _attached(game, ident, obj) < most]


def _attached(game: Game, ident: int, obj: Object) -> int:
    kinds = terms_of(game.prints[obj.card]).alike
    return sum(other.attached == ident and _is_alike(game, obj, other, kinds) for other in game.battlefield())


def _is_alike(game: Game, obj: Object, other: Object, kinds: Kinds | None) -> bool:
    """Whether a card counts against another one's maximum: by its title, or by the kind that this one names."""
    return is_titled(game, obj, other) if kinds is None else has_words(other.words, kinds)


# --- choosing -------------------------------------------------------------------------------------


def choose_place(game: Game, play: Play, answer: Answer | None) -> int:
    """Choose the host of a card, or its controller; asked if there is a choice."""
    item = item_of(game, play)
    card = game.object(item.card)
    if card is None or "event" in card.words:
        return DONE  # an ability, whose card may have paid for it
    attached = attaches_to(game, card) is not None
    seats = controllers(game, play.seat, card)
    ids = hosts(game, play.seat, card) if attached else [game.players[seat].id for seat in seats]
    if answer is not None or len(ids) < 2:
        game.write(item, "about", answer.refs if answer is not None else tuple(ids))
        return DONE
    kind: DecisionKind = "targets" if attached else "players"
    prompt = (
        said("marvel-champions.ask_attach", "attach {name} to", name=item.name)
        if attached
        else said("marvel-champions.ask_control", "who controls {name}", name=item.name)
    )
    options = tuple(Option(kind, (ident,)) for ident in ids)
    return ask(game, play, Decision(kind, play.seat, prompt, "Attach To", options, subject=item.id))


def lacks_place(game: Game, item: Item, card: Object) -> bool:
    """Whether what a card should be attached to has left as its cost was paid."""
    return attaches_to(game, card) is not None and not item.about


def arrive(game: Game, item: Item, card: Object, each: Prospect) -> None:
    """A card that has been played enters play where that was chosen; a side scheme knows who has played it."""
    if PLAYER_SIDE in card.words:
        each.chosen = (*each.chosen, (PLAYED, item.controller))
    if attaches_to(game, card) is not None:
        each.attached = next(iter(item.about), 0)
    elif item.about:
        each.controller = game.seat_of(item.about[0])


# --- uses -----------------------------------------------------------------------------------------


def uses_of(game: Game, obj: Object) -> Keyword | None:
    """The uses that a card has."""
    return terms_of(game.prints[obj.card]).uses


def counters_of_uses(game: Game, keyword: Keyword) -> tuple[str, int]:
    """The counters with which a card with uses enters play, perhaps for each player who has started (Per Player)."""
    assert keyword.what is not None
    return keyword.what.name, keyword.value * (game.seats if keyword.name == USES_FOR_EACH else 1)


def is_used_up(game: Game, obj: Object) -> bool:
    """Whether a card has spent its last use (Uses)."""
    keyword = uses_of(game, obj)
    return keyword is not None and not counters_of(obj, counters_of_uses(game, keyword)[0])
