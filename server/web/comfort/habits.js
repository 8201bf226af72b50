// Settings of one's seat (PROTOCOL.md, section 8): those in force, as the server says them, and changes of them as
// gestures.
//
// A person's choices in one match of a game are remembered in this browser, and said at entering a seat of the next.

import { habitsOf, keepHabits } from "/net/tokens.js";
import { either, phrase } from "/words/phrase.js";

const LASTING = ["full", "own", "smart", "stops"]; // the rest is about one match
const ANY = "any"; // step or turn
const TURNS = ["own", "others"];
const WORDS = { "end of turn": "table.end_of_turn", "own turn": "table.own_turn", "stack empty": "table.stack_empty", something: "table.something_happens" };
const UNLESS = "something";

/** `changed` is called when something is to be drawn anew. */
export class Habits {
  isPatient = true; // where there is nothing to do it is passed by itself after a moment
  #match;
  #changed;
  #isBegun = false;
  #kept = "";
  #isTaught; // in a lesson: nothing is set then, nor remembered

  constructor(match, changed, isTaught = false) {
    this.#isTaught = isTaught;
    this.#match = match;
    this.#changed = changed;
  }

  /** Whether there is a seat whose habits can be set. */
  get isOwn() {
    const { you, result, view } = this.#match;
    return you !== null && !result && Boolean(view.game);
  }

  /** All that is set; a new seat has nothing set and is asked everything. */
  get now() {
    return this.#match.view.settings ?? { ...this.#advised, full: true };
  }

  get isFull() {
    return Boolean(this.now.full);
  }

  get until() {
    return this.now.until ?? [];
  }

  get #advised() {
    return this.#match.view.table?.settings ?? {};
  }

  /** Whether the server has not acknowledged a change yet. */
  get isPending() {
    return this.#match.isSettling;
  }

  // ---------------------------------------------------------------- at entering, and remembering

  /** Take up what the match says: the first time say what this person wants, later remember what they chose. */
  take() {
    if (!this.isOwn || this.#isTaught) return;
    const game = this.#match.view.game.name;
    if (!this.#isBegun) {
      this.#isBegun = true;
      const { patient = true, ...wanted } = habitsOf(game) ?? this.#advised;
      this.isPatient = patient;
      this.#kept = lasting(this.#match.view.settings ? this.now : wanted);
      if (!this.#match.view.settings && lasting(wanted) !== lasting(this.now)) this.#match.settle(wanted);
      return;
    }
    const said = lasting(this.now);
    if (said !== this.#kept && !this.isPending) this.#keep(said);
  }

  #keep(said) {
    this.#kept = said;
    keepHabits(this.#match.view.game.name, { ...JSON.parse(said), patient: this.isPatient });
  }

  // ---------------------------------------------------------------- stops

  /** Whether one is asked in a step of one's "own" turn or of "others". */
  stopsIn(step, whose) {
    return (this.now.stops ?? []).some((each) => isIn(each, step, whose));
  }

  /** Stop in a step, or no more. Only that is said, as another change may be under way. */
  toggleStop(step, whose) {
    const said = this.stopsIn(step, whose) ? this.#without(step, whose) : [stop(step, whose)];
    if (!this.#match.view.settings && !this.isPending) this.#match.settle(this.now); // that of a new seat is only shown
    this.#match.settle(said.join(" "));
  }

  /** A setting for every step or turn holds for each of them from then on. */
  #without(step, whose) {
    const steps = this.#match.view.table?.stops ?? [];
    return (this.now.stops ?? []).filter((each) => isIn(each, step, whose)).flatMap(([name, turn]) => {
      const each = (name === ANY ? steps : [name]).flatMap((one) => (turn === ANY ? TURNS : [turn]).map((other) => [one, other]));
      const left = each.filter(([one, other]) => one !== step || other !== whose);
      return [`${stop(name, turn)} off`, ...left.map((one) => stop(...one))];
    });
  }

  // ---------------------------------------------------------------- switches

  toggle(name) {
    if (name === "full") this.#toggleFull();
    else this.#match.settle(`${name} ${this.now[name] ? "off" : "on"}`);
  }

  /** It and passing until something exclude each other. */
  #toggleFull() {
    this.#match.settle(this.isFull ? this.#eased : `${this.until.length ? "pass until off " : ""}full control on`);
  }

  /** The settings in force, without full control; a seat that has no stop at all gets those that the game advises. */
  get #eased() {
    const { full, ...rest } = this.now;
    return { ...rest, stops: rest.stops?.length ? rest.stops : (this.#advised.stops ?? []) };
  }

  togglePatience() {
    this.isPatient = !this.isPatient;
    this.#keep(this.#kept);
    this.#changed();
  }

  // ---------------------------------------------------------------- passing until something

  passUntil(...words) {
    this.#match.settle(this.isFull ? { ...this.#eased, until: words } : `pass until ${words.join(" or ")}`);
  }

  asUsual() {
    if (this.until.length) this.#match.settle("pass until off");
    return this.until.length > 0;
  }

  // ---------------------------------------------------------------- one ability

  /** Let the abilities of a source resolve, from now on. */
  yieldTo({ name, number = 0, text = "" }) {
    this.#match.settle(`yield ${source(name, number, text)}`);
  }

  always(said, { name, number = 0, text = "" }) {
    this.#match.settle(`always ${said} ${source(name, number, text)}`);
  }

  // ---------------------------------------------------------------- all of it in words

  /** The settings in force that change who is asked, each with a way to end it: {key, words, end}. */
  get inForce() {
    const { until, now } = this;
    const found = [];
    if (until.length) found.push({ key: "until", words: phrase("table.passing_until", { until: inWords(until) }), end: () => this.asUsual() });
    for (const [name, number, text] of now.yields ?? []) {
      const end = () => this.#match.settle(`yield ${source(name, number, text)} off`);
      found.push({ key: `yield ${name} ${number} ${text}`, words: phrase("table.always_passing", { name: called(name, number) }), note: text, end });
    }
    for (const [name, number, text, said] of now.always ?? []) {
      const end = () => this.#match.settle(`always ${said} ${source(name, number, text)} off`);
      found.push({ key: `always ${name} ${number} ${text}`, words: phrase(said === "yes" ? "table.always_yes_to" : "table.always_no_to", { name: called(name, number) }), note: text, end });
    }
    for (const [verb, name] of now.wanted ?? []) {
      found.push({ key: `wanted ${verb} ${name}`, words: phrase("table.always_asked", { verb, name }), end: () => this.#match.settle(`stop for ${verb} ${JSON.stringify(name)} off`) });
    }
    return found;
  }
}

const lasting = (now) => JSON.stringify(Object.fromEntries(LASTING.filter((name) => now[name]).map((name) => [name, now[name]])));
const isIn = ([name, turn], step, whose) => [step, ANY].includes(name) && [whose, ANY].includes(turn);
const stop = (step, whose) => `stop ${JSON.stringify(step)} ${whose}`;
const called = (name, number) => (number ? `${name}#${number}` : name);
const source = (name, number, text) => JSON.stringify(called(name, number)) + (text ? ` ${JSON.stringify(text)}` : "");

/** ["end of turn", "something"] -> "the end of the turn, or something happens". */
function inWords(until) {
  const said = until.filter((word) => word !== UNLESS).map((word) => (word in WORDS ? phrase(WORDS[word]) : word));
  if (!said.length) return phrase("table.something_happens");
  return until.includes(UNLESS) ? phrase("table.or_something", { until: either(said) }) : either(said);
}
