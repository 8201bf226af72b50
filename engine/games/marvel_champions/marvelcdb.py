"""The packs of MarvelCDB's data: a list of cards a file, beside them lists of sets, packs, factions and types.

Cards of one printed name are told apart here: the first in the order of codes keeps it, the others have their type or
title behind a comma, and ``title`` is what is printed. Files that are read one by one come in that order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.cards.card_sources import (
    CardSource,
    Decline,
    Declined,
    Json,
    Printing,
    Seen,
    SourceCard,
    optional_number,
    optional_text,
    text_of,
)
from engine.games.marvel_champions.marvelcdb_fronts import contents_of
from engine.games.marvel_champions.marvelcdb_markup import RESOURCES, fill_text

TYPES: Final = {
    "hero": "Hero",
    "alter_ego": "Alter-Ego",
    "ally": "Ally",
    "event": "Event",
    "resource": "Resource",
    "support": "Support",
    "upgrade": "Upgrade",
    "obligation": "Obligation",
    "minion": "Minion",
    "side_scheme": "Side Scheme",
    "player_side_scheme": "Player Side Scheme",
    "attachment": "Attachment",
    "treachery": "Treachery",
    "villain": "Villain",
    "leader": "Leader",
    "main_scheme": "Main Scheme",
    "environment": "Environment",
}
"""The types that are played here, as they are printed."""
ASPECTS: Final = ("aggression", "justice", "leadership", "protection", "pool", "basic")
OWN: Final = ("hero", "encounter", "campaign")
"""The factions of cards that are dealt as sets, in numbers that the sets fix."""
VILLAINS: Final = ("villain", "leader")
"""A leader follows the rules of a villain for all purposes (Leader)."""
ENEMIES: Final = ("minion", *VILLAINS)
CHARACTERS: Final = ("hero", "alter_ego", "ally", *ENEMIES)
ICONS: Final = ("acceleration", "amplify", "crisis", "hazard")
SMALL: Final = ("a", "and", "at", "for", "in", "of", "on", "the", "to")
"""Words that a title has in small letters."""
SIDES: Final = ("A", "B")
"""The sides of a villain without stages: the second is the one for expert mode."""
STAGES: Final = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}
SCHEME_STAGE: Final = re.compile(r"([1-9])?([AB])([1-9])?")
SAYS_PERMANENT: Final = re.compile(r"(?:^|[.\n] ?)Permanent\.")
MODE: Final = re.compile(r"\b(?:Standard|Expert) Mode Only\b", re.IGNORECASE)
DEFINED_X: Final = re.compile(r"\bX (?:is|are) ", re.IGNORECASE)
LISTED: Final = ("pack_code", "name", "real_name", "card_set_type_code")
"""Keys of which each record of this source has one, beside its code."""
SITES: Final = {
    "card_code": "code",
    "real_name": "name",
    "real_text": "text",
    "real_traits": "traits",
    "card_set_code": "set_code",
    "duplicate_of_code": "duplicate_of",
    "linked_to_code": "back_link",
}
"""The fields that the site has under another name."""
BACK: Final = ("name", "text", "flavor")
"""The fields of a back that stand in the record of the front."""
EQUAL: Final = re.compile(r"\b(?:THW|ATK|SCH|DEF|hit points) (?:is|are) equal to\b")
HIDDEN: Final = -1
"""A number that is printed as X or as a star."""

LETTERED: Final = re.compile(r"(?:[A-Z]\.){2,}")
LEFT_MARK: Final = "\u201c"
STRAIGHT: Final = str.maketrans("\u201c\u201d", '""')
QUOTED: Final = re.compile('"([^"]*)"')


class Marvelcdb(CardSource):
    """Objects with ``code``; those of a pack or the site have ``pack_code``."""

    name = "MarvelCDB"

    def fits(self, record: Json) -> bool:
        return is_record(record)

    def place_of(self, record: Json) -> str:
        """Packs come in the order of their codes, behind the lists: of cards with one name the first keeps it."""
        return str(in_one_form(record)["code"]) if "pack_code" in record else ""

    def cards(self, records: Iterator[tuple[str, Json]], seen: Seen) -> Iterator[SourceCard]:
        found, again = gathered(records, seen)
        names, faces = names_of(found, seen.names), faces_of(found)
        seen.printed.update(found)
        made = {code: card(*found[code], Naming(code, names, faces, seen.sets)) for code in found}
        for code, one in made.items():
            keep_faces(one, code, faces, made, found)
            yield one
        yield from again


def gathered(records: Iterator[tuple[str, Json]], seen: Seen) -> tuple[dict[str, tuple[str, Json]], list[SourceCard]]:
    """The records of cards by their codes, and the further prints; the names of sets are noted.

    Raises:
        BadSource: a record has no code, or no name.
    """
    found: dict[str, tuple[str, Json]] = {}
    backs: dict[str, tuple[str, Json]] = {}
    again: list[SourceCard] = []
    kinds: dict[str, str] = {}
    for place, written in records:
        record = in_one_form(written)
        code = text_of(place, record, "code")
        if "pack_code" not in record:
            if "card_set_type_code" in record:
                seen.sets[code] = text_of(place, record, "name")
                kinds[code] = str(record["card_set_type_code"])
        elif record.get("duplicate_of") is not None or code in found or code in seen.printed:
            again.append(printed_again(place, record))
        else:
            text_of(place, record, "name")
            found[code] = (place, record)
            backs |= {text_of(place, back, "code"): (place, back) for back in linked(record)}
    for code, (place, back) in backs.items():
        text_of(place, back, "name")
        found.setdefault(code, (place, back))
    seen.sets.update(sets_named(found))
    kinds |= set_kinds(found)
    seen.sets.update(told_apart(seen.sets, kinds))
    return found, again


def is_record(record: Json) -> bool:
    """Whether an object is one of this source: of a pack or the site, or of one of the lists beside the packs."""
    code = record.get("code", record.get("card_code"))
    return code is not None and "object" not in record and any(key in record for key in LISTED)


def in_one_form(record: Json) -> Json:
    """A record with the names of fields that the packs have; the site's have others for some."""
    given = {ours: record[theirs] for theirs, ours in SITES.items() if record.get(theirs) is not None}
    return {**record, **given}


