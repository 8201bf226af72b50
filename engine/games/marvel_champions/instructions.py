"""Instructions of this game's texts only: healing, enemies that attack and scheme, encounter cards, forms, the hand.

Attacks and encounter cards take time: each is begun where the text gets there, and the text goes on when it is over
(``effects``). Of several the next begins when the one before is over: the frame ``("one by one", verb, ids, item)``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.interpreter import EXECUTE
from engine.effects.meaning import DONE, amount_of, counted, objects_of, shares_of, touched, what_is, who_is
from engine.effects.players import draw
from engine.events.execution import change_counters
from engine.events.zones import create, move, with_counters
from engine.games.marvel_champions import (
    boosting,
    coming_into_play,
    encounter,
    enemy_activation,
    forms,
    powers,
    revealing,
)
from engine.games.marvel_champions.added_damage import attack_deals
from engine.games.marvel_champions.card_timings import carry_out, moments_of, title_of_text
from engine.games.marvel_champions.character_stats import counters_of, identity_of, is_in_form, set_of
from engine.games.marvel_champions.checks import beat, renew
from engine.games.marvel_champions.frames import OneByOneFrame
from engine.games.marvel_champions.labelled_abilities import labels_of
from engine.games.marvel_champions.meaning import printed_icons
from engine.games.marvel_champions.peril import REVEAL
from engine.games.marvel_champions.permanence import may_take
from engine.games.marvel_champions.said_behind import said_behind
from engine.games.marvel_champions.scenario_deck import NEMESIS
from engine.games.marvel_champions.totals import CHEAPER
from engine.play.response_windows import affected, change, interrupted
from engine.queries.filters import amount, fits, matching
from engine.queries.layers import gain
from engine.replacement.damage import Hit, deal_all
from engine.replacement.happen import happen
from engine.sentences import said
from engine.state.agenda import pop, push, replace, text_on_top
from engine.state.decisions import Decision, Option
from engine.state.frames import FrameKind, kinds_by_op
from engine.state.frequent_writes import splice_content
from engine.state.occurred import TriggerEvent
from engine.state.player_marks import mark_of, set_mark
from engine.state.proposed_events import Prospect, moving
from engine.state.records import Item, Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Object

ONE_BY_ONE: Final = "one by one"
SEARCH: Final = "search"
RESOLVE: Final = "resolve"
ACTIVATION: Final = "activation"
GAINING: Final = " gaining "
"""Behind that, before the keywords that the attacks gain."""
AGAINST_ALLY: Final = "attack on ally"
"""Enemies attack an ally one by one, which stands where a player's seat does."""
WITHOUT_BOOST: Final = " without boost"
"""Behind what enemies do one by one: they are given no boost cards for it."""


# --- damage ---------------------------------------------------------------------------------------


def _heal(game: Game, item: Item, do: a.Heal, answer: Answer | None) -> Outcome:
    objs = [obj for obj in objects_of(game, item, do.what) if obj.zone == game.arena]
    shares = shares_of(item, do.what)
    healed = [
        powers.heal(
            game,
            obj,
            obj.damage if do.amount is None else shares.get(obj.id) or amount_of(game, item, do.amount),
        )
        for obj in objs
    ]
    return touched(game, item, tuple(obj.id for obj in objs), sum(healed))


def _set_hit_points(game: Game, item: Item, do: a.SetHitPoints, answer: Answer | None) -> Outcome:
    """As much damage lies on it as leaves it so many hit points, and none if it has no more (Hit Points)."""
    objs = objects_of(game, item, do.what)
    number = amount_of(game, item, do.amount)
    for obj in objs:
        game.write(obj, "damage", max(0, obj.toughness - number))
    return touched(game, item, tuple(obj.id for obj in objs), len(objs))


