"""The budget of a move and of a match: what is too much is refused or a draw, and counts the same everywhere.

The bounds are the real ones; a table with some thousand tokens takes some seconds.
"""

from __future__ import annotations

import orjson
import pytest

from engine import Answer, BadRecord, Header, Line, Match, Refusal, Seed, Settings, Views, read_position, replay
from engine import write_record as record_of
from engine.formats.position import build
from engine.state.budget import BUDGETS, CURRENT
from engine.state.records import Object
from tests.support.engine.crowd import KRENKO, Table, crowd, doubled, doubling
from tests.support.engine.random_play import GAMES, new_match, random_play

pytestmark = pytest.mark.timeout(600)

BUDGET = BUDGETS[CURRENT]
DRAW = "104.4b, budget-1: Muster does more than a move may (50000 objects): the game is a draw"


def mustering(tokens: int) -> Table:
    """A table at which the next pass lets a spell resolve that makes so many tokens."""
    table = crowd(tokens)
    table.say('cast "Muster" auto')
    table.say("pass")
    return table


# --- what is too much -------------------------------------------------------------------------------


def test_a_pass_is_never_refused_and_what_it_leads_to_is_a_draw_as_of_the_moment_before() -> None:
    table = mustering(BUDGET.objects + 1)
    match, before, views = table.match, table.match.fork(), Views(table.match)
    table.say("pass")
    result = match.result
    assert result is not None
    assert (result.winners, result.code, result.reason) == ((), "budget", DRAW)
    assert match.decisions == ()
    told = views.update()
    assert set(told) == {"public", "seat0", "seat1"}
    wholes = [diff.whole for diff in told.values()]
    assert all(b"Muster does more than a move may" in whole and len(whole) < 2000 for whole in wholes)
    before.game.write(before.game.root, "over", match.game.root.over)
    assert match.hash() == before.hash()


def test_default_and_settings_and_concession_are_not_refused_either() -> None:
    table = mustering(BUDGET.objects + 1)
    decision = table.match.decisions[0]
    by_default, left = table.match.fork(), table.match.fork()
    by_default.apply(decision.seat, decision.w, decision.default())
    assert by_default.result is not None
    assert by_default.result.code == "budget"
    left.concede(0)
    assert left.result is not None
    assert left.result.code == "concede"


def test_what_a_seat_wants_to_be_passed_is_asked_first_where_it_is_too_much() -> None:
    """The pass that settings give is taken back; the seat's own ends the game."""
    table = mustering(BUDGET.objects + 1)
    match = table.match
    seat = match.decisions[0].seat
    match.set(seat, Settings(until=("end of turn",)))
    assert [decision.seat for decision in match.decisions] == [seat]
    table.say("pass")
    assert match.result is not None
    assert match.result.code == "budget"


def test_an_answer_that_says_so_much_is_refused_and_another_is_taken() -> None:
    table = crowd(BUDGET.objects + 1)
    table.play('cast "Call"')
    match, before = table.match, table.match.hash()
    with pytest.raises(Refusal) as refused:
        table.say("yes")
    assert refused.value.code == "too_much"
    assert refused.value.reason == "Call does more than a move may (50000 objects)"
    assert match.hash() == before
    table.say("no")
    assert match.result is None


def test_a_list_that_is_too_long_for_what_it_sets_off_is_refused_and_a_shorter_one_is_taken() -> None:
    """Each attacker sets three abilities off; the bound of what may wait is below three times all of them."""
    position = '''
        game = "magic"
        setup = { active = "A", step = "precombat main" }
        [A]
        life = 12000
        hand = ["Muster"]
        battlefield = ["Plains", "Watch", "Watch", "Watch", "Hurry"]
        [B]
        life = 900000
        [[card]]
        name = "Muster"
        cost = "{W}"
        type = "Sorcery"
        text = "Create X 1/1 white Soldier creature tokens, where X is your life total."
        [[card]]
        name = "Hurry"
        cost = "{W}"
        type = "Enchantment"
        text = "Creatures you control have haste."
        [[card]]
        name = "Watch"
        cost = "{W}"
        type = "Enchantment"
        text = "Whenever a creature attacks, you gain 1 life."'''
    table = Table(read_position(position))
    table.play('cast "Muster"')
    match = table.match
    while match.decisions[0].kind == "act":
        table.go_on()
    decision = match.decisions[0]
    everything = tuple(option.refs[0] for option in decision.options)
    assert len(everything) == 12_000
    with pytest.raises(Refusal, match="too_much"):
        match.apply(decision.seat, decision.w, Answer("cards", everything))
    match.apply(decision.seat, decision.w, Answer("cards", everything[:3_000]))
    assert len(match.game.root.stack) == 9_000


