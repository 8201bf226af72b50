// A series of games: how it stands, and between two of them what one exchanges with the sideboard, until when.

import { el, say } from "/dom.js";
import { listed, phrase } from "/words/phrase.js";

const TICK_MS = 500;

export class Series {
  #score = el("p", "series-score");
  #head = el("h2");
  #wait = el("p", "series-wait");
  #cards = el("div", "series-cards");
  #ready = el("button", "strong", phrase("series.ready"));
  #between = el("section", "series-between", this.#head, this.#wait, this.#cards, this.#ready);
  #match;
  #connection;
  #exchange = null;
  #timer = 0;
  root = el("div", "series", this.#score, this.#between);

  constructor(match, connection) {
    this.#match = match;
    this.#connection = connection;
    this.#ready.type = "button";
    this.#ready.addEventListener("click", () => match.agree("rematch", true, this.#exchange ? { deck: this.#exchange.deck() } : {}));
    this.#wait.setAttribute("role", "timer");
  }

  update({ match, players }) {
    const stands = match.rematch?.series ?? match.series;
    this.root.hidden = !stands;
    if (!stands) return;
    const wins = players.filter(({ seat }) => seat < (stands.wins ?? []).length).map((player) => `${player.name} ${stands.wins[player.seat]}`);
    say(this.#score, phrase("series.series", { best: stands.best, game: stands.game ?? 1, wins: wins.join(" \u2013 ") }));
    this.#update(match, stands, players);
  }

  #update({ rematch, you }, stands, players) {
    const isBetween = Boolean(rematch?.series) && !rematch.next && you !== null;
    this.#between.hidden = !isBetween;
    clearInterval(this.#timer);
    if (!isBetween) return;
    const hasSide = Object.keys(rematch.deck?.[1] ?? {}).length > 0;
    if (hasSide) this.#offer(rematch.deck);
    const ready = rematch.seats ?? [];
    const others = players.filter(({ seat }) => seat !== you && !ready.includes(seat)).map(({ name }) => name);
    say(this.#head, phrase(ready.includes(you) ? "series.ready_for" : hasSide ? "series.game_comes" : "series.game_comes_as_is", { game: stands.game }));
    say(this.#ready, phrase(ready.includes(you) ? "series.ready_again" : "series.ready"));
    this.#ready.hidden = ready.includes(you) && !hasSide;
    this.#tick(rematch.until, others);
    this.#timer = setInterval(() => this.#tick(rematch.until, others), TICK_MS);
  }

  /** Have cards exchanged: with what is loaded once somebody may. */
  async #offer(deck) {
    if (this.#isOffered) return;
    this.#isOffered = true;
    const part = await import("/decks/exchange.js").catch(() => null);
    this.#isOffered = part !== null; // else the connection is lost: with the next change it is tried again
    if (!part) return;
    this.#exchange = part.exchangeCards(deck);
    this.#cards.replaceChildren(this.#exchange.root);
  }

  #isOffered = false;

  #tick(until, others) {
    const seconds = Math.max(0, Math.ceil((until - this.#connection.now()) / 1000));
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    say(this.#wait, others.length ? phrase("series.begins_waiting", { names: listed(others), left }) : phrase("series.begins_in", { left }));
  }
}
