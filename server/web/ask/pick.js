// Some of several: targets, cards, players, modes, costs. What takes exactly one is taken by one click.

import { button, idOf, Kind, refOf } from "/ask/kind.js";
import { paidBy } from "/ask/paid.js";
import { el } from "/dom.js";

const MANY = 9; // more than there are keys for

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
    if (this.#isLeft) return { words: this.#left, act: () => this.ask.answer({ do: "auto" }), isReady: true };
    if (this.#paid < this.#due) return { words: this.#counted, act: () => {}, isReady: false };
    return { words: count ? `Done: ${count} chosen` : least ? `Choose ${least}` : this.none, act: () => this.#answer(this.#refs), isReady: count >= least };
  }

  /** How many units are due, where what is picked pays for something. */
  get #due() {
    return this.decision.due ?? 0;
  }

  get #paid() {
    return paidBy(this.options.filter((option) => this.#refs.includes(refOf(option))));
  }

  get #counted() {
    return `${this.#paid} of ${this.#due} paid`;
  }

  /** Whether the rules say by themselves what would pay: then Space leaves it to them. */
  get #isLeft() {
    return Boolean(this.decision.auto && this.proposal && !this.#isOne && !this.#refs.length);
  }

  get #left() {
    return this.proposal ? `Let the rules choose: ${this.proposal}` : "Let the rules choose";
  }

  undo() {
    const had = this.#refs.length > 0;
    this.#refs = [];
    if (had) this.ask.redraw();
    return had;
  }

  // ---------------------------------------------------------------- many that lie nowhere on the table

  /** Whether there is much to choose from beside the table: then it is told by names, and those may be sought. */
  get #isLong() {
    return this.options.length > MANY && this.options.every((option) => !this.ask.isShown(idOf(option)));
  }

  get wanted() {
    return this.options.filter((option) => this.#isSought(option)).map(idOf).filter(Boolean);
  }

  #isSought(option) {
    return this.nameOf(option).toLowerCase().includes(this.#sought.value.trim().toLowerCase());
  }

  /** A field for a part of a name, and a button for each name that has it. */
  #short() {
    const byName = new Map();
    for (const option of this.options.filter((each) => this.#isSought(each))) byName.set(this.nameOf(option), [...(byName.get(this.nameOf(option)) ?? []), refOf(option)]);
    const buttons = [...byName].map(([name, refs]) => {
      const taken = refs.filter((ref) => this.#refs.includes(ref)).length;
      const words = [name, refs.length > 1 ? `\u00d7 ${refs.length}` : "", taken > 1 || (taken && refs.length > 1) ? `(${taken} chosen)` : ""].filter(Boolean).join(" ");
      return button(words, () => this.#toggleOne(refs), { key: `name ${name}`, isChoice: true, isPressed: this.#isOne ? null : taken > 0 });
    });
    const none = el("p", "hint", buttons.length ? "" : "None has that in its name.");
    return [this.#sought, el("div", "choices", ...buttons), none].filter((part) => part !== none || !buttons.length);
  }

  /** One more of those that are alike; once there is no more to take, none of them. */
  #toggleOne(refs) {
    const free = refs.find((ref) => !this.#refs.includes(ref));
    const { most = 0 } = this.decision;
    if (free && (most === 1 || this.#refs.length < most)) return this.#toggle(free);
    this.#refs = this.#refs.filter((ref) => !refs.includes(ref));
    this.ask.redraw();
  }

  #sought = this.#makeSought();

  #makeSought() {
    const field = el("input", "sought");
    field.type = "search";
    field.placeholder = "part of a name";
    field.autocomplete = "off";
    field.dataset.key = "sought";
    field.setAttribute("aria-label", "show only those with this in their name");
    field.addEventListener("input", () => this.ask.redraw());
    return field;
  }

  parts() {
    const { least = 0, most = 0, auto } = this.decision;
    const bounds = this.#due ? `${this.#counted}.` : this.#isOne ? "" : least === most ? `Choose ${least}.` : `Choose ${least} to ${Math.min(most, this.options.length)}.`;
    const isPressed = (option) => (this.#isOne ? null : this.#refs.includes(refOf(option)));
    const list = () => [el("div", "choices", ...this.buttonsFor(this.options, (option) => this.nameOf(option), (option) => this.#toggle(refOf(option)), isPressed))];
    const parts = [bounds ? el("p", "hint", bounds) : null, ...(this.#isLong ? this.#short() : list())];
    if (auto && !this.#isLeft) parts.push(button(this.#left, () => this.ask.answer({ do: "auto" }), { className: "quiet", key: "auto" }));
    return parts.filter(Boolean);
  }
}
