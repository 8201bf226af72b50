// One game on offer: what it is, and the ways to begin; with which deck, how many people, how many games.

import { pickDeck } from "/decks/pick.js";
import { el, say } from "/dom.js";

const BOT = "bot:greedy";
const DECK = "Deck and table";
const PEOPLE = "people at the table";
const BOTS = "bots beside them";
const SERIES = "best of three, with sideboards";
const PARTLY = "allow cards that are understood in part";
const NOT_QUICK = "Cards that are understood in part are for a bot, or for friends whom you invite.";

export class GameTile {
  game;
  root;
  #lobby;
  #deck;
  #people;
  #bots;
  #best = el("input");
  #partly = el("input");
  #ways = [];

  constructor(game, lobby) {
    this.game = game;
    this.#lobby = lobby;
    this.#deck = pickDeck(game.name, game.title, () => this.#chosen());
    const [least, most] = game.seats;
    this.#people = choice(Math.max(2, least), most);
    this.#bots = choice(0, most - 1);
    this.#best.type = this.#partly.type = "checkbox";
    this.#partly.addEventListener("change", () => this.update());
    this.#people.addEventListener("change", () => this.update());
    const alone = this.#way("strong", game.side ? `Play the ${game.side}` : "Play against a bot", () => this.#open({ seats: this.#alone(), ...this.#inPart() }));
    const quick = this.#way("", "Quick match", () => this.#open({ ...this.#together(), quick: true }));
    const invite = this.#way("", "Invite a friend", () => this.#open({ ...this.#together(), private: true, ...this.#inPart() }));
    this.#ways = [alone, quick, invite];
    const more = el(
      "details",
      "more",
      this.#named(el("summary", "", DECK), DECK),
      this.#deck.root,
      el("div", "more-numbers", this.#field(PEOPLE, this.#people), this.#field(BOTS, this.#bots)),
      game.series ? el("label", "check", this.#named(this.#best, SERIES), SERIES) : null,
      el("label", "check", this.#named(this.#partly, PARTLY), PARTLY),
    );
    this.root = el(
      "article",
      "game",
      el("div", "fan", el("i"), el("i"), el("i")),
      el("h2", "", game.title),
      el("p", "game-about", game.about),
      el("p", "game-seats", `${range(game.seats)} players`),
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

  /** A person who waits at a table does not look for another; nobody begins anything without a connection. */
  update(table = this.#lobby.waiting.table) {
    const [alone, quick, invite] = this.#ways;
    const isLive = this.#lobby.connection.state === "live";
    alone.disabled = !isLive;
    quick.disabled = invite.disabled = !isLive || Boolean(table);
    if (this.#partly.checked) quick.disabled = true;
    quick.title = this.#partly.checked ? NOT_QUICK : "";
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

  #alone() {
    const [least] = this.game.seats;
    return ["open", ...Array(this.game.side ? Math.max(0, least - 1) : Math.max(1, least - 1)).fill(BOT)];
  }

  #together() {
    const people = Number(this.#people.value);
    const bots = Math.min(Number(this.#bots.value), this.game.seats[1] - people);
    const seats = [...Array(people).fill("open"), ...Array(Math.max(0, bots)).fill(BOT)];
    return this.#best.checked && seats.length === 2 ? { seats, best: 3 } : { seats };
  }

  #open(asked) {
    const lobby = this.#lobby;
    lobby.waiting.ask({ t: "open", game: this.game.name, ...lobby.deck(this.game.name), ...lobby.called(), ...asked });
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

const range = ([least, most]) => (least === most ? String(least) : `${least} to ${most}`);
