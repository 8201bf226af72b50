"""A text that is not understood, or has two readings, is an error that says where."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest
from lark import v_args

from engine.abilities import Draw, Instruction
from engine.cards.definitions import define
from engine.formats.card_files import add_cards
from engine.games.magic.language.phrases import MagicCompiler, MagicRenderer
from engine.games.magic.language.vocabulary import VOCABULARY
from engine.text import TextError, parse
from engine.text.language import MOST_EXPECTED, Language, Phrases, grammar_of
from engine.text.renderer.writing import Unwritable
from tests.support.engine.counted_work import calls_of

if TYPE_CHECKING:
    from collections.abc import Callable


def error_of(text: str, game: str = "magic") -> TextError:
    with pytest.raises(TextError) as caught:
        parse(text, "Test Card", game)
    return caught.value


def test_the_first_word_that_fits_nowhere_is_named_with_its_place() -> None:
    error = error_of("{T}: Add {G}.\nDestroy target frobnication.")
    assert (error.card, error.line, error.column, error.found) == ("Test Card", 2, 16, "'frobnication'")
    assert "'land'" in error.expected


def test_an_unfinished_text_is_an_error_at_its_end() -> None:
    error = error_of("Destroy target creature")
    assert (error.line, error.column, error.found) == (1, 24, "the end")
    assert "'.'" in error.expected


@pytest.mark.interpreted("calls of compiled functions are not seen")
def test_the_words_that_would_fit_are_sought_only_for_a_fault_that_is_told() -> None:
    """Issue 24: a sentence that is read as it would be told to a player looks for none, nor for more than it names."""
    told = "When Revealed: The first player discards the top card of their deck."
    assert sought(lambda: parse(told, "Test Card", "marvel-champions")) == 0
    assert MOST_EXPECTED <= sought(lambda: error_of("Destroy target creature")) < 4 * MOST_EXPECTED


@pytest.mark.interpreted("calls of compiled functions are not seen")
def test_a_quotation_is_read_once_however_many_words_are_tried_behind_it() -> None:
    text = 'As long as enchanted creature is a Wizard, it has "{T}: Draw a card." instead.'
    calls = calls_of(lambda: error_of(text))
    assert 1 <= sum(count for (_, name), count in calls.items() if name == "Language._quotation") <= 3


def sought(work: Callable[[], object]) -> int:
    """How many words were tried in the place of one that was not understood."""
    return sum(count for (_, name), count in calls_of(work).items() if name == "Reader._could_take")


def test_a_quoted_ability_is_placed_in_the_text_around_it() -> None:
    error = error_of('Creatures you control have "{T}: Frobnicate."')
    assert (error.line, error.column) == (1, 34)


def test_an_instruction_before_the_effect_is_no_definition() -> None:
    """T9: activation instructions come last."""
    assert error_of("{1}: Activate only once each turn. Draw a card.").column == 6


def test_an_activated_ability_needs_its_colon() -> None:
    """The error T1 of the list."""
    error = error_of("{T} Add {G}.")
    assert (error.column, error.found) == (5, "'Add'")


@v_args(inline=True)
class TwoMinds(MagicCompiler):
    """Reads "Draw a card." as two cards as well."""

    def twice(self, _draw: object, _article: object, _card: object) -> tuple[Instruction, ...]:
        return (Draw(2),)


def test_a_text_with_two_readings_shows_both() -> None:
    second = '\n%extend sentence: DRAW ARTICLE CARD "." -> twice\n'
    grammar = grammar_of("engine.games.magic") + second
    language = Language(VOCABULARY, lambda: Phrases(grammar, TwoMinds, MagicRenderer))
    assert language.parse("Draw two cards.", "Test Card") == parse("Draw two cards.", "Test Card", "magic")
    with pytest.raises(TextError, match="two readings") as caught:
        language.parse("{T}: Add {G}.\n{1}: Draw a card.", "Test Card")
    assert sorted(caught.value.readings) == ["{1}: Draw a card.", "{1}: Draw two cards."]
    assert (caught.value.line, caught.value.column) == (2, 1)


class Wordless(MagicRenderer):
    """Has no words for two cards that are drawn."""

    def clause(self, effect: Instruction, *, explicit: bool = False, base: bool = False) -> str:
        if effect == Draw(2):
            raise Unwritable(effect)
        return super().clause(effect, explicit=explicit, base=base)


def test_a_reading_without_words_is_told_as_one() -> None:
    second = '\n%extend sentence: DRAW ARTICLE CARD "." -> twice\n'
    grammar = grammar_of("engine.games.magic") + second
    language = Language(VOCABULARY, lambda: Phrases(grammar, TwoMinds, Wordless))
    with pytest.raises(TextError, match="two readings") as caught:
        language.parse("{1}: Draw a card.", "Test Card")
    assert sorted(caught.value.readings) == ["a meaning without words (Draw)", "{1}: Draw a card."]


def test_a_subtype_that_does_not_exist_is_a_slip() -> None:
    assert error_of("Gobilns you control get +1/+1.").column == 1


def test_a_card_of_a_set_that_does_not_read_names_the_card() -> None:
    with pytest.raises(TextError, match="Broken Card: line 2, column 1: 'Frob'"):
        define("magic", {"name": "Broken Card", "type": "Artifact", "text": "{T}: Add {C}.\nFrob."})


def test_a_card_calls_itself_by_name_by_first_name_or_this() -> None:
    name = "Thalia, Guardian of Thraben"
    texts = (f"When {name} dies, draw a card.", "When Thalia dies, draw a card.", "When this dies, draw a card.")
    assert len({parse(text, name, "magic") for text in (*texts, "When this creature dies, draw a card.")}) == 1


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Draw a card, then " * 500 + "draw a card.", 1),
        ("Draw a card, then " * 60 + "draw a card.", 1),
        (f"Draw {'9' * 3000} cards.", 6),
        (f"Creatures you control get +{'1' * 7}/+1.", 27),
    ],
    ids=["a long text", "a long paragraph", "a number of many digits", "a large one"],
)
def test_a_text_that_would_take_long_to_read_or_to_play_is_refused_at_once(text: str, column: int) -> None:
    assert error_of(text).column == column


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ('name = "Odd\\u202e"', "a name has"),
        (f'name = "{"x" * 65}"', "a name has"),
        ('name = "Odd"\npower = 9223372036854775808', "power: no number"),
        ('name = "Odd"\ncost = "{9999999}"', "cost: no number"),
        (f'name = "Odd"\ncost = "{{{"9" * 5000}}}"', "cost: no number"),
        ('name = "Odd"\ncost = "{\u00b2}"', "no symbol of a cost"),
        ('name = "Odd"\ncost = "{\u0663}"', "no symbol of a cost"),
        (f'name = "Odd"\ncost = "{"{R}" * 33}"', "32 symbols at most"),
        ('name = "Grizzly\\u200b Bears"', "a name has"),
        ('name = "Grizzly\\u3164Bears"', "a name has"),
        ('name = "GRIZZLY BEARS"', "that of Grizzly Bears"),
        ('name = "\uff27rizzly Bears"', "that of Grizzly Bears"),
        ('name = "Odd"\nx = ' + "[" * 500 + "]" * 500, "too deep"),
        ("x" + ".x" * 5000 + " = 1", "too many parts"),
    ],
    ids=lambda said: said[:20],
)
def test_a_card_file_that_would_hurt_who_shows_or_reads_it_is_refused(
    said: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.assets._ADDED", {})  # the cards of other tests stay what they are
    faults = add_cards("magic", (("odd.toml", f'[[card]]\n{said}\ntype = "Artifact"\n'),))
    assert any(reason in fault.reason for fault in faults)


def test_a_type_of_many_words_is_one_fault_and_a_long_name_is_told_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.assets._ADDED", {})
    (fault,) = add_cards("magic", (("odd.toml", f'[[card]]\nname = "{"x" * 999}"\ntype = "{"Hum " * 99}"\n'),))
    assert str(fault) == f"odd.toml:1: {'x' * 80}: a type has 32 words at most"


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("Boost: Give the villain another boost card.", True),
        ("Forced Interrupt: When the villain attacks, give it 1 additional boost card.", True),
        ("When Revealed: Give the villain another boost card.", False),
        ("Forced Response: After the villain attacks, give it 1 additional boost card.", False),
        ("Hero Interrupt: When you attack, give the villain 1 additional boost card.", False),
        ("Forced Interrupt: When an ally attacks, give the villain 1 additional boost card.", False),
    ],
)
def test_boost_cards_are_given_to_an_activation_that_goes_on(text: str, is_read: bool) -> None:
    with nullcontext() if is_read else pytest.raises(TextError):
        parse(text, "Rush", "marvel-champions")


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("Hero Interrupt: When you make a basic defense, you get +3 DEF for this attack.", True),
        ("Hero Interrupt: When you make a basic defense, you get +3 DEF.", False),
        ("Hero Action: Your hero gets +1 ATK.", False),
        ("Hero Action: Your hero gets +1 ATK until the end of the phase.", True),
        ("Action: Ready an ally. It gains overkill.", False),
    ],
)
def test_an_effect_that_lasts_says_how_long(text: str, is_read: bool) -> None:
    """Lasting Effects: for the duration that the effect says."""
    with nullcontext() if is_read else pytest.raises(TextError):
        parse(text, "Rush", "marvel-champions")


@pytest.mark.parametrize(
    ("before", "said", "is_read"),
    [
        ("Discard the top card of your deck.", "Take 1 damage for each resource icon discarded this way.", True),
        ("Stun the villain.", "Take 1 damage for each resource icon discarded this way.", False),
        ("Discard the top card of your deck. Stun the villain.", "Draw 1 card for each {e} discarded this way.", False),
        ("The villain attacks you.", "If a character is damaged by this attack, stun that character.", True),
        ("The villain attacks you. Exhaust an ally.", "If a character is damaged by this attack, draw 1 card.", False),
        ("Remove 2 threat from a scheme.", "Remove 1 threat from a different scheme.", True),
        ("Remove 2 threat from a scheme. Stun an enemy.", "Remove 1 threat from a different scheme.", False),
        ("Draw 1 card.", "Remove 1 threat from a different scheme.", False),
    ],
)  # fmt: skip
def test_what_a_text_did_last_is_spoken_of_before_it_does_something_else(before: str, said: str, is_read: bool) -> None:
    with nullcontext() if is_read else pytest.raises(TextError):
        parse(f"When Revealed: {before} {said}", "Rush", "marvel-champions")