def linked(record: Json) -> list[Json]:
    """The other face, where the site gives it inside of a record."""
    other = record.get("linked_card")
    return [in_one_form({"pack_code": record["pack_code"], **other})] if isinstance(other, dict) else []


def printed_again(place: str, record: Json) -> SourceCard:
    """A further print, under the key of the card that it is one of."""
    code = str(record.get("duplicate_of") or record["code"])
    name = record.get("name")
    made = SourceCard(place, code, name if isinstance(name, str) else code, {}, Decline("again", "printed before"))
    made.printings = (print_of(record),)
    return made


def print_of(record: Json) -> Printing:
    """The pack of a record and its number there."""
    return str(record.get("pack_code") or ""), str(record.get("position") or ""), 0


def sets_named(records: Mapping[str, tuple[str, Json]]) -> dict[str, str]:
    """The names of sets that records tell themselves."""
    told = ((record.get("set_code"), record.get("card_set_name")) for _, record in records.values())
    return {code: name for code, name in told if isinstance(code, str) and isinstance(name, str)}


def set_kinds(records: Mapping[str, tuple[str, Json]]) -> dict[str, str]:
    """The kinds of sets that records tell themselves."""
    told = ((record.get("set_code"), record.get("card_set_type_name_code")) for _, record in records.values())
    return {code: kind for code, kind in told if isinstance(code, str) and isinstance(kind, str)}


def told_apart(sets: Mapping[str, str], kinds: Mapping[str, str]) -> dict[str, str]:
    """Other names for the sets that are called as the set of a hero: with a hero come the cards of that one alone."""
    heroes = {sets[code] for code, kind in kinds.items() if kind == "hero" and code in sets}
    others = {code: sets[code] for code, kind in kinds.items() if kind != "hero" and sets.get(code) in heroes}
    return {code: f"{name}, {kinds[code].replace('_', ' ').title()}" for code, name in others.items()}


