// Beside the answer: pass until something, full control, and what is in force, each with a way to end it.

import { button } from "/ask/kind.js";
import { el, keep, say } from "/dom.js";
import { fetchPart } from "/net/part.js";
import { phrase } from "/words/phrase.js";

/** The points until which one may pass, the key for each, and its words. */
const UNTIL = [
  [["end of turn", "something"], "e", "table.until_end"],
  [["own turn", "something"], "t", "table.until_own"],
  [["stack empty"], "k", "table.stack_empty"],
  [["something"], "s", "table.something_happens"],
  [["end of turn"], "E", "table.until_end_surely"],
  [["own turn"], "T", "table.until_own_surely"],
];

export class Panel {
  #until = button(phrase("table.pass_until_what"), () => this.openUntil(), { key: "until" });
  #full = button(phrase("table.full_control"), () => this.#habits.toggle("full"), { key: "full" });
  #more = button("\u2026", () => this.openAll(), { key: "habits" });
  #chips = el("ul", "chips");
  root = el("div", "comfort", el("div", "comfort-row", this.#until, this.#full, this.#more), this.#chips);
  #habits;
  #page;

  constructor(habits, page) {
    this.#habits = habits;
    this.#page = page;
    this.#until.append(el("kbd", "", "P"));
    this.#full.append(el("kbd", "", "F"));
    this.#until.setAttribute("aria-haspopup", "true");
    this.#more.setAttribute("aria-label", phrase("table.habits_label"));
    this.#chips.setAttribute("aria-live", "polite");
    this.#chips.setAttribute("aria-label", phrase("table.in_force"));
  }

  /** Offer what may be passed until. */
  openUntil() {
    if (!this.#habits.isOwn) return false;
    const choices = UNTIL.map(([words, key, said]) => ({ words: phrase(said), key, act: () => this.#habits.passUntil(...words) }));
    this.#page.question.offer(this.#until, choices, phrase("table.pass_until"));
    return true;
  }

  /** Do what a key says; false if it says nothing here. */
  press(key) {
    if (!this.#habits.isOwn) return false;
    const found = UNTIL.find(([, its]) => its === key);
    if (found) this.#habits.passUntil(...found[0]);
    else if (key === "p") this.openUntil();
    else if (key === "f") this.#habits.toggle("full");
    else if (key === "x") return this.#habits.asUsual();
    else if (key === "o") this.openAll();
    else return false;
    return true;
  }

  /** All of it, in a dialog. */
  async openAll() {
    const part = await fetchPart(() => import("/comfort/all_habits.js"), (words) => this.#page.match.complain(words), "habits");
    part?.openHabits(this.#habits, this.#page);
  }

  // ---------------------------------------------------------------- drawing

  update() {
    const habits = this.#habits;
    this.root.hidden = !habits.isOwn;
    if (this.root.hidden) return;
    this.#full.setAttribute("aria-pressed", String(habits.isFull));
    this.root.dataset.state = habits.isPending ? "pending" : "set";
    drawChips(this.#chips, habits);
  }
}

/** What is in force, each with a way to end it. */
export function drawChips(list, habits) {
  const ends = new Map();
  const make = ({ key }) => {
    const end = el("button", "chip-end", "\u2715");
    end.type = "button";
    end.addEventListener("click", () => list.ends.get(key)?.());
    return el("li", "chip", el("span"), end);
  };
  for (const { key, end } of habits.inForce) ends.set(key, end);
  list.ends = ends;
  keep(list, habits.inForce, ({ key }) => key, make, (chip, { words, note = "" }) => {
    say(chip.firstElementChild, words);
    chip.title = note;
    chip.lastElementChild.setAttribute("aria-label", phrase("table.no_more", { what: words }));
  });
}
