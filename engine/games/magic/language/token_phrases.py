"""Magic's predefined tokens, which cards only name (111.10), read and written."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import Grant, Ref, Token
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause
from engine.text.renderer.abilities import Renderer

ROLE: Final = ("enchantment", "aura", "role")
PREDEFINED: Final = {
    "treasure": "{T}, Sacrifice this token: Add one mana of any color.",
    "gold": "Sacrifice this token: Add one mana of any color.",
    "food": "{2}, {T}, Sacrifice this token: You gain 3 life.",
    "clue": "{2}, Sacrifice this token: Draw a card.",
    "blood": "{1}, {T}, Discard a card, Sacrifice this token: Draw a card.",
    "map": "{1}, {T}, Sacrifice this token: Target creature you control explores. Activate only as a sorcery.",
    "mutagen": "{1}, {T}, Sacrifice this token: Put a +1/+1 counter on target creature. Activate only as a sorcery.",
    "powerstone": "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell.",
    "shard": "{2}, Sacrifice this token: Scry 1, then draw a card.",
    "junk": "{T}, Sacrifice this token: Exile the top card of your library. You may play that card this turn. "
    "Activate only as a sorcery.",
    "lander": "{2}, {T}, Sacrifice this token: Search your library for a basic land card, put it onto the battlefield "
    "tapped, then shuffle.",
}
"""The texts of tokens that cards only name (111.10)."""
KIND_OF_PREDEFINED: Final = {"shard": "enchantment"}
"""The type of those that are no artifacts (111.10e)."""
BIGGER: Final = "Enchanted creature gets +1/+1."
ROLES: Final[dict[str, tuple[str, ...]]] = {
    "cursed": ("Enchanted creature has base power and toughness 1/1.",),
    "monster": ("Enchanted creature gets +1/+1 and has trample.",),
    "royal": ("Enchanted creature gets +1/+1 and has ward {1}.",),
    "sorcerer": (BIGGER,),
    "virtuous": ("Enchanted creature gets +1/+1 for each enchantment you control.",),
    "wicked": (
        BIGGER,
        "When this token is put into a graveyard from the battlefield, each opponent loses 1 life.",
    ),
    "young hero": (),
}
"""The texts of Roles besides that they enchant creatures (111.10j-r)."""
LENT: Final = {
    "sorcerer": "Whenever this creature attacks, scry 1.",
    "young hero": "Whenever this creature attacks, if its toughness is 3 or less, put a +1/+1 counter on it.",
}
"""The texts that creatures have from their Roles."""


@inline
class TokenCompiler(Compiler):
    """Tokens that are known by their names."""

    def kind_of_token(self, *parts: object) -> Token:
        """A token's kind; some are known by their name alone (111.10)."""
        kind = super().kind_of_token(*parts)
        if not self.vocabulary.types.isdisjoint(kind.types):
            return kind
        if len(kind.types) != 1 or kind.types[0] not in PREDEFINED or kind.abilities or kind.keywords:
            raise Reject  # nothing says what it is
        return replace(self.predefined(kind.types[0]), tapped=kind.tapped)

    def predefined(self, name: str) -> Token:
        """The token that a name stands for."""
        return Token(
            name.title(),
            (KIND_OF_PREDEFINED.get(name, "artifact"), name),
            abilities=self.quoted(quotation(PREDEFINED[name])),
        )

    def create_role(self, verb: Lexeme, _article: Lexeme, name: Lexeme, _token: Lexeme, host: Ref) -> Clause:
        """A Role that enters attached to something (303.7)."""
        word = name.lower()
        texts = ("Enchant creature", *ROLES[word])
        abilities = tuple(ability for text in texts for ability in self.quoted(quotation(text)))
        if word in LENT:
            abilities += (Grant(attached=True, abilities=self.quoted(quotation(LENT[word]))),)
        return act(verb, Token(name.title(), ROLE, abilities=abilities, who=SUBJECT, attached=host))


class TokenRenderer(Renderer):
    """Writes tokens that are known by their names."""

    def create_token(self, effect: Token) -> str:
        match effect.types:
            case ("artifact" | "enchantment", kind) if kind in PREDEFINED and effect.abilities:
                tapped = "tapped " if effect.tapped else ""
                return self.with_subject(effect.who, "create", self.counted_tokens(effect, f"{tapped}{effect.name} "))
            case _ if effect.attached is not None:
                role = f"a {effect.name} Role token attached to {self.ref(effect.attached)}"
                return self.with_subject(effect.who, "create", role)
            case _:
                return super().create_token(effect)


def quotation(text: str) -> Lexeme:
    """A text that stands in no card, as one in quotation marks."""
    return Lexeme("QUOTED", f'"{text}"', line=1, column=1)
