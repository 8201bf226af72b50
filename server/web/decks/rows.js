// A deck as it is built: its cards in rows by kind, each with buttons for one more and one less.

import { costOf, describe, tintOf } from "/card/face.js";
import { withSymbols } from "/card/symbols.js";
import { el, keep, say } from "/dom.js";
import { walk } from "/decks/walk.js";
import { phrase } from "/words/phrase.js";

export const BESIDE = "Sideboard";
const SIGNS = { add: ["+", "decks.one_more"], remove: ["\u2212", "decks.one_less"] };
const MOVES = { true: ["\u2191", "decks.into_deck"], false: ["\u2193", "decks.into_side"] };

/** A kind of cards is called as their types are; the sideboard is none. */
export const calledKind = (kind) => (kind === BESIDE ? phrase("decks.sideboard") : kind);

export class DeckRows {
  #game;
  #scene;
  #act;
  root = el("div", "deck-lists");

  /** `act(what, face, isBeside)`: "add", "remove", "move" to or from the sideboard, "read". */
  constructor(game, scene, act) {
    this.#game = game;
    this.#scene = scene;
    this.#act = act;
    this.root.addEventListener("keydown", (event) => this.#key(event));
  }

  /** A row may be gone then: the one that stands in its place now has the focus at once, for the next key. */
  draw(groups) {
    const row = document.activeElement?.closest(".deck-line-of");
    const [at, place] = [this.#all().indexOf(row), row ? [...row.children].indexOf(document.activeElement) : -1];
    keep(this.root, groups, ({ kind }) => kind, () => el("section", "deck-list", el("h3"), el("ul")), (section, { kind, cards, total }) => {
      const [head, list] = section.children;
      say(head, `${calledKind(kind)} (${total})`);
      const isBeside = kind === BESIDE;
      keep(list, cards, ({ face }) => face.name, ({ face }) => this.#make(face, isBeside), (row, entry) => this.#update(row, entry, isBeside));
    });
    if (at < 0 || row.isConnected) return;
    const left = this.#all();
    (left[Math.min(at, left.length - 1)]?.children[place] ?? document.querySelector(".find-text"))?.focus();
  }

  #all() {
    return [...this.root.querySelectorAll(".deck-line-of")];
  }

  #make(face, isBeside) {
    const name = el("button", "row-name", el("span"), el("span", "row-cost"));
    name.type = "button";
    name.addEventListener("click", () => this.#act("read", face, isBeside));
    const row = el("li", "deck-line-of", this.#button("remove", face, isBeside), el("b"), this.#button("add", face, isBeside), name);
    if (this.#game.sideboard) row.append(this.#button("move", face, isBeside));
    return row;
  }

  #button(what, face, isBeside) {
    const [sign, key] = what === "move" ? MOVES[isBeside] : SIGNS[what];
    const words = phrase(key);
    const button = el("button", `row-${what}`, sign);
    button.type = "button";
    button.title = words;
    button.setAttribute("aria-label", `${face.name}: ${words}`);
    button.addEventListener("click", () => this.#act(what, face, isBeside));
    return button;
  }

  #update(row, { face, count }, isBeside) {
    const [, number, , name] = row.children;
    say(number, String(count));
    row.dataset.tint = tintOf(face, this.#scene.table);
    say(name.firstElementChild, face.name);
    const cost = costOf(face, this.#scene.table);
    if (name.lastElementChild.dataset.text !== cost) {
      name.lastElementChild.dataset.text = cost;
      name.lastElementChild.replaceChildren(...withSymbols(cost));
    }
    name.setAttribute("aria-label", [`${count} ${describe(face, this.#scene)}`, isBeside ? phrase("decks.in_sideboard") : ""].filter(Boolean).join(", "));
  }

  #key(event) {
    const row = event.target.closest(".deck-line-of");
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const what = { "+": "add", "=": "add", "-": "remove", Delete: "remove", Backspace: "remove", s: "move", i: "name" }[event.key];
    const button = what && row.querySelector(`.row-${what}`);
    if (button) button.click();
    else if (!/^Arrow(Up|Down)$|^(Home|End)$/.test(event.key) || !walk(this.root, `.${event.target.className.split(" ")[0]}`, event)) return;
    event.preventDefault();
  }
}
