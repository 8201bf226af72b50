// A total shared out: a click on something gives it one more, the steppers give and take. The share of a heap is dealt
// to those on it in portions of a size that is said, the last of which may be another.

import { idOf, Kind, refOf, stepper } from "/ask/kind.js";
import { el } from "/dom.js";
import { many } from "/table/heaps.js";
import { phrase } from "/words/phrase.js";

export class Divide extends Kind {
  #shares = new Map(this.options.map((option) => [refOf(option), this.decision.least ?? 0]));

  #portions = new Map(); // the first of those on a heap -> what each of them gets, as long as there is enough

  get #left() {
    let left = this.decision.total ?? 0;
    for (const share of this.#shares.values()) left -= share;
    return left;
  }

  get picked() {
    return new Map([...this.#shares].map(([ref, share]) => [ref, String(share)]));
  }

  click(id) {
    const alike = new Set(this.ask.scene.alike(id));
    const refs = this.options.filter((option) => alike.has(idOf(option))).map(refOf);
    if (!refs.length) return false;
    const { least = 0 } = this.decision;
    const ref = refs.find((each) => this.#shares.get(each) === least) ?? refs[0];
    if (refs.length > 1 && !this.#left) this.#deal(refs, least * refs.length);
    else this.#give(ref, this.#left > 0 ? this.#shares.get(ref) + 1 : (this.decision.least ?? 0)); // all given: take it back
    return true;
  }

  #give(ref, share) {
    this.#shares.set(ref, share);
    this.ask.redraw();
  }

  badge(shares) {
    return many(shares.reduce((sum, share) => sum + Number(share), 0));
  }

  #portionOf(refs) {
    return this.#portions.get(refs[0]) ?? (this.decision.least ?? 0) + 1;
  }

  /** Give those on a heap so much together. */
  #deal(refs, total, portion = this.#portionOf(refs)) {
    const { least = 0 } = this.decision;
    this.#portions.set(refs[0], portion);
    let left = total - least * refs.length;
    for (const ref of refs) {
      const more = ref === refs.at(-1) ? left : Math.min(left, portion - least);
      this.#shares.set(ref, least + more);
      left -= more;
    }
    this.ask.redraw();
  }

  #dealt(options, left) {
    const { least = 0, total = 0 } = this.decision;
    const [name, refs] = [this.nameOf(options[0]), options.map(refOf)];
    const given = refs.reduce((sum, ref) => sum + this.#shares.get(ref), 0);
    const all = stepper(this.timed(refs), given, least * refs.length, given + left, (value) => this.#deal(refs, value));
    return [all, stepper(phrase("table.to_each", { name }), this.#portionOf(refs), least + 1, Math.max(least + 1, total), (value) => this.#deal(refs, given, value))];
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
    const rows = this.parted(this.options).flatMap((options) => {
      if (options.length > 1) return this.#dealt(options, left);
      const [option] = options;
      const share = this.#shares.get(refOf(option));
      return stepper(this.nameOf(option), share, least, share + left, (value) => this.#give(refOf(option), value));
    });
    return [el("p", "hint", left ? phrase("table.left_to_give", { left, total }) : phrase("table.all_given", { total })), ...rows];
  }

  get main() {
    const refs = [...this.#shares.keys()];
    const act = () => this.ask.answer({ do: "divide", refs, amounts: refs.map((ref) => this.#shares.get(ref)) });
    return { words: phrase("table.divide", { total: this.decision.total ?? 0 }), act, isReady: this.#left === 0 };
  }
}