def _move_damage(game: Game, item: Item, do: a.MoveDamage, answer: Answer | None) -> Outcome:
    """Damage that is moved to a character is dealt to it (Move)."""
    one, other = (next(iter(objects_of(game, item, ref)), None) for ref in (do.what, do.to))
    if one is None or other is None or one is other:
        return counted(game, item, 0)
    number = powers.heal(game, one, amount_of(game, item, do.amount))
    touched(game, item, (other.id,), 0)
    deal_all(game, [(game.object(item.source), (), other.id, number)], item)
    return DONE


def _assign(game: Game, item: Item, do: a.AssignDamage, answer: Answer | None) -> Outcome:
    """Any number to each, all of it together."""
    total = amount_of(game, item, do.amount)
    ids = matching(game, do.among, item.controller, item.source, item)
    seat = next(iter(who_is(game, item, do.who)), -1)
    if not total or not ids or seat < 0:
        return counted(game, item, 0)
    if answer is None and len(ids) > 1:
        options = tuple(Option("divide", (ident,)) for ident in ids)
        prompt = said("marvel-champions.ask_assign", "assign {n} damage for {name}", n=total, name=item.name)
        game.ask(Decision("divide", seat, prompt, "Choose", options, subject=item.id, least=0, most=total, total=total))
        return None
    shares = dict(zip(answer.refs, answer.amounts, strict=True)) if answer is not None else {ids[0]: total}
    counted(game, item, 0)
    deal_all(game, [(game.object(item.source), (), ident, number) for ident, number in shares.items()], item)
    return DONE


def _discard_status(game: Game, item: Item, do: a.DiscardStatus, answer: Answer | None) -> Outcome:
    """The player chooses among status cards of several kinds (Status Cards)."""
    objs = objects_of(game, item, do.what)
    found = [(obj, name) for obj in objs for name in do.names if counters_of(obj, name)]
    if not do.all_ and len(found) > 1:
        if answer is None:
            options = tuple(Option("modes", (i,), (), name) for i, (_, name) in enumerate(found))
            prompt = said("marvel-champions.ask_status", "choose the status card that {name} discards", name=item.name)
            game.ask(Decision("modes", item.controller, prompt, "Status Cards", options, subject=item.id))
            return None
        found = [found[answer.refs[0]]]
    for obj, name in found:
        change_counters(game, obj.id, name, -(counters_of(obj, name) if do.all_ else 1))
    return touched(game, item, tuple(dict.fromkeys(obj.id for obj, _ in found)), len(found))


# --- enemies --------------------------------------------------------------------------------------


def _enemy_attack(game: Game, item: Item, do: a.EnemyAttack, answer: Answer | None) -> Outcome:
    """Afterwards "it" is whom the attacks damaged, and what was done is how many there were."""
    enemies = objects_of(game, item, do.what)
    verb, ally = enemy_activation.ATTACK, _attacked_ally(game, item, do.whom)
    if ally:
        verb, targets = AGAINST_ALLY, [(obj.id, ally) for obj in enemies]
    elif do.any_form and do.whom.kind == "engaged player":
        targets = [(obj.id, obj.facing) for obj in enemies]
    else:
        targets = [(obj.id, _attacked(game, item, do.whom, obj)) for obj in enemies]
    if enemy_activation.asks_damage(game.texts[item.text]):
        set_mark(game, item.controller, enemy_activation.DEALT, 0)
    gains, more = said_behind(game, item)
    verb += "" if do.boosted else WITHOUT_BOOST
    verb += f"{GAINING}{','.join(gains)}" if gains else ""
    _begin(game, item, verb, [pair for pair in targets if pair[1] >= 0], do.more + more)
    return DONE


def _attacked_ally(game: Game, item: Item, whom: a.Ref) -> int:
    """The ally that is attacked, which is no attack on its player; 0 if it is none (Attacks Against Allies)."""
    if whom.kind == "engaged player":
        return 0
    found = (game.object(ident) for ident in what_is(game, item, whom))
    return next((obj.id for obj in found if obj is not None and "ally" in obj.words), 0)


