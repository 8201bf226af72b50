"""Why not? Reasons that keep a seat from using a card or an ability now, and things that would help.

``Match.why_not`` answers for what the seat may see; the reasons are those of the predicates that enforce the rules, in
the order of the procedure: the first step that fails. Each game names them itself (``Rules.why_not``); here is what
games share: the answer itself, and what a cost lacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Mana, ManaInstead
from engine.cards.mana_symbols import in_braces, merged
from engine.errors import Refusal
from engine.explain.projection import may_see
from engine.payment.can_pay import can_pay
from engine.play.targets import legal_targets
from engine.sentences import said
from engine.state.citation import cited
from engine.state.obstacles import WhyNot
from engine.text.language import language

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.abilities import CostPart, TargetSpec
    from engine.cards.numbered_text import Text
    from engine.sentences import Words
    from engine.state.game import Game
    from engine.state.records import Object


def why_not(game: Game, seat: int, ident: int, place: int | None) -> WhyNot:
    """The reason a seat cannot use an object now: its ``place``-th activated ability, or else the object itself.

    Raises:
        Refusal: ``unseen``, ``no_such_ability``, and ``not_explained`` by a game that gives no reasons.
    """
    obj = seen(game, seat, ident)
    own = game.activated(obj)
    if place is not None and not 0 <= place < len(own):
        raise Refusal(
            "",
            "no_such_ability",
            said("reason.no_such_ability", "{name} has {n} activated abilities", name=obj.name, n=len(own)),
        )
    found = game.rules.why_not(game, seat, obj, None if place is None else own[place])
    return WhyNot(cited(game.rules, found.rule), found.code, found.words, found.needs, found.by)


def seen(game: Game, seat: int, ident: int) -> Object:
    """The object of an id, if the seat sees it; hidden and absent are refused alike.

    Raises:
        Refusal: ``unseen``.
    """
    obj = game.object(ident)
    if obj is None or not 0 <= seat < game.seats or not may_see(game, obj, seat):
        raise Refusal("", "unseen", f"you see nothing with the id {ident}")
    return obj


def because(refusal: Refusal, needs: Words = "", by: int = 0) -> WhyNot:
    """The answer that a predicate's refusal gives."""
    return WhyNot(refusal.rule, refusal.code, refusal.words, needs, by)


def busy(game: Game, seat: int, priority: Words) -> WhyNot | None:
    """Most things take priority, as the game calls it (117.1); none if the seat has it."""
    own = next((d for d in game.asked() if d.seat == seat), None)
    rule = game.rules.cite("act")
    if own is not None and own.kind == "act":
        return None
    if own is not None:
        return WhyNot(
            rule,
            "busy",
            said("reason.busy", "something else is asked of you first"),
            said("reason.need_answer_that", "to answer that"),
        )
    return WhyNot(rule, "no_priority", said("reason.no_priority", "you do not have {what}", what=priority), priority)


def no_target(game: Game, seat: int, obj: Object, text: Text) -> WhyNot:
    """That a necessary target is not there, and what it would be."""
    wanted = [spec for spec in text.body.targets if not _enough(game, seat, obj, spec)]
    need: Words = (
        language(game.rules.name).renderer.target(wanted[0])
        if wanted
        else said("reason.need_mode_targets", "targets for one of its modes")
    )
    return WhyNot(
        game.rules.cite("targets"),
        "no_target",
        said("reason.no_target", "there is no legal target for {name}", name=obj.name),
        need,
    )


def _enough(game: Game, seat: int, obj: Object, spec: TargetSpec) -> bool:
    least = spec.least if isinstance(spec.least, int) else 0
    return len(legal_targets(game, spec, seat, obj.id, None)) >= least


def lacking(game: Game, seat: int, costs: Iterable[tuple[CostPart, ...]], source: int, action: str) -> Words:
    """The missing part of the cheapest of several costs, none of which can be paid: mana, or another part.

    Args:
        source: what is cast or activated.
        action: "cast" or "activate".
    """
    found = [_lacking(game, seat, cost, source, action) for cost in costs]
    return min(found, key=lambda entry: entry[0])[1] if found else ""


def _lacking(game: Game, seat: int, cost: tuple[CostPart, ...], source: int, action: str) -> tuple[int, Words]:
    """The size of the missing part, and the part in words; parts other than mana weigh most."""
    others = tuple(part for part in cost if not isinstance(part, Mana))
    writer = language(game.rules.name).renderer
    for part in others:
        if not can_pay(game, seat, (part,), source, action):
            counted = game.rules.cost_rules[type(part)].missing(game, seat, source, part)
            return 1000, counted or f"to {writer.payment((part,))}"
    if others and not can_pay(game, seat, others, source, action):
        return 1000, f"to {writer.payment(others)}"
    symbols = [one for part in cost if isinstance(part, Mana) for symbol in part.symbols for one in _single(symbol)]
    by = next((part.by for part in cost if isinstance(part, ManaInstead)), ())
    symbols.sort(key=lambda symbol: symbol.isdigit())
    paid: list[str] = []
    missing: list[str] = []
    for symbol in symbols:
        asked = Mana(merged([*paid, symbol])) if not by else ManaInstead(merged([*paid, symbol]), by)
        enough = can_pay(game, seat, (asked, *others), source, action)
        (paid if enough else missing).append(symbol)
    return len(missing), said(
        "reason.need_more", "{symbols} more", symbols=in_braces(merged(missing))
    ) if missing else ""


def _single(symbol: str) -> list[str]:
    """Generic mana one by one."""
    return ["1"] * int(symbol) if symbol.isdigit() else [symbol]
