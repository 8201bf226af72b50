"""The texts that the conformance scenarios need, by statement: each is understood and can be written down again."""

from __future__ import annotations

from typing import Final

import pytest

from engine.text import parse, render

MAGIC: Final = (
    # all graveyards, and somebody else who does
    "{T}: Exile all cards from all graveyards, then draw a card.",
    "{T}: You gain life equal to the number of Elf cards in all graveyards.",
    "{T}: Target opponent gains control of another target permanent you control. If they do, you draw a card.",
    # one number of two instructions, a noun that two subtypes share, a search in the library of each
    "Whenever ~ attacks, you draw X cards and you lose X life, where X is the number of Zombies you control.",
    "Whenever ~ attacks, each opponent loses X life and you gain X life, where X is the number of Elves you control.",
    "{T}: Return target Angel or Human creature card from your graveyard to your hand.",
    "{T}: Target player may search their library for a creature card, reveal it, put it into their hand, then shuffle.",
    # a card that was used, where the condition speaks of the source; leave to choose belongs to the copy
    (
        "{T}: Discard a card. If ~ has four or more +1/+1 counters on it, you may cast the discarded card "
        "without paying its mana cost."
    ),
    "{T}: Mill a card. If ~ is untapped, you gain life equal to the milled card's mana value.",
    "When you cast this spell, copy it if you gained life this turn. You may choose new targets for the copy.",
    # T1 T2 T3 instructions
    "{2}, {T}: You gain 1 life. Activate only once each turn.",
    "{2},{T}: You gain 1 life. Activate only twice each turn.",
    "{1}: Draw a card. Activate only three times each turn.",
    # T4 T5 T15 who may activate
    "{1}, Sacrifice a land: Draw a card. Any player may activate this ability.",
    "{1}: You gain 1 life. Only your opponents may activate this ability.",
    # T6 T8 T11 T41 T43 T44 when
    "{1}: Draw a card. Activate only during your turn.",
    "{1}: Draw a card. Play this ability only once each turn.",
    "{1}: Draw a card. Activate this ability only during your upkeep.",
    "{1}: Draw a card. Activate only as a sorcery.",
    "{1}: Draw a card. Activate only as an instant.",
    "{1}: Draw a card. Activate only during your turn and only once each turn.",
    "{1}: Draw a card. Activate only during combat.",
    "{1}: Draw a card. Activate only if you control another Elf.",
    # T7 costs that instructions define
    "{X}: ~ deals X damage to any target. X is the number of cards in an opponent's hand.",
    "{X}: Draw a card. X is the number of creatures you control.",
    # T10 T36 prohibitions
    "Players can't activate abilities.",
    "Activated abilities of artifacts can't be activated.",
    "Activated abilities of creatures your opponents control can't be activated.",
    "Your opponents can't cast creature spells.",
    "You can't cast spells.",
    "Creatures can't have -1/-1 counters put on them.",
    "~ can't have +1/+1 counters put on it.",
    # T12 T28 T35 T45 costs
    "Abilities cost {2} more to activate.",
    "Abilities cost {R} more to activate.",
    "Abilities cost {1} less to activate.",
    "Abilities you activate cost {9} less to activate.",
    (
        "Activated abilities of creatures cost {2} less to activate. This effect can't reduce the mana "
        "in that cost to less than one mana."
    ),
    "You may spend blue mana as though it were mana of any color to pay the activation costs of abilities.",
    "You may spend blue mana as though it were mana of any color.",
    "{T}: Spells and abilities cost {2} more this turn.",
    "An ability that would cost less than two mana to activate costs two mana.",
    "As long as ~ is untapped, each spell that would cost less than three mana to cast costs three mana to cast.",
    "Artifact spells you cast cost {2} less to cast.",
    "This spell costs {1} less to cast for each artifact you control.",
    "Spells your opponents cast cost {1}{U} more to cast.",
    "{2}{R}: Draw a card.",
    # T14 T19 other zones
    "Cycling {2}",
    "{3}{B}: Return ~ from your graveyard to your hand.",
    "{1}: Draw a card. Activate only if ~ is in your graveyard.",
    "{1}: Draw a card. Activate only if ~ is in your graveyard. Activate only once each turn.",
    "{1}, Discard ~: Draw a card.",
    "Cycling {1}{R}",
    # T16 T17 T25 targets
    "{1}: Destroy target artifact.",
    "{X}: ~ deals X damage to any target.",
    "{1}: Tap two target creatures.",
    "{1}: Destroy target artifact and target land.",
    "Whenever ~ becomes the target of a spell or ability, you gain 1 life.",
    "Destroy up to two target creatures.",
    "Tap any number of target creatures.",
    "Exile another target creature.",
    "Destroy target nonartifact, nonblack creature.",
    "Destroy target creature with power 3 or less.",
    "Destroy target creature with flying.",
    "Destroy target creature without flying.",
    "Destroy target white or black creature.",
    "Counter target instant or sorcery spell.",
    "Exile target instant or sorcery card from your graveyard.",
    "Destroy target tapped creature.",
    "Destroy target creature with two or more +1/+1 counters on it.",
    "Target player draws two cards and loses 2 life.",
    "Destroy target creature you don't control.",
    "Destroy target creature named Krenko.",
    # T18 T29 K3 K4 K6 costs to pay
    "{1}, Discard a card, Pay 1 life: Draw a card.",
    "Sacrifice a creature, Discard a card: Draw two cards.",
    "Sacrifice ~: Draw a card.",
    "{1}, Sacrifice a land: You gain 3 life.",
    "Put a -1/-1 counter on ~: Draw a card.",
    "Pay 2 life: Draw a card.",
    "Pay X life: Draw X cards.",
    "Remove two charge counters from ~: Add {C}{C}.",
    "Tap two untapped creatures you control: Draw a card.",
    "Discard two creature cards: Draw a card.",
    "{0}: Draw a card.",
    "{Q}: Untap target creature.",
    "{2/W}{B/P}: Draw a card.",
    "You may pay {0} rather than pay this spell's mana cost.",
    "You may pay 2 life rather than pay ~'s activation cost.",
    # T20 T21 T23 objects on the stack
    "Counter target activated ability.",
    "Counter target activated or triggered ability.",
    "Counter target red spell.",
    "Counter target spell unless its controller pays {3}.",
    "Counter target spell unless its controller sacrifices a creature.",
    "Copy target activated ability. You may choose new targets for the copy.",
    # T26 division
    "{3}: ~ deals 3 damage divided as you choose among up to three targets.",
    "~ deals 5 damage divided as you choose among any number of target creatures.",
    "~ deals X damage divided as you choose among any number of targets.",
    # T24 T46 modes
    "{X}{B/P}: Choose one —\n• Draw a card.\n• You gain X life.",
    "{1}: An opponent chooses one — tap target creature; or untap target creature.",
    "Choose one or both —\n• Destroy target artifact.\n• ~ deals 2 damage to target creature.",
    "Choose two —\n• Draw a card.\n• You gain 2 life.\n• Scry 2.",
    "When ~ enters, choose one —\n• Draw a card.\n• You gain 2 life.",
    # T27 legality
    "Abilities with X of 2 or more can't be activated.",
    "{X}: ~ deals X damage to target creature.",
    "Your opponents can't cast spells with even mana values.",
    # T31 K15 K20 triggers on what players do
    "Whenever you activate an ability, you gain 1 life.",
    "Whenever you sacrifice an artifact, you gain 1 life.",
    "Whenever an opponent casts a red spell, you may draw a card.",
    "Whenever a player discards a card, ~ deals 1 damage to each player.",
    "Whenever you tap a land for mana, add {C}.",
    # T32 T33 T34 an opponent's choice
    "{T}: ~ deals 1 damage to any target and 1 damage to any target of an opponent's choice.",
    "{T}: Tap target creature of an opponent's choice.",
    # T37 T38 T39 T40 sickness and control
    "{T}: Add {G}.",
    "Haste",
    "{2}: Target artifact becomes a 2/2 artifact creature until end of turn.",
    "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn.",
    "Gain control of target creature.",
    # T42 acquired abilities
    'Creatures you control have "{T}: Add {G}."',
    '{1}: Target creature gains "{1}: Draw a card. Activate only once each turn." until end of turn.',
    'Enchanted creature gets +1/+1 and has "{T}: This creature deals 1 damage to any target."',
    # K1 K7 K10 K13 K24 K25 K28 mana
    "{1}: Add {R}.",
    "{T}: Add {C}{C}. Activate only once each turn.",
    "{1}, {T}, Sacrifice ~: Add one mana of any color. Draw a card.",
    "{T}: Add {R} or {G}.",
    "{T}: Add {G} for each Elf you control.",
    "{T}: Add two mana of any one color.",
    "{T}: Add one mana of any color. Activate only if you control three or more artifacts.",
    "As an additional cost to cast this spell, sacrifice an artifact.",
    "As an additional cost to cast this spell, discard a card and pay 2 life.",
    # K14 K16 K17 K18 K26 triggers on what happens
    "Whenever a creature dies, you gain 1 life.",
    "Whenever a creature dies, ~ deals 1 damage to any target.",
    "Whenever a creature dies, each opponent loses 1 life and you gain 1 life.",
    "Whenever another creature dies, you gain 1 life.",
    "When ~ becomes the target of a spell or ability, sacrifice it.",
    "When ~ dies, return another target artifact card from your graveyard to your hand.",
    "When ~ enters or is put into a graveyard from the battlefield, draw a card.",
    (
        "Whenever ~ or another artifact you control is put into a graveyard from the battlefield, "
        "return to your hand target artifact card in your graveyard with lesser mana value."
    ),
    "When ~ leaves the battlefield, draw a card.",
    "Whenever a land enters under your control, you gain 2 life.",
    "Whenever a creature enters, it deals 1 damage to you.",
    "Whenever another creature you control enters, put a +1/+1 counter on it.",
    "Whenever ~ attacks or blocks, it gets +1/+0 until end of turn.",
    "Whenever ~ deals combat damage to a player, draw a card.",
    "Whenever ~ becomes blocked, it gets +1/+1 until end of turn.",
    "Whenever ~ attacks, if you control three or more artifacts, draw a card.",
    "Whenever ~ attacks, draw a card if you control three or more artifacts.",
    "At the beginning of your upkeep, sacrifice ~ unless you pay {2}.",
    "At the beginning of each end step, you gain 1 life.",
    "At the beginning of each opponent's upkeep, that player loses 1 life.",
    "At the beginning of combat on your turn, target creature gains haste until end of turn.",
    "Whenever a creature enters, you gain 1 life. This ability triggers only once each turn.",
    # K30 K31 states
    "As long as an ability is on the stack, creatures get -1/-1.",
    "When you control no Islands, sacrifice ~.",
    "Creatures you control get +1/+1 as long as you have no cards in hand.",
    # R13 R14 R15
    "Each player sacrifices a creature.",
    "Each opponent discards a card.",
    "Whenever ~ becomes tapped, untap it.",
    "Whenever ~ becomes untapped, tap it.",
    "{0}: ~ gains flying.",
    "{0}: Target creature loses flying.",
    # continuous effects
    "Creatures you control get +1/+1.",
    "Other Elf creatures you control get +1/+1.",
    "Other Goblins you control get +1/+1 and have haste.",
    "~ gets +1/+1 for each artifact you control.",
    "As long as you control an artifact, ~ has flying.",
    "Enchanted creature gets +2/+2 and has flying.",
    "~ can't attack or block.",
    "Creatures can't attack.",
    "Creatures you control can't be blocked.",
    "Target creature can't block this turn.",
    "Creatures you control can't be blocked this turn.",
    "Until end of turn, creatures you control get +1/+0.",
    "~ enters tapped.",
    "~ enters tapped unless you control a Forest.",
    "~ enters with two +1/+1 counters on it.",
    "{1}{R}: ~ gets +1/+0 until end of turn.",
    "Creatures you control get +1/+1 and gain first strike and trample until end of turn.",
    # effects
    "Target creature gets +X/+0 until end of turn, where X is the number of artifacts you control.",
    "~ deals damage to target creature equal to the number of Mountains you control.",
    "~ deals X damage to target creature, where X is its power.",
    "Draw cards equal to the number of creatures you control.",
    "Exile target creature. Its controller gains life equal to its power.",
    "Return target creature to its owner's hand.",
    "Put target creature on top of its owner's library.",
    "You may draw a card.",
    "Exile target artifact, then return it to the battlefield under your control.",
    "Exile target creature. Return it to the battlefield under its owner's control.",
    "You may cast sorcery spells as though they had flash.",
    "Whenever you gain life, you may draw a card. Do this only once each turn.",
    "You may cast this spell as though it had flash if you control an artifact.",
    # R603-2d, R603-3b what bears on triggering
    "If a triggered ability of another creature you control triggers, that ability triggers an additional time.",
    (
        "If an artifact or creature entering the battlefield causes a triggered ability of a permanent you control to "
        "trigger, that ability triggers an additional time."
    ),
    "If a creature attacking causes a triggered ability of a Bear to trigger, it triggers an additional time.",
    "If an ability of a creature you control with power 2 or less triggers, that ability triggers an additional time.",
    (
        "If a legendary permanent or an artifact entering or leaving the battlefield causes a triggered ability of a "
        "permanent you control to trigger, that ability triggers an additional time."
    ),
    "Whenever an ability of another creature you control triggers, you gain 1 life.",
    "Whenever you create or sacrifice a token, each opponent loses 1 life.",
    "At the beginning of your end step, if you have fewer than six cards in hand, draw cards equal to the difference.",
    "When ~ enters, put your choice of a flying, first strike, or lifelink counter on target creature.",
    "Whenever you cast a spell with {X} in its mana cost, draw a card.",
    (
        "{T}: Add {G}. Spend this mana only to cast spells with mana value 5 or greater or spells with {X} in their "
        "mana costs."
    ),
    (
        "If one or more creature tokens would be created under your control, three times that many of those tokens are "
        "created instead."
    ),
    "Draw a card, then discard a card. When you discard a nonland card this way, draw a card.",
    "Exile the top two cards of your library. If you exiled a land card this way, create a Treasure token.",
    "Whenever you scry, tap up to that many target creatures.",
    "At the beginning of your upkeep, if there are five colors among permanents you control, draw a card.",
    "Whenever an opponent casts a spell, if no mana was spent to cast it, counter that spell.",
    "Whenever a red source you control deals noncombat damage to an opponent, draw that many cards.",
    "Whenever you scry, put X +1/+1 counters on ~, where X is the number of cards looked at while scrying this way.",
    "Whenever another creature you control leaves the battlefield without dying, draw a card.",
    "Exile the top two cards of your library. You may play those cards until your next end step.",
    "Put a +1/+1 counter on each other creature you control that's a token or a Rabbit.",
    "~ deals damage to each player equal to the number of nonbasic lands that player controls.",
    "Untap all creatures you control. After this combat phase, there is an additional combat phase.",
    "As long as ~ has three or more counters on it, it has flying.",
    "At the beginning of your end step, if you've gained or lost life this turn, draw a card.",
    "Whenever ~ attacks, gain control of up to one target creature with lesser power.",
    "When ~ dies, return him to his owner's hand.",
    "You may pay {1}. If you do, draw a card.",
    "You may sacrifice a creature. If you do, draw two cards.",
    "Search your library for up to two basic land cards, reveal them, put them into your hand, then shuffle.",
    "Create two 1/1 white Soldier creature tokens with flying and vigilance.",
    "If you control an artifact, draw a card.",
    "If you have 5 or less life, you gain 5 life.",
    "Destroy all creatures.",
    "Destroy all artifacts and enchantments.",
    "Tap all creatures your opponents control.",
    "Prevent the next 2 damage that would be dealt to any target this turn.",
    "Prevent all combat damage that would be dealt this turn.",
    "Draw two cards, then discard a card.",
    "Discard two cards at random.",
    "Target player mills three cards.",
    "Whenever you draw a card, you may have target opponent lose 1 life.",
)
GRAND_ARCHIVE: Final = (
    # A1 A3 A35 A39-A42
    "Deal 1 damage to target unit.",
    "~ deals 1 damage to target unit.",
    "This costs 2 less to activate while there is no ally card in your hand.",
    "Your actions cost 3 less to activate.",
    "Actions cost 2 more to activate.",
    "As an additional cost to activate this card, sacrifice an ally.",
    "As an additional cost to activate this card, sacrifice four Powercells.",
    "As an additional cost to activate this card, rest your champion.",
    "As an additional cost to activate this card, remove a preparation counter from your champion.",
    (
        "As an additional cost to activate this card, rest your champion and remove a preparation "
        "counter from your champion."
    ),
    "[Class Bonus] Tokens you control have Reservable.",
    "[Level 2+] This gets +1 POWER.",
    "On Death: Draw a card.",
    "On Enter: Deal 2 damage to target champion.",
    "Deal X damage to target ally.",
    "Whenever you activate an action card, recover 1.",
    "Rest this: Draw a card.",
    "(2), Rest this: Draw a card.",
    "Reservable",
    "Steadfast, Spellshroud",
    "Choose one —\n• Deal 2 damage to target unit.\n• Destroy target ally.",
    "Banish target ally.",
    "Recover 2.",
    "Draw two cards.",
    "This card costs 1 less to materialize.",
    # restrictions stand before any ability
    "[Class Bonus] [Level 2+] ~ gets +1 POWER and +2 LIFE.",
    "[Element Bonus] Vigor",
    "[Guo Jia Bonus] On Enter: Put a quest counter on your champion.",
    "[Memory 4+] On Death: Deal 2 damage to target champion.",
    "[Class Bonus] REST: Target Animal or Beast ally you control gets +1 POWER and gains true sight until end of turn.",
    "[Class Bonus] This card costs 2 less to activate.",
    "[Class Bonus] Draw a card. Recover 1.",
    "Deal 1 damage to target unit. Class Bonus: Draw a card.",
    # what is done, in words of its own
    "Your champion gets +1 level until end of turn.",
    "Your champion gets +1 level.",
    "Draw a card into your memory.",
    "You gain agility 3 for this turn.",
    "Glimpse 3.",
    "Summon two Powercell tokens rested.",
    "Summon an Automaton Drone token with a buff counter on it.",
    "Target player puts the top three cards of their deck into their graveyard.",
    "Negate target action card activation.",
    "Destroy target item or weapon with memory cost 0 or reserve cost 4 or less.",
    "Deal 7 damage split among any amount of target allies.",
    "Target unit becomes distant.",
    "Suppress target ally you don't control.",
    "You may banish up to three fire element cards from your graveyard. For each card banished this way, recover 2.",
    (
        "Look at the top six cards of your deck. You may reveal a Spell card from among them and put it into "
        "your memory. Put the rest on the bottom of your deck in any order."
    ),
    "Double the amount of preparation counters on your champion.",
    "~'s attacks get +1 POWER for each regalia weapon card in your banishment.",
    'Until end of turn, ~\'s attacks get +2 POWER and gain "On Kill: Draw a card."',
    "Target opponent banishes two cards from their graveyard.",
    # triggers and limits
    "Inherited Effect: Whenever you activate your first Mage action card each turn, recover 1.",
    "On Champion Hit: Draw a card.",
    "On Leave: Summon an Automaton Drone token.",
    "Whenever your champion levels up, draw a card.",
    "Whenever you materialize a card, deal 2 damage to your champion.",
    "Whenever an ally you control dies while it's not your turn, you may banish ~. If you do, draw a card.",
    "REST: Draw a card. Activate this ability only at slow speed.",
    "Equestrian — As long as you control a Horse ally, this card costs 1 less to activate.",
)
MARVEL_CHAMPIONS: Final = (
    "When Revealed: Give Grim the Hunter a tough status card. If he already has a tough status card, take 1 damage.",
    "When Revealed: Give the villain a tough status card. If he already has a tough status card, take 1 damage.",
    # C13-C16
    "Hero Action: Spend X energy resources -> Deal X damage to an enemy.",
    "Hero Action: Spend X {e} -> Deal X damage to an enemy.",
    "Action: Spend 1 {e} -> Deal 1 damage to an enemy.",
    "Spend 1 {e} → Draw a card.",
    "Action: Exhaust this upgrade -> Deal 1 damage to an enemy.",
    "Resource: Exhaust this -> Generate {w}.",
    "Action: Discard a card -> Draw a card.",
    "Hero Action: Deal 3 damage to an enemy.",
    "Action: Exhaust this and spend {e} -> Deal 2 damage to an enemy.",
    "Alter-Ego Action: Exhaust this -> Draw 1 card.",
    "Hero Interrupt (defense): When the villain attacks you, exhaust this -> prevent 3 of that damage.",
    "Forced Response: After the villain attacks, deal 1 damage to each ally.",
    "Interrupt: When you take damage, exhaust this -> prevent 1 of that damage.",
    "Response: After you attack, exhaust this -> draw a card.",
    "Forced Response: After this attacks, this deals 1 damage to each ally.",
    "Forced Interrupt: When this takes damage, prevent that damage.",
    "Response: After a minion enters play, draw a card.",
    "Response: After you defeat a minion, ready this.",
    "Interrupt: When an ally you control is defeated, discard this -> prevent that damage.",
    "When Revealed: This deals 2 damage to each hero.",
    "Hero Response: After a player attacks a minion, spend {e} -> this deals 2 damage to that minion.",
    "Response: After an ally is defeated, if you control a support, draw a card.",
    "Alter-Ego Response: After another ally thwarts or defends, exhaust this -> ready that ally.",
)
TEXTS: Final = (
    *(("magic", text) for text in MAGIC),
    *(("grand-archive", text) for text in GRAND_ARCHIVE),
    *(("marvel-champions", text) for text in MARVEL_CHAMPIONS),
)


@pytest.mark.parametrize(("game", "text"), TEXTS)
def test_a_text_survives_being_read_written_and_read(game: str, text: str) -> None:
    abilities = parse(text, "Test Card", game)
    assert abilities
    for ability in abilities:
        assert parse(render(ability, game), "Test Card", game) == (ability,)
