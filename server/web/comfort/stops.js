// Steps at which one wants to be asked with nothing waiting: of each step one button for others' turns, one for one's
// own. The one points up, to where they sit, the other down; a stop that is set is filled and bears a bar.

import { el } from "/dom.js";
import { phrase, term } from "/words/phrase.js";

const SIDES = [
  ["others", "\u25b3", "\u25b2", "table.stop_others", "table.asked_others", "table.passed_others"],
  ["own", "\u25bd", "\u25bc", "table.stop_own", "table.asked_own", "table.passed_own"],
];

export function makeStops(step, habits) {
  const buttons = SIDES.map(([whose]) => {
    const button = el("button", "stop");
    button.type = "button";
    button.dataset.stop = `${step} ${whose}`;
    button.addEventListener("click", () => habits.toggleStop(step, whose));
    return button;
  });
  const group = el("span", "stops", ...buttons);
  group.dataset.step = step;
  return group;
}

export function updateStops(group, habits) {
  const { step } = group.dataset;
  SIDES.forEach(([whose, open, filled, stop, asked, passed], index) => {
    const button = group.children[index];
    const isOn = habits.stopsIn(step, whose);
    if (button.getAttribute("aria-pressed") === String(isOn)) return;
    button.setAttribute("aria-pressed", String(isOn));
    button.setAttribute("aria-label", phrase(stop, { step: term(step) }));
    button.title = phrase(isOn ? asked : passed, { step: term(step) });
    button.textContent = isOn ? filled : open;
  });
}