def _attacked(game: Game, item: Item, whom: a.Ref, enemy: Object) -> int:
    """The seat that an enemy attacks; -1 if there is no such player, or that one has no hero now."""
    if whom.kind == "engaged player":
        return enemy.facing if enemy.facing >= 0 and is_in_form(game, enemy.facing, "hero") else -1
    for ident in what_is(game, item, whom):
        record = game.records[ident]
        if isinstance(record, Player):
            return record.seat
        obj = game.object(ident)
        if obj is not None and obj.controller != game.side:
            return obj.controller
    return -1


def _enemy_activation(game: Game, item: Item, do: a.EnemyActivation, answer: Answer | None) -> Outcome:
    """The form of the player says which it is, as the activation begins (Activation)."""
    enemies = objects_of(game, item, do.what)
    engaged = do.whom.kind == "engaged player"
    targets = [(obj.id, obj.facing if engaged else _attacked(game, item, do.whom, obj)) for obj in enemies]
    verb = ACTIVATION + ("" if do.boosted else WITHOUT_BOOST)
    _begin(game, item, verb, [pair for pair in targets if pair[1] >= 0])
    return DONE


def _boost_icons(game: Game, item: Item, do: a.BoostIcons, answer: Answer | None) -> Outcome:
    """They count for the activation that the boost card was turned faceup in (Boost); what is in play is none."""
    activation = enemy_activation.current(game)
    own = game.object(item.source)
    if own is not None and own.zone == game.arena:
        return counted(game, item, 0)
    number = amount_of(game, item, do.amount)
    if activation is None:
        return counted(game, item, 0)
    game.write(activation, "x", activation.x + number)
    return counted(game, item, number)


def _enemy_scheme(game: Game, item: Item, do: a.EnemyScheme, answer: Answer | None) -> Outcome:
    """Afterwards what was done is how much threat was placed."""
    targets = [(obj.id, item.controller) for obj in objects_of(game, item, do.what)]
    verb = enemy_activation.SCHEME + ("" if do.boosted else WITHOUT_BOOST)
    _begin(game, item, verb, targets, do.more + said_behind(game, item)[1])
    return DONE


def _begin(game: Game, item: Item, verb: str, targets: list[tuple[int, int]], more: int = 0) -> None:
    touched(game, item, (), 0)
    if targets:
        push(game, OneByOneFrame(verb, tuple(targets), item.id, more=more))


def run_one_by_one(game: Game, frame: OneByOneFrame, answer: Answer | None) -> None:
    """The frame ``OneByOneFrame``: the next of them does it."""
    verb, targets, ident, more, _ = frame
    if not targets:
        pop(game)
        return
    if verb == RESOLVE:
        _resolve_next(game, frame, answer)
        return
    if verb == SEARCH:
        _search_next(game, frame, answer)
        return
    replace(game, OneByOneFrame(verb, targets[1:], ident, more=more))
    obj = game.object(targets[0][0])
    if obj is None:
        return
    verb, _, keywords = verb.partition(GAINING)
    boosted = not verb.endswith(WITHOUT_BOOST)
    match verb.removesuffix(WITHOUT_BOOST):
        case enemy_activation.ATTACK:
            by = game.item(ident)
            _gain_for_attack(game, obj, keywords, by)
            enemy_activation.attack(game, obj, targets[0][1], by, more, boosted=boosted)
        case name if name == AGAINST_ALLY:
            by, ally = game.item(ident), game.object(targets[0][1])
            if ally is not None:
                _gain_for_attack(game, obj, keywords, by)
                enemy_activation.attack_ally(game, obj, ally, by, more, boosted=boosted)
        case name if name == ACTIVATION:
            enemy_activation.activate(game, obj, targets[0][1], game.item(ident), boosted=boosted)
        case enemy_activation.SCHEME:
            enemy_activation.scheme(game, obj, targets[0][1], game.item(ident), more, boosted=boosted)
        case _:
            revealing.reveal(game, obj, targets[0][1])