def keep_faces(
    one: SourceCard,
    code: str,
    faces: Mapping[str, str],
    made: Mapping[str, SourceCard],
    records: Mapping[str, tuple[str, Json]],
) -> None:
    """Have a card know its print and both of its faces, the front first."""
    record = records[code][1]
    one.printings = (print_of(record),)
    both = sorted({code, faces.get(code, code)} & made.keys(), key=lambda each: (is_back(records[each][1]), each))
    one.face = both.index(code)
    found = [shown(records[each][1], made[each]) for each in both]
    back = {key: record[f"back_{key}"] for key in BACK if isinstance(record.get(f"back_{key}"), str)}
    layout = "transform" if back or len(both) > 1 else "normal"
    one.faces = tuple({"layout": layout, **each} for each in ((*found, back) if back else found))


def is_back(record: Json) -> bool:
    """Whether a face is not the one that its card begins with."""
    return record.get("hidden") is True


def shown(record: Json, one: SourceCard) -> dict[str, object]:
    """A face as printed, with its flavor and what was changed since."""
    told = {key: record[key] for key in ("flavor", "errata") if isinstance(record.get(key), str)}
    text = record.get("text")
    untold = {"type": TYPES.get(str(record.get("type_code")), ""), "text": text if isinstance(text, str) else ""}
    return {"name": one.name, **(one.table or untold), **told}


class Naming:
    """The names that a record needs: its own, that of its other face, that of its set; all by their codes."""

    __slots__ = ("code", "faces", "names", "sets")

    def __init__(self, code: str, names: Mapping[str, str], faces: Mapping[str, str], sets: Mapping[str, str]) -> None:
        self.code = code
        self.names = names
        self.faces = faces
        self.sets = sets

    @property
    def own(self) -> str:
        """The name of the card, unlike that of any other."""
        return self.names[self.code]

    @property
    def other_face(self) -> str:
        """The name of the other face, "" if there is none in these files."""
        return self.names.get(self.faces.get(self.code, ""), "")

    def set_called(self, code: str) -> str:
        """The name of a set; its code as a title where no list of sets names it."""
        return self.sets.get(code) or titled(code)


def titled(code: str) -> str:
    """A code as a title: its words with capitals, but for the small ones inside."""
    first, *rest = code.split("_")
    return " ".join((first.title(), *(word if word in SMALL else word.title() for word in rest)))


def names_of(records: Mapping[str, tuple[str, Json]], taken: dict[str, str]) -> dict[str, str]:
    """A name for each code, no two the same; ``taken`` are the codes by the names of those before."""
    found: dict[str, str] = {}
    for code in sorted(records):
        record = records[code][1]
        printed = said(str(record["name"]))
        kind, stage = str(record.get("type_code")), record.get("stage")
        further = [str(record.get("subname") or ""), TYPES.get(kind, kind), code]
        first = f"{printed}, {stage}" if kind in VILLAINS and stage else printed
        tried = [first, *(f"{printed}, {word}" for word in further if word)]
        name = next((name for name in tried if taken.get(name, code) == code), f"{first}, {code}")
        taken[name] = code
        found[code] = name
    return found


def said(name: str) -> str:
    """A name with quotation marks that gestures do not need for themselves."""
    return QUOTED.sub("\u201c\\1\u201d", name.strip())


def faces_of(records: Mapping[str, tuple[str, Json]]) -> dict[str, str]:
    """The code of the other face by that of each; only one of two tells it."""
    found: dict[str, str] = {}
    for code, (_, record) in records.items():
        other = record.get("back_link")
        if isinstance(other, str):
            found[code] = other
            found.setdefault(other, code)
    return found


def card(place: str, record: Json, naming: Naming) -> SourceCard:
    """The card of one object."""
    name = naming.own
    try:
        return SourceCard(place, naming.code, name, table_of(record, naming))
    except Declined as declined:
        return SourceCard(place, naming.code, name, {}, declined.decline)


