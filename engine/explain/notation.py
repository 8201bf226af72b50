"""Gestures and positions as text.

A gesture is one line: a verb and what it names, then clauses for later steps of the same play.

    cast "Lightning Bolt" target B        activate "Krark-Clan Ironworks" sacrifice "Myr Retriever"
    pay mana {R}{#1}     x 2     mode 1    divide "Bear#1"=2 B=1     assign "Wall" to "Bear#2"     yes     cancel
    attack "Bear#1"     where there are several to attack: attack "Bear#1" -> B "Bear#2" -> C

    cast "Old Bear" as "Wake"     plays a card of several faces as another than its own

    counters "Jar" 2    is the second of the kinds of counters on it, where there are several and any will do

``{#1}`` is a unit of the first kind of special mana in the pool, which shows it as ``{G#1}``; either is read.
A clause that is a play of its own has its clauses in parentheses: ``cast "Mind Stone" activate "Star" (auto mode 1)``.
``repeat 5`` has what one did last, and all that followed, happen five times more; ``repeat 5 last 3`` one's last three
actions.
``cancel`` takes a play back; ``cancel keep`` asks next which of the mana abilities made meanwhile stay.

``"NAME#n"`` is the n-th card or token of that name to become public in the match; where one fits, ``"NAME"`` is
enough, and ``"NAME#3-40"`` are those from the third to the fortieth, as ``order 3-40`` are places. In hidden zones
cards of one name are interchangeable and bear no number; of those that lie in several zones ``"NAME#hand"`` is one
in one's own hand, ``"NAME#hand of B"`` one in another's (``engine.explain.naming``). Players are A, B, C, D; ``@n`` is
the n-th item of the stack from the bottom. ``parse_answer(format_answer(a)) == a`` for every answer in canonical form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.cards.mana_symbols import units_text
from engine.events.labels import seat_name
from engine.explain.naming import Names
from engine.payment.kept_mana_abilities import source_name
from engine.play.auto_pass import is_mana
from engine.queries.shown_texts import shown
from engine.sentences import Said
from engine.state.citation import cited
from engine.state.decisions import Answer, runs_of
from engine.state.procedure import costs_of
from engine.state.records import PRIVATE, Item, Object

if TYPE_CHECKING:
    from engine.sentences import Words
    from engine.state.decisions import Decision, DecisionKind, Option
    from engine.state.game import Game
    from engine.state.rulebook import Rulebook

PlainQuestion: TypeAlias = (
    "tuple[int, DecisionKind, Words, str, int, tuple[int, int, int, int], bool, bool, Answer, bool, str]"
)
"""Fields of a decision as ``plain_question`` lists them: a key, with which most questions are found and not written."""
WORDS: Final = {
    "targets": "target",
    "number": "x",
    "modes": "mode",
    "costs": "choose",
    "cards": "choose",
    "players": "player",
    "order": "order",
    "divide": "divide",
    "assign": "assign",
}
"""The verb of a gesture for each kind of decision; ``act`` and ``pay`` say their own."""
FEWEST: Final = 10
"""Numbers that follow one on the other, from which on a gesture says the first and the last of them."""
COUNTERS: Final = "counters"
"""The verb of a payment by counters, which says the kind by its place among those of the object."""
AS: Final = "as"
"""The word of a gesture before the name of the face as which a card is played."""
PAIRED: Final = frozenset({"divide", "assign"})
"""Answers that give something to each thing that they name."""
NAMELESS: Final = frozenset({"confirm", "cancel", "number", "repeat", "mana", "modes", "order", "costs"})
"""Answers that name no record."""


def ref_text(game: Game, names: Names, verb: str, ident: int) -> str:
    """A record's name in a gesture, or, negative, the n-th of the things that a question lists."""
    if ident < 0:
        return str(-ident)
    seat = game.seat_of(ident)
    if seat >= 0:
        return seat_name(seat)
    record = game.records.get(ident)
    if isinstance(record, Object):
        return f'"{names.word(verb, record)}"'
    if isinstance(record, Item) and ident in game.root.stack:
        return f"@{game.root.stack.index(ident) + 1}"
    return str(ident)


def option_text(game: Game, decision: Decision, option: Option) -> str:
    """The gesture that chooses one option of a decision, without its seat."""
    return named_option(game, Names(game, decision), option)


def named_option(game: Game, names: Names, option: Option) -> str:
    """The gesture that chooses one option, as the things of its decision are called."""
    if option.do == "divide":
        return f"divide {ref_text(game, names, 'divide', option.refs[0])}"
    return _clause(game, names, option.do, option.refs, option.amounts)


def answer_text(game: Game, decision: Decision, answer: Answer) -> str:
    """An answer to a decision as a gesture, plan included."""
    names = Names(game, decision)
    clause = _clause(game, names, answer.do, answer.refs, answer.amounts)
    return " ".join([clause, *[_planned(game, names, part) for part in answer.plan]])