def _gain_for_attack(game: Game, enemy: Object, keywords: str, by: Item) -> None:
    if keywords:
        gain(game, enemy, tuple(keywords.split(",")), (by.source, by.name), "combat")


def _give_boost(game: Game, item: Item, do: a.GiveBoost, answer: Answer | None) -> Outcome:
    """For the activation that goes on; what interrupts one has them given as it begins."""
    enemies = what_is(game, item, do.what)
    if do.card is not None:
        given = [obj for obj in objects_of(game, item, do.card) if boosting.keep_card(game, enemies, obj)]
        return touched(game, item, (), len(given))
    number = amount_of(game, item, do.amount)
    game.meter.work(game, number)
    note = (enemy_activation.UNBOOSTED, 1) if do.amount == 0 else (boosting.BOOST, number)
    if _give_coming(game, item, enemies, note):
        return counted(game, item, number)
    activation = enemy_activation.current(game)
    if do.kept:
        kept = sum(boosting.keep(game, obj) for obj in objects_of(game, item, do.what) for _ in range(number))
        return counted(game, item, kept)
    if activation is None or activation.source not in enemies:
        return counted(game, item, 0)
    for _ in range(number):
        boosting.give_boost(game, activation)
    return counted(game, item, number)


def _give_coming(game: Game, item: Item, enemies: tuple[int, ...], note: tuple[str, int]) -> bool:
    """Give boost cards, or none, to the activation that the ability interrupts, if it does."""
    frame, event = interrupted(game), item.event
    if frame is None or not isinstance(event, TriggerEvent):
        return False
    batch = [Prospect.from_plain(plain) for plain in frame.batch]
    kinds = (enemy_activation.ATTACK, enemy_activation.SCHEME)
    coming = [each for each in affected(game, batch, event) if each.kind in kinds and each.subject in enemies]
    for each in coming:
        each.counters = with_counters(each.counters, (note,))
    change(game, frame, batch)
    return bool(coming)


def _also_attack(game: Game, item: Item, do: a.AlsoAttack, answer: Answer | None) -> Outcome:
    """Each other player in hero form is attacked as well; that attack is not made more often by itself."""
    frame, event = interrupted(game), item.event
    counted(game, item, 0)
    if frame is None or not isinstance(event, TriggerEvent):
        return DONE
    batch = [Prospect.from_plain(plain) for plain in frame.batch]
    coming = next((each for each in affected(game, batch, event) if each.kind == enemy_activation.ATTACK), None)
    if coming is None:
        return DONE
    by = game.records.get(coming.item)
    if isinstance(by, Item) and by.text == item.text:
        return DONE
    others = [seat for seat in game.turn_order(coming.seat) if seat != coming.seat and is_in_form(game, seat, "hero")]
    _begin(game, item, enemy_activation.ATTACK, [(coming.subject, seat) for seat in others])
    return DONE


def _damage_by_discarded(game: Game, item: Item, do: a.DamageByDiscarded, answer: Answer | None) -> Outcome:
    """Each player counts the own cards of those that were discarded."""
    source = game.object(item.source)
    hits: list[Hit] = []
    cards = objects_of(game, item, a.IT)
    for seat in game.turn_order(game.root.first):
        number = printed_icons(game, [obj for obj in cards if obj.owner == seat]).count(do.resource)
        identity = identity_of(game, seat)
        if number and identity is not None:
            hits.append((source, (), identity.id, number * do.amount))
    counted(game, item, 0)
    deal_all(game, hits, item)
    return DONE