def table_of(record: Json, naming: Naming) -> dict[str, object]:
    """The table of a card.

    Raises:
        Declined: there can be none.
    """
    kind = optional_text(record, "type_code")
    if kind not in TYPES:
        raise Declined("type", f"{kind or 'no type'} is no type that is played")
    if record.get("back_text"):
        raise Declined("faces", "the layout transform")
    name, printed = naming.own, said(optional_text(record, "name"))
    text = optional_text(record, "text").replace(optional_text(record, "name").strip(), printed)
    table: dict[str, object] = {"name": name}
    if name != printed:
        table["title"] = printed
    table["type"] = type_line(kind, record)
    if kind == "main_scheme" and is_front(optional_text(record, "stage")):
        text = fill_front(table, text, naming)
    fill_text(table, with_names(text, naming.names))
    text = str(table.pop("text", ""))
    fill_deck_facts(table, kind, record, naming)
    fill_numbers(table, kind, record, text)
    fill_threat(table, kind, record)
    icons = [icon for icon in ICONS for _ in range(optional_number(record, f"scheme_{icon}") or 0)]
    if icons:
        table["icons"] = icons
    if record.get("permanent") is True and not SAYS_PERMANENT.search(text):
        raise Declined("field", "permanent, and its text does not say so")
    if text:
        table["text"] = text
    return table


def with_names(text: str, names: Mapping[str, str]) -> str:
    """A text with the names of other cards as these have them: the marks around a word in a name are told apart."""
    for name in names.values():
        if LEFT_MARK in name:
            text = text.replace(name.translate(STRAIGHT), name)
    return text


def is_front(stage: str) -> bool:
    """Whether a stage is written as the side that is put on the table first, "1A"."""
    found = SCHEME_STAGE.fullmatch(stage)
    return found is not None and found[2] == "A"


def fill_front(table: dict[str, object], text: str, naming: Naming) -> str:
    """Fill in the side of a main scheme that lies up first, and what it says to play with; return the rest of its text.

    Raises:
        Declined: its other side is not there.
    """
    if not naming.other_face:
        raise Declined("faces", "the other face is not in these files")
    table["side"] = "A"
    table["other face"] = naming.other_face
    contents, rest = contents_of(text)
    table.update(contents)
    return rest


def type_line(kind: str, record: Json) -> str:
    """The type, unique or not, and the traits: each is one word here, "Hero-for-Hire"."""
    front = f"Unique {TYPES[kind]}" if record.get("is_unique") is True else TYPES[kind]
    traits = traits_in(optional_text(record, "traits"))
    return f"{front} - {' '.join(trait.replace(' ', '-') for trait in traits)}" if traits else front


def traits_in(text: str) -> list[str]:
    """The traits of a line, "S.H.I.E.L.D. Spy."."""
    found: list[str] = []
    for part in text.replace(".  ", ". ").split(". "):
        lettered = LETTERED.match(part + ".")
        trait = lettered[0] if lettered is not None else part.rstrip(".")
        if trait.strip():
            found.append(trait.strip())
        rest = part[len(trait) :].strip(" .") if lettered is not None else ""
        if rest:
            found.append(rest)
    return found


def fill_deck_facts(table: dict[str, object], kind: str, record: Json, naming: Naming) -> None:
    """Fill in whose the card is, what it costs and what it pays.

    Raises:
        Declined: it belongs to nobody here, or costs what nobody can pay.
    """
    faction = optional_text(record, "faction_code")
    if faction in ASPECTS:
        table["colors"] = [faction]
    elif faction not in OWN:
        raise Declined("type", f"{faction or 'no faction'} is no aspect that is played")
    if kind in ("hero", "alter_ego"):
        if not naming.other_face:
            raise Declined("faces", "the other face is not in these files")
        table["other face"] = naming.other_face
    elif turns_over(kind, record, naming):
        table["other face"] = naming.other_face
    set_code = optional_text(record, "set_code")
    if set_code and faction not in ASPECTS:
        table["set"] = naming.set_called(set_code)
        quantity = optional_number(record, "quantity")
        if quantity is not None and quantity > 1:
            table["quantity"] = quantity
    if record.get("cost_per_hero") or record.get("cost_star"):
        raise Declined("cost", "a cost that is no number")
    cost = optional_number(record, "cost")
    if cost is not None:
        table["cost"] = "X" if cost == HIDDEN else cost
    paid = "".join(
        f"{{{letter}}}" * (optional_number(record, f"resource_{key}") or 0) for key, letter in RESOURCES.items()
    )
    if paid:
        table["resources"] = paid