def test_what_follows_from_a_play_without_end_is_a_draw_and_not_the_fault_of_the_play() -> None:
    """Forced abilities of Marvel Champions need nobody to pass between them."""
    match = read_position(
        '''
        game = "marvel-champions"
        [A]
        identity = "Captain Ember"
        play_area = ["Restless Heart"]
        deck = ["Energy"]
        [B]
        identity = "Captain Ember"
        [[card]]
        name = "Captain Ember"
        type = "Hero"
        attack = 1
        "hit points" = 10
        text = "Hero Action: Exhaust this -> Draw 1 card."
        [[card]]
        name = "Restless Heart"
        type = "Upgrade"
        cost = 1
        text = """
        Forced Response: After your hero exhausts, ready your hero.
        Forced Response: After your hero readies, exhaust your hero."""'''
    )
    Table(match).say('activate "Captain Ember#1"')
    assert match.result is not None
    assert (match.result.winners, match.result.code) == ((), "budget")
    assert match.result.reason.startswith("budget-1: Restless Heart does more than a move may (")


def test_a_number_that_cannot_be_told_exactly_is_too_much() -> None:
    """Life doubles until it is beyond what JavaScript reads exactly."""
    match = read_position(
        '''
        game = "magic"
        setup = { active = "A", step = "precombat main" }
        [A]
        life = 999999
        battlefield = ["Font"]
        [B]
        [[card]]
        name = "Font"
        cost = "{1}"
        type = "Artifact"
        text = "{0}: You gain life equal to your life total."'''
    )
    table = Table(match)
    for _ in range(60):
        if match.result is not None:
            break
        assert match.game.players[0].life <= BUDGET.number
        table.say('activate "Font" auto')
        table.say("pass")
        table.say("pass")
    assert match.result is not None
    assert match.result.reason.endswith(f"Font makes a number larger than {BUDGET.number}: the game is a draw")


def test_text_on_what_is_made_is_too_much_before_a_view_is_too_large_for_a_client() -> None:
    said = ", ".join(["flying", "vigilance", "trample", "haste", "reach", "lifelink", "menace", "hexproof"] * 12)
    text = f"Create X tokens that are copies of ~, where X is your life total. {said}."
    position = f'''
        game = "magic"
        setup = {{ active = "A", step = "precombat main" }}
        [A]
        life = 10000
        hand = ["Mirror"]
        battlefield = ["Plains", "Teller"]
        [B]
        [[card]]
        name = "Teller"
        cost = "{{W}}"
        type = "Creature - Bird"
        power = 1
        toughness = 1
        text = "{said}"
        [[card]]
        name = "Mirror"
        cost = "{{W}}"
        type = "Sorcery"
        text = "Create X tokens that are copies of target creature, where X is your life total."'''
    assert len(text) * 10_000 > BUDGET.letters
    match = read_position(position)
    Table(match).play('cast "Mirror" target "Teller"')
    assert match.result is not None
    assert match.result.reason.endswith("Mirror does more than a move may (4194304 letters): the game is a draw")


# --- what is not too much ---------------------------------------------------------------------------


def test_creatures_that_borrow_abilities_of_each_other_have_no_more_than_there_are() -> None:
    """Each of them would have twice as many as the one before it, were they counted as often as somebody has them."""
    borrows = "~ has all activated abilities of each other creature you control."
    knot = {"name": "Knot", "type": "Creature - Ooze", "power": 1, "toughness": 1, "text": borrows}
    pin = {"name": "Pin", "type": "Creature - Elf", "power": 1, "toughness": 1, "text": "{T}: You gain 1 life."}
    match = build("magic", {"A": {"battlefield": ["Pin", *["Knot"] * 12]}, "B": {}}, [knot, pin], {})
    assert [len(obj.abilities) for obj in match.game.battlefield()] == [1, *[2] * 12]


def test_ten_thousand_tokens_come_are_strengthened_attack_and_die() -> None:
    table = crowd(10_000)
    table.play('cast "Muster"')
    table.play('cast "Anthem"')
    table.play('cast "Witness"')
    match = table.match
    while not (match.decisions[0].prompt == "declare attackers" and match.decisions[0].seat == 0):
        table.go_on()
    decision = match.decisions[0]
    match.apply(0, decision.w, Answer("cards", tuple(option.refs[0] for option in decision.options)))
    table.pass_to("postcombat main")
    assert match.game.players[1].life == 900_000 - 20_000
    table.play('cast "Wipe"')
    assert match.result is None
    assert len(match.game.root.stack) == 10_000
    assert not any("creature" in obj.words for obj in match.game.battlefield())