def _attack_gains(game: Game, item: Item, do: a.AttackGains, answer: Answer | None) -> Outcome:
    """The attack that goes on, or is about to: its attacker has the keyword as long as it lasts."""
    attack = enemy_activation.current_attack(game)
    what = item.event.what if isinstance(item.event, TriggerEvent) else ()
    about = attack.source if attack is not None else what.id if what else 0
    attacker = game.object(about)
    if attacker is None and powers.ATTACK in labels_of(game, item):
        attacker = identity_of(game, item.controller)
    if attacker is None:  # it was made with that (``said_behind``)
        return counted(game, item, 0)
    gain(game, attacker, (do.keyword,), (item.source, item.name), "combat")
    return counted(game, item, 1)


def _activation_gets(game: Game, item: Item, do: a.ActivationGets, answer: Answer | None) -> Outcome:
    """The activation was made with that (``said_behind``)."""
    return counted(game, item, 1)


def _defeat(game: Game, item: Item, do: a.Defeat, answer: Answer | None) -> Outcome:
    objs = [obj for obj in objects_of(game, item, do.what) if may_take(game, item.source, obj)]
    for obj in objs:
        beat(game, obj, item.source)
    return touched(game, item, tuple(obj.id for obj in objs))


def _resolve_moment(game: Game, item: Item, do: a.ResolveMoment, answer: Answer | None) -> Outcome:
    """Resolve them one after the other, in an order that the player of the text chooses (Choose)."""
    texts = [(obj.id, text) for obj in objects_of(game, item, do.what) for text in moments_of(game, obj, do.moment)]
    found = [pair for pair in texts if do.title in ("", title_of_text(game, pair[1]))]
    if found:
        push(game, OneByOneFrame(RESOLVE, tuple(found), item.id))
    return counted(game, item, len(found))


def _resolve_next(game: Game, frame: OneByOneFrame, answer: Answer | None) -> None:
    """The next ability: the pairs are its source and its text; a source that is gone is passed over."""
    item = game.item(frame.item)
    left = [pair for pair in frame.targets if game.object(pair[0]) is not None]
    names = {game.obj(ident).name for ident, _ in left}
    if len(names) > 1 and answer is None:
        options = tuple(Option("cards", (ident,)) for ident in dict.fromkeys(ident for ident, _ in left))
        prompt = said("marvel-champions.ask_ability", "choose whose ability resolves next")
        game.ask(Decision("cards", item.controller, prompt, "Choose", options, subject=item.id))
        return
    if not left:
        pop(game)
        return
    chosen = left[0] if answer is None else next(pair for pair in left if pair[0] == answer.refs[0])
    replace(game, OneByOneFrame(RESOLVE, tuple(pair for pair in left if pair != chosen), item.id))
    carry_out(game, game.obj(chosen[0]), chosen[1], item.controller)


def _strengthen_use(game: Game, item: Item, do: a.StrengthenUse, answer: Answer | None) -> Outcome:
    """More of the power whose use is interrupted, whichever of the basic powers it is."""
    event = item.event
    if not isinstance(event, TriggerEvent) or event.name not in powers.STAT_OF:
        return counted(game, item, 0)
    number = amount_of(game, item, do.amount)
    for obj in objects_of(game, item, do.what):
        enemy_activation.strengthen(game, obj, powers.STAT_OF[event.name], number, (item.source, item.name))
    return counted(game, item, number)


def _declare_defender(game: Game, item: Item, do: a.DeclareDefender, answer: Answer | None) -> Outcome:
    """The attack that is about to be made has this defender, unless that one cannot defend (Defend, Cannot)."""
    frame, event = interrupted(game), item.event
    able = [obj for obj in objects_of(game, item, do.what) if enemy_activation.may_defend(game, obj)]
    if frame is None or not isinstance(event, TriggerEvent) or not able:
        return counted(game, item, 0)
    batch = [Prospect.from_plain(plain) for plain in frame.batch]
    for each in affected(game, batch, event):
        if each.kind == enemy_activation.ATTACK:
            others = tuple(entry for entry in each.counters if entry[0] != enemy_activation.DEFENDER)
            each.counters = (*others, (enemy_activation.DEFENDER, able[0].id))
    change(game, frame, batch)
    return counted(game, item, 1)


