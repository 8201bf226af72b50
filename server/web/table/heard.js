// The log for those who hear the table: what is new, some sentences at a time. Lines that come too fast to be listened
// to are counted; they stand in the log.

import { el } from "/dom.js";
import { phrase } from "/words/phrase.js";

const QUIET_MS = 600; // so long nothing new: what came together is said together
const MOST = 4; // sentences on end

export class Heard {
  root = el("p", "unseen");
  #last = null;
  #new = [];
  #timer = 0;

  constructor() {
    this.root.setAttribute("role", "log");
    this.root.setAttribute("aria-live", "polite");
  }

  /** `lines` are those of the log, `say` makes a sentence of one; those of the first time are not news. */
  update(lines, say) {
    const last = lines.at(-1)?.n ?? 0;
    if (this.#last !== null && last > this.#last) this.#new.push(...lines.filter(({ n }) => n > this.#last).map(say));
    if (last === this.#last) return;
    this.#last = last;
    if (!this.#new.length) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(), QUIET_MS);
  }

  #say() {
    const missed = this.#new.length - MOST;
    const said = missed > 0 ? [phrase("table.missed", { count: missed }), ...this.#new.slice(-MOST)] : this.#new;
    this.root.textContent = said.join(". ");
    this.#new = [];
  }
}