def turns_over(kind: str, record: Json, naming: Naming) -> bool:
    """Whether this is the front of a card that a text turns over: neither a stage nor a card for one mode of play."""
    is_front = bool(naming.other_face) and not is_back(record) and kind not in ("villain", "main_scheme")
    return is_front and MODE.search(optional_text(record, "text")) is None


def fill_numbers(table: dict[str, object], kind: str, record: Json, text: str) -> None:
    """Fill in what characters and attachments have printed.

    Raises:
        Declined: a number is no number, and no text says what it is.
    """
    bonus = kind == "attachment"
    fields = {
        "scheme": "scheme bonus" if bonus else "scheme",
        "thwart": "thwart",
        "attack": "attack bonus" if bonus else "attack",
        "defense": "defense",
        "recover": "recover",
        "health": "hit points",
        "hand_size": "hand size",
        "thwart_cost": "consequential thwart",
        "attack_cost": "consequential attack",
        "boost": "boost",
    }
    for key, field in fields.items():
        number = printed_number(record, key, text)
        if number is None and record.get(f"{key}_star") is True and kind in CHARACTERS and key != "boost":
            number = number_of_star(key, text)
        if number is not None and (number or key != "boost"):
            table[field] = number
    if record.get("health_per_group"):
        raise Declined("number", "hit points that groups share")
    if record.get("health_per_hero") is True:
        table["per_player"] = ["hit points"]
    if kind in VILLAINS and optional_text(record, "stage") in SIDES:
        table["side"] = optional_text(record, "stage")
    elif kind in (*VILLAINS, "main_scheme"):
        table["stage"] = stage_of(optional_text(record, "stage"))


def printed_number(record: Json, key: str, text: str) -> int | None:
    """A number as printed, none where there is none; 0 where it is X and the text says what that is.

    Raises:
        Declined: it is no number, and no text says what it is.
    """
    number = optional_number(record, key)
    if number is not None and number <= HIDDEN:
        if DEFINED_X.search(text):
            return 0
        raise Declined("number", f"{key} is no number")
    return number


def number_of_star(key: str, text: str) -> int:
    """The number in the place of a star that stands alone: 0, as the text says what it is.

    Raises:
        Declined: it does not.
    """
    if EQUAL.search(text):
        return 0
    raise Declined("number", f"{key} is a star")


def stage_of(written: str) -> int:
    """The number of a stage, "II" or "1B".

    Raises:
        Declined: it has none.
    """
    found = SCHEME_STAGE.fullmatch(written)
    stage = STAGES.get(written)
    if found is not None and (found[1] or found[3]):
        stage = int(found[1] or found[3])
    if stage is None:
        raise Declined("number", f"the stage {written!r:.20}")
    return stage


def fill_threat(table: dict[str, object], kind: str, record: Json) -> None:
    """Fill in a scheme's threat: each number counts for each player unless it is fixed.

    Raises:
        Declined: it is no number.
    """
    if not kind.endswith("_scheme"):
        return
    if any(record.get(f"{key}_per_group") for key in ("base_threat", "threat")):
        raise Declined("number", "threat that groups share")
    shared: list[str] = []
    for key, field in (
        ("base_threat", "starting threat"),
        ("threat", "target threat"),
        ("escalation_threat", "escalation"),
    ):
        number = printed_number(record, key, "")
        if number is None:
            continue
        table[field] = number
        if record.get(f"{key}_fixed") is not True and number:
            shared.append(field)
    if shared:
        table["per_player"] = shared


SOURCE: Final = Marvelcdb()
