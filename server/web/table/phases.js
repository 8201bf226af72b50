// Whose turn it is, and where in it the match stands.

import { el, keep, say } from "/dom.js";

export class Phases {
  #turn = el("p", "turn");
  #steps = el("ol", "phases");
  #waiting = el("p", "waiting");
  root = el("section", "middle", this.#turn, this.#steps, this.#waiting);

  constructor() {
    this.root.setAttribute("aria-label", "turn and phase");
  }

  update(scene, waiting) {
    const { game, players, table, words } = scene;
    const active = players.find((player) => player.seat === game.active);
    say(this.#turn, `${words.turn ?? "Turn"} ${game.turn ?? 0}${active ? ` \u00b7 ${active.name}` : ""}`);
    this.#turn.dataset.seat = game.active ?? "";
    const known = table.phases ?? [];
    const steps = known.includes(game.phase) || !game.phase ? known : [game.phase, ...known];
    keep(this.#steps, steps, (name) => name, makeStep, (step, name) => updateStep(step, name, game.phase));
    say(this.#waiting, waiting);
  }
}

function makeStep(name) {
  const step = el("li", "", el("span", "", name));
  step.title = name;
  return step;
}

function updateStep(step, name, phase) {
  if (name === phase) step.setAttribute("aria-current", "step");
  else step.removeAttribute("aria-current");
}
