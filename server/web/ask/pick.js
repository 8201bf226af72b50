// Some of several: targets, cards, players, modes, costs. What takes exactly one is taken by one click.

import { button, idOf, Kind, refOf } from "/ask/kind.js";
import { el } from "/dom.js";

export class Pick extends Kind {
  #refs = [];

  get #isOne() {
    return this.decision.least === 1 && this.decision.most === 1;
  }

  get picked() {
    return new Map(this.#refs.map((ref, index) => [ref, this.#refs.length > 1 && this.decision.most > 1 ? String(index + 1) : ""]));
  }

  get drafts() {
    const { subject } = this.decision;
    return subject ? this.#refs.map((ref) => [subject, ref]) : [];
  }

  click(id) {
    const option = this.options.find((each) => idOf(each) === id);
    if (option) this.#toggle(refOf(option));
    return Boolean(option);
  }

  #toggle(ref) {
    const { most = 0 } = this.decision;
    if (this.#isOne) return this.#answer([ref]);
    if (this.#refs.includes(ref)) this.#refs = this.#refs.filter((other) => other !== ref);
    else if (most === 1) this.#refs = [ref];
    else if (this.#refs.length < most) this.#refs = [...this.#refs, ref];
    this.ask.redraw();
  }

  #answer(refs) {
    this.ask.answer({ do: this.decision.kind, refs });
  }

  get main() {
    const { least = 0 } = this.decision;
    if (this.#isOne) return null;
    const count = this.#refs.length;
    return { words: count ? `Done: ${count} chosen` : least ? `Choose ${least}` : "None", act: () => this.#answer(this.#refs), isReady: count >= least };
  }

  undo() {
    const had = this.#refs.length > 0;
    this.#refs = [];
    if (had) this.ask.redraw();
    return had;
  }

  parts() {
    const { least = 0, most = 0, auto } = this.decision;
    const bounds = this.#isOne ? "" : least === most ? `Choose ${least}.` : `Choose ${least} to ${Math.min(most, this.options.length)}.`;
    const list = this.options.map((option) => {
      const isPressed = this.#refs.includes(refOf(option));
      const act = () => this.#toggle(refOf(option));
      return button(this.nameOf(option), act, { key: `option ${option.n}`, isChoice: true, isPressed: this.#isOne ? null : isPressed });
    });
    const parts = [bounds ? el("p", "hint", bounds) : null, el("div", "choices", ...list)];
    if (auto) parts.push(button("Let the rules choose", () => this.ask.answer({ do: "auto" }), { className: "quiet", key: "auto" }));
    return parts.filter(Boolean);
  }
}
