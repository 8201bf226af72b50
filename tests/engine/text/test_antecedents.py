"""Which of several things a pronoun, "another" and "that many" mean; where none is preferred, the text is refused."""

from __future__ import annotations

import re

import pytest

from engine.abilities import SELF, Damage, Draw, Filter, Move, Ref, SpellText, Triggered, Value
from engine.abilities import Test as Check
from engine.text import TextError, parse, render

IMPRINT = """{1}: Exile target creature card from a graveyard.
{X}, {T}: Create a token that's a copy of the exiled card. X is the mana value of that card."""
GOBLIN = "Create a 1/1 red Goblin creature token."


def body(text: str, game: str = "magic") -> tuple[object, ...]:
    """The instructions of the last ability of a text."""
    ability = parse(text, "Test Card", game)[-1]
    assert isinstance(ability, SpellText | Triggered)
    return ability.body.effects


def said(text: str, game: str = "magic") -> str:
    return " ".join(render(ability, game) for ability in parse(text, "Test Card", game))


@pytest.mark.parametrize(
    ("text", "column", "word"),
    [
        # what a text made is lost once it does something to another thing
        (f"{GOBLIN} Target creature gets +1/+1 until end of turn. The token gains haste until end of turn.", 87, "The"),
        (f"{GOBLIN} Tap target land. Sacrifice the token.", 68, "the"),
        (f"Mill two cards. {GOBLIN} You lose life equal to that card's mana value.", 80, "that"),
        # of two things none is both
        (f"{GOBLIN} Create a 2/2 green Bear creature token. Exile those tokens.", 87, "those"),
        (f"{GOBLIN} Create a 2/2 green Bear creature token. Sacrifice them at the beginning of the next end step.",
         91, "them"),
        # what else could deal the damage was spoken of since
        ("Test Card deals 1 damage to any target. If enchanted creature is red, it deals 2 damage to you.", 71, "it"),
        # of several players none is "that player", and no creature is one
        ("Each opponent mills a card. You draw cards equal to the number of cards in that player's hand.", 76, "that"),
        ("Target creature fights each creature they control.", 38, "they"),
        # two creatures are no "it"
        ("Destroy two target creatures. Its controller draws a card.", 31, "Its"),
        ("Destroy two target creatures. That creature's controller draws a card.", 31, "That"),
        ("Destroy all creatures. Its controller draws a card.", 24, "Its"),
        ("Destroy two target creatures. It can't be regenerated.", 31, "It"),
        ("Put a +1/+1 counter on each of two target creatures. It gains trample until end of turn.", 54, "It"),
        # only spells and abilities are countered
        ("Whenever you cast a creature spell, exile target card from a graveyard. When Test Card dies, counter it.",
         0, ""),
        # many things are no "sacrificed creature", nor is an artifact
        ("Sacrifice two creatures: You gain life equal to the sacrificed creature's power.", 53, "sacrificed"),
        ("Sacrifice an artifact: You gain life equal to the sacrificed creature's power.", 51, "sacrificed"),
    ],
)  # fmt: skip
def test_what_no_reference_finds_is_named_with_its_place(text: str, column: int, word: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(text, "Test Card", "magic")
    if word:
        assert (caught.value.column, caught.value.found) == (column, repr(word))


@pytest.mark.parametrize(
    "text",
    [
        "Search target opponent's library for a card, put it into your hand, then shuffle.",
        "Search their library for a card, put it into your hand, then shuffle.",
        "Target player searches your library for a card, puts it into their hand, then shuffles.",
        "Target player reveals your hand.",
        "Target player discards your hand.",
        "Target player shuffles your library.",
        "Discard their hand.",
        "You may discard their hand.",
        "Shuffle their library.",
        "Exile all cards.",
        "Exile all creature cards from your library.",
    ],
)
def test_nobody_does_with_the_cards_of_another_what_is_said_of_ones_own(text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", "magic")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (f"{GOBLIN} Draw a card. The token gains haste until end of turn.", "It gains haste"),
        ("Destroy target creature. Its controller loses life equal to the number of cards in their hand.",
         "the number of cards in its controller's hand"),
        ("When Test Card enters, attach it to target creature you control. That creature gets +1/+1 until end of turn.",
         "That creature gets +1/+1"),
        ("Whenever Test Card becomes the target of a spell, counter it unless its controller pays {2}.",
         "counter that spell unless that spell's controller pays"),
        ("{1}: Equipped creature gains haste until end of turn. If it's tapped, untap it instead.",
         "If enchanted creature is tapped, untap enchanted creature"),
        ("Whenever Test Card attacks, sacrifice another creature. If you do, it gets +2/+2 until end of turn.",
         "this gets +2/+2"),
        ("Tap target creature. If you control a Bear, destroy it. Otherwise, it gets +1/+1 until end of turn.",
         "Otherwise, it gets +1/+1"),
        ("When Test Card enters, return target creature card from your graveyard to the battlefield. Tap it.",
         ". Tap it."),
        ("Whenever another creature enters, you may pay life equal to its power. If you do, draw that many cards.",
         "draw cards equal to its power"),
        ("Whenever enchanted creature attacks, attach any number of target Equipment you control to it.", "to it"),
        (IMPRINT, "X is the exiled card's mana value"),
        ("Target player exiles all cards from their library.", "each card in target player's library"),
        ("Exile target creature. Exile all cards with the same name as that creature from all graveyards.",
         "Exile each card in all graveyards with the same name as it"),
    ],
)  # fmt: skip
def test_the_nearest_that_fits_kind_and_number_is_meant(text: str, meaning: str) -> None:
    assert meaning in said(text)


