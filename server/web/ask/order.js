// All of several, in an order: drag a line, move it with its buttons, or click the lines in the order wanted. Options
// of which there are very many are one line.

import { button, Kind, numbered, refOf } from "/ask/kind.js";
import { el } from "/dom.js";
import { grouped, many } from "/table/heaps.js";
import { phrase } from "/words/phrase.js";

const FEW = 12; // so many that say the same have a line each
const NUMBER = /#\d+/g;

export class Order extends Kind {
  #lines = grouped(this.options, (option) => this.#plainly(option)).flatMap((same) => (same.length > FEW ? [same] : same.map((option) => [option])));
  #order = [...this.#lines]; // each the options of a line
  #fixed = 0; // so many have been clicked into their places
  #dragged = null;

  /** The name of an option without the number of the card. */
  #plainly(option) {
    return this.wordsOf(option).replace(NUMBER, "");
  }

  #place(option, at) {
    this.#order = this.#order.filter((other) => other !== option);
    this.#order.splice(at, 0, option);
    this.ask.redraw();
  }

  /** Clicked in order: the next place is its. */
  #next(option) {
    const at = this.#order.indexOf(option);
    if (at < this.#fixed) {
      this.#fixed = at; // from here on again
      return this.ask.redraw();
    }
    this.#fixed += 1;
    this.#place(option, this.#fixed - 1);
  }

  undo() {
    const had = this.#fixed > 0;
    this.#fixed = 0;
    if (had) this.ask.redraw();
    return had;
  }

  parts() {
    const said = (same) => (same.length > 1 ? `${this.#plainly(same[0])} \u00d7 ${many(same.length)}` : this.wordsOf(same[0]));
    const words = new Map(numbered(this.#lines.map(said)).map((each, at) => [this.#lines[at], each]));
    const lines = this.#order.map((option, at) => this.#line(option, at, words.get(option)));
    return [el("p", "hint", phrase("table.order_hint")), el("ol", "ordered", ...lines)];
  }

  #line(option, at, called) {
    const words = button(called, () => this.#next(option), { className: "line", key: `option ${option[0].n}`, isChoice: true, isPressed: at < this.#fixed });
    const move = (sign, to, name, words) => {
      const element = button(sign, () => this.#place(option, to), { className: "move", key: `${name} ${option[0].n}` });
      element.disabled = to < 0 || to >= this.#order.length;
      element.setAttribute("aria-label", words);
      return element;
    };
    const item = el("li", "", el("span", "place", `${at + 1}.`), words, move("\u2191", at - 1, "earlier", phrase("table.earlier", { name: called })), move("\u2193", at + 1, "later", phrase("table.later", { name: called })));
    item.draggable = true;
    item.addEventListener("dragstart", () => {
      this.#dragged = option;
    });
    item.addEventListener("dragover", (event) => event.preventDefault());
    item.addEventListener("drop", (event) => {
      event.preventDefault();
      if (this.#dragged) this.#place(this.#dragged, at);
    });
    return item;
  }

  get main() {
    return { words: phrase("table.this_order"), act: () => this.ask.answer({ do: "order", refs: this.#order.flat().map(refOf) }), isReady: true };
  }
}
