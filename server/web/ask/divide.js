// A total shared out: a click on something gives it one more, the steppers give and take.

import { idOf, Kind, refOf, stepper } from "/ask/kind.js";
import { el } from "/dom.js";

export class Divide extends Kind {
  #shares = new Map(this.options.map((option) => [refOf(option), this.decision.least ?? 0]));

  get #left() {
    let left = this.decision.total ?? 0;
    for (const share of this.#shares.values()) left -= share;
    return left;
  }

  get picked() {
    return new Map([...this.#shares].map(([ref, share]) => [ref, String(share)]));
  }

  click(id) {
    const option = this.options.find((each) => idOf(each) === id);
    if (!option) return false;
    const ref = refOf(option);
    this.#give(ref, this.#left > 0 ? this.#shares.get(ref) + 1 : (this.decision.least ?? 0)); // all given: take it back
    return true;
  }

  #give(ref, share) {
    this.#shares.set(ref, share);
    this.ask.redraw();
  }

  undo() {
    const least = this.decision.least ?? 0;
    const had = [...this.#shares.values()].some((share) => share !== least);
    for (const ref of this.#shares.keys()) this.#shares.set(ref, least);
    if (had) this.ask.redraw();
    return had;
  }

  parts() {
    const { least = 0, total = 0 } = this.decision;
    const left = this.#left;
    const rows = this.options.map((option) => {
      const share = this.#shares.get(refOf(option));
      return stepper(this.nameOf(option), share, least, share + left, (value) => this.#give(refOf(option), value));
    });
    return [el("p", "hint", left ? `${left} of ${total} left to give.` : `All ${total} given.`), ...rows];
  }

  get main() {
    const refs = [...this.#shares.keys()];
    const act = () => this.ask.answer({ do: "divide", refs, amounts: refs.map((ref) => this.#shares.get(ref)) });
    return { words: `Divide ${this.decision.total ?? 0}`, act, isReady: this.#left === 0 };
  }
}
