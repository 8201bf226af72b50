// One game on offer: what it is, and the ways to begin; with which deck, how many people, how many games.

import { pickDeck } from "/decks/pick.js";
import { el } from "/dom.js";
import { FurtherDecks } from "/lobby/further_decks.js";
import { OwnHands } from "/lobby/own_hands.js";
import { ScenarioChoice } from "/lobby/scenario.js";
import { aboutGame, phrase } from "/words/phrase.js";

const LEVEL = "level-4";

export class GameTile {
  game;
  root;
  #lobby;
  #deck;
  #scenario;
  #botDecks;
  #hands;
  #people;
  #bots;
  #level = el("select");
  #best = el("input");
  #partly = el("input");
  #ways = [];

  constructor(game, lobby) {
    this.game = game;
    this.#lobby = lobby;
    this.#deck = pickDeck(game.name, game.title, () => this.#chosen());
    const named = (element, words) => this.#named(element, words);
    this.#scenario = new ScenarioChoice(game.name, named);
    const calledBots = (number) => (number === 1 ? phrase("lobby.bot_deck") : phrase("lobby.bot_deck_of", { number }));
    this.#botDecks = new FurtherDecks(game.name, named, calledBots, true);
    const [least, most] = game.seats;
    this.#hands = new OwnHands(game.name, game.side ? most : 1, named);
    this.#people = choice(Math.max(2, least), most);
    this.#bots = choice(0, most - 1);
    const levels = game.bots.filter((name) => name.startsWith("level-"));
    this.#level.append(...levels.map((name) => new Option(phrase("lobby.level", { level: name.replace("level-", "") }), name, name === LEVEL, name === LEVEL)));
    this.#best.type = this.#partly.type = "checkbox";
    this.#partly.addEventListener("change", () => this.update());
    this.#people.addEventListener("change", () => this.update());
    this.#bots.addEventListener("change", () => this.#showDecks());
    this.#showDecks();
    const alone = this.#way("strong", game.side ? phrase("lobby.play_side", { side: game.side }) : phrase("lobby.play_bot"), () => this.#open({ ...this.#alone(), ...this.#inPart() }));
    const quick = this.#way("", phrase("lobby.quick"), () => this.#open({ ...this.#together(), quick: true }));
    const invite = this.#way("", phrase("lobby.invite"), () => this.#open({ ...this.#together(), private: true, ...this.#inPart() }));
    this.#ways = [alone, quick, invite];
    const deckAndTable = phrase("lobby.deck_and_table");
    const more = el(
      "details",
      "more",
      this.#named(el("summary", "", deckAndTable), deckAndTable),
      this.#deck.root,
      game.side ? this.#hands.root : null,
      this.#scenario.root,
      el("div", "more-numbers", this.#field(phrase("lobby.people"), this.#people), this.#field(phrase("lobby.bots"), this.#bots), this.#field(phrase("lobby.strength"), this.#level), this.#botDecks.root),
      game.series ? this.#check(phrase("lobby.best_of_three"), this.#best) : null,
      this.#check(phrase("lobby.partly"), this.#partly),
    );
    this.root = el(
      "article",
      "game",
      el("div", "fan", el("i"), el("i"), el("i")),
      el("h2", "", game.title),
      el("p", "game-about", aboutGame(game)),
      el("p", "game-seats", playersOf(game.seats)),
      el("div", "ways", alone, el("div", "ways-others", quick, invite)),
      more,
    );
    this.root.setAttribute("aria-label", game.title);
    this.root.firstElementChild.setAttribute("aria-hidden", "true");
  }

  /** The deck that is chosen; null as long as none is known. */
  deck() {
    return this.#deck.deck();
  }

  /** The decks of one's further hands at a table with so many free seats. */
  also(free) {
    return this.#hands.also(free - 1);
  }

  /** A person who waits at a table does not look for another; nobody begins anything without a connection. */
  update(table = this.#lobby.waiting.table) {
    this.#scenario.allow(this.#partly.checked);
    const [alone, quick, invite] = this.#ways;
    const isLive = this.#lobby.connection.state === "live";
    alone.disabled = !isLive;
    quick.disabled = invite.disabled = !isLive || Boolean(table);
    if (this.#partly.checked) quick.disabled = true;
    quick.title = this.#partly.checked ? phrase("lobby.not_quick") : "";
    const two = this.#people.value === "2";
    this.#best.disabled = !two;
    if (!two) this.#best.checked = false;
  }

  /** A deck that needs it has such cards allowed. */
  #chosen() {
    this.#partly.checked ||= this.#deck.inPart();
    this.update();
  }

  #inPart() {
    return this.#partly.checked ? { private: true, partial: true } : {};
  }

  /** One person with one hand or several, and as many bots as the game needs or the person wants. */
  #alone() {
    return this.#seats(1, this.#botsAlone());
  }

  #botsAlone() {
    const least = Math.max(this.game.side ? 0 : 1, this.game.seats[0] - 1);
    return Math.max(least, Number(this.#bots.value));
  }

  #showDecks() {
    this.#botDecks.show(this.#botsAlone());
  }

  /** Seats for so many people, the further ones of this person, and bots as far as there is room for them. */
  #seats(people, wanted) {
    const most = this.game.seats[1];
    const further = Math.min(this.#hands.further, most - people);
    const bots = Math.min(wanted, most - people - further);
    const seats = [...Array(people + further).fill("open"), ...this.#seated(bots)];
    const decks = this.#botDecks.decks(bots);
    return { seats, ...this.#hands.also(further), ...(decks.length ? { bot_decks: decks } : {}) };
  }

  /** Seats for so many bots. */
  #seated(count) {
    return Array(count).fill(`bot:${this.#level.value}`);
  }

  #together() {
    const asked = this.#seats(Number(this.#people.value), Number(this.#bots.value));
    return this.#best.checked && asked.seats.length === 2 ? { ...asked, best: 3 } : asked;
  }

  #open(asked) {
    const lobby = this.#lobby;
    lobby.waiting.ask({ t: "open", game: this.game.name, ...lobby.deck(this.game.name), ...lobby.called(), ...this.#scenario.line(), ...asked });
  }

  #way(kind, words, begin) {
    const button = this.#named(el("button", kind, words), words);
    button.type = "button";
    button.addEventListener("click", begin);
    return button;
  }

  #field(words, input) {
    return el("label", "", words, this.#named(input, words));
  }

  #check(words, input) {
    return el("label", "check", this.#named(input, words), words);
  }

  /** Each game has the same controls: who hears one is told of which game it is. */
  #named(element, words) {
    element.setAttribute("aria-label", `${words}: ${this.game.title}`);
    return element;
  }
}

function choice(from, to) {
  const select = el("select");
  for (let number = from; number <= to; number++) select.append(new Option(String(number), String(number)));
  return select;
}

const playersOf = ([least, most]) => (least === most ? phrase("lobby.players", { count: most }) : phrase("lobby.players_range", { least, most }));
