// Pace and sound of the table, in a dialog.

import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";
import { SPEEDS } from "/stage/pace.js";
import { phrase } from "/words/phrase.js";

export function openPace({ pace, sounds }) {
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
  const note = phrase(pace.isStill ? "help.still" : "help.pace_note");
  const content = el(
    "article",
    "habits pace",
    el("h2", "", phrase("help.pace")),
    el("fieldset", "", el("legend", "", phrase("help.time_to_read")), ...Object.keys(SPEEDS).map((speed) => choice(speed, pace))),
    el("p", "note", note),
    el("label", "volume", el("span", "", phrase("help.volume")), volume),
    el("label", "mute", mute, el("span", "", phrase("help.mute"))),
  );
  openDialog(content).setAttribute("aria-label", phrase("help.pace"));
}

function choice(speed, pace) {
  const input = el("input");
  input.type = "radio";
  input.name = "speed";
  input.checked = pace.speed === speed;
  input.addEventListener("change", () => pace.change({ speed }));
  return el("label", "", input, el("span", "", phrase(WORDS[speed])));
}

const WORDS = { fast: "help.fast", normal: "help.normal", slow: "help.slow" };
