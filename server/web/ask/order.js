// All of several, in an order: drag a line, move it with its buttons, or click the lines in the order wanted.

import { button, Kind, numbered, refOf } from "/ask/kind.js";
import { el } from "/dom.js";

export class Order extends Kind {
  #order = [...this.options];
  #fixed = 0; // so many have been clicked into their places
  #dragged = null;

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
    const words = new Map(numbered(this.options.map((option) => this.wordsOf(option))).map((each, at) => [this.options[at], each]));
    const lines = this.#order.map((option, at) => this.#line(option, at, words.get(option)));
    return [el("p", "hint", "Drag, or click them in the order you want."), el("ol", "ordered", ...lines)];
  }

  #line(option, at, called) {
    const words = button(called, () => this.#next(option), { className: "line", key: `option ${option.n}`, isChoice: true, isPressed: at < this.#fixed });
    const move = (sign, to, name) => {
      const element = button(sign, () => this.#place(option, to), { className: "move", key: `${name} ${option.n}` });
      element.disabled = to < 0 || to >= this.#order.length;
      element.setAttribute("aria-label", `${name}: ${called}`);
      return element;
    };
    const item = el("li", "", el("span", "place", `${at + 1}.`), words, move("\u2191", at - 1, "earlier"), move("\u2193", at + 1, "later"));
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
    return { words: "This order", act: () => this.ask.answer({ do: "order", refs: this.#order.map(refOf) }), isReady: true };
  }
}
