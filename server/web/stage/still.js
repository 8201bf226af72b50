// A match as it stood a moment ago, as the table reads a match: it can be looked at, and nothing can be answered in it.

export class Still {
  decision = null;
  result = null;
  trouble = "";
  pending = false;
  isAnswered = false;
  moved = false;
  failure = "";
  rematch = null;

  /** `view` is that of the moment, `last` the number of the last line of the log in it. */
  constructor(match, view, last) {
    this.view = view;
    this.seq = match.seq;
    this.you = match.you;
    this.hands = match.hands;
    this.clock = match.clock;
    this.banks = match.banks;
    this.waits = match.waits;
    this.delay_s = match.delay_s;
    this.seen = match.seen;
    this.lines = match.lines.filter(({ n }) => n <= last);
  }
}
