"""Triggers: what an ability waits for, mirroring ``grammar/triggers.lark``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import IT, LEAVES_ALIVE, NOT_FROM_PLAY, YOU, YOU_OWN, Event, Filter, Ref, Test, Turn
from engine.text.renderer.statics import Statics
from engine.text.renderer.writing import Unwritable, an, number_word, third

HAPPENINGS: Final = {
    "enters": "enters",
    "dies": "dies",
    "leaves": "leaves the battlefield",
    LEAVES_ALIVE: "leaves the battlefield without dying",
    "leaves graveyard": "leaves your graveyard",
    "leaves hand": "leaves your hand",
    "attacks": "attacks",
    "unblocked": "attacks and isn't blocked",
    "blocks": "blocks",
    "blocked": "becomes blocked",
    "blocked by": "becomes blocked by",
    "taps": "becomes tapped",
    "untaps": "becomes untapped",
    "transforms": "transforms",
    "destroyed": "is destroyed",
    "tapped for mana": "is tapped for mana",
}
"""The verbs of events that befall something, in the third person."""
ONCE: Final = frozenset({"enters", "dies", "leaves", LEAVES_ALIVE, "turned up"})
DEEDS: Final = {
    "cast": "cast",
    "activated": "activate",
    "materialized": "materialize",
    "sacrificed": "sacrifice",
    "discarded": "discard",
    "cycled": "cycle",
    "played": "play",
    "milled": "mill",
    "drawn": "draw",
    "gains life": "gain life",
    "loses life": "lose life",
}
"""The verbs of a player's deeds."""
CARDS: Final = Filter((("card",),), zone="hand")
OF_A_PLAYER: Final = {"attacks": "attack with", "enters": "create"}
"""The deeds of a player with what they befall."""
ATTACK: Final = Event("attacks", Filter((("creature",),)), batch=True)
"""Of a player with whatever creatures."""


LIFE_CHANGES: Final = tuple(Event(name, who="you") for name in ("gains life", "loses life"))


