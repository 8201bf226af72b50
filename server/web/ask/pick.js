// Some of several: targets, cards, players, modes, costs. A question that takes exactly one answer is answered by one
// click.

import { button, idOf, Kind, refOf, stepper } from "/ask/kind.js";
import { paidBy } from "/ask/paid.js";
import { el } from "/dom.js";
import { grouped, many } from "/table/heaps.js";
import { phrase } from "/words/phrase.js";

const MANY = 9; // more than there are keys for

export class Pick extends Kind {
  #refs = new Set();

  get #isOne() {
    return this.decision.least === 1 && this.decision.most === 1;
  }

  get isAtOnce() {
    return this.#isOne;
  }

  get picked() {
    return new Map([...this.#refs].map((ref, index) => [ref, this.#refs.size > 1 && this.decision.most > 1 ? String(index + 1) : ""]));
  }

  get drafts() {
    const { subject } = this.decision;
    return subject ? [...this.#refs].map((ref) => [subject, ref]) : [];
  }

  click(id) {
    const alike = new Set(this.ask.scene.alike(id));
    const refs = this.options.filter((option) => alike.has(idOf(option))).map(refOf);
    if (refs.length) this.#toggleOne(refs);
    return refs.length > 0;
  }

  #toggle(ref) {
    const { most = 0 } = this.decision;
    if (this.#isOne) return this.#answer([ref]);
    if (this.#refs.has(ref)) this.#refs.delete(ref);
    else if (most === 1) this.#refs = new Set([ref]);
    else if (this.#refs.size < most) this.#refs.add(ref);
    this.ask.redraw();
  }

  #answer(refs) {
    this.ask.answer({ do: this.decision.kind, refs: [...refs] });
  }

  /** Have so many picked of those that are alike. */
  #take(refs, count) {
    for (const ref of refs) this.#refs.delete(ref);
    for (const ref of refs.slice(refs.length - count)) this.#refs.add(ref);
    this.ask.redraw();
  }

  get main() {
    const { least = 0 } = this.decision;
    const count = this.#refs.size;
    if (this.#isLeft) return { words: this.#left, act: () => this.ask.answer({ do: "auto" }), isReady: true };
    if (this.#isOne) return null;
    if (this.#paid < this.#due) return { words: this.#counted, act: () => {}, isReady: false };
    return { words: count ? this.#done : least ? phrase("table.choose", { what: least }) : this.none, act: () => this.#answer(this.#refs), isReady: count >= least };
  }

  /** The answer with what is picked: "Defend with Hawkeye". */
  get #done() {
    const picked = this.options.filter((option) => this.#refs.has(refOf(option)));
    const [only] = picked.length === 1 && idOf(picked[0]) ? picked : [];
    if (only) return this.chosen ? `${this.chosen} ${this.nameOf(only)}` : phrase("table.choose", { what: this.nameOf(only) });
    return this.chosen ? `${this.chosen} ${many(picked.length)}` : phrase("table.done_chosen", { chosen: many(picked.length) });
  }

  /** The number of units that are due, if the picked options pay for something. */
  get #due() {
    return this.decision.due ?? 0;
  }

  get #paid() {
    return paidBy(this.options.filter((option) => this.#refs.has(refOf(option))));
  }

  get #counted() {
    return phrase("table.paid", { paid: this.#paid, due: this.#due });
  }

  /** Whether the rules say by themselves what would pay: then Space leaves it to them. */
  get #isLeft() {
    return Boolean(this.decision.auto && this.proposal && !this.#refs.size);
  }

  get #left() {
    return this.proposal ? this.paying : phrase("table.rules_choose");
  }

  undo() {
    const had = this.#refs.size > 0;
    this.#refs.clear();
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
    const sought = this.#sought.value.trim().toLowerCase();
    return !sought || this.nameOf(option).toLowerCase().includes(sought);
  }

  /** A field for a part of a name, and a button for each name that has it. */
  #short() {
    const named = grouped(this.options.filter((each) => this.#isSought(each)), (each) => this.nameOf(each));
    const buttons = named.map((options) => {
      const [name, refs] = [this.nameOf(options[0]), options.map(refOf)];
      if (refs.some((ref) => this.ask.scene.heaps.has(ref)) && !this.#isSingle) return this.#stepper(name, refs);
      const taken = refs.filter((ref) => this.#refs.has(ref)).length;
      const words = [name, refs.length > 1 ? `\u00d7 ${many(refs.length)}` : "", taken > 1 || (taken && refs.length > 1) ? phrase("table.taken", { taken }) : ""].filter(Boolean).join(" ");
      return button(words, () => this.#toggleOne(refs), { key: `name ${name}`, isChoice: true, isPressed: this.#isOne ? null : taken > 0 });
    });
    const none = el("p", "hint", buttons.length ? "" : phrase("table.none_named"));
    return [this.#sought, el("div", "choices", ...buttons), none].filter((part) => part !== none || !buttons.length);
  }

  /** One more of those that are alike; once there is no more to take, none of them. */
  #toggleOne(refs) {
    const free = refs.findLast((ref) => !this.#refs.has(ref));
    const { most = 0 } = this.decision;
    if (free !== undefined && (most === 1 || this.#refs.size < most)) return this.#toggle(free);
    this.#take(refs, 0);
  }

  #sought = this.#makeSought();

  #makeSought() {
    const field = el("input", "sought");
    field.type = "search";
    field.placeholder = phrase("table.name_part");
    field.autocomplete = "off";
    field.dataset.key = "sought";
    field.setAttribute("aria-label", phrase("table.name_part_of"));
    field.addEventListener("input", () => this.ask.redraw());
    return field;
  }

  /** Whether nothing more is picked beside something. */
  get #isSingle() {
    return (this.decision.most ?? 0) === 1;
  }

  /** A button for each, and a number for each heap. */
  #listed() {
    const isPressed = (option) => (this.#isOne ? null : this.#refs.has(refOf(option)));
    const [heaps, others] = this.#isSingle ? [[], this.options] : this.#heaps();
    const buttons = this.buttonsFor(others, (option) => this.nameOf(option), (option) => this.#toggle(refOf(option)), isPressed);
    return [...heaps.map((options) => this.#stepper(this.nameOf(options[0]), options.map(refOf))), el("div", "choices", ...buttons)];
  }

  #heaps() {
    const parts = this.parted(this.options);
    return [parts.filter(({ length }) => length > 1), parts.filter(({ length }) => length === 1).flat()];
  }

  /** The number of picked options among those that are alike. */
  #stepper(name, refs) {
    const taken = refs.filter((ref) => this.#refs.has(ref)).length;
    const most = Math.min(refs.length, taken + Math.max(0, (this.decision.most ?? 0) - this.#refs.size));
    return stepper(name, taken, 0, most, (count) => this.#take(refs, count), { of: refs.length });
  }

  parts() {
    const { least = 0, most = 0, auto } = this.decision;
    const bounds = this.#due ? `${this.#counted}.` : this.#isOne ? "" : least === most ? phrase("table.choose_some", { least }) : phrase("table.choose_range", { least: many(least), most: many(Math.min(most, this.options.length)) });
    const parts = [bounds ? el("p", "hint", bounds) : null, ...(this.#isLong ? this.#short() : this.#listed())];
    if (auto && !this.#isLeft) parts.push(button(this.#left, () => this.ask.answer({ do: "auto" }), { className: "quiet", key: "auto" }));
    return parts.filter(Boolean);
  }
}
