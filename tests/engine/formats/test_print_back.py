"""A text is printed back as it was read: with the same records, and each word of meaning in both texts."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Final

import pytest

from engine.cards.definitions import read_tables
from engine.formats.print_back import PrintBack, rendered_paragraphs
from engine.text import TextError
from engine.text.language import Language, Paragraph, language
from engine.text.meaning_words import EMPTY, OBJECT, MeaningWords, Synonym, shared_synonyms, synonyms
from engine.text.words import split
from tests.support.engine.generated_texts import generated

GAMES: Final = ("magic", "grand-archive", "marvel-champions")
MOST_SYNONYMS: Final = 251
SAID_BY_THE_RULES: Final = {
    "an additional time",  # an ability that triggers again triggers one time more
    "copy of any",  # which one is chosen as it enters (707.9)
    "aside , out of play",  # what is set aside is out of play
    "aside out of play",
    "choose and discard",  # who discards chooses what, unless it is said otherwise
    "resource of any type",  # a resource of which no type is said is of any
    "in player order , each player",  # players do what each does in player order
    "ability in player order",
    "discard pile for 1",  # what is looked for is one card
    "modular encounter set",  # a set by its name is the one that is meant
    # what a player is told to do is done
    "from the game and the campaign pool",  # nothing is kept between games
    "this card and remove it from the campaign log",
    "each a tough status card",  # each of them is given one
    "basic (gray)",  # the color of an aspect
    "leadership (blue)",
    "from an enemy attack",  # who attacks a hero is an enemy
    "1 facedown boost card",  # boost cards are given facedown, and "a card" is one
    "boost card for this activation",  # a boost card is given for the activation in which it is given
    "after this activation ends",
    "choose one :",
    "your identity has sustained",  # damage that a player has sustained is the identity's
    "resources of any type",  # a cost without a type is paid with any
    "defends against an attack",  # nothing else is defended against
    "would be defeated",  # an interrupt is before what it waits for
    "reduce the resource cost to play",  # the cost to play a card is its resource cost
    "from each of up to",  # so much threat is removed from each of several schemes
    "hero takes no damage from that attack",  # a player who is attacked is a hero
    "enemy team searches",  # where all play together the enemy team and your team are the players
    "enemy team finds",
    "enemy team exhausts",
    "enemy team discards",
    "your team reveals",
    "player on your team",
    "minion of the enemy team's choice",
    "if you play in competitive mode",  # who is in a mode plays in it
    "if you play in cooperative mode",
    "this stage",  # a stage is a scheme
    "after you end your turn",  # who has a turn ends it
    "when one or more cards are milled this way",  # all that is milled at once triggers it once
    "an amount of {E}",  # so many symbols are an amount
}
"""Phrases with words for something that the rules say anyway; all others give the words that they replace a form."""
DROPPED: Final = 50
SEED: Final = 1
WORDS_OF_MEANING: Final = (
    *("another", "other", "each", "may", "only", "instead", "until", "unless", "can't", "target", "you", "your", "X"),
    *("opponent", "player", "two", "three", "2", "3", "up", "nonland", "artifact", "creature", "land", "ally"),
    *("hand", "graveyard", "library", "deck", "battlefield", "memory", "enemy", "minion", "villain", "scheme"),
    *("champion", "without"),
)
DISCARDED_UNTIL: Final = (
    "Action: Discard cards from the encounter deck until a side scheme is discarded. Reveal that side scheme."
)
MEANT: Final = frozenset((*(word.lower() for word in WORDS_OF_MEANING), "or", "one", "more"))
WAYS_OF_SAYING: Final = (
    "Choose a color. Target creature you control gains protection from the chosen color until end of turn.",
    "{3}, {T} or {G}, {T}: Target creature gains trample until end of turn.",
    "Protection from Vampires, from Werewolves, and from Zombies",
    "Prevent all combat damage that would be dealt to and dealt by enchanted creature.",
    "Target creature you control gets +1/+1 and target creature an opponent controls gets -1/-1 until end of turn.",
    "When ~ enters, until end of turn, gain control of target artifact and it gains haste.",
    "When ~ enters, each opponent discards a card and loses 2 life.",
    "{1}: Each creature you control gets +3/+3 until end of turn and must be blocked this turn if able.",
    "{1}: Return this card and target land card from your graveyard to the battlefield tapped.",
    "{1}: ~'s owner shuffles it into their library and draws three cards.",
    "{2}: Prevent all combat damage two target creatures would deal this turn.",
    "{2}: Up to two target creatures you control get +2/+2 until end of turn.",
    "Creatures you control have base power and toughness X/X, where X is your life total.",
    "{1}: Target artifact becomes a Dinosaur artifact creature with base power and toughness 4/3 until end of turn.",
    "{1}: Target creature becomes a 3/2 Elf and gains flying until end of turn.",
    "At the beginning of your upkeep, if you control one or more Elves, you may draw a card.",
    "At the beginning of your upkeep, if ~ has one or more +1/+1 counters on it, draw a card.",
    (
        "{1}: Look at the top three cards of your library. You may put a land card or legendary creature card from "
        "among them onto the battlefield. Put the rest into your graveyard."
    ),
    "Destroy all creatures and all permanents attached to creatures.",
    (
        "Counter all spells your opponents control and all abilities your opponents control. Draw a card for each "
        "spell and ability countered this way."
    ),
    "{1}: Destroy target creature. ~ deals damage equal to that creature's power to the creature's controller.",
    "~ can't attack or block unless its power is 6 or greater.",
    "~ can't attack or block alone.",
    (
        "If a spell or ability an opponent controls causes you to discard ~, put it onto the battlefield instead of "
        "putting it into your graveyard."
    ),
    "You may pay life equal to your devotion to black. If you do, put that many +1/+1 counters on target creature.",
    (
        "Tap two target untapped creatures you control. They each deal damage equal to their power to target creature "
        "an opponent controls."
    ),
    (
        "When ~ enters, create a white Spirit creature token with \"This token's power and toughness are each equal to "
        'the number of Spirits you control."'
    ),
)
"""Texts of which each says something in another way than the usual one."""
FULLY_OR_BRIEFLY: Final = (
    "Action: Draw 2 cards. Choose and discard 1 card from your hand.",
    "Action: Draw 2 cards. Discard a card from your hand.",
    "Action: Choose and discard 1 card from your hand → draw 1 card.",
    "Action: Discard 1 card from your hand → draw 1 card.",
    "Resource: Exhaust ~ → generate a {w} resource for an ally.",
    "Resource: Exhaust ~ → generate {w}{w} for an ally.",
    "Forced Response: After a facedown DRONE minion is defeated, place that card in its owner's discard pile.",
    "Forced Response: After a facedown DRONE minion is defeated, discard that card.",
    "Action: Search your deck for an upgrade and add it to your hand. Shuffle your deck.",
    "Action: Search your deck for an upgrade and put it into play.",
    "When Revealed: You may flip to alter-ego form. Draw 1 card.",
    "When Revealed: You may flip to your alter-ego form. Draw 1 card.",
    "When Revealed: Search the encounter deck for a minion and reveal it. Then shuffle the encounter deck.",
    "When Revealed: Search the encounter deck for a minion and reveal it. Shuffle the encounter deck.",
    "When Revealed: Search the encounter deck for a copy of Vulture and reveal it.",
    "When Revealed: Search the encounter deck for Vulture and reveal it.",
    "Boost: Choose to either spend a {e} resource or draw 1 card.",
    "Boost: Either spend a {e} resource or draw 1 card.",
    "Action: Exhaust ~ and spend 2 resources of any type → draw 1 card.",
    "Action: Exhaust ~ and spend 2 resources → draw 1 card.",
    "Response: After you play ~ from your hand, draw 1 card.",
    "Response: After you play ~, draw 1 card.",
    "Response: After ~ defends against an attack, heal 2 damage from him.",
    "Response: After ~ defends, heal 2 damage from him.",
    "Play only if your identity has the AVENGER trait.",
    "Play only if you have the AVENGER trait.",
    "When Revealed: Each player must choose to either place 2 threat here or deal 3 damage to their hero.",
    "When Revealed: Each player chooses to either place 2 threat here or deal 3 damage to their hero.",
)
"""Texts with words that the rules make needless, and those without them."""
TYPES: Final = {"magic": "Artifact", "grand-archive": "Ally - Human", "marvel-champions": "Ally"}


def card(game: str, text: str) -> dict[str, object]:
    return {"name": "Test Card", "type": TYPES[game], "text": text}


def all_synonyms() -> list[tuple[str, Synonym]]:
    """Each entry with the game whose texts need it; those of all games once."""
    shared = {(entry.said, entry.means) for entry in shared_synonyms()}
    own = [(game, entry) for game in GAMES for entry in synonyms(game) if (entry.said, entry.means) not in shared]
    return [*(("magic", entry) for entry in shared_synonyms()), *own]


@pytest.mark.parametrize("game", GAMES)
def test_all_cards_that_ship_are_printed_back_as_they_were_read(game: str) -> None:
    printing = PrintBack(game)
    assert [str(found) for table in read_tables(game).values() for found in printing.differences(table)] == []


@pytest.mark.parametrize(("game", "count"), [("magic", 200), ("grand-archive", 150), ("marvel-champions", 150)])
def test_texts_that_the_grammar_makes_are_printed_back_as_they_were_read(game: str, count: int) -> None:
    printing = PrintBack(game)
    tables = generated(game, SEED, count)
    assert len(tables) == count
    assert [str(found) for table in tables for found in printing.differences(table)] == []


@pytest.mark.parametrize(("game", "entry"), all_synonyms(), ids=lambda part: getattr(part, "said", part))
def test_each_synonym_is_needed_by_its_text(game: str, entry: Synonym) -> None:
    table = card(game, entry.text)
    assert [str(found) for found in PrintBack(game).differences(table)] == []
    assert PrintBack(game, MeaningWords(game, without=entry)).differences(table)


@pytest.mark.parametrize(
    "text",
    [
        "When ~ enters, destroy all artifacts, creatures, and lands.",
        "When ~ enters, exile target attacking creature and all Equipment attached to it.",
        "{T}: You gain life equal to the number of Elf cards in all graveyards.",
        "{T}: Target opponent gains control of another target permanent you control. If they do, you draw a card.",
        "When ~ enters, each opponent loses X life and you gain X life, where X is the number of Elves you control.",
        "{T}: Return target blue or red creature card from your graveyard to your hand.",
        *WAYS_OF_SAYING,
    ],
)
def test_a_text_is_printed_back_in_its_own_words(text: str) -> None:
    assert [str(found) for found in PrintBack("magic").differences(card("magic", text))] == []


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("magic", "Target creature loses all abilities and gains flying until end of turn."),
        ("magic", "Target creature gains flying and loses all other abilities until end of turn."),
        ("magic", "Target creature becomes a 1/1 Frog with reach and loses all other abilities until end of turn."),
        ("grand-archive", "Target item becomes a Cleric phantasia with reservable and loses all other abilities."),
        ("grand-archive", "As long as you control one or more Human allies, your champion gets +1 level."),
        ("grand-archive", "As long as you control a Human ally, your champion gets +1 level."),
        ("grand-archive", "Double the amount of level counters on your champion."),
        ("grand-archive", "REST: Deal LV damage to all non-fire element units."),
        ("grand-archive", "Glimpse 2.\n[Class Bonus] [Level 2+] Draw a card and put a buff counter on your champion."),
        ("grand-archive", "REST: Until end of turn, cards in target opponent's memory are fire element."),
        ("grand-archive", "As long as you control a fire or wind element ally, ~ has vigor."),
        ("grand-archive", "Return a Guardian action or a Guardian attack card from your graveyard to your hand."),
        ("grand-archive", "You may rest your champion. If you do, put a level counter on them."),
        ("marvel-champions", "When Revealed: The villain attacks you. If this attack deals damage, draw 1 card."),
        ("marvel-champions", "When Revealed: Either spend {e}{m} resources or exhaust each character you control."),
        ("marvel-champions", "When Revealed: Give the villain and each minion engaged with you a tough status card."),
        ("marvel-champions", "Forced Response: After ~ schemes or attacks, draw 1 card."),
        ("marvel-champions", "When Revealed: If Titania is in play, she schemes. Otherwise, draw 1 card."),
        ("marvel-champions", DISCARDED_UNTIL),
        ("marvel-champions", "When Revealed: Deal 1 damage to each minion. Take 2 damage."),
        ("marvel-champions", "Hero Action: Take 1 damage. Deal 1 damage to an enemy."),
        ("marvel-champions", "Hero Action: Discard your hand."),
        ("marvel-champions", "When Revealed: Search the encounter deck for a minion. Reveal it."),
        ("marvel-champions", "When Revealed: Each player searches the encounter deck for a minion and reveals it."),
        ("marvel-champions", "When Revealed: Deal yourself 2 encounter cards."),
        ("marvel-champions", "When Revealed: Choose and discard 1 card you control."),
        *(("marvel-champions", text) for text in FULLY_OR_BRIEFLY),
    ],
)  # fmt: skip
def test_what_one_text_says_in_several_ways_is_printed_back_without_a_difference(game: str, text: str) -> None:
    assert [str(found) for found in PrintBack(game).differences(card(game, text))] == []


@pytest.mark.parametrize(
    "text",
    [
        "Target item loses all other abilities.",
        "Target item gains reservable and loses all abilities.",
        "Target item loses all other abilities and gains reservable.",
    ],
)
def test_other_abilities_are_those_that_were_not_gained_before(text: str) -> None:
    with pytest.raises(TextError):
        language("grand-archive").parse(text, "Test Card")


def dropped() -> list[tuple[str, str]]:
    """Each of the ways of saying with each of its words that carry meaning."""
    return [
        (text, part)
        for text in WAYS_OF_SAYING
        for part in dict.fromkeys(re.findall(r"[^\s,.:\"]+", text))
        if part.lower() in MEANT
    ]


@pytest.mark.parametrize(("text", "word"), dropped())
def test_a_word_that_the_compiler_would_lose_is_found_in_each_way_of_saying(
    text: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the text said one word more than it was read as: it is held beside all ways to write what was read."""
    (paragraph,) = language("magic").read(text, "Test Card")
    at = next(n for n, each in enumerate(paragraph.words) if word in re.split(r"[^\w/+'-]+", each.text))
    less = [*paragraph.words[:at], *split(paragraph.words[at].text.replace(word, "", 1)), *paragraph.words[at + 1 :]]
    shorter = Paragraph(1, text, less, paragraph.abilities)
    monkeypatch.setattr(Language, "read", lambda *_: [shorter])
    assert PrintBack("magic").differences(card("magic", text))