# --- the same everywhere ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_legal_game_of_token_doubling_ends_as_a_draw_and_its_record_leads_there() -> None:
    match = doubling()
    inputs = list(doubled(match))
    assert match.result is not None
    assert match.result.reason == (
        "104.4b, budget-1: Krenko, Mob Boss does more than a match may (32768 objects): the game is a draw"
    )
    assert sum(obj.name == "Goblin" for obj in match.game.battlefield()) > 10_000
    text = record_of(match.header, inputs)
    assert 'budget = "budget-1"' in text.splitlines()
    played = replay(text)
    assert (played.hash, played.match.game.meter.spent) == (match.hash(), match.game.meter.spent)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_match_has_done_counts_the_same_wherever_it_is_taken_up(game: str) -> None:
    """Caches are empty in a match that was loaded, and full in one that was looked at: neither has a say."""
    match, again = new_match(3, game), new_match(3, game)
    for number, (_, commit) in enumerate(random_play(match, 3, cancels=0.05)):
        assert commit.answer is not None
        decision = next(d for d in again.decisions if d.seat == commit.seat)
        again.apply(commit.seat, decision.w, commit.answer)
        again = Match.load(again.dump()) if number % 3 else again.fork()
        if number > 400:
            break
    assert again.hash() == match.hash()
    assert again.game.meter.spent == match.game.meter.spent
    assert min(match.game.meter.spent[:2]) > 0


@pytest.mark.parametrize(
    ("bound", "most", "told"),
    [
        ("steps", 1, "a move may (1 steps)"),
        ("objects", 90, "a move may (90 objects)"),
        ("log_bytes", 4096, "a move may (4096 bytes of log)"),
        ("letters", 100, "a move may (100 letters)"),
        ("records", 90, "a match may (90 objects)"),
        ("whole_steps", 1, "a match may (1 steps)"),
        ("whole_log_bytes", 4096, "a match may (4096 bytes of log)"),
    ],
)
def test_each_bound_holds(bound: str, most: int, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that no game of this file comes near to."""
    table = mustering(100)
    monkeypatch.setattr(BUDGET, bound, most)
    table.say("pass")
    assert table.match.result is not None
    assert told in table.match.result.reason


@pytest.mark.parametrize(
    ("spent", "told"),
    [
        ((BUDGET.whole_steps, 0, 0), f"a match may ({BUDGET.whole_steps} steps)"),
        ((0, BUDGET.whole_log_bytes, 0), f"a match may ({BUDGET.whole_log_bytes} bytes of log)"),
    ],
)
def test_what_was_done_before_counts(spent: tuple[int, int, int], told: str) -> None:
    table = mustering(100)
    table.match.game.meter.spent = spent
    table.say("pass")
    assert table.match.result is not None
    assert told in table.match.result.reason


def test_what_is_tried_in_a_line_of_play_ends_there_as_a_draw_and_the_match_goes_on() -> None:
    table = mustering(BUDGET.objects + 1)
    line = Line(table.match.fork(), 0, asks_all=True)
    line.step(Answer("pass"))
    assert line.game.root.over is not None
    assert line.evaluate(0) == 0.5
    assert table.match.result is None


# --- its name ---------------------------------------------------------------------------------------


def begun(budget: str) -> Header:
    return Header("magic", ("ann", "bob"), (KRENKO, KRENKO), Seed("s"), budget=budget)


def test_a_match_is_begun_under_the_budget_of_its_header_alone() -> None:
    assert Header.from_json(begun(CURRENT).to_json()).budget == CURRENT
    old = begun(CURRENT).to_json()
    del old["budget"]
    assert Header.from_json(old).budget == ""
    with pytest.raises(Refusal, match="unknown_budget"):
        Match.create(begun("budget-0"))


def test_a_record_without_a_budget_is_read_as_before_and_leads_where_it_did() -> None:
    match = Match.create(begun(""))
    inputs = []
    for decision, commit in random_play(match, 5):
        inputs.append((decision.seat, commit.answer))
    text = record_of(match.header, inputs)
    assert "budget" not in text
    assert replay(text).hash == match.hash()
    with pytest.raises(BadRecord, match="unknown_budget"):
        replay(text.replace('profile = "', 'budget = "budget-0"\nprofile = "'))


def test_a_dump_made_before_there_were_budgets_is_loaded_without_one() -> None:
    match = new_match(2)
    data = orjson.loads(match.dump())
    del data["spent"], data["header"]["budget"]
    loaded = Match.load(orjson.dumps(data))
    assert loaded.game.meter.budget is None
    assert loaded.hash() == match.hash()


def test_what_comes_and_goes_within_a_move_makes_the_text_there_no_less() -> None:
    match = new_match(1, "marvel-champions")
    before = text_there(match) - match.game.meter.spent[2]
    for _ in random_play(match, 1):
        pass
    assert text_there(match) - match.game.meter.spent[2] == before


def text_there(match: Match) -> int:
    """The letters on all objects."""
    definitions = [
        match.game.prints[record.card].definition
        for record in match.game.records.values()
        if isinstance(record, Object)
    ]
    return sum(len(card.name) + len(card.text or "") for card in definitions)
