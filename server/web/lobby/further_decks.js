// The decks of further seats at a table, those of bots or of oneself: one's own, those that ship with the game, or for a
// bot any of these by lot.

import { gameOf } from "/decks/games.js";
import { choice, group } from "/decks/pick.js";
import { myDecks, onDecks, toWire } from "/decks/store.js";
import { el } from "/dom.js";
import { phrase } from "/words/phrase.js";

const LOT = "";

export class FurtherDecks {
  root = el("div", "more-beside");
  #game;
  #named;
  #called;
  #isByLot;
  #starters = [];
  #selects = [];

  /** `named` gives a control its name for those who hear the page, `called(number)` are the words for it. */
  constructor(game, named, called, isByLot) {
    this.#game = game;
    this.#named = named;
    this.#called = called;
    this.#isByLot = isByLot;
    onDecks(game, () => this.#fill());
    gameOf(game).then(
      ({ decks }) => {
        this.#starters = decks;
        this.#fill();
      },
      () => {}, // the choice of one's own deck says that they could not be read
    );
  }

  /** Let decks be chosen for so many seats. */
  show(count) {
    while (this.#selects.length < count) this.#selects.push(this.#select(this.#selects.length + 1));
    this.root.hidden = !count;
    const labels = this.#selects.slice(0, count).map((select) => select.parentElement);
    if (labels.length !== this.root.children.length) this.root.replaceChildren(...labels);
  }

  /** The decks of so many seats as `open` wants them; null is one by lot. */
  decks(count) {
    return this.#selects.slice(0, count).map((select) => this.#deck(select.value));
  }

  #deck(value) {
    const [kind, key] = value.split(" ");
    if (kind === "starter") return key;
    const deck = this.#mine().find(({ id }) => id === key);
    return deck ? toWire(deck) : null;
  }

  /** Those alone whose cards are understood whole. */
  #mine() {
    return myDecks(this.#game).filter(({ legal, partial }) => legal && !partial?.length);
  }

  #select(number) {
    const select = el("select");
    const words = this.#called(number);
    el("label", "", words, this.#named(select, words));
    this.#offer(select, number);
    return select;
  }

  #fill() {
    this.#selects.forEach((select, at) => this.#offer(select, at + 1));
  }

  #offer(select, number) {
    const wanted = select.value;
    const mine = group(phrase("lobby.my_decks"), this.#mine().map((deck) => choice(`mine ${deck.id}`, deck)));
    const starters = group(phrase("lobby.starters"), this.#starters.map((deck) => choice(`starter ${deck.key}`, { ...deck, legal: true })));
    const lot = this.#isByLot ? [new Option(phrase("lobby.at_random"), LOT)] : [];
    select.replaceChildren(...lot, ...[mine, starters].filter((each) => each.children.length));
    select.value = wanted;
    if (select.selectedIndex >= 0 && wanted) return;
    const other = this.#starters[number % this.#starters.length]; // another one than for the seat before
    select.value = this.#isByLot || !other ? LOT : `starter ${other.key}`;
  }
}
