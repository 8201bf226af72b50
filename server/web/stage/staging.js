// One thing after the other: each that people want to see stands on the table long enough to be read. The
// match is always as the server says it; only the picture of it comes later, and with it the question that is open.
//
// Of several things in one change the table follows step by step. The last one stands over the table as it is, and the
// question that is open comes up beside it: nobody waits who knows already.

import { freshLines, grouped, isDoneBy, isOfOneCard, lastLine, viewAt } from "/stage/steps.js";
import { Still } from "/stage/still.js";

const MOST_MS = 20_000; // behind the match: what is older than that is not waited for
const LEAST_SHARE = 0.5; // of its time, for which each thing stands at least
const SKIPPED_MS = 350; // a key that was pressed to go on answers nothing that comes up at that moment
const SHORT_MS = 15_000; // of the time to think: then nothing else is shown

export class Staging {
  moment = null; // what the table shows instead of the match
  step = null; // what stands there: {lines: one or several of one card, left: how many follow, isDrawn}
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

  /** Whether the question that is open has to wait for what is shown. */
  get isHolding() {
    return this.moment !== null;
  }

  /** Whether something was skipped only now. */
  get wasSkipped() {
    return performance.now() - this.#skipped < SKIPPED_MS;
  }

  /** A change of the view is in: `before` is the view before it, `fresh` what changed. */
  take(before, fresh) {
    const lines = freshLines(before, fresh);
    const groups = this.#groups(lines);
    const after = { ...this.#match.view };
    if (!groups.length) {
      if (this.isRunning) this.#steps.push({ view: after, lines: [], last: lastLine(after) });
      return;
    }
    groups.forEach((group, at) => {
      const isLast = at === groups.length - 1;
      const last = isLast ? lastLine(after) : groups[at + 1][0].n - 1;
      this.#add({ view: isLast ? after : viewAt(before, after, lines, last), lines: group, last });
    });
    if (!this.isRunning) this.#next();
    else this.moment ??= new Still(this.#match, before, lastLine(before));
  }

  /** One step more; what its card has done goes on in the one that waits already. */
  #add(step) {
    const waiting = this.#steps.at(-1);
    if (waiting?.lines.length && step.lines.every((line) => isOfOneCard(waiting.lines, line))) {
      this.#steps.splice(-1, 1, { ...step, lines: [...waiting.lines, ...step.lines] });
    } else this.#steps.push(step);
  }

  /** The player has answered what stands beside the last thing: it goes. */
  leave() {
    if (this.isRunning && !this.isHolding) this.#end();
  }

  /** Show what comes next; false if nothing stands there. A key that is held passes over nothing that was not drawn. */
  goOn() {
    if (!this.isRunning) return false;
    this.#skipped = performance.now();
    if (!this.step.isDrawn) return true;
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

  /** The lines of a change that stand for a moment, those of one step together. */
  #groups(lines) {
    if (this.#pace.isStill || document.hidden || this.#isShort() || (!this.isRunning && this.#isOpen())) return [];
    const { you, seen, view } = this.#match;
    return grouped(lines, view.table?.staged ?? {}, (line) => isDoneBy(you, line, seen));
  }

  /** A device that was busy and came late to this step has it stand less, so that its table falls behind no further. */
  #wait(ms) {
    const now = performance.now();
    const late = this.#due ? Math.max(0, now - this.#due) : 0;
    const stands = Math.max(ms * LEAST_SHARE, ms - late);
    this.#due = now + stands;
    this.#timer = setTimeout(() => this.#next(), stands);
  }

  #next() {
    let step = this.#steps.shift();
    while (step && !step.lines.length) step = this.#steps.shift(); // a change in which nothing has to be seen comes with what follows
    const behind = this.#steps.length;
    if (!step) return this.#end();
    const left = this.#steps.filter(({ lines }) => lines.length).length;
    this.moment = left || this.#match.result ? new Still(this.#match, step.view, step.last) : null;
    this.step = { lines: step.lines, left, isDrawn: false };
    const ms = this.#shown(this.step);
    this.#wait(behind * ms > MOST_MS ? MOST_MS / behind : ms);
    this.#changed();
  }
}
