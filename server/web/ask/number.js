// A number: how large X is, how many times.

import { Kind, stepper } from "/ask/kind.js";
import { phrase } from "/words/phrase.js";

export class Amount extends Kind {
  #value = this.decision.least ?? 0;

  parts() {
    const { least = 0, most = 0 } = this.decision;
    const change = (value) => {
      this.#value = value;
      this.ask.redraw();
    };
    return [stepper(phrase("table.range", { least, most }), this.#value, least, most, change)];
  }

  get main() {
    return { words: phrase("table.choose", { what: this.#value }), act: () => this.ask.answer({ do: "number", amounts: [this.#value] }), isReady: true };
  }
}
