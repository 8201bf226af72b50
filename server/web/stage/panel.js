// Pace and sound of the table, in a dialog.

import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";
import { SPEEDS } from "/stage/pace.js";

/** The button that opens it, for everybody who looks at a table. */
export function paceButton(page) {
  const button = el("button", "pace-button", "\u266a");
  button.type = "button";
  button.setAttribute("aria-label", "pace and sound");
  button.title = "pace and sound";
  button.setAttribute("aria-haspopup", "dialog");
  button.addEventListener("click", () => openPace(page));
  return button;
}

function openPace({ pace, sounds }) {
  const volume = el("input");
  volume.type = "range";
  volume.min = 0;
  volume.max = 100;
  volume.step = 5;
  volume.value = pace.volume;
  volume.addEventListener("change", () => {
    pace.change({ volume: Number(volume.value) });
    sounds.play("turn");
  });
  const mute = el("input");
  mute.type = "checkbox";
  mute.checked = pace.isMuted;
  mute.addEventListener("change", () => pace.change({ isMuted: mute.checked }));
  const note = pace.isStill ? "Your system asks for less motion: nothing is shown step by step." : "Space goes on at once, Escape shows the table as it is.";
  const content = el(
    "article",
    "habits pace",
    el("h2", "", "Pace and sound"),
    el("fieldset", "", el("legend", "", "Time to read what happens"), ...Object.keys(SPEEDS).map((speed) => choice(speed, pace))),
    el("p", "note", note),
    el("label", "volume", el("span", "", "Volume"), volume),
    el("label", "mute", mute, el("span", "", "Mute")),
  );
  openDialog(content).setAttribute("aria-label", "pace and sound");
}

function choice(speed, pace) {
  const input = el("input");
  input.type = "radio";
  input.name = "speed";
  input.checked = pace.speed === speed;
  input.addEventListener("change", () => pace.change({ speed }));
  return el("label", "", input, el("span", "", WORDS[speed]));
}

const WORDS = { fast: "Fast", normal: "Normal", slow: "Slow" };