def test_it_deals_damage_as_what_dealt_it_just_before() -> None:
    (first, second) = body("Test Card deals 2 damage to target creature. It deals 1 damage to you.")
    assert isinstance(first, Damage)
    assert isinstance(second, Damage)
    assert (first.by, second.by) == (SELF, SELF)


def test_nothing_deals_damage_to_itself_by_a_pronoun() -> None:
    *_, kicked, _, _ = body(
        "Test Card deals 1 damage to target creature. If you control a Wizard, it deals 3 damage to it instead."
    )
    assert kicked == Damage(3, Ref("target", 0), SELF)


def test_another_is_not_what_was_spoken_of() -> None:
    differs = Check("id", "differs", Value("id", Ref("target", 0)))
    ability = parse("Tap target creature. Untap another target creature.", "Test Card", "magic")[0]
    assert isinstance(ability, SpellText)
    assert ability.body.targets[1].what == Filter((("creature",),), tests=(differs,))
    assert body("Tap target creature. Exile each other creature.")[1] == Move(
        Ref("each", 0, Filter((("creature",),), tests=(differs,))), "exile"
    )


def test_another_is_not_the_source_where_the_text_speaks_of_no_such_thing() -> None:
    ability = parse("When Test Card enters, tap another target creature.", "Test Card", "magic")[0]
    assert isinstance(ability, Triggered)
    assert ability.body.targets[0].what == Filter((("creature",),), other=True)


def test_a_number_is_that_of_the_cards_of_whom_the_sentence_is_about() -> None:
    (drawn,) = body("Draw cards equal to the number of cards in target player's hand.")
    assert drawn == Draw(Value("hand", Ref("target", 0)))


