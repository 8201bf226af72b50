// The player whose turn it is, and the phase of the match.

import { makeStops, updateStops } from "/comfort/stops.js";
import { el, keep, say } from "/dom.js";

export class Phases {
  #turn = el("p", "turn");
  #steps = el("ol", "phases");
  #waiting = el("p", "waiting");
  root = el("section", "middle", this.#turn, this.#steps, this.#waiting);

  #habits;

  constructor(habits) {
    this.#habits = habits;
    this.root.setAttribute("aria-label", "turn and phase");
    this.#steps.setAttribute("aria-label", "phases");
  }

  update(scene, waiting) {
    const { game, players, table, words } = scene;
    const active = players.find((player) => player.seat === game.active);
    const whose = active ? ` \u00b7 ${active.name}` : "";
    say(this.#turn, game.turn ? `${words.turn ?? "Turn"} ${game.turn}${whose}` : `Setup${active ? `: ${active.name} begins` : ""}`);
    this.#turn.dataset.seat = game.active ?? "";
    const known = table.phases ?? [];
    const steps = known.includes(game.phase) || !game.phase ? known : [game.phase, ...known];
    const make = (name) => makeStep(name, (table.stops ?? []).includes(name) ? makeStops(name, this.#habits) : null);
    keep(this.#steps, steps, (name) => name, make, (step, name) => updateStep(step, name, game.phase, this.#habits));
    say(this.#waiting, waiting);
  }
}

function makeStep(name, stops) {
  const step = el("li", "", el("span", "step-name", name), stops);
  step.title = name;
  return step;
}

function updateStep(step, name, phase, habits) {
  const stops = step.querySelector(".stops");
  if (stops) {
    stops.hidden = !habits.isOwn;
    updateStops(stops, habits);
  }
  if (name === phase) step.setAttribute("aria-current", "step");
  else step.removeAttribute("aria-current");
}
