"""The whole state of a game as plain records.

Owns the record classes and their dump. Records name each other by id, hold only numbers, strings,
``None``, records of ``engine.abilities`` and tuples of these, and are written only through
``engine.state.change_log``. Positive ids are of what is or becomes public (players, zones, objects, items),
negative ones of what stays inside (plays): a shared counter would tell how often somebody thought.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.abilities import CostPart, Way
    from engine.cards.ability_index import Kit
    from engine.cards.mana_symbols import Special
    from engine.state.decisions import Answer
    from engine.state.frames import Frame
    from engine.state.last_known import Last, LastKnown
    from engine.state.lasting import LastingEffect, Shield
    from engine.state.occurred import (
        About,
        Barred,
        BegunAbility,
        Ending,
        Noted,
        PastEvent,
        Repetition,
        ToldAnswer,
        Trigger,
    )
    from engine.state.play_notes import Held, MadeMana, Paid

NOBODY = -1
Sight: TypeAlias = Literal["all", "open", "owner", "looker", "nobody"]
"""The viewers of the cards of a zone: everybody, also as of a hand that is shown ("open"), or only some."""
PRIVATE: Final[tuple[Sight, ...]] = ("owner", "looker")
"""The sight of zones whose cards only some know: their owner, or whoever was shown them."""
UNNUMBERED: Final[tuple[Sight, ...]] = ("owner", "looker", "open")
"""The sight of zones whose cards of one name are as good as each other, and called by the name alone."""
Plain = tuple[Any, ...]
"""Plain data of mixed types; whoever writes it says what stands where."""


class Record:
    """Anything with an id whose fields may be written."""

    __slots__ = ("id",)
    FIELDS: ClassVar[tuple[str, ...]] = ("id",)
    """In the order in which they are dumped; a new one goes to the end."""
    LATER: ClassVar[int] = 0
    """The number of last fields that were not there in the first dumps: with their defaults they are left out."""
    id: int


class Root(Record):
    """The state that belongs to no player and no object. Its id is 0.

    ``priority`` is the seat that may act, ``passes`` are bits of the seats that have passed in succession.
    Of these rows a long one may be a list, which ``engine.state.change_log`` alone changes: ``agenda``, ``stack``,
    ``waiting``, ``delayed``, ``happened``. ``agenda`` is what the game still has to do, the next on top (last).
    ``waiting`` holds triggers that have not been put on the stack, ``delayed`` are the ids of delayed ones.
    ``watching`` are the ids of permanents with triggered abilities, ``granting`` of those with continuous
    effects, in order of arrival. ``replacing`` are those with replacement effects on other events than their own
    arrival, ``shields`` the replacement and prevention effects of what has resolved (``engine.replacement.happen``).
    ``effects`` are continuous effects of limited duration, ``statics`` abilities that hold this turn, or as long as
    they say. ``extra_turns`` are the seats that take one, the next last; ``regular`` whose turn it was before those.
    ``idle`` counts mandatory abilities resolved in a row, ``free`` how many of them there were when somebody last could
    have done something else, ``seen`` and ``begun`` are positions met (``engine.events.loop_detection``). ``told`` are
    the answers of this step, ``shortcut`` those that are being given again, ``barred`` what may not be chosen after
    that (``engine.play.shortcuts``). ``happened`` are this turn's events that some text asks about. ``noted`` is what
    has just happened and may be responded to (``engine.play.response_windows``). ``cursor`` counts random numbers.
    ``plays`` are the ids of plays in flight, innermost last.
    """

    FIELDS = (
        "id",
        "active",
        "agenda",
        "barred",
        "begun",
        "cursor",
        "delayed",
        "effects",
        "extra_turns",
        "first",
        "granting",
        "happened",
        "idle",
        "names",
        "next_id",
        "next_inner",
        "noted",
        "over",
        "passes",
        "plays",
        "priority",
        "regular",
        "replacing",
        "seen",
        "shields",
        "shortcut",
        "stack",
        "statics",
        "step",
        "timestamp",
        "told",
        "turn",
        "waiting",
        "watching",
        "free",
    )
    LATER = 1
    __slots__ = FIELDS[1:]

    def __init__(self) -> None:
        self.id = 0
        self.free = 0
        self.turn = 0
        self.active = 0
        self.first = 0
        self.step = ""
        self.priority = NOBODY
        self.passes = 0
        self.next_id = 1
        self.next_inner = -1
        self.timestamp = 0
        self.cursor = 0
        self.agenda: Sequence[Frame] = ()
        self.stack: Sequence[int] = ()
        self.plays: tuple[int, ...] = ()
        self.waiting: Sequence[Trigger] = ()
        self.delayed: Sequence[int] = ()
        self.watching: tuple[int, ...] = ()
        self.granting: tuple[int, ...] = ()
        self.replacing: tuple[int, ...] = ()
        self.shields: tuple[Shield, ...] = ()
        self.effects: tuple[LastingEffect, ...] = ()
        self.extra_turns: tuple[int, ...] = ()
        self.regular = NOBODY
        self.statics: tuple[tuple[Any, ...], ...] = ()
        self.names: tuple[tuple[str, int], ...] = ()
        self.happened: Sequence[PastEvent] = ()
        self.noted: tuple[Noted, ...] = ()
        self.idle = 0
        self.seen: tuple[str, ...] = ()
        self.begun: tuple[BegunAbility, ...] = ()
        self.told: tuple[ToldAnswer, ...] = ()
        self.shortcut: Repetition | tuple[()] = ()
        self.barred: Barred | tuple[()] = ()
        self.over: Ending | None = None


class Player(Record):
    """One seat, or the side at which nobody sits (``Game.side``).

    ``pool`` is the mana pool: counts of W U B R G C, with ``special`` mana beside it (``engine.cards.mana_symbols``).
    ``marks`` are the game's own numbers by name.
    """

    FIELDS = ("id", "counters", "life", "lost", "marks", "name", "pool", "seat", "special", "words")
    __slots__ = FIELDS[1:]

    def __init__(self, ident: int, seat: int, name: str) -> None:
        self.id = ident
        self.seat = seat
        self.name = name
        self.life = 0
        self.lost = ""
        self.pool: tuple[int, ...] = (0, 0, 0, 0, 0, 0)
        self.special: tuple[Special, ...] = ()
        self.counters: tuple[tuple[str, int], ...] = ()
        self.marks: tuple[tuple[str, int], ...] = ()
        self.words: tuple[str, ...] = ("player",)


class Zone(Record):
    """A place of cards. ``content`` holds object ids in order, or card numbers if ``sight`` is "nobody".

    ``seat`` is its owner, ``NOBODY`` for a shared zone; ``sight`` who may look: "all", "open" (all, as into a hand
    that is shown), "owner", "looker", "nobody".
    """

    FIELDS = ("id", "content", "name", "seat", "sight")
    __slots__ = FIELDS[1:]

    def __init__(self, ident: int, name: str, seat: int, sight: Sight) -> None:
        self.id = ident
        self.name = name
        self.seat = seat
        self.sight: Sight = sight
        self.content: tuple[int, ...] = ()


class Object(Record):
    """A card or token in a zone where it is an object. It has a new id in every zone.

    ``card`` is its number in the match's card list; of a copy it is that of what it copies, and ``real`` its own.
    ``sick``: its controller has not controlled it since the start of that player's most recent turn. ``struck``: it had
    first or double strike as this combat's first damage step began. ``attacking`` is the seat of the defending player,
    ``attacks`` the id of what is attacked, a player or a planeswalker, 0 if that is gone. ``paid`` are the optional and
    alternative costs that were paid for it as a spell, how often each; ``leaves`` is where it goes whenever it would
    leave the stack, "" wherever it is put. ``shown``: it is revealed, everybody may look at it; ``seen``: bits of the
    seats that looked at it where it lies. ``facing`` is the seat of the player before whom it lies, of what nobody
    controls who plays. ``words``, ``power``, ``toughness``, ``level``, ``stats`` (further numbers by name),
    ``keywords`` and ``abilities`` (numbers in the match's texts) are as they are now, continuous effects included.
    ``kit`` is no state: the abilities ``kit_of`` by purpose, kept for ``Game.kit``.
    """

    FIELDS = (
        "id",
        "abilities",
        "attached",
        "attacking",
        "attacks",
        "blocked",
        "blocking",
        "card",
        "controller",
        "counters",
        "damage",
        "facing",
        "extra",
        "keywords",
        "leaves",
        "level",
        "marked",
        "name",
        "number",
        "owner",
        "paid",
        "power",
        "real",
        "seen",
        "shown",
        "sick",
        "stats",
        "struck",
        "tapped",
        "timestamp",
        "token",
        "toughness",
        "used",
        "value",
        "words",
        "zone",
    )
    __slots__ = (*FIELDS[1:], "kit", "kit_of")

    def __init__(self, ident: int, card: int, name: str, owner: int, zone: str) -> None:
        self.id = ident
        self.card = card
        self.name = name
        self.owner = owner
        self.controller = owner
        self.zone = zone
        self.real = NOBODY
        self.number = 0
        self.token = False
        self.seen = 0
        self.shown = False
        self.timestamp = 0
        self.sick = False
        self.struck = False
        self.tapped = False
        self.damage = 0
        self.facing = NOBODY
        self.marked = ""
        self.leaves = ""
        self.paid: tuple[tuple[str, int], ...] = ()
        self.value = 0
        self.power = 0
        self.toughness = 0
        self.level = 0
        self.stats: tuple[tuple[str, int], ...] = ()
        self.words: tuple[str, ...] = ()
        self.keywords: tuple[str, ...] = ()
        self.abilities: tuple[int, ...] = ()
        self.counters: tuple[tuple[str, int], ...] = ()
        self.attacking = NOBODY
        self.attacks = 0
        self.blocking: tuple[int, ...] = ()
        self.blocked = False
        self.attached = 0
        self.used: tuple[tuple[int, int, int], ...] = ()
        self.extra: tuple[tuple[str, object], ...] = ()
        self.kit: Kit | None = None
        self.kit_of: tuple[int, ...] | None = None


class Item(Record):
    """A spell or ability that is being played, waits on the stack or resolves; it carries its own text.

    ``text`` is the number of the ability in the match's texts, -1 for a permanent spell without text.
    ``card`` is the object id of the card on the stack, 0 for an ability. ``known`` and ``event`` are last known
    information of the source and of the triggering event, ``last`` that of what the text itself moved.
    ``it`` are ids of what the text touched last, ``did`` is how much or how many it did, ``chosen`` the word that was
    chosen (a colour). ``replaced`` are replacement effects that what it does is no longer subject to, being what they
    put in place of an event (614.5). Of a delayed ability ``part`` is which part of the text it is, ``held`` are the
    targets of what came before, ``about`` the objects it waits for; of a text that exiles cards one by one, those.
    ``since`` is the id of the delayed ability that it was, where that tells what came after it was made.
    ``targets`` and ``shares`` run parallel: one tuple for each instance of the word "target".
    """

    FIELDS = (
        "id",
        "about",
        "card",
        "chosen",
        "controller",
        "copy",
        "did",
        "event",
        "held",
        "it",
        "kind",
        "known",
        "last",
        "modes",
        "name",
        "paid",
        "part",
        "replaced",
        "shares",
        "source",
        "targets",
        "text",
        "timestamp",
        "x",
        "since",
    )
    LATER = 1
    __slots__ = FIELDS[1:]

    def __init__(self, ident: int, kind: str, controller: int, source: int, text: int) -> None:
        self.id = ident
        self.kind = kind
        self.controller = controller
        self.source = source
        self.text = text
        self.card = 0
        self.name = ""
        self.x = 0
        self.modes: tuple[int, ...] = ()
        self.targets: tuple[tuple[int, ...], ...] = ()
        self.shares: tuple[tuple[int, ...], ...] = ()
        self.known: Last = ()
        self.event: About = ()
        self.last: tuple[LastKnown, ...] = ()
        self.it: tuple[int, ...] = ()
        self.did = 0
        self.chosen = ""
        self.part: tuple[int, ...] = ()
        self.held: tuple[Held, ...] = ()
        self.about: tuple[int, ...] = ()
        self.paid: tuple[Paid, ...] = ()
        self.replaced: tuple[tuple[int, ...], ...] = ()
        self.copy = False
        self.timestamp = 0
        self.since = 0


class Play(Record):
    """A procedure under way: what it has done, what it still owes, where the game returns if it fails.

    ``mark`` is the position in the change log before the announcement. ``due`` are the cost parts not yet paid,
    ``window`` whether mana abilities may still be activated, ``made`` the mana abilities activated for it.
    ``ways`` are those to play it, ``alternative`` which of them is announced, ``optional`` how often each optional cost
    is paid, ``options`` how symbols are. ``plan`` holds answers given in advance, ``given`` those its player gave so
    far, ``asked`` what the running step has recorded of its own questions; ``said``, in a form of the game's own, what
    was said of a payment that is made all at once; ``reopened``: a payment has sent the play back to earlier steps.
    ``then`` is the position at which the effect below goes on, -1 for none.
    """

    FIELDS = (
        "id",
        "alternative",
        "asked",
        "bound",
        "due",
        "given",
        "item",
        "made",
        "mark",
        "optional",
        "options",
        "parts",
        "plan",
        "procedure",
        "reopened",
        "said",
        "seat",
        "step",
        "then",
        "total",
        "trace",
        "ways",
        "window",
    )
    __slots__ = FIELDS[1:]

    def __init__(self, ident: int, procedure: str, seat: int, item: int, mark: int) -> None:
        self.id = ident
        self.procedure = procedure
        self.seat = seat
        self.item = item
        self.mark = mark
        self.step = 0
        self.bound = False
        self.reopened = False
        self.window = False
        self.alternative = -1
        self.then = -1
        self.options: tuple[int, ...] = ()
        self.optional: tuple[int, ...] = ()
        self.ways: tuple[Way, ...] = ()
        self.due: tuple[CostPart, ...] = ()
        self.total: tuple[CostPart, ...] = ()
        self.parts: tuple[CostPart, ...] = ()
        self.plan: tuple[Answer, ...] = ()
        self.given: tuple[Answer, ...] = ()
        self.made: tuple[MadeMana, ...] = ()
        self.asked: Plain = ()
        self.said: tuple[Plain, ...] = ()
        self.trace: tuple[str, ...] = ()
