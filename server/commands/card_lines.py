"""A card as commands tell it: one that ships by its face and its abilities, an imported one with what stops it."""

from collections.abc import Mapping
from typing import Any

import engine
from server.library.kept_cards import Kept, Stop


def to_json(pool: engine.Pool, name: str) -> dict[str, Any]:
    """A card as ``--json`` prints it, each of its faces with its abilities."""
    face = engine.card_face(pool, name)
    for place, other in enumerate(faces_in(face), 1):
        other["abilities"] = [said for said, _ in engine.compiled(pool, name, place)]
    abilities = [said for said, _ in engine.compiled(pool, name)]
    return {"game": pool.game, **face, "abilities": abilities}


def described(pool: engine.Pool, name: str, note: str = "") -> str:
    """A card for people; ``note`` stands behind its game."""
    face = engine.card_face(pool, name)
    others = faces_in(face)
    face.pop("faces", None)
    head, *lines = described_face(pool, name, face, 0)
    for place, other in enumerate(others, 1):
        lines += ["", *described_face(pool, name, other, place)]
    return "\n".join([f"{head}  [{pool.game}{note}]", *lines])


def described_face(pool: engine.Pool, name: str, face: dict[str, object], place: int) -> list[str]:
    """One face of a card for people, with its abilities."""
    lines = printed({**face, "text": str(face.get("text", "")).replace("~", name)})
    for said, record in engine.compiled(pool, name, place):
        lines += ["", f"= {said}", *(f"  {line}" for line in record)]
    return lines


def faces_in(face: dict[str, object]) -> list[dict[str, object]]:
    """The further faces of a card that has several."""
    faces = face.get("faces", [])
    return faces if isinstance(faces, list) else []


def render(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {number}" for key, number in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def import_to_json(card: Kept) -> dict[str, Any]:
    """An imported card as ``--json`` prints it."""
    stops = [each._asdict() for each in stops_of(card)]
    told = {"game": card.game, "name": card.name, "status": card.status, "card": dict(card.table), "stopped": stops}
    told |= {"faces": [dict(face) for face in card.faces], "legalities": dict(card.legalities)}
    pool = pool_of(card)
    return told if pool is None else {**to_json(pool, card.name), **told}


def described_import(card: Kept) -> str:
    """An imported card for people, and what is not understood of it."""
    pool, note = pool_of(card), f", imported, {kind_of(card)}"
    stops = [f"  not understood: {each.phrase}" for each in stops_of(card)]
    if pool is not None:
        return "\n".join([described(pool, card.name, note), *stops])
    shown = [card.table] if card.table and "faces" not in card.table else list(card.faces)
    first, *lines = [line for table in shown for line in printed(table)] or [card.name]
    return "\n".join([f"{first}  [{card.game}{note}]", *lines, *stops])


def printed(table: Mapping[str, Any]) -> list[str]:
    """The lines of a table or of a face that is not compiled."""
    rest = dict(table)
    head = f"{rest.pop('name', '')}  {rest.pop('cost', '')}".rstrip()
    kind, text = str(rest.pop("type", "")), str(rest.pop("text", ""))
    return [head, *([kind] if kind else []), *text.splitlines(), *(f"  {key}: {render(rest[key])}" for key in rest)]


def kind_of(card: Kept) -> str:
    """Whether a card is understood, in words."""
    if card.meaning is None and not card.kind:
        return "not compiled by these rules yet"
    return {"whole": "understood", "part": "understood in part", "none": "not understood"}[card.status]


def pool_of(card: Kept) -> engine.Pool | None:
    """The cards of the game with this one, as it was compiled; None if it was not."""
    if card.meaning is None or card.meaning.form is None:
        return None
    return engine.Pool(card.game, [engine.read_compiled(card.game, card.table, card.meaning.form)])


def stops_of(card: Kept) -> list[Stop]:
    """The parts of a card that are not understood."""
    if card.meaning is not None:
        return list(card.meaning.stops)
    return [Stop(0, card.reason, "", card.kind)] if card.kind else []
