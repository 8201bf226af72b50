// One option is the answer: what to do with priority, the next piece of a payment, yes or no.

import { button, idOf, Kind } from "/ask/kind.js";
import { el } from "/dom.js";

const FEW = 4; // so many are simply buttons

export class AtOnce extends Kind {
  isListed = false;

  /** What one can use lies in piles, unless some of it lies on the table. */
  get wanted() {
    const ids = this.options.map(idOf).filter(Boolean);
    return ids.some(this.ask.isShown) ? [] : [...new Set(ids)];
  }

  click(id) {
    const options = this.options.filter((option) => idOf(option) === id);
    if (!options.length) return false;
    if (options.length === 1) this.ask.answer(options[0].n);
    else this.ask.choose(id, options.map((option) => ({ words: this.verbOf(option), act: () => this.ask.answer(option.n) })));
    return true;
  }

  get main() {
    const { kind, auto } = this.decision;
    const pass = this.options.find((option) => option.do === "pass");
    if (pass) return { words: "Pass", act: () => this.ask.answer(pass.n), isReady: true };
    return kind === "pay" || auto ? { words: "Pay automatically", act: () => this.ask.answer({ do: "auto" }), isReady: true } : null;
  }

  parts() {
    const options = this.options.filter((option) => option.do !== "pass");
    const open = options.filter((option) => !this.ask.isShown(idOf(option)));
    const buttons = (list) => list.map((option) => button(this.wordsOf(option), () => this.ask.answer(option.n), { key: `option ${option.n}`, isChoice: true }));
    if (!options.length) return [el("p", "hint", "There is nothing you can do but this.")];
    if (options.length <= FEW && open.length === options.length) return [el("div", "choices", ...buttons(options))];
    const list = el("details", "all", el("summary", "", `All ${options.length} things you can do`), el("div", "choices", ...buttons(options)));
    list.open = this.isListed;
    list.addEventListener("toggle", () => {
      this.isListed = list.open;
    });
    const loose = open.length && open.length <= FEW ? [el("div", "choices", ...buttons(open))] : [];
    return [el("p", "hint", "Click what glows."), ...loose, list];
  }
}
