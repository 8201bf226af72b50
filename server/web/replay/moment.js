// A match at one moment, as the table reads a match: with nothing to be answered and nobody to be waited for.

const LINE = /^e\d+$/;

/** `step` as a `Reel` gives it, of the `match` that is followed. */
export class Moment {
  decision = null;
  clock = null;
  banks = new Map();
  waits = new Map();
  trouble = "";
  pending = false;
  isAnswered = false;
  moved = false;
  failure = "";
  rematch = null;

  constructor(step, number, match) {
    this.view = step.view;
    this.move = step.move;
    this.public = step.public;
    this.seq = number;
    this.you = match.you;
    this.hands = match.hands;
    this.delay_s = match.delay_s;
    this.seen = match.seen;
    this.asked = step.view.decision ?? null; // what this seat was asked then
    this.result = step.view.game?.over ?? null;
    this.lines = Object.entries(step.view)
      .filter(([key]) => LINE.test(key))
      .map(([, line]) => line)
      .sort((one, other) => one.n - other.n);
    match.meet(step.view);
  }
}
