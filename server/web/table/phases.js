// The player whose turn it is, and the phase of the match; before the first turn, what comes next.

import { makeStops, updateStops } from "/comfort/stops.js";
import { el, keep, say } from "/dom.js";
import { phrase, term } from "/words/phrase.js";

const NEW = 2; // turns in which one learns what the signs at the steps mean

export class Phases {
  #turn = el("p", "turn");
  #next = el("p", "next");
  #steps = el("ol", "phases");
  #legend = el("p", "legend", phrase("table.stops_legend"));
  #waiting = el("p", "waiting");
  root = el("section", "middle", this.#turn, this.#next, this.#steps, this.#legend, this.#waiting);

  #habits;

  constructor(habits) {
    this.#habits = habits;
    this.root.setAttribute("aria-label", phrase("table.turn_and_phase"));
    this.#steps.setAttribute("aria-label", phrase("table.phases"));
  }

  update(scene, waiting) {
    const { game, players, table, words } = scene;
    const active = players.find((player) => player.seat === game.active);
    const whose = active ? ` \u00b7 ${active.name}` : "";
    const called = words.turn ?? phrase("table.turn_word");
    say(this.#turn, game.turn ? `${called} ${game.turn}${whose}` : phrase("table.setup"));
    say(this.#next, game.turn ? "" : [phrase("table.comes_next", { turn: called }), beginner(active, scene)].filter(Boolean).join(": "));
    this.#legend.hidden = !(game.turn > 0 && game.turn <= NEW && this.#habits.isOwn && table.stops?.length);
    this.#turn.dataset.seat = game.active ?? "";
    const known = table.phases ?? [];
    this.#steps.hidden = !game.turn; // none of them has begun
    const steps = known.includes(game.phase) || !game.phase ? known : [game.phase, ...known];
    const make = (name) => makeStep(name, (table.stops ?? []).includes(name) ? makeStops(name, this.#habits) : null);
    keep(this.#steps, steps, (name) => name, make, (step, name) => updateStep(step, name, game.phase, this.#habits));
    say(this.#waiting, waiting);
  }
}

/** The player who begins, as far as it is settled: before anybody has a hand it may be asked who does. */
function beginner(active, { players, match }) {
  if (!active || !players.some(({ hand, hand_count: count }) => count ?? hand?.length)) return "";
  return active.seat === match.you ? phrase("table.you_begin") : phrase("table.begins", { name: active.name });
}

function makeStep(name, stops) {
  const step = el("li", "", el("span", "step-name", term(name)), stops);
  step.title = term(name);
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