def _planned(game: Game, names: Names, part: Answer) -> str:
    """A clause, with those of a play of its own in parentheses."""
    clause = _clause(game, names, part.do, part.refs, part.amounts)
    inner = [_planned(game, names, inner) for inner in part.plan]
    return f"{clause} ({' '.join(inner)})" if inner else clause


def _clause(game: Game, names: Names, do: str, refs: tuple[int, ...], amounts: tuple[int, ...]) -> str:
    if do == "activate" and len(refs) == 2:
        return _activation(game, names, refs[0], refs[1])
    if do in NAMELESS:
        return _nameless(do, refs, amounts)
    if do in PAIRED:
        left = [ref_text(game, names, do, ident) for ident in refs]
        right = map(str, amounts) if do == "divide" else [ref_text(game, names, do, ident) for ident in amounts]
        mark = "=" if do == "divide" else " -> "
        return " ".join([do, *[f"{one}{mark}{other}" for one, other in zip(left, right, strict=True)]])
    face = face_named(game, do, refs)
    if face:
        return f'{do} {ref_text(game, names, do, refs[0])} {AS} "{face}"'
    kinds = _index_texts(amounts) if do == COUNTERS else ()
    return " ".join([WORDS.get(do, do), *_ref_texts(game, names, read_verb(do), refs), *kinds])


def read_verb(do: str) -> str:
    """The verb with which a clause is read: one says that one chooses cards, attackers and the like."""
    return "choose" if do == "cards" else do


def face_name(game: Game, faces: tuple[int, ...], place: int) -> str:
    """The name of a face of a card, or its layout where it has the name of the card's own face."""
    face = game.prints[faces[place]]
    own = game.prints[faces[0]].name
    return face.definition.layout if place and face.name == own and face.definition.layout else face.name


def face_named(game: Game, do: str, refs: tuple[int, ...]) -> str:
    """The name of the face as which a card is played, "" if its own: the second ref is the place of that face."""
    obj = game.object(refs[0]) if len(refs) == 2 and do in game.rules.play_words else None
    faces = game.prints[obj.card].faces if obj is not None else ()
    return face_name(game, faces, refs[1]) if faces and 0 < refs[1] < len(faces) else ""


def _ref_texts(game: Game, names: Names, verb: str, refs: tuple[int, ...]) -> list[str]:
    """The names of several records in a gesture; those of one name with consecutive numbers as "NAME#3-40"."""
    if len(refs) < FEWEST:
        return [ref_text(game, names, verb, ident) for ident in refs]
    spans: list[tuple[str, int, list[int]]] = []
    for ident in refs:
        obj = game.object(ident)
        name, number = (obj.name, obj.number) if obj is not None else ("", 0)
        before, first, run = spans[-1] if spans else ("", 0, [])
        if number and before == name and first + len(run) == number:
            run.append(ident)
        else:
            spans.append((name, number, [ident]))
    texts: list[str] = []
    for name, number, idents in spans:
        if len(idents) < FEWEST:
            texts.extend(ref_text(game, names, verb, ident) for ident in idents)
        else:
            texts.append(f'"{name}#{number}-{number + len(idents) - 1}"')
    return texts


def _index_texts(indexes: tuple[int, ...]) -> list[str]:
    """Places, counted from 1; those that follow one on the other as "3-40"."""
    spans: list[list[int]] = []
    for index in indexes:
        if spans and spans[-1][-1] + 1 == index:
            spans[-1].append(index)
        else:
            spans.append([index])
    return [
        text
        for span in spans
        for text in ([f"{span[0] + 1}-{span[-1] + 1}"] if len(span) >= FEWEST else [str(index + 1) for index in span])
    ]


def _nameless(do: str, refs: tuple[int, ...], amounts: tuple[int, ...]) -> str:
    if do == "confirm":
        return "yes" if refs == (1,) else "no"
    if do == "cancel":
        return "cancel keep" if refs else "cancel"
    if do == "number":
        return f"x {amounts[0]}"
    if do == "repeat":
        return " last ".join([f"repeat {amounts[0]}", *map(str, amounts[1:])])
    if do == "mana":
        return f"mana {units_text(amounts)}" if amounts else "mana"
    return " ".join([WORDS[do], *_index_texts(refs)])


def _activation(game: Game, names: Names, ident: int, place: int) -> str:
    """``activate "NAME"``, with the number of the ability if more than it can be activated, counted from 1."""
    obj = game.object(ident)
    several = obj is None or len(game.activated(obj)) > 1 or place or is_activated_itself(game, obj)
    return f"activate {ref_text(game, names, 'activate', ident)}" + (f" {place + 1}" if several else "")


