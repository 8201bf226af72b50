// The hands that one person plays in a game against a scenario: how many, and a deck for each further one.

import { el } from "/dom.js";
import { FurtherDecks } from "/lobby/further_decks.js";
import { phrase } from "/words/phrase.js";

export class OwnHands {
  root;
  #count = el("select");
  #decks;

  /** `most` hands; `named` gives a control its name for those who hear the page. */
  constructor(game, most, named) {
    this.#decks = new FurtherDecks(game, named, (number) => phrase("lobby.own_deck_of", { number: number + 1 }), false);
    for (let number = 1; number <= most; number++) this.#count.append(new Option(String(number), String(number)));
    this.#count.addEventListener("change", () => this.#show());
    const words = phrase("lobby.hands");
    this.root = el("div", "more-numbers", el("label", "", words, named(this.#count, words)), this.#decks.root);
    this.#show();
  }

  /** The number of hands beside the first one. */
  get further() {
    return Number(this.#count.value) - 1;
  }

  /** Let no more be chosen than there are free seats; where there is one alone there is nothing to choose. */
  allow(free) {
    for (const option of this.#count.options) option.disabled = Number(option.value) > free;
    if (this.further >= free) this.#count.value = String(Math.max(1, free));
    this.root.hidden = free < 2;
    this.#show();
  }

  /** The decks of so many further hands, as `open` and `sit` want them. */
  also(count) {
    const decks = this.#decks.decks(Math.min(this.further, count));
    return decks.length ? { also: decks } : {};
  }

  #show() {
    this.#decks.show(this.further);
  }
}
