// One thing after the other: each that people want to see stands on the table long enough to be read. The
// match is always as the server says it; only the picture of it comes later, and with it the question that is open.
//
// Of several things in one change the table is shown as it was before, and at the last of them as it is after it.

import { isDoneBy } from "/stage/line.js";
import { Still } from "/stage/still.js";

const LINE = /^e\d+$/;
const MOST_MS = 20_000; // behind the match: what is older than that is not waited for
const LEAST_SHARE = 0.5; // of its time, for which each thing stands at least
const SKIPPED_MS = 350; // a key that was pressed to go on answers nothing that comes up at that moment
const SHORT_MS = 15_000; // of the time to think: then nothing else is shown

export class Staging {
  moment = null; // what the table shows instead of the match
  step = null; // what stands there: {line, left: how many follow}
  #match;
  #pace;
  #steps = [];
  #timer = 0;
  #isOpen; // whether the player is at a question: then it stays
  #changed;
  #shown; // called with each step that is shown
  #skipped = -Infinity;
  #due = 0; // when the step that stands there is over

  constructor(match, pace, { isOpen, changed, shown, isShort }) {
    this.#match = match;
    this.#pace = pace;
    this.#isOpen = isOpen;
    this.#changed = changed;
    this.#shown = shown;
    this.#isShort = isShort;
    match.staging = this;
    document.addEventListener("visibilitychange", () => document.hidden && this.skip());
  }

  #isShort;

  get isRunning() {
    return this.step !== null;
  }

  /** Whether something was skipped only now. */
  get wasSkipped() {
    return performance.now() - this.#skipped < SKIPPED_MS;
  }

  /** A change of the view is in: `before` is the view before it, `fresh` what changed. */
  take(before, fresh) {
    const lines = this.#staged(before, fresh);
    if (!lines.length) {
      if (this.isRunning) this.#steps.push({ view: { ...this.#match.view }, lines: [], last: this.#lastOf(this.#match.view) });
      return;
    }
    const last = this.#lastOf(before);
    const after = { ...this.#match.view };
    lines.forEach((line, at) => {
      const isLast = at === lines.length - 1;
      this.#steps.push({ view: isLast ? after : before, line, last: isLast ? this.#lastOf(after) : Math.max(last, line.n) });
    });
    if (!this.isRunning) this.#next();
  }

  /** Show what comes next; false if nothing stands there. */
  goOn() {
    if (!this.isRunning) return false;
    this.#skipped = performance.now();
    clearTimeout(this.#timer);
    this.#due = 0;
    this.#next();
    return true;
  }

  /** Show the match as it is; false if it was shown. */
  skip() {
    if (!this.isRunning) return false;
    this.#skipped = performance.now();
    this.#end();
    return true;
  }

  /** The match is another one, or somebody looks at something else. */
  clear() {
    if (this.isRunning) this.#end();
  }

  #end() {
    clearTimeout(this.#timer);
    this.#due = 0;
    this.#steps = [];
    this.moment = this.step = null;
    this.#changed();
  }

  /** The lines of a change that stand for a moment each. */
  #staged(before, fresh) {
    if (this.#pace.isStill || document.hidden || this.#isShort() || (!this.isRunning && this.#isOpen())) return [];
    const { table = {} } = this.#match.view;
    const staged = new Map(Object.entries(table.staged ?? {}));
    const last = this.#lastOf(before);
    const lines = Object.keys(fresh).filter((key) => LINE.test(key) && fresh[key]?.n > last).map((key) => fresh[key]);
    const { you, seen } = this.#match;
    const isShown = (line) => staged.get(line.kind) === "all" || (staged.has(line.kind) && !isDoneBy(you, line, seen));
    return lines.sort((one, other) => one.n - other.n).filter(isShown);
  }

  /** A device that was busy and came late to this step has it stand less, so that its table falls behind no further. */
  #wait(ms) {
    const now = performance.now();
    const late = this.#due ? Math.max(0, now - this.#due) : 0;
    const stands = Math.max(ms * LEAST_SHARE, ms - late);
    this.#due = now + stands;
    this.#timer = setTimeout(() => this.#next(), stands);
  }

  #lastOf(view) {
    return Object.keys(view).reduce((last, key) => (LINE.test(key) ? Math.max(last, Number(key.slice(1))) : last), 0);
  }

  #next() {
    let step = this.#steps.shift();
    while (step && !step.line) step = this.#steps.shift(); // a change in which nothing has to be seen comes with what follows
    const behind = this.#steps.length;
    if (!step) return this.#end();
    this.moment = new Still(this.#match, step.view, step.last);
    this.step = { line: step.line, left: this.#steps.filter(({ line }) => line).length };
    const ms = this.#shown(this.step);
    this.#wait(behind * ms > MOST_MS ? MOST_MS / behind : ms);
    this.#changed();
  }
}
