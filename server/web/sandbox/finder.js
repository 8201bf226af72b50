// A field for the words of a card, and a button for each card that they mean.

import { el, keep, say } from "/dom.js";
import { phrase } from "/words/phrase.js";

const PAUSE_MS = 200; // between the last key and the question
const MOST = 12;

export class Finder {
  root = el("div", "finder");
  #game;
  #take;
  #words = el("input");
  #found = el("ul", "found");
  #told = el("p", "hint");
  #timer = 0;
  #asking = null;

  /** `take` gets the name of a card that is chosen. */
  constructor(game, take) {
    this.#game = game;
    this.#take = take;
    this.#words.type = "search";
    this.#words.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#ask(), PAUSE_MS);
    });
    this.#words.addEventListener("keydown", (event) => event.key === "Enter" && this.#found.querySelector("button")?.click());
    this.#told.setAttribute("role", "status");
    this.root.append(el("label", "", phrase("sandbox.find"), this.#words), this.#told, this.#found);
  }

  async #ask() {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const words = this.#words.value.trim().split(/\s+/).filter(Boolean);
    if (!words.length) return this.#show([], "");
    try {
      const response = await fetch(`/api/find/${[this.#game, "0", ...words].map(encodeURIComponent).join("/")}`, { signal: asking.signal });
      const { cards = [] } = response.ok ? await response.json() : {};
      this.#show(cards.slice(0, MOST).map(({ name }) => name), cards.length ? "" : phrase("sandbox.none"));
    } catch {
      if (!asking.signal.aborted) this.#show([], phrase("page.unreached"));
    }
  }

  #show(names, words) {
    say(this.#told, words);
    keep(this.#found, names, (name) => name, (name) => this.#row(name), () => {});
  }

  #row(name) {
    const button = el("button", "", name);
    button.type = "button";
    button.addEventListener("click", () => this.#take(name));
    return el("li", "", button);
  }
}