def test_there_are_few_synonyms_and_none_maps_a_word_to_nothing() -> None:
    entries = all_synonyms()
    assert len(entries) <= MOST_SYNONYMS
    dropping = set()
    for game, entry in entries:
        words = MeaningWords(game)
        said, means = (Counter(words.forms(phrase)) for phrase in (entry.said, entry.means))
        new = means - said
        if not any(word not in EMPTY or word == OBJECT for word in new):
            dropping.add(entry.said)
    assert dropping == SAID_BY_THE_RULES


@pytest.mark.parametrize(
    ("game", "text", "rendering", "lost", "added"),
    [
        ("magic", "You may draw two cards.", "Draw two cards.", ("may", "you"), ()),
        ("magic", "Destroy another target creature.", "Destroy target creature.", ("another",), ()),
        ("magic", "Destroy target creature.", "Destroy each creature.", ("creature", "target"), ("creature*",)),
        ("magic", "Exile their graveyard.", "Exile this's graveyard.", (), ("this's graveyard",)),
        ("magic", "You gain 3 life.", "You gain 2 life.", ("3",), ("2",)),
        ("magic", "Each opponent loses 2 life.", "You lose 2 life.", ("every", "opponent"), ()),
        ("marvel-champions", "Action: Draw 2 cards.", "Action: Draw 1 card.", ("2",), ("1",)),
        ("grand-archive", "Deal 2 damage to target unit.", "Deal 2 damage to target ally.", ("unit",), ("ally",)),
    ],
)
def test_a_rendering_that_says_something_else_is_told(
    game: str, text: str, rendering: str, lost: tuple[str, ...], added: tuple[str, ...]
) -> None:
    words = MeaningWords(game)
    said, written = words.counted(text, "Test Card"), words.counted(rendering, "")
    assert (said - written, written - said) == (Counter(lost), Counter(added))


