// Somebody has come by a link to a table: who waits there, what is played; sit down with a deck of one's own.

import { pickDeck } from "/decks/pick.js";
import { el, say } from "/dom.js";
import { OwnHands } from "/lobby/own_hands.js";
import { termsOf } from "/lobby/words.js";
import { listed, phrase } from "/words/phrase.js";
import { refusal } from "/words/told.js";

const R = "invited";

export class Invited {
  root = el("section", "invited");
  #lobby;
  #table;
  #token;
  #deck = null;
  #hands = null; // where one person may have several
  #line = null;
  #head = el("h2");
  #terms = el("p", "waiting-terms");
  #sit = el("button", "strong", phrase("lobby.sit"));

  constructor(lobby) {
    const asked = new URLSearchParams(location.hash.slice(1));
    this.#lobby = lobby;
    this.#table = asked.get("table");
    this.#token = asked.get("invite");
    this.#sit.type = "button";
    this.#sit.addEventListener("click", () => this.#sitDown());
    this.#sit.disabled = true;
    this.root.hidden = !this.#table;
  }

  /** Ask for the table, once there is a connection. */
  look() {
    if (this.#table) this.#lobby.connection.send({ t: "look", r: R, table: this.#table, ...this.#invite() });
  }

  /** Take a frame that answers; whether it was one. */
  take(frame) {
    if (!this.#table || frame.r !== R) return false;
    if (frame.t === "nack") this.#refused(frame);
    else if (frame.you !== undefined) {
      this.#close();
      this.#lobby.waiting.take({ ...frame, r: "sat" });
    } else {
      this.#line = frame.table;
      this.update();
    }
    return true;
  }

  update() {
    if (!this.#line) return;
    const { game, seats } = this.#line;
    const who = seats.filter(({ name, bot }) => name && !bot).map(({ name }) => name);
    this.#deck ??= pickDeck(game);
    const { side, seats: [, most] } = this.#lobby.game(game) ?? { seats: [] };
    if (side) this.#hands ??= new OwnHands(game, most, (element) => element);
    this.#hands?.allow(this.#free);
    this.#sit.disabled = false;
    say(this.#head, phrase("lobby.wait_for_you", { names: listed(who) || phrase("lobby.somebody"), count: Math.max(1, who.length) }));
    say(this.#terms, `${this.#lobby.title(game)} \u00b7 ${termsOf(this.#line)}`);
    this.root.replaceChildren(el("div", "", this.#head, this.#terms), this.#deck.root, ...(this.#hands ? [this.#hands.root] : []), this.#sit);
  }

  get #free() {
    return this.#line.seats.filter(({ name }) => !name).length;
  }

  #invite() {
    return this.#token ? { token: this.#token } : {};
  }

  #sitDown() {
    const deck = this.#deck.deck();
    const sit = { t: "sit", r: R, table: this.#table, ...this.#invite(), ...this.#lobby.called(), ...this.#hands?.also(this.#free - 1) };
    this.#lobby.complain("");
    this.#lobby.connection.send(deck ? { ...sit, deck } : sit);
  }

  async #refused(frame) {
    if (["unknown_table", "table_full", "bad_token"].includes(frame.code)) this.#close();
    this.#lobby.complain(frame.code === "unknown_table" ? phrase("lobby.link_gone") : await refusal(frame));
  }

  #close() {
    this.#table = null;
    this.root.hidden = true;
    history.replaceState(null, "", location.pathname + location.search);
  }
}
