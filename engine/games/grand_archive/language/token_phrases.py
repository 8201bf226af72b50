"""Grand Archive's texts about tokens, which they call by name."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from functools import cache
from typing import Any, Final

from lark import Token as Lexeme

from engine.abilities import IT, Amount, Body, Count, Gather, Instruction, Per, PutCounters, Ref, Token, Variable
from engine.abilities.records import record
from engine.assets import read_text
from engine.games.grand_archive.language.return_phrases import join
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS

INGREDIENTS: Final = ("blightroot", "fraysia", "manaroot", "razorvine", "silvershine", "springleaf")
"""The tokens that are gathered."""
BESIDES: Final = ("Memorite Shardwing",)
"""A token that is no card, which decks of early editions have as one."""
PRINTED: Final = ("reserve", "durability")
"""The further numbers that a token has printed as a card has them (Tokens 1)."""


@cache
def token_tables() -> dict[str, dict[str, object]]:
    """The tokens that texts only name, by name in lower case: the tables of their cards."""
    return {table["name"].lower(): table for table in _tables("tokens.toml") + _tables("assassin.toml", BESIDES)}


def _tables(file: str, names: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = tomllib.loads(read_text("engine.games.grand_archive", "cards", file))["card"]
    return [table for table in tables if not names or table["name"] in names]


@inline
class TokenCompiler(Compiler):
    """The phrases about tokens."""

    def create_with(
        self, verb: Lexeme, count: Amount, token: Token, number: Amount, counter: str, _pronoun: Lexeme
    ) -> Clause:
        return Clause((replace(token, count=count, who=SUBJECT), PutCounters(IT, counter, number)), is_third(verb))

    def create_one(self, verb: Lexeme, token: Token) -> Clause:
        return Clause((replace(token, who=SUBJECT),), is_third(verb))

    def create_one_with(self, verb: Lexeme, token: Token, number: Amount, counter: str, pronoun: Lexeme) -> Clause:
        return self.create_with(verb, 1, token, number, counter, pronoun)

    def gather(self, _verb: Lexeme) -> Clause:
        """One of the six ingredients (Gather 2)."""
        return Clause((Gather(tuple(map(self._named, INGREDIENTS))),))

    def gather_times(self, verb: Lexeme, times: Amount) -> Clause:
        (gather,) = self.gather(verb).effects
        assert isinstance(gather, Gather)
        return Clause((replace(gather, times=times),))

    def done_twice(self, action: Clause) -> Clause:
        match action.effects:
            case (Gather() as gather,):
                return replace(action, effects=(replace(gather, times=2),))
            case _:
                return super().done_twice(action)

    def create_rested(self, verb: Lexeme, count: Amount, token: Token, _rested: Lexeme) -> Clause:
        return Clause((replace(token, count=count, who=SUBJECT, tapped=True),), is_third(verb))

    def kind_of_token(self, *parts: object) -> Token:
        """A token's kind, by its name alone."""
        return self._named(
            " ".join(str(part) for part in parts if isinstance(part, str) and not isinstance(part, Lexeme))
        )

    def token_of(self, kind: Lexeme, whose: Lexeme, _token: Lexeme) -> Token:
        return self._named(f"{kind} of {whose}".lower())

    def _named(self, name: str) -> Token:
        singular = self.vocabulary.singular
        known = {" ".join(map(singular, own.split())): table for own, table in token_tables().items()}
        table = known.get(" ".join(map(singular, name.split())))
        if table is None:
            raise Reject
        front, _, back = str(table["type"]).lower().partition(" - ")
        types = (*(word for word in front.split() if word != "token"), *back.split())
        element = str(table.get("element", "")).lower().split()
        abilities = tuple(
            ability
            for line in str(table.get("text", "")).split("\n")
            if line
            for ability in self.quoted(Lexeme("QUOTED", f'"{line}"', line=1, column=1))
        )
        power, life = table.get("power", 0), table.get("life", 0)
        assert isinstance(power, int)
        assert isinstance(life, int)
        printed = tuple((key, number) for key in PRINTED if isinstance(number := table.get(key), int))
        return Token(str(table["name"]), (*types, *element), power, life, abilities=abilities, printed=printed)


@record(frozen=True, slots=True)
class Summoned(Token):
    """Two instructions as one: a token, and the counters with which it is summoned."""

    counter: str = ""
    number: int = 1


def with_counters(effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
    """Instructions as they are said: counters that are put on a token as it is summoned belong to it."""
    found = list(effects)
    for at in range(len(found) - 2, -1, -1):
        match found[at : at + 2]:
            case [Token(name=name) as made, PutCounters(what=Ref(kind="it"), name=counter, amount=int(number))] if (
                name.lower() in token_tables()
            ):
                own = {field.name: getattr(made, field.name) for field in fields(made)}
                join(found, at, 2, Summoned(**own, counter=counter, number=number))
    return tuple(found)


class TokenRenderer(Renderer):
    """Writes the phrases about tokens."""

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        body = replace(body, effects=with_counters(body.effects))
        return super()._sentences(body, antecedent, noun, trailing_if=trailing_if)

    @ACTIONS.writer(Gather)
    def gathered(self, effect: Gather) -> str:
        times = effect.times
        if times in (1, 2):
            return "gather" if times == 1 else "gather twice"
        if isinstance(times, Count | Per):
            return f"gather{self.for_each(times)}"
        if isinstance(times, int | Variable):
            return f"gather {self.number(times)} times"
        return f"gather X times, where X is {self.value(times)}"

    def create_token(self, effect: Token) -> str:
        if effect.name.lower() not in token_tables():
            return super().create_token(effect)
        rested = " rested" if effect.tapped else ""
        return self.with_subject(effect.who, "summon", self.counted_tokens(effect, f"{effect.name} ") + rested)

    @ACTIONS.writer(Summoned)
    def summoned(self, effect: Summoned) -> str:
        counters = self.counters(effect.number, effect.counter)
        there = f"with {counters} on it" if effect.count == 1 else f"each with {counters} on them"
        return f"{self.create_token(effect)} {there}"
