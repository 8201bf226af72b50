// A search for cards, as one types: every card there is, by name, text, type, cost and colour. A click adds one to the deck.

import { updateFace, describe, makeFace } from "/card/face.js";
import { el, keep, say } from "/dom.js";
import { knowFaces, sceneOf } from "/decks/games.js";
import { walk } from "/decks/walk.js";
import { phrase } from "/words/phrase.js";

const PAUSE_MS = 140; // without a key, before the server is asked
const MOST_LETTERS = 200;
const MOST_OF_WORD = 60; // letters of a word in an address
const MOST_COST = 7; // what costs so much or more is asked for together
const IN_PART = "understood in part";

/** `act(what, face)` is told what to do with a card: "add", "remove", "beside" or "read". */
export class Search {
  #game;
  #scene;
  #act;
  #text = el("input", "find-text");
  #filters;
  #told = el("p", "find-told");
  #list = el("ol", "gallery find-list");
  #more = el("button", "find-more", phrase("decks.more"));
  #deck = button("find-deck", "", () => document.querySelector(".deck-now").scrollIntoView({ behavior: "smooth" }));
  #counts = () => 0;
  #cards = [];
  #total = 0;
  #unread = {};
  #asking = null; // what ends the question that is on its way
  #timer = 0;
  root;