class Triggers(Statics):
    """Triggers: what an ability waits for."""

    def trigger(self, events: tuple[Event, ...]) -> str:
        """The trigger of a triggered ability, up to its comma."""
        first = events[0]
        if first.name == "step":
            return f"at the beginning of {self._step(first)}"
        if events[-1].name == "step":
            return f"{self.trigger(events[:-1])} and {self.trigger(events[-1:])}"
        if events == tuple(replace(change, turn=first.turn) for change in LIFE_CHANGES):
            text = "you gain or lose life"
        elif all(event.name in DEEDS for event in events):
            text = self._done(first)
            if len(events) > 1:
                raise Unwritable(events)
        elif first.name == "tapped for mana" and (first.who or "actively" in self.wording):
            text = f"{self._does(first, 'tap')} {self._thing(first)} for mana"
        elif events == (Event("damage", how=first.how, other=YOU, batch=True, turn=first.turn),):
            text = f"you're dealt {first.how}{' ' if first.how else ''}damage"
        elif first.name in ("puts counters", "puts a counter"):
            kind = f"{first.how} " if first.how else ""
            many = f"one or more {kind}counters" if first.name == "puts counters" else f"a {kind}counter"
            text = f"{self._does(first, 'put')} {many} on {self._thing(first)}"
            if len(events) > 1:
                raise Unwritable(events)
        elif first.who and events == (first, replace(first, name="sacrificed")) and first.name == "enters":
            text = self._done_with(first).replace("create", "create or sacrifice", 1)
        elif first.name in OF_A_PLAYER and first.who:
            text = self._done_with(first)
            if len(events) > 1:
                raise Unwritable(events)
        elif len(events) == 1 and first.name == "damage" and first.batch and first.what is None is not first.other:
            text = f"{self._other(first.other)} is dealt {first.how}{' ' if first.how else ''}damage"
        else:
            text = self._happens(events)
        once = all(event.source and event.name in ONCE for event in events)
        turn = {"": "", "you": " during your turn", "opponent": " during an opponent's turn"}[first.turn]
        if first.name in FIRST_TIMES and first.nth:
            turn = " for the first time each turn"
        elif first.nth:
            turn = OF_TURNS[first.turn]
        return f"{'when' if once else 'whenever'} {text}{turn}"

    def _happens(self, events: tuple[Event, ...]) -> str:
        """Each of what is watched, and each of what may happen to it."""
        first = events[0]
        if first.nth and (len(events) > 1 or first.name not in FIRST_TIMES):
            raise Unwritable(events)
        happenings = tuple(dict.fromkeys((e.name, e.who, e.how, e.other, e.turn) for e in events))
        watched = tuple(dict.fromkeys((e.what, e.source, e.attached, e.batch) for e in events))
        if events != tuple(
            Event(name, what, source, who, how, attached, other, batch, turn, first.nth)
            for name, who, how, other, turn in happenings
            for what, source, attached, batch in watched
        ):
            if len(happenings) != len(events) or len(watched) == 1:
                raise Unwritable(events)
            return ", or ".join(self._happens((event,)) for event in events)
        what = first.what
        if (
            what is not None
            and what.tests[-1:] == (Test(YOU_OWN),)
            and events == (Event("dies", what, batch=first.batch),)
        ):
            thing = self._thing(replace(first, what=replace(what, tests=what.tests[:-1])))
            return f"{thing} {'are' if first.batch else 'is'} put into your graveyard from the battlefield"
        subjects = " or ".join(self._thing(e) for e in events[: len(watched)])
        if events[0].name == "triggers":
            return f"an ability of {subjects} triggers"
        kind = events[0].how + " " if events[0].how else ""
        if events[0].name == "counters":
            return f"one or more {kind}counters are put on {subjects}"
        if events[0].name == "counter":
            return f"a {kind}counter is put on {subjects}"
        plural = events[0].batch
        if len(events) == 2 and events == (replace(first, name="blocks"), replace(first, name="blocked by")):
            return f"{subjects} blocks or becomes {self.happening_of(events[1]).removeprefix('becomes ')}"
        return f"{subjects} {' or '.join(self.happening_of(e, plural) for e in events[:: len(watched)])}"

    def happening_of(self, event: Event, plural: bool = False) -> str:
        """The event, in words."""
        other = "" if event.other is None else self._other(event.other)
        match event.name:
            case "damage":
                verb = f"deal{'' if plural else 's'} {event.how}{' ' if event.how else ''}damage"
                return verb + (f" to {other}" if other else "")
            case "damaged":
                return f"{'are' if plural else 'is'} dealt {event.how}{' ' if event.how else ''}damage"
            case "becomes target":
                by = event.how or "spell or ability"
                of = {"": "", "you": " you control", "opponent": " an opponent controls"}[event.who]
                return f"become{'' if plural else 's'} the target of {an(by)}{of}"
            case "buried":
                whose = {"": "a", "you": "your", "opponent": "an opponent's"}[event.who]
                library = {"": "a library", "you": "your library", "opponent": "their library"}[event.who]
                origin = {"": "anywhere", NOT_FROM_PLAY: "anywhere other than the battlefield"}.get(event.how, library)
                return f"{'are' if plural else 'is'} put into {whose} graveyard from {origin}"
            case "transforms" if event.how:
                return "transforms into this"
            case name if name in HAPPENINGS:
                text = self.happening(name)
                if name in ("leaves graveyard", "leaves hand") and event.who == "opponent":
                    text = text.replace("your", "an opponent's")
                if plural:
                    first, _, rest = text.partition(" ")
                    text = f"{PLURAL.get(first, first.removesuffix('s'))} {rest}".strip()
                return text + (f" {event.how}" if event.how else "") + (f" {other}" if other else "")
            case _:
                raise Unwritable(event)

    def happening(self, name: str) -> str:
        """The event, in the third person, in the words of this game."""
        return HAPPENINGS[name]

    def _other(self, ref: Ref) -> str:
        if ref.kind == "each":
            assert ref.what is not None
            return an(self.noun(ref.what))
        if ref.kind == "you" and ref.what is not None:
            return "you or a planeswalker you control"
        return self.ref(ref)

    def _thing(self, event: Event) -> str:
        """The object of the event, or of the deed."""
        if event.source:
            return "this"
        if event.attached:
            return self.attached()
        if event.what is None:
            raise Unwritable(event)
        what = event.what
        if event.name in ("leaves graveyard", "leaves hand", "buried"):
            what = replace(what, zone="hand")
        if event.batch:
            return f"one or more {self.bare(what)}"
        before = self._scope.it
        self._scope.it = IT  # "its" in what narrows a thing is that thing's own
        try:
            if event.name == "damage" and not all(any(map(self._is_thing, kind)) for kind in what.kinds):
                return self._source(what, "another" if what.other else "a")
            return f"another {self.noun(what)}" if what.other else an(self.noun(what))
        finally:
            self._scope.it = before

    def _does(self, event: Event, verb: str) -> str:
        who = {"": "a player", "you": "you", "opponent": "an opponent"}[event.who]
        first, _, rest = verb.partition(" ")
        return f"{who} {verb if event.who == 'you' else f'{third(first)} {rest}'.strip()}"

    def _done_with(self, event: Event) -> str:
        """The attack of a player with something, or the making of it."""
        if event.name == "attacks" and event == replace(ATTACK, who=event.who):
            return self._does(event, "attack")
        if event.when is not None:
            number = event.when.right
            if not isinstance(number, int) or event.what is None:
                raise Unwritable(event)
            return self._does(event, f"attack with {number_word(number)} or more {self.noun(event.what, plural=True)}")
        return self._does(event, OF_A_PLAYER[event.name]) + f" {self._thing(event)}"

    def _done(self, event: Event) -> str:
        verb = DEEDS[event.name]
        does = self._does(event, verb)
        whose = "your" if event.who == "you" else "their"
        match event.name:
            case "gains life" | "loses life":
                return does + (" for the first time" if event.nth else "")
            case "cast" | "activated" | "materialized" if event.nth:
                return f"{does} {whose} {NTH[event.nth - 1]} {self.played_thing(event.what, verb)}"
            case "drawn" if event.nth:
                return f"{does} {whose} {NTH[event.nth - 1]} card"
            case "drawn":
                return f"{does} a card"
            case "cast" | "activated" | "materialized":
                if event.source:
                    return f"{does} this spell"
                other = event.what is not None and event.what.other
                what = self.played_thing(event.what, verb)
                return f"{does} {f'another {what}' if other else an(what)}"
            case _ if event.what is None and not event.source:
                return f"{does} {self._thing(replace(event, what=CARDS))}"
            case _:
                return f"{does} {self._thing(event)}"

    def _step(self, event: Event) -> str:
        if event.how == "combat":
            return "combat on your turn" if event.who == "you" else "each combat"
        if event.who == "attached":
            return f"the {event.how} of {self.attached()}'s controller"
        if event.who == "attached player":
            return f"enchanted player's {event.how}"
        return {"you": "your", "": "each", "opponent": "each opponent's"}[event.who] + f" {event.how}"


NTH: Final = ("first", "second", "third", "fourth", "fifth")
FIRST_TIMES: Final = ("becomes target", "attacks", "taps")
"""A text may ask whether one of these befalls a thing for the first time each turn."""
OF_TURNS: Final[dict[Turn, str]] = {
    "": " each turn",
    "you": " during each of your turns",
    "opponent": " during each opponent's turn",
}
"""Of which turns something is the nth."""
PLURAL: Final = {"is": "are", "dies": "die", "leaves": "leave"}