def option_json(game: Game, decision: Decision, names: Names, option: Option) -> dict[str, object]:
    """An option as clients see it, without its place; it bears its gesture."""
    entry: dict[str, object] = {"do": option.do, "text": named_option(game, names, option)}
    if option.refs:
        entry["refs"] = option.refs
    if option.amounts:
        entry["amounts"] = option.amounts
    label = option_label(game, option)
    if label:
        entry["label"] = label
    if decision.kind == "act" and is_mana(game, option):
        entry["mana"] = True
    if option.pays:
        entry["pays"] = option.pays
    return entry


def decision_json(game: Game, decision: Decision) -> dict[str, object]:
    """A decision as clients see it."""
    names = Names(game, decision)
    options = [{"n": n, **option_json(game, decision, names, option)} for n, option in enumerate(decision.options)]
    return {**question_json(game, decision), "options": options}


def question_json(game: Game, decision: Decision) -> dict[str, object]:
    """A decision as clients see it, but for its options."""
    return {
        **_of_play(game, decision),
        "w": decision.w,
        **plain_json(game.rules, plain_question(game, decision)),
        **({"alike": _alike(decision)} if decision.stands else {}),
    }


def plain_question(game: Game, decision: Decision) -> PlainQuestion:
    """All of a decision that hangs neither on the seat's own play nor on its number; options aside."""
    return (
        decision.seat,
        decision.kind,
        decision.asks,
        decision.rule,
        decision.subject,
        (decision.least, decision.most, decision.total, decision.due),
        decision.cancel,
        decision.auto or decision.kind == "pay",
        decision.default(),
        decision.kind == "act" and not holds_hidden(game, decision.seat),
        decision.none,
    )


def plain_json(rules: Rulebook, asked: PlainQuestion) -> dict[str, object]:
    """It says no more than ``asked`` does: questions that are equal are told alike."""
    seat, kind, asks, rule, subject, (least, most, total, due), cancel, auto, default, is_open, none = asked
    return {
        "seat": seat,
        "kind": kind,
        "prompt": str(asks),
        **(asks.to_json() if isinstance(asks, Said) else {}),
        "rule": cited(rules, rule),
        "subject": subject,
        "least": least,
        "most": most,
        "total": total,
        "cancel": cancel,
        "auto": auto,
        "default": default.to_json(),
        **({"open": True} if is_open else {}),
        **({"none": none} if none else {}),
        **({"due": due} if due else {}),
    }


def is_plain(game: Game, decision: Decision) -> bool:
    """Whether its ``plain_question`` and its number say all of a decision, options aside."""
    plays = game.root.plays
    return not decision.stands and (not plays or game.play(plays[-1]).seat != decision.seat)


def option_label(game: Game, option: Option) -> str:
    """An option in words, where its gesture says no more than a number; else ""."""
    return option.label or _ability_text(game, option)


def holds_hidden(game: Game, seat: int) -> bool:
    """Whether a seat has cards where not everybody sees them: then the time of its answers may tell of those."""
    for spec in game.zone_specs:
        zones = game.zones[spec.name]
        if len(zones) > seat and zones[seat].content and zones[seat].sight in PRIVATE:
            return True
    return False


def _alike(decision: Decision) -> list[dict[str, object]]:
    """Further choices in place of right sides that are offered, as they are as good."""
    kinds: dict[int, list[int]] = {}
    for ident, ref in decision.stands.items():
        kinds.setdefault(ref, []).append(ident)
    return [{"ref": ref, "runs": runs_of(tuple(idents))} for ref, idents in kinds.items()]


def _ability_text(game: Game, option: Option) -> str:
    """The text of the ability that an option activates; "" of a mana ability that is the only one of its source."""
    obj = game.object(option.refs[0]) if option.do == "activate" and len(option.refs) == 2 else None
    own = game.activated(obj) if obj is not None else ()
    is_told = own and (len(own) > 1 or not is_mana(game, option))
    return shown(game, game.texts[own[option.refs[1]]]) if is_told else ""


def _of_play(game: Game, decision: Decision) -> dict[str, object]:
    """The facts about the seat's own play to which a decision belongs.

    Whether it can be taken back, what that would be, what may be kept of it; what the rules would pay with.
    """
    play = game.play(game.root.plays[-1]) if game.root.plays else None
    if play is None or play.seat != decision.seat:
        return {}
    said: dict[str, object] = {}
    if decision.cancel:
        said["cancels"] = game.item(play.item).name
        if play.made:
            said["keeps"] = [source_name(game, activation) for activation, _ in play.made]
    elif play.bound:
        said["bound"] = True
    if decision.kind == "pay" or decision.auto:
        refs = costs_of(game, play).proposed(game, play, decision)
        if refs:
            said["proposal"] = refs
    return said


def is_activated_itself(game: Game, obj: Object) -> bool:
    """Whether activating something means its card, where cards are played so, and not its ability."""
    return obj.zone != game.arena and "activate" in game.rules.play_words