def _ignoring(game: Game, item: Item, do: a.Ignoring, answer: Answer | None) -> Outcome:
    """The other instructions ask about it as they are carried out (``exemptions``)."""
    return DONE


# --- encounter cards ------------------------------------------------------------------------------


def _reveal(game: Game, item: Item, do: a.Reveal, answer: Answer | None) -> Outcome:
    if do.what is None:
        touched(game, item, (), 1)
        revealing.reveal_from_deck(game, item.controller)
        return DONE
    is_called = coming_into_play.is_called(do.what)
    objs = coming_into_play.called(game, do.what, item.controller) if is_called else objects_of(game, item, do.what)
    touched(game, item, tuple(obj.id for obj in objs))
    hidden = tuple((obj.id, item.controller) for obj in objs if obj.zone != game.arena)
    if hidden:
        push(game, OneByOneFrame(REVEAL, hidden, item.id))
    coming_into_play.come_over(game, item, objs, item.controller)
    return DONE


def _engage(game: Game, item: Item, do: a.Engage, answer: Answer | None) -> Outcome:
    objs = objects_of(game, item, do.what)
    seats = who_is(game, item, do.whom)
    touched(game, item, tuple(obj.id for obj in objs))
    if seats:
        coming_into_play.come_over(game, item, objs, seats[0])
    return DONE


def _deal_encounter(game: Game, item: Item, do: a.DealEncounter, answer: Answer | None) -> Outcome:
    seats = who_is(game, item, do.who)
    if do.card is not None:
        return _deal_card(game, item, objects_of(game, item, do.card), seats[:1])
    number = amount_of(game, item, do.amount)
    game.meter.work(game, len(seats) * number)
    for seat in seats:
        for _ in range(number):
            encounter.deal(game, seat)
    return counted(game, item, len(seats) * number)


def _deal_card(game: Game, item: Item, objs: list[Object], seats: list[int]) -> Outcome:
    """A player is dealt these encounter cards, wherever they are, facedown (Deal)."""
    known = [obj for obj in objs if seats and obj.owner == game.side and obj.zone != encounter.DEALT]
    for obj in known:
        dealt = move(game, obj, encounter.DEALT)
        assert dealt is not None  # a zone of objects
        game.write(dealt, "facing", seats[0])
    return counted(game, item, len(known))


def _search(game: Game, item: Item, do: a.EncounterSearch, answer: Answer | None) -> Outcome:
    """Look for a card in the encounter deck; players who each do so do it one after the other (Search)."""
    if do.use:
        text = text_on_top(game)
        touched(game, item, ())
        seats = tuple((text.position, seat) for seat in who_is(game, item, do.who))
        push(game, OneByOneFrame(SEARCH, ((text.branch, text.position), *seats), item.id))
        return DONE
    names = _names_found(game, item, do)
    if len(names) > 1 and answer is None:
        _ask_what_is_found(game, item, item.controller, names)
        return None
    card = _take_found(game, item, do, names, answer)
    if card is None and do.finds:
        card = coming_into_play.found_in_play(game, do.what, _sets_meant(game, item, do))
    return touched(game, item, (card.id,) if card is not None else ())


def _places_found(game: Game, item: Item, do: a.EncounterSearch) -> list[encounter.Place]:
    sets = _sets_meant(game, item, do)
    return encounter.found(game, do.what, discarded=do.discards, aside=do.aside, sets=sets)


def _sets_meant(game: Game, item: Item, do: a.EncounterSearch) -> frozenset[object] | None:
    """The sets of one of which a card is that is searched for, none if the text does not say so (Leader)."""
    if any(test.field == "nemesis" for test in do.what.tests):
        identity = identity_of(game, item.controller)
        return frozenset() if identity is None else frozenset((f"{set_of(game, identity)}{NEMESIS}",))
    meant = [test.value.of for test in do.what.tests if isinstance(test.value, a.Value)]
    return frozenset(set_of(game, obj) for ref in meant for obj in objects_of(game, item, ref)) if meant else None


