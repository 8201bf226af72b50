// All habits of who plays, in a dialog: how they want to be asked, and in which steps.

import { button } from "/ask/kind.js";
import { openDialog } from "/card/dialog.js";
import { drawChips } from "/comfort/panel.js";
import { makeStops, updateStops } from "/comfort/stops.js";
import { el } from "/dom.js";
import { phrase, term } from "/words/phrase.js";

const SWITCHES = [
  ["full", "table.full_control", "habits.full_control_note"],
  ["own", "habits.own_resolves", "habits.own_resolves_note"],
  ["smart", "habits.smart", "habits.smart_note"],
];
const PATIENT = ["habits.patient", "habits.patient_note"];

/** Open the dialog; while it is open it is drawn as the habits come to be. */
export function openHabits(habits, page) {
  const chips = el("ul", "chips");
  const content = el("article", "habits", el("h2", "", phrase("habits.habits")), switches(habits), steps(habits, page), chips);
  const dialog = openDialog(content);
  dialog.setAttribute("aria-label", phrase("habits.habits"));
  const draw = () => {
    for (const each of content.querySelectorAll("[data-lever]")) {
      const { lever: name } = each.dataset;
      each.setAttribute("aria-pressed", String(name === "patient" ? habits.isPatient : Boolean(habits.now[name])));
    }
    for (const group of content.querySelectorAll(".stops")) updateStops(group, habits);
    drawChips(chips, habits);
  };
  draw();
  page.alsoDraw(draw, () => content.isConnected && dialog.open);
}

function switches(habits) {
  const each = SWITCHES.map(([name, words, note]) => lever(name, words, note, () => habits.toggle(name)));
  return el("ul", "levers", ...each, lever("patient", ...PATIENT, () => habits.togglePatience()));
}

function steps(habits, page) {
  const { stops = [] } = page.scene.table;
  const rows = stops.map((step) => el("li", "", el("span", "", term(step)), makeStops(step, habits)));
  const note = el("p", "note", phrase("habits.stops_note"));
  return el("section", "", note, el("ul", "step-list", ...rows));
}

function lever(name, words, note, act) {
  const element = button(phrase(words), act, { className: "lever", key: `lever ${name}`, isPressed: false });
  element.dataset.lever = name;
  return el("li", "", element, el("span", "note", phrase(note)));
}
