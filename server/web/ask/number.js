// A number: how large X is, how many times.

import { Kind, stepper } from "/ask/kind.js";

export class Amount extends Kind {
  #value = this.decision.least ?? 0;

  parts() {
    const { least = 0, most = 0 } = this.decision;
    const change = (value) => {
      this.#value = value;
      this.ask.redraw();
    };
    return [stepper(`${least} to ${most}`, this.#value, least, most, change)];
  }

  get main() {
    return { words: `Choose ${this.#value}`, act: () => this.ask.answer({ do: "number", amounts: [this.#value] }), isReady: true };
  }
}