  constructor(game, act) {
    this.#game = game;
    this.#scene = sceneOf(game);
    this.#act = act;
    this.#text.type = "search";
    this.#text.maxLength = MOST_LETTERS;
    this.#text.placeholder = phrase("decks.search_hint");
    this.#text.setAttribute("aria-label", phrase("decks.search"));
    this.#text.spellcheck = false;
    this.#text.autocomplete = "off";
    this.#text.addEventListener("input", () => this.#edited());
    this.#text.addEventListener("keydown", (event) => this.#keyInText(event));
    this.#told.setAttribute("role", "status");
    this.#list.setAttribute("aria-label", phrase("decks.found"));
    this.#list.addEventListener("keydown", (event) => this.#keyOnCard(event));
    this.#more.type = "button";
    this.#more.addEventListener("click", () => this.#ask(this.#cards.length));
    this.#filters = this.#makeFilters();
    const keys = el("details", "find-keys", el("summary", "", phrase("decks.keys")), el("p", "", phrase("decks.keys_note")));
    this.root = el("section", "find", el("div", "find-bar", this.#text, ...this.#filters.map(({ root }) => root)), el("div", "find-head", this.#told, this.#deck, keys), this.#list, this.#more);
    this.root.setAttribute("aria-label", phrase("decks.search_cards"));
    this.#ask(0);
  }

  focus() {
    this.#text.focus();
  }

  /** Show how many of each card are in the deck, as `counts(name)` says, and how many there are in all. */
  count(counts, total) {
    this.#counts = counts;
    say(this.#deck, phrase("decks.deck_of", { total }));
    this.#deck.setAttribute("aria-label", phrase("decks.to_deck", { count: total }));
    this.#draw();
  }

  /** The words or pictures on cards have changed beside their faces. */
  redraw() {
    this.#draw();
  }

  // ---------------------------------------------------------------- what is asked for

  #makeFilters() {
    const { kinds, colors, color } = this.#game.search;
    const costs = Array.from({ length: MOST_COST }, (_, cost) => [`cost=${cost}`, String(cost)]);
    return [
      this.#filter(phrase("decks.type"), /(?:^|\s)t:\S*/g, kinds.map((kind) => [`t:${kind.toLowerCase()}`, kind])),
      this.#filter(color, /(?:^|\s)c:\S*/g, colors.map((word) => [`c:${word}`, word])),
      this.#filter(phrase("decks.cost_word"), /(?:^|\s)cost[<>=:]\S*/g, [...costs, [`cost>=${MOST_COST}`, phrase("decks.or_more", { cost: MOST_COST })]]),
    ];
  }

  /** A choice that writes its part of the question, and is set by what is typed. */
  #filter(label, written, options) {
    const select = el("select", "", new Option(label, ""), ...options.map(([value, words]) => new Option(words, value)));
    select.setAttribute("aria-label", label);
    select.addEventListener("change", () => {
      this.#text.value = `${this.#text.value.replace(written, "").trim()} ${select.value}`.trim();
      this.#edited();
    });
    const follow = () => {
      const found = (this.#text.value.match(written) ?? []).map((part) => part.trim());
      select.value = options.some(([value]) => value === found[0]) ? found[0] : "";
    };
    return { root: select, follow };
  }

  #edited() {
    for (const { follow } of this.#filters) follow();
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#timer = setTimeout(() => this.#ask(0), PAUSE_MS);
  }

  /** Ask for cards from one of them on; what is on its way for another question is given up. */
  async #ask(from) {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    try {
      const response = await fetch(`/api/find/${[this.#game.name, from, ...wordsOf(this.#text.value)].map(encodeURIComponent).join("/")}`, { signal: asking.signal });
      if (response.status === 400) return this.#show(0, { cards: [], total: 0, remarks: [(await response.text()).trim()] });
      if (!response.ok) throw new Error(String(response.status));
      this.#show(from, await response.json());
    } catch {
      if (!asking.signal.aborted) say(this.#told, phrase("decks.no_search"));
    }
  }

  #show(from, { cards, total, remarks, unread = {}, partial = [] }) {
    this.#cards = from ? [...this.#cards, ...cards] : cards;
    this.#total = total;
    knowFaces(this.#game, cards);
    this.#unread = { ...(from ? this.#unread : {}), ...unread, ...Object.fromEntries(partial.map((name) => [name, IN_PART])) };
    if (!from) this.#list.scrollTop = 0;
    say(this.#told, [phrase("decks.cards", { count: total }), ...remarks].join(" \u00b7 "));
    this.#draw();
  }

  // ---------------------------------------------------------------- what was found

  #draw() {
    keep(this.#list, this.#cards, ({ name }) => name, (face) => this.#makeCard(face), (slot, face) => this.#drawCard(slot, face));
    this.#more.hidden = this.#cards.length >= this.#total;
  }

  #makeCard(face) {
    const card = button("card whole", "", () => this.#act("add", face));
    card.append(...makeFace());
    card.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.#act("read", face);
    });
    const less = button("find-less", "\u2212", () => this.#act("remove", face));
    less.setAttribute("aria-label", phrase("decks.remove_one", { name: face.name }));
    const read = button("find-read", "i", () => this.#act("read", face));
    read.setAttribute("aria-label", phrase("decks.read", { name: face.name }));
    return el("li", "slot", card, el("p", "find-foot", less, el("b"), read), el("p", "find-note"));
  }

  #drawCard(slot, face) {
    const [card, foot, note] = slot.children;
    const [less, number] = foot.children;
    const count = this.#counts(face.name);
    const why = this.#unread[face.name];
    updateFace(card, face, this.#scene);
    card.classList.toggle("chosen", count > 0);
    say(number, count ? String(count) : "");
    card.setAttribute("aria-label", [describe(face, this.#scene), why === IN_PART ? phrase("decks.in_part") : why, count ? phrase("decks.in_deck", { cards: count }) : "", phrase("decks.add_one")].filter(Boolean).join(", "));
    less.hidden = !count;
    say(note, why ? phrase(why === IN_PART ? "decks.in_part" : "decks.not_understood") : "");
    note.title = why === IN_PART ? phrase("decks.in_part") : (why ?? "");
  }

  // ---------------------------------------------------------------- keys

  #keyInText(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && this.#cards.length && !this.#asking?.signal.aborted) this.#act("add", this.#cards[0]);
    else if (event.key === "ArrowDown" && this.#cards.length) this.#list.querySelector(".card").focus();
    else return;
    event.preventDefault();
  }

  #keyOnCard(event) {
    const slot = event.target.closest(".slot");
    if (!slot || event.ctrlKey || event.altKey || event.metaKey) return;
    const face = this.#cards.find(({ name }) => name === slot.dataset.key);
    const what = { "+": "add", "=": "add", "-": "remove", Delete: "remove", Backspace: "remove", s: "beside", i: "read" }[event.key];
    if (what) this.#act(what, face);
    else if (event.key === "Escape" || !walk(this.#list, ".card", event)) return event.key === "Escape" ? this.focus() : undefined;
    event.preventDefault();
  }
}

/** The words of a question as they stand in an address. */
export function wordsOf(text) {
  const plain = text.toWellFormed?.() ?? text.replace(/\p{Surrogate}/gu, " ");
  const words = plain.replace(/\p{Control}/gu, " ").split(/\s+/);
  return words.filter((word) => word && !/^\.+$/.test(word)).map((word) => [...word].slice(0, MOST_OF_WORD).join(""));
}

function button(className, words, act) {
  const element = el("button", className, words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}