def renderings(game: str) -> list[tuple[str, list[str]]]:
    """The paragraphs of all cards that ship, as they are rendered, with their words."""
    own = language(game)
    found = []
    for name, table in read_tables(game).items():
        for ability in own.parse(str(table.get("text", "")), name):
            found += [(row, row.split(" ")) for row in rendered_paragraphs(own.render(ability))]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_word_of_meaning_that_is_dropped_is_found_in_each_text(game: str) -> None:
    """As if the compiler had lost it: the text is held beside its rendering without that word."""
    words = MeaningWords(game)
    pick = random.Random(1)
    texts = [(row, parts) for row, parts in renderings(game) if any(part in WORDS_OF_MEANING for part in parts)]
    for row, parts in pick.sample(texts, DROPPED):
        at = pick.choice([n for n, part in enumerate(parts) if part in WORDS_OF_MEANING])
        without = " ".join(part for n, part in enumerate(parts) if n != at)
        assert words.counted(row, "") != words.counted(without, ""), (row, parts[at])


@pytest.mark.parametrize("table", [{"name": "Odd", "type": "Artifact", "text": "Frob."}, {"name": "Odd"}])
def test_whatever_goes_wrong_is_a_difference(table: dict[str, object]) -> None:
    (found,) = PrintBack("magic").differences(table)
    assert found.reason
    assert found.card == "Odd"