def _names_found(game: Game, item: Item, do: a.EncounterSearch) -> tuple[str, ...]:
    places = _places_found(game, item, do)
    return tuple(dict.fromkeys(name for name, _, _ in places))


def _ask_what_is_found(game: Game, item: Item, seat: int, names: tuple[str, ...]) -> None:
    """Of several kinds that fit the player chooses one (Search)."""
    options = tuple(Option("modes", (i,), (), name) for i, name in enumerate(names))
    game.ask(
        Decision(
            "modes",
            seat,
            said("marvel-champions.ask_finds", "what {name} finds", name=item.name),
            "Search",
            options,
            subject=item.id,
        )
    )


def _take_found(
    game: Game, item: Item, do: a.EncounterSearch, names: tuple[str, ...], answer: Answer | None
) -> Object | None:
    """The card that was found, faceup; a deck that was searched is shuffled, whatever was found (Search)."""
    card = None
    if names:
        wanted = names[answer.refs[0] if answer is not None else 0]
        places = _places_found(game, item, do)
        card = encounter.take(game, next(place for place in places if place[0] == wanted))
    if do.shuffles:
        game.shuffle(game.zones[game.draw_zone][game.side])
    return card


def _search_next(game: Game, frame: OneByOneFrame, answer: Answer | None) -> None:
    """One player searches the encounter deck, and uses what was found before the next one searches.

    The first of the pairs says where the text says so, the others who is still to search.
    """
    place, *seats = frame.targets
    if not seats:
        pop(game)
        return
    item, seat = game.item(frame.item), seats[0][1]
    do = game.texts[item.text].sequence(place[0], item.modes)[place[1]]
    assert isinstance(do, a.EncounterSearch)
    names = _names_found(game, item, do)
    if len(names) > 1 and answer is None:
        _ask_what_is_found(game, item, seat, names)
        return
    replace(game, OneByOneFrame(SEARCH, (place, *seats[1:]), item.id))
    card = _take_found(game, item, do, names, answer)
    if card is None:
        return
    if do.use == "reveal":
        revealing.reveal(game, card, seat)
        return
    each = moving(card, game.arena, controller=game.side)
    each.facing = seat
    happen(game, [each], item)


def _discard_until(game: Game, item: Item, do: a.DiscardUntil, answer: Answer | None) -> Outcome:
    """Cards that are not found among those of one deck are not looked for in the next (Empty Encounter Deck).

    Nor are those of a player (Empty Player Deck).
    """
    seat = game.side if do.who is None else next(iter(who_is(game, item, do.who)), game.side)
    pile = game.zones[game.draw_zone][seat]
    found: Object | None = None
    while pile.content and found is None:
        number = pile.content[0]
        splice_content(game, pile, 0, 1)
        card = create(game, number, seat, game.discard_zone)
        game.bind()
        if fits(game, do.what, card, item.controller, item.source, item):
            found = card
    if not pile.content:
        if found is not None:  # what was found is not shuffled away
            found = move(game, found, "table")
        renew(game, pile)
    return touched(game, item, (found.id,) if found is not None else ())


def _surge(game: Game, item: Item, do: a.Surge, answer: Answer | None) -> Outcome:
    for ident in what_is(game, item, do.what):
        revealing.give_surge(game, ident)
    return counted(game, item, 1)


