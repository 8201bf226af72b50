// Beside the answer: pass until something, full control, and what is in force, each with a way to end it.

import { makeStops, updateStops } from "/comfort/stops.js";
import { openDialog } from "/card/dialog.js";
import { button } from "/ask/kind.js";
import { el, keep, say } from "/dom.js";
import { phrase, term } from "/words/phrase.js";

/** The points until which one may pass, the key for each, and its words. */
const UNTIL = [
  [["end of turn", "something"], "e", "table.until_end"],
  [["own turn", "something"], "t", "table.until_own"],
  [["stack empty"], "k", "table.stack_empty"],
  [["something"], "s", "table.something_happens"],
  [["end of turn"], "E", "table.until_end_surely"],
  [["own turn"], "T", "table.until_own_surely"],
];

const SWITCHES = [
  ["full", "table.full_control", "table.full_control_note"],
  ["own", "table.own_resolves", "table.own_resolves_note"],
  ["smart", "table.smart", "table.smart_note"],
];
const PATIENT = ["table.patient", "table.patient_note"];

export class Panel {
  #until = button(phrase("table.pass_until_what"), () => this.openUntil(), { key: "until" });
  #full = button(phrase("table.full_control"), () => this.#habits.toggle("full"), { key: "full" });
  #more = button("\u2026", () => this.openAll(), { key: "habits" });
  #chips = el("ul", "chips");
  root = el("div", "comfort", el("div", "comfort-row", this.#until, this.#full, this.#more), this.#chips);
  #habits;
  #page;
  #open = null; // the dialog's content, while it is open

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

  // ---------------------------------------------------------------- all of it, in a dialog

  openAll() {
    const content = el("article", "habits", el("h2", "", phrase("table.habits")), this.#switches(), this.#steps(), el("ul", "chips"));
    const dialog = openDialog(content);
    dialog.setAttribute("aria-label", phrase("table.habits"));
    this.#open = content;
    this.#drawAll();
    this.#page.alsoDraw(() => this.#drawAll(), () => content.isConnected && dialog.open);
  }

  #switches() {
    const each = SWITCHES.map(([name, words, note]) => lever(name, words, note, () => this.#habits.toggle(name)));
    return el("ul", "levers", ...each, lever("patient", ...PATIENT, () => this.#habits.togglePatience()));
  }

  #steps() {
    const { stops = [] } = this.#page.scene.table;
    const rows = stops.map((step) => el("li", "", el("span", "", term(step)), makeStops(step, this.#habits)));
    const note = el("p", "note", phrase("table.stops_note"));
    return el("section", "", note, el("ul", "step-list", ...rows));
  }

  #drawAll() {
    const habits = this.#habits;
    for (const each of this.#open.querySelectorAll("[data-lever]")) {
      const { lever: name } = each.dataset;
      each.setAttribute("aria-pressed", String(name === "patient" ? habits.isPatient : Boolean(habits.now[name])));
    }
    for (const group of this.#open.querySelectorAll(".stops")) updateStops(group, habits);
    drawChips(this.#open.querySelector(".chips"), habits);
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

function lever(name, words, note, act) {
  const element = button(phrase(words), act, { className: "lever", key: `lever ${name}`, isPressed: false });
  element.dataset.lever = name;
  return el("li", "", element, el("span", "note", phrase(note)));
}

function drawChips(list, habits) {
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
