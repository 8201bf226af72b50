"""A pronoun that nothing fits is an error at its place; one that something fits means that (608.2c)."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from engine.text import TextError, parse, render


def said(text: str, game: str) -> str:
    return " ".join(render(ability, game) for ability in parse(text, "Test Card", game))


@pytest.mark.parametrize(
    ("game", "text", "column", "word"),
    [
        ("magic", "That player discards a card.", 1, "That"),
        ("magic", "{1}: That player loses 1 life.", 6, "That"),
        ("magic", "Destroy it.", 9, "it"),
        ("magic", "{T}: It deals 1 damage to any target.", 6, "It"),
        ("magic", "At the beginning of your upkeep, exile it.", 40, "it"),
        ("magic", "When Test Card enters, each opponent loses 1 life unless that player pays {1}.", 58, "that"),
        ("magic", "Whenever a creature attacks, that player discards a card.", 30, "that"),
        ("magic", "Whenever a land enters, destroy that creature.", 33, "that"),
        ("magic", "Whenever enchanted creature becomes tapped, counter that spell.", 53, "that"),
        ("magic", "{X}, {T}: Draw a card. X is the mana value of that card.", 47, "that"),
        ("magic", "Test Card deals 1 damage to them.", 29, "them"),
        ("magic", "Exile target creature and target land. Return them to your hand.", 47, "them"),
        ("magic", "Exile target creature. Exile target land. Return those cards to your hand.", 50, "those"),
        ("magic", "{T}: Draw cards equal to the sacrificed creature's power.", 30, "sacrificed"),
        ("magic", "When Test Card leaves the battlefield, put the exiled card into your hand.", 48, "exiled"),
        ("magic", "Creatures of the chosen type get +1/+1.", 18, "chosen"),
        ("magic", "{T}: Add one mana of the chosen color.", 26, "chosen"),
        ("grand-archive", "On Enter: Destroy that ally.", 19, "that"),
        ("grand-archive", "{REST}: Put the banished card into your hand.", 17, "banished"),
    ],
)  # fmt: skip
def test_a_pronoun_that_means_nothing_is_named_with_its_place(game: str, text: str, column: int, word: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(text, "Test Card", game)
    assert (caught.value.line, caught.value.column, caught.value.found) == (1, column, repr(word))


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Deal 2 damage to your champion. If that card is fire element, draw a card.", 36),
        ("Deal 2 damage to target ally. If that card is fire element, draw a card.", 34),
        ("Reveal the top card of your deck. Deal 2 damage to your champion. If that card is fire element, draw a card.",
         70),
        ("On Enter: Rest target ally. Banish that card.", 36),
    ],
)  # fmt: skip
def test_no_object_in_play_is_called_that_card(text: str, column: int) -> None:
    with pytest.raises(TextError) as caught:
        parse(text, "Test Card", "grand-archive")
    assert (caught.value.column, caught.value.found) == (column, "'that'")


@pytest.mark.parametrize(
    ("game", "text", "meaning"),
    [
        ("grand-archive", "Banish target ally. If that card is fire element, draw a card.", "If it is fire element"),
        ("grand-archive", "Destroy target ally. If that card is fire element, draw a card.", "If it is fire element"),
        ("magic", "Exile target creature. Return that card to its owner's hand.", "Return it"),
        ("magic", "Tap target creature card in your graveyard. Return that card to your hand.", "Return it"),
    ],
)
def test_a_card_is_called_so_once_it_is_moved_or_where_the_text_said_it(game: str, text: str, meaning: str) -> None:
    assert meaning in said(text, game).replace("Put it", "Return it")


def test_a_champion_that_was_rested_is_called_them() -> None:
    text = "You may rest your champion. If you do, put a level counter on {}."
    them, champion = (parse(text.format(whom), "Test Card", "grand-archive") for whom in ("them", "your champion"))
    assert them == champion


@pytest.mark.parametrize(
    ("game", "text", "meaning"),
    [
        ("magic", "Destroy target creature. Its controller loses 2 life.", "Its controller loses 2 life"),
        ("magic", "Sacrifice this creature: It deals 1 damage to any target.", "This deals 1 damage"),
        ("magic", "Whenever Test Card deals combat damage to a player, that player discards a card.", "that player"),
        ("magic", "Whenever a creature an opponent controls dies, that player loses 2 life.", "that player loses"),
        ("magic", "Whenever a creature attacks you, it gets +1/+0 until end of turn.", "it gets +1/+0"),
        ("magic", "When Test Card becomes the target of a spell, counter that spell unless its controller pays {2}.",
         "unless that spell's controller pays"),
        ("magic", "Whenever you cast a spell, destroy each creature with the same name as that spell.",
         "same name as it"),
        ("magic", "You may sacrifice a creature. If you do, draw cards equal to the sacrificed creature's power.",
         "equal to its power"),
        ("magic", "Target player exiles their graveyard.", "Exile target player's graveyard"),
        ("magic", "{6}: Test Card's owner shuffles it into their library.", "Shuffle this into its owner's library"),
        ("magic", "When there are no creatures, sacrifice this enchantment.", "sacrifice this"),
        ("magic", "Whenever a Goblin attacks, that creature gets +1/+0 until end of turn.", "it gets +1/+0"),
        ("magic", "Destroy target creature or land you control. You lose life equal to that permanent's mana value.",
         "equal to its mana value"),
        ("magic", "Whenever this creature deals damage to a Goblin, destroy that creature.", "destroy that Goblin"),
        ("grand-archive", "Put a level counter on Test Card. Class Bonus: Put two level counters on it instead.",
         "two level counters on this"),
    ],
)  # fmt: skip
def test_a_pronoun_means_what_was_spoken_of(game: str, text: str, meaning: str) -> None:
    assert meaning in said(text, game)


@pytest.mark.parametrize(
    "text",
    [
        "You gain that much life.",
        "Whenever a creature enters, you gain that much life.",
        "At the beginning of your end step, draw that many cards.",
        "Whenever a creature enters, you may pay {2}. If you do, draw that many cards.",
        "Target player shuffles your graveyard into your library.",
        "Target opponent puts target creature into its owner's hand.",
    ],
)
def test_a_number_or_a_subject_that_nothing_gives_is_refused(text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", "magic")


@pytest.mark.parametrize(
    "text",
    [
        "You may sacrifice a land. When you do, tap target creature. Put a stun counter on it.",
        "You may sacrifice a land. When you do, destroy target creature. It can't be regenerated.",
        "You may sacrifice a land. When you do, you may tap target creature. If you do, draw a card.",
        "You may sacrifice a land. When you do, tap target creature. You may draw a card. If you do, discard a card.",
        "You may sacrifice a land. When you do, tap target creature. If you control a Bear, draw a card.",
        "You may sacrifice a land. When you do, tap target creature. At the beginning of the next upkeep, untap it.",
        "Until your next turn, whenever a creature attacks you, tap it. Put a stun counter on it.",
        "If you control a Bear, whenever a creature you control attacks this turn, it gets +1/+0 until end of turn.",
        "Tap target creature. At the beginning of the next end step, untap it. Put a +1/+1 counter on it.",
    ],
)
def test_a_sentence_about_the_same_is_a_part_of_the_ability_before_it(text: str) -> None:
    (ability,) = parse(text, "Test Card", "magic")
    assert render(ability, "magic") == text


def test_all_that_stands_behind_a_reflexive_ability_is_a_part_of_it() -> None:
    (apart,) = parse("You may sacrifice a land. When you do, tap target creature. Draw a card.", "Test Card", "magic")
    (joined,) = parse("You may sacrifice a land. When you do, tap target creature, then draw a card.", "C", "magic")
    assert apart == joined


@pytest.mark.parametrize(
    "text",
    [
        "You may sacrifice a land. When you do, you may tap target creature. If you don't, draw a card.",
        "You may sacrifice a land. When you do, tap target creature. When you do, draw a card.",
        "You may sacrifice a land. When you do, tap target creature. Untap it. If you don't, draw a card.",
        "You may sacrifice a land. When you do, if you control a Bear, tap target creature.",
        "Whenever a creature dies this turn, you gain 1 life. Draw a card.",
        "At the beginning of the next end step, draw a card. You lose 1 life.",
    ],
)
def test_a_sentence_behind_a_reflexive_ability_and_its_condition_are_refused(text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", "magic")


@pytest.mark.parametrize(
    "text",
    [
        "You gain X life, where X is the number of lands you control. If X is 3 or greater, draw a card.",
        "You gain X life, where X is the number of lands you control. Target creature gets +X/+0 until end of turn.",
    ],
)
def test_x_of_another_sentence_than_the_one_that_says_what_it_is_is_refused(text: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(text, "Test Card", "magic")
    assert caught.value.found in ("'X'", "'+X'", "'+X/+0'")


def test_x_of_a_cycling_cost_is_refused() -> None:
    text = "Cycling {{X}}{{G}}\nWhen you cycle this card, you gain {} life."
    assert parse(text.format(2), "Test Card", "magic")
    with pytest.raises(TextError):
        parse(text.format("X"), "Test Card", "magic")


def test_a_number_of_each_of_those_that_get_counters_is_refused() -> None:
    """The one main scheme may be "it"; each of several has a number of its own."""
    text = "When Revealed: You are confused. Place 1 threat on {} for each magnet counter on {}."
    one = [
        parse(text.format("the main scheme", it), "Test Card", "marvel-champions") for it in ("it", "the main scheme")
    ]
    assert one[0] == one[1]
    with pytest.raises(TextError):
        parse(text.format("each scheme", "it"), "Test Card", "marvel-champions")


@pytest.mark.parametrize(("cost", "is_read"), [("{3}", True), ("{X}", False)])
def test_only_a_cost_with_an_x_needs_to_know_what_x_is(cost: str, is_read: bool) -> None:
    price = f"Counter target spell unless its controller pays {cost}."
    text = f"{price} You gain X life, where X is the number of lands you control."
    with nullcontext() if is_read else pytest.raises(TextError):
        parse(text, "Test Card", "magic")


def test_half_a_sentence_about_what_may_not_be_there_is_refused() -> None:
    text = "If you control an artifact, create a 1/1 white Soldier creature token. It gains haste until end of turn{}."
    assert parse(text.format(""), "Test Card", "magic")
    with pytest.raises(TextError):
        parse(text.format(" and you gain 2 life"), "Test Card", "magic")


def test_a_quoted_ability_keeps_the_number_of_its_own_event() -> None:
    quoted = "Whenever this creature is dealt damage, draw that many cards"
    (outer,) = parse(f'Draw a card. Target creature gains "{quoted}" until end of turn.', "Test Card", "magic")
    (inner,) = parse(f"{quoted}.", "Test Card", "magic")
    assert repr(inner) in repr(outer)


def test_what_a_cost_of_the_card_gave_up_may_be_spoken_of() -> None:
    paid = "As an additional cost to cast this spell, sacrifice a creature."
    assert "sacrificed creature's power" in said(
        f"{paid}\nDraw cards equal to the sacrificed creature's power.", "magic"
    )


def test_what_happens_instead_is_done_for_a_sentence_that_another_has_changed() -> None:
    text = "Destroy target creature. It can't be regenerated. If it is tapped, exile it instead."
    (ability,) = parse(text, "Test Card", "magic")
    said = "Destroy target creature. If it is tapped, exile it instead. It can't be regenerated."
    assert render(ability, "magic") == said
    assert parse(said, "Test Card", "magic") == (ability,)


@pytest.mark.parametrize(
    "text",
    [
        "Destroy target creature. Return target creature card with lesser mana value from your graveyard to your hand.",
        "When this enters, you may sacrifice a land. If you do, destroy target artifact with lesser mana value.",
        "Whenever a creature dies, destroy target land. Destroy target artifact with equal or lesser mana value.",
    ],
)
def test_a_mana_value_is_lesser_only_than_that_of_what_the_event_is_about(text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", "magic")


@pytest.mark.parametrize("lesser", ["lesser", "equal or lesser"])
def test_the_mana_value_of_what_an_event_is_about_is_compared_with_others(lesser: str) -> None:
    text = f"Whenever another creature you control enters, destroy target artifact with {lesser} mana value."
    (ability,) = parse(text, "Test Card", "magic")
    assert render(ability, "magic") == text


@pytest.mark.parametrize(
    "text",
    [
        "Each opponent chooses a creature they control. Destroy it.",
        "Each opponent chooses any number of creatures they control. Destroy those creatures.",
        "Each opponent chooses a creature you control. Destroy those creatures.",
    ],
)
def test_what_several_choose_is_no_one_thing_and_is_their_own(text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", "magic")