def _cancel(game: Game, item: Item, do: a.Cancel, answer: Answer | None) -> Outcome:
    """The coming event does not happen; of a revealed card perhaps only its text is canceled (Cancel).

    Nothing happens in the place of what was not about to happen.
    """
    if do.effects:
        for obj in objects_of(game, item, a.EVENT):
            game.write(obj, "extra", (*obj.extra, (revealing.CANCELED, do.effects)))
        return counted(game, item, 1)
    outcome = EXECUTE[a.Alter](game, item, a.Alter((a.Never(),)), answer)
    return outcome if interrupted(game) is not None else do.steps


# --- players --------------------------------------------------------------------------------------


def _change_form(game: Game, item: Item, do: a.ChangeForm, answer: Answer | None) -> Outcome:
    seats = [seat for seat in who_is(game, item, do.who) if not (do.form and is_in_form(game, seat, do.form))]
    counted(game, item, len(seats))
    for seat in seats:
        forms.change(game, seat)
    return DONE


def _draw_up(game: Game, item: Item, do: a.DrawUp, answer: Answer | None) -> Outcome:
    draws = []
    for seat in who_is(game, item, do.who):
        wanted = amount(game, do.amount, seat, item.source, item)
        draws.append((seat, max(0, wanted - len(game.content("hand", seat)))))
    counted(game, item, 0)
    draw(game, draws, item)
    return DONE


def _place_facedown(game: Game, item: Item, do: a.PlaceFacedown, answer: Answer | None) -> Outcome:
    """They lie at the source, out of play; which they are nobody sees."""
    number = amount_of(game, item, do.amount)
    batch = []
    if do.top:
        return coming_into_play.place_top(game, item, do, number)
    for seat in who_is(game, item, do.who):
        hand = list(game.content("hand", seat))
        for _ in range(min(number, len(hand))):
            each = moving(game.obj(hand.pop(game.stream_below(len(hand)))), "facedown", cause="placed")
            each.attached = item.source
            batch.append(each)
    touched(game, item, ())
    happen(game, batch, item)
    return DONE


def _next_cost(game: Game, item: Item, do: a.NextCost, answer: Answer | None) -> Outcome:
    seats = who_is(game, item, do.who)
    for seat in seats:
        set_mark(game, seat, CHEAPER, mark_of(game, seat, CHEAPER) + amount_of(game, item, do.amount))
    return counted(game, item, len(seats))


INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {
    a.Heal: _heal,
    a.MoveDamage: _move_damage,
    a.SetHitPoints: _set_hit_points,
    a.AssignDamage: _assign,
    a.DiscardStatus: _discard_status,
    a.EnemyAttack: _enemy_attack,
    a.EnemyScheme: _enemy_scheme,
    a.Engage: _engage,
    a.GiveBoost: _give_boost,
    a.BoostIcons: _boost_icons,
    a.EnemyActivation: _enemy_activation,
    a.AttackDeals: attack_deals,
    a.AttackGains: _attack_gains,
    a.ActivationGets: _activation_gets,
    a.Reveal: _reveal,
    a.DealEncounter: _deal_encounter,
    a.EncounterSearch: _search,
    a.DiscardUntil: _discard_until,
    a.Surge: _surge,
    a.Cancel: _cancel,
    a.ChangeForm: _change_form,
    a.DrawUp: _draw_up,
    a.NextCost: _next_cost,
    a.PlaceFacedown: _place_facedown,
    a.AlsoAttack: _also_attack,
    a.DamageByDiscarded: _damage_by_discarded,
    a.StrengthenUse: _strengthen_use,
    a.DeclareDefender: _declare_defender,
    a.Ignoring: _ignoring,
    a.Defeat: _defeat,
    a.ResolveMoment: _resolve_moment,
    **coming_into_play.INSTRUCTIONS,
}
ASKING: Final[frozenset[type]] = frozenset(
    (a.AssignDamage, a.DiscardStatus, a.EncounterSearch, a.EachPlayer, a.ByPrinted)
)
"""Those that ask, or that have to know at which place of the text they stand."""
FRAMES: Final = kinds_by_op(FrameKind(OneByOneFrame, run_one_by_one))