@pytest.mark.parametrize(
    "text",
    [
        "Action: Remove 1 web counter from it → draw 1 card.",
        "Action: Exhaust an ally you control and remove 1 web counter from it → draw 1 card.",
        "Action: Spend a {e} resource and remove 1 web counter from it → draw 1 card.",
        "Interrupt: When Test Card attacks an enemy, remove 1 web counter from it → draw 1 card.",
        "Hero Interrupt: When the villain attacks you, remove 1 web counter from him → draw 1 card.",
    ],
)
def test_a_cost_calls_nothing_it_that_was_not_spoken_of_just_before(text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", "marvel-champions")


@pytest.mark.parametrize(
    "text",
    [
        "When Revealed: Draw 1 card. If no character was exhausted this way, this card gains surge.",
        "When Revealed: Discard an ally or support you control. If no ally was discarded this way, take 1 damage.",
        "When Revealed: Exhaust each support you control. If no character was exhausted this way, take 1 damage.",
        "When Revealed: Discard the top 3 cards of your deck. If no ally was discarded this way, take 1 damage.",
    ],
)
def test_that_none_of_a_kind_was_dealt_with_is_asked_of_what_deals_with_that_kind(text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", "marvel-champions")


def test_it_in_the_other_branch_is_what_was_not_moved() -> None:
    text = "If you control a Swamp, destroy target creature. Otherwise, Test Card deals 3 damage to it."
    (ability,) = parse(text, "Test Card", "magic")
    assert isinstance(ability, SpellText)
    damage = ability.body.effects[-1]
    assert isinstance(damage, Damage)
    assert damage.to == Ref("target")


def test_it_is_not_the_source_that_deals_damage_to_it() -> None:
    with pytest.raises(TextError):
        parse("Destroy target creature. Test Card deals 3 damage to it.", "Test Card", "magic")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("magic", "Sacrifice two creatures. Draw a card for each Elf sacrificed this way."),
        ("magic", "Sacrifice two creatures. Draw a card for each creature destroyed this way."),
        ("magic", "Destroy all creatures. You gain 3 life. Draw a card for each creature destroyed this way."),
        ("magic", "Destroy all creatures. You gain X life, where X is the number of lands destroyed this way."),
        ("magic", "Mill two cards. Draw a card for each land card discarded this way."),
        ("magic", "Exile all creatures and lands. Draw a card for each creature exiled this way."),
        ("grand-archive", "On Enter: Sacrifice two allies. For each card discarded this way, draw a card."),
        ("grand-archive", "On Enter: Discard two cards. For each ally discarded this way, draw a card."),
    ],
)
def test_things_are_counted_this_way_only_where_just_those_were_dealt_with_so(game: str, text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", game)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("magic", "Sacrifice two creatures. Draw a card for each creature sacrificed this way."),
        ("magic", "Destroy all artifact creatures. Draw a card for each artifact destroyed this way."),
        ("magic", "Destroy all creatures. Draw a card for each permanent destroyed this way."),
        ("magic", "Discard two cards. Draw a card for each land card discarded this way."),
        ("grand-archive", "On Enter: Sacrifice two allies. For each ally sacrificed this way, draw a card."),
    ],
)
def test_things_are_counted_this_way_where_they_were(game: str, text: str) -> None:
    assert re.search("that many|this way", said(text, game))


