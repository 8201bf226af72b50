// Common parts of all kinds of questions: a decision, the picks for its answer, and how these are shown.
//
// A kind says which ids may be clicked (`able`), which are chosen and how (`picked`), which arrows it draws (`drafts`),
// what a click does, what the panel holds (`parts`), and what the main answer is (`main`).

import { el } from "/dom.js";
import { withSymbols } from "/card/symbols.js";
import { grouped, many } from "/table/heaps.js";
import { inKey, phrase, term, textOf } from "/words/phrase.js";

const LONG = 110;
const NAMELESS = ["modes", "confirm", "number", "order", "costs"]; // their refs are numbers of parts, not of things

export class Kind {
  /** `ask` has `answer(a)`, `redraw()` after something was picked, and `scene`. */
  constructor(decision, ask) {
    this.decision = decision;
    this.ask = ask;
    this.options = decision.options ?? [];
  }

  get able() {
    return new Set(this.options.map(idOf).filter(Boolean));
  }

  get picked() {
    return new Map();
  }

  get drafts() {
    return [];
  }

  /** Whether one click is the whole answer, and not a part of it. */
  get isAtOnce() {
    return false;
  }

  /** The payment that the rules would make, if that is asked and left to them. */
  get proposed() {
    return new Set(this.decision.proposal ?? []);
  }

  /** Those named that lie where nobody sees them are shown as cards beside the question. */
  get wanted() {
    return [...this.able];
  }

  /** The label of a heap of which some are picked, with the label of each of them. */
  badge(badges, { ids }) {
    return phrase("table.some_of", { some: many(badges.length), all: many(ids.length) });
  }

  /** Use a click on something; false if the question has no use for it. */
  click() {
    return false;
  }

  parts() {
    return [];
  }

  /** The answer that Space gives: `{words, act, isReady}`, or null. */
  get main() {
    return null;
  }

  /** Put down what was picked; false if nothing was. */
  undo() {
    return false;
  }

  /** Options that differ in nothing but which of a heap they name, together. */
  parted(options) {
    const { heaps, shownAs } = this.ask.scene;
    return grouped(options, (option) => {
      const id = idOf(option);
      return heaps.has(id) ? [option.do, shownAs(id), option.refs.slice(1), option.amounts?.map(shownAs), option.label].join() : option.n;
    });
  }

  // ---------------------------------------------------------------- words

  /** The name of a heap's ids, with the number of them. */
  timed(ids) {
    return `${this.ask.scene.nameOf(ids[0])}${times(ids.length)}`;
  }

  /** The name of an option in a list. */
  wordsOf(option) {
    if (option.label) return option.do === "activate" ? `${this.ask.scene.nameOf(refOf(option))}: ${shortened(option.label)}` : term(option.label);
    const { plain, nameOf } = this.ask.scene;
    const own = this.#does(option);
    return own ? `${own}: ${nameOf(refOf(option))}` : capital(term(this.#unnumbered(option, plain(option.text ?? option.do))));
  }

  /** The game's word for what an option does, or that of another language than the server's. */
  #does(option) {
    return this.ask.scene.words[`do ${option.do}`] ?? (NAMELESS.includes(option.do) ? undefined : textOf(`names.do_${inKey(option.do)}`));
  }

  /** Of what lies on a heap no number is said. */
  #unnumbered(option, text) {
    const { heaps, entity } = this.ask.scene;
    const { label, name } = (heaps.has(idOf(option)) && entity(idOf(option))) || {};
    return label ? text.replace(label, name) : text;
  }

  /** The name of an option whose subject is in sight. */
  verbOf(option) {
    if (option.label) return shortened(option.label);
    const { nameOf } = this.ask.scene;
    return this.#does(option) ?? this.wordsOf(option).replace(` ${nameOf(refOf(option))}`, "");
  }

  /** The name of the choice of nothing. */
  get none() {
    const { none = phrase("table.none") } = this.decision;
    return capital(term(none));
  }

  /** The game's word for the use of what is chosen, if it has one: "Attack with". */
  get chosen() {
    return this.ask.scene.words[`chosen ${this.decision.none}`];
  }

  /** The answer that Space gives to a payment, in words: "Pay {2}{R}: 2 × Mountain, Forest". */
  get paying() {
    const { prompt = "", subject, cancels = "", key, args } = this.decision;
    const { plain, entity } = this.ask.scene;
    const due = key === "ask.pay" ? args.due : prompt;
    const words = plain(due).replace(` for ${plain(cancels) || entity(subject)?.name}`, "") || phrase("table.pay");
    return [capital(words), this.proposal].filter(Boolean).join(": ");
  }