@pytest.mark.parametrize(
    "text",
    [
        "Action: Exhaust Test Card and remove 1 web counter from it → draw 1 card.",
        "Interrupt: When Test Card attacks an enemy, remove 1 web counter from her → draw 1 card.",
        "Interrupt: When Test Card attacks, remove 1 web counter from it → draw 1 card.",
    ],
)
def test_a_cost_calls_its_source_it_where_it_just_spoke_of_that(text: str) -> None:
    assert "remove 1 web counter from this" in said(text, "marvel-champions")


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("marvel-champions", "When Revealed: Each player draw 1 card."),
        ("marvel-champions", "When Revealed: The first player draw 1 card."),
        ("magic", "Each player lose 1 life."),
        ("grand-archive", "Each player draw a card."),
    ],
)
def test_each_of_them_draws_and_does_not_draw(game: str, text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", game)
    parse(text.replace("draw", "draws").replace("lose", "loses"), "Test Card", game)


def test_who_a_condition_named_is_called_he_after_it() -> None:
    text = "When Revealed: If Mister Bad is in play, {} schemes."
    he, mister = (parse(text.format(whom), "Test Card", "marvel-champions") for whom in ("he", "Mister Bad"))
    assert he == mister


@pytest.mark.parametrize(
    ("game", "text", "meaning"),
    [
        ("marvel-champions", "When Revealed: Give Rhino a tough status card. He attacks you.", "It attacks you"),
        ("marvel-champions", "Hero Interrupt: When the villain attacks you, stun him.", "stun it"),
        ("marvel-champions", "Hero Action: Exhaust an ally you control → deal damage equal to its ATK to an enemy.",
         "the tapped ally's ATK"),
        ("marvel-champions", "Hero Action: Exhaust an ally you control → deal 2 damage to an enemy. Ready that ally.",
         "Ready the tapped ally"),
        ("marvel-champions", "When Revealed: The villain attacks you. If they have a WEAPON attachment, draw 1 card.",
         "If the villain has"),
        ("marvel-champions", "Boost: Attach Test Card to a minion and give him a tough status card.",
         "to a minion. Give it a tough"),
        ("magic", "Whenever Test Card attacks, tap target creature. He gains flying until end of turn.",
         "This gains flying"),
        ("magic", "Test Card fights target creature. It can't block this turn.", "That creature can't block"),
        ("magic", "Enchanted creature gets +1/+1 as long as it's attacking.", "as enchanted creature is"),
        ("magic", "At the beginning of your upkeep, if enchanted creature is tapped, destroy it.",
         "destroy enchanted creature"),
        ("magic", "Tap target creature. Destroy each creature other than Test Card.", "each creature other than this"),
        ("marvel-champions", "Hero Action: Exhaust an ally you control → ready another ally you control.",
         "Ready another ally you control"),
        ("magic", "Target creature deals 2 damage to itself.", "Target creature deals 2 damage to itself."),
        ("magic", "Remove X charge counters from Test Card: Draw that many cards.", "Draw X cards"),
        ("grand-archive", "On Enter: If this ally is imbued, it gets +1 POWER until end of turn.", "this gets"),
        ("grand-archive", "Rest target unit. If Test Card is empowered, put it into your memory.", "put this"),
        ("grand-archive", "Target unit becomes distant and draw a card.", "distant. Draw a card."),
    ],
)  # fmt: skip
def test_who_has_a_name_is_called_he_and_the_number_of_a_cost_that_many(game: str, text: str, meaning: str) -> None:
    assert meaning in said(text, game)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("magic", "{1}: He gains flying until end of turn."),
        ("magic", "He gets +1/+1."),
        ("magic", "As Test Card enters, choose a color.\nCreatures of the chosen type get +1/+1."),
        ("magic", "As Test Card enters, choose a creature type.\n{T}: Add one mana of the chosen color."),
        ("magic", "Sacrifice a creature, Discard a card: You gain life equal to its power."),
        ("magic", "Each creature gets +1/+1 as long as it's attacking."),
        ("magic", "If a creature would die while it's attacking, exile it instead."),
        ("magic", "Each creature deals 1 damage to itself."),
        ("magic", "{T}: Draw that many cards."),
        ("magic", "Whenever you cast a spell, sacrifice Test Card and you gain that much life."),
        ("magic", "Whenever you gain life, discard up to two cards. Untap Test Card. Draw that many cards."),
        ("magic", "Whenever a creature you control dies, exile it. Exile another target card from a graveyard."),
        ("magic", "When Test Card enters, tap it and target creature. They gain flying until end of turn."),
        ("magic", "You may discard your hand. If you do, draw that many cards."),
        ("magic", "Remove any number of charge counters from Test Card: Untap Test Card. Draw that many cards."),
        ("magic", "Sacrifice a creature: Draw that many cards."),
        ("magic", "Whenever you draw a card, gain that much life."),
        ("magic", "When Test Card dies, at the beginning of the next end step, draw that many cards."),
        ("grand-archive", "On Enter: Draw that many cards."),
        ("grand-archive", "If a unit target player controls would die this turn, banish it instead."),
        ("grand-archive", "Whenever a unit target player controls attacks this turn, draw a card."),
        ("grand-archive", "Each opponent sacrifices an ally and draw a card."),
        ("grand-archive", "Draw a card. If you control a Beast, as a Spell, deal 2 damage to target unit."),
        ("grand-archive", "Choose an ally card from your graveyard. Put it into your material deck."),
        ("magic", "If a creature target player controls would die this turn, exile it instead."),
        ("magic", "Whenever a creature target player controls attacks this turn, draw a card."),
        ("magic", "Target opponent discards a card and draw a card."),
        ("grand-archive", "On Attack: Sacrifice another ally. If you do, it gets +2 POWER until end of turn."),
        ("grand-archive", "Deal 2 damage to it."),
        ("marvel-champions", "Action: Draw that many cards."),
        ("marvel-champions", "When Defeated: Search the encounter deck for a minion and shuffle it into your deck."),
        ("marvel-champions", "Action: Deal 1 damage to it."),
    ],
)
def test_neither_the_source_nor_one_of_two_is_meant_for_want_of_better(game: str, text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", game)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("magic", "Each player may draw a card."),
        ("magic", "Each opponent may discard two cards."),
        ("magic", "Each opponent may discard a card. If they do, they lose 1 life."),
        ("magic", "Each opponent may discard a card. Draw a card. Each opponent who doesn't loses 1 life."),
        ("magic", "Each opponent manifests dread."),
        ("magic", "Two target players may draw a card."),
        ("magic", "Any number of target players may draw a card."),
        ("magic", "Each player may pay {1}. If they do, they draw a card."),
    ],
)
def test_what_several_players_would_each_choose_is_refused(game: str, text: str) -> None:
    """One of them would be asked for all: nothing asks each."""
    with pytest.raises(TextError):
        parse(text, "Test Card", game)


def test_one_player_other_than_you_may_choose() -> None:
    assert said("Target player may draw a card.") == "Target player may draw a card."