  /** The result of leaving a payment to the rules: "2 Mountain, Forest". */
  get proposal() {
    return counted([...this.proposed].map((id) => this.ask.scene.entity(id)?.name ?? "").filter(Boolean));
  }

  /**
   * Buttons for options, one for all of a heap; those that would read alike are numbered, and each shows on the table
   * what it is about.
   */
  buttonsFor(options, wordsOf, act, isPressed = () => null) {
    const parts = this.parted(options);
    const words = numbered(parts.map((same) => wordsOf(same[0]) + times(same.length)));
    return parts.map((same, index) => {
      const option = same.at(-1);
      const element = button(words[index], () => act(option), { key: `option ${option.n}`, isChoice: true, isPressed: isPressed(option) });
      const id = idOf(option);
      for (const name of ["pointerenter", "focus"]) element.addEventListener(name, () => this.ask.point(id, true));
      for (const name of ["pointerleave", "blur"]) element.addEventListener(name, () => this.ask.point(id, false));
      return element;
    });
  }

  /** The thing that an option names, if it names one. */
  nameOf(option) {
    const id = idOf(option);
    return id && this.ask.scene.entity(id) ? this.ask.scene.nameOf(id) : this.wordsOf(option);
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The number of copies of something, behind its name. */
const times = (count) => (count > 1 ? ` \u00d7 ${many(count)}` : "");

/** Names with how often each is among them: ["Forest", "Forest"] -> "2 \u00d7 Forest". */
export function counted(names) {
  const count = new Map();
  for (const name of names) count.set(name, (count.get(name) ?? 0) + 1);
  return [...count].map(([name, times]) => (times > 1 ? `${many(times)} \u00d7 ${name}` : name)).join(", ");
}

/** The beginning of a long text: the card tells the rest. */
const shortened = (text) => (text.length > LONG ? `${text.slice(0, text.lastIndexOf(" ", LONG))}\u2026` : text);

/** Labels that occur twice get numbers: ["Shock", "Shock"] -> ["Shock (1)", "Shock (2)"]. */
export function numbered(words) {
  const seen = new Map();
  const isTwice = new Set(grouped(words, (each) => each).filter(({ length }) => length > 1).map(([each]) => each));
  return words.map((each) => {
    if (!isTwice.has(each)) return each;
    seen.set(each, (seen.get(each) ?? 0) + 1);
    return `${each} (${seen.get(each)})`;
  });
}

export const refOf = (option) => option.refs?.[0] ?? 0;

/** The card or player that an option is about, where it is about one. */
export const idOf = (option) => (NAMELESS.includes(option.do) || (option.label && option.do !== "activate") ? 0 : refOf(option));

/** A button with text that may hold symbols; `key` keeps the focus on it when the panel is drawn anew. */
export function button(words, act, { className = "", key = words, isChoice = false, isPressed = null } = {}) {
  const element = el("button", className, el("span", "", ...withSymbols(words)));
  element.type = "button";
  element.dataset.key = key;
  if (isChoice) element.dataset.choice = "";
  if (isPressed !== null) element.setAttribute("aria-pressed", String(isPressed));
  element.addEventListener("click", act);
  return element;
}

/** A number between two buttons; if it is how many of so many, also with one for none and one for all of them. */
export function stepper(words, value, least, most, change, { of = 0 } = {}) {
  const down = button("\u2212", () => change(value - 1), { key: `${words} less` });
  const up = button("+", () => change(value + 1), { key: `${words} more` });
  down.disabled = value <= least;
  up.disabled = value >= most;
  down.setAttribute("aria-label", phrase("table.less", { name: words }));
  up.setAttribute("aria-label", phrase("table.more", { name: words }));
  const field = el("input");
  field.type = "number";
  field.min = least;
  field.max = most;
  field.value = value;
  field.dataset.key = `${words} field`;
  field.setAttribute("aria-label", of ? phrase("table.how_many_of", { all: many(of), name: words }) : words);
  field.addEventListener("change", () => change(Math.min(most, Math.max(least, Math.trunc(Number(field.value)) || 0))));
  if (!of) return el("div", "stepper", el("span", "stepper-name", words), down, field, up);
  const jump = (says, to) => {
    const element = button(says, () => change(to), { key: `${words} ${says}`, isChoice: true });
    element.disabled = value === to;
    element.setAttribute("aria-label", phrase("table.so_many_of", { says, some: many(to), all: many(of), name: words }));
    return element;
  };
  const ends = [jump(phrase(most < of ? "table.most" : "table.all"), most), jump(phrase(least ? "table.one" : "table.nothing"), least)];
  return el("div", "stepper of-many", el("span", "stepper-name", `${words} \u00d7 ${many(of)}`), down, field, up, ...ends);
}
