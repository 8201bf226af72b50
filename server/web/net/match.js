// One match as a seat or a spectator sees it: folds views, and sends what the seat wants (PROTOCOL.md, sections 2 to 7).
//
// Nothing is done here before the server says so: what was sent and not answered stands in `pending`.

import { dropSeat, keepSeat, seatToken } from "/net/tokens.js";

const LINES = 400;

/** `changed` is called after each change, `followed` where a rematch has begun. */
export class Match {
  view = {};
  seq = -1;
  you = null;
  decision = null;
  result = null;
  clock = null; // the match's, if it has one
  delay_s = 0;
  failure = ""; // why there is nothing to be seen
  trouble = ""; // why what was sent last did not count
  moved = false; // served by another node since, and being joined again
  lines = []; // of the log, longer than a view keeps them
  seen = new Map(); // what a card was called -> how it was seen last
  banks = new Map(); // seat -> what its clock held when it was last told
  wait = { seats: "", since: 0, deadline: null, seat: null };
  rematch = null;
  #id;
  #connection;
  #changed;
  #token;
  #invite; // comes behind the "#" of an address, where no server reads it
  #c = 0; // the last number given
  #sent = []; // what is not answered yet, oldest first: {frame, at}
  #asked = new Map();
  #syncing = false;

  constructor(id, connection, changed) {
    this.#id = id;
    this.#connection = connection;
    this.#changed = changed;
    this.#token = seatToken(id);
    this.#invite = new URLSearchParams(location.hash.slice(1)).get("invite");
  }

  /** What was sent and neither applied nor refused yet; for an answer until its result is on screen. */
  get pending() {
    return this.#sent.length > 0;
  }

  /** Whether the answer to the open decision is under way. */
  get isAnswered() {
    return this.#sent.some(({ frame }) => frame.t === "intent" && frame.w === this.decision?.w);
  }

  // ---------------------------------------------------------------- what the seat wants

  /** Answer the open decision: the number of an option, or a record. One answer at a time. */
  answer(a) {
    if (!this.decision || this.isAnswered) return;
    this.#send({ t: "intent", w: this.decision.w, a });
  }

  concede() {
    this.#send({ t: "concede" });
  }

  /** Offer or accept (`yes`), withdraw or decline a draw, a takeback, open hands or a rematch. */
  agree(to, yes = true) {
    this.#send(yes ? { t: "agree", to } : { t: "agree", to, yes: false });
  }

  /** Ask why something cannot be used; `told` gets the answer. */
  why(o, told) {
    const r = `why ${o}`;
    this.#asked.set(r, told);
    this.#connection.send({ t: "why", m: this.#id, r, o });
  }

  #send(frame) {
    const numbered = { ...frame, m: this.#id, c: ++this.#c };
    this.#sent.push({ frame: numbered, at: this.seq, result: null });
    this.trouble = "";
    this.#connection.send(numbered);
    this.#changed();
  }

  // ---------------------------------------------------------------- following

  /** The connection is there, or there again. */
  enter() {
    if (this.#invite && !this.#token) this.#connection.send({ t: "redeem", token: this.#invite, r: "invite" });
    else this.#join();
  }

  #join() {
    this.#syncing = false;
    const since = this.seq >= 0 ? { since: this.seq } : {};
    const token = this.#token ? { token: this.#token } : {};
    this.#connection.send({ t: "join", m: this.#id, ...token, ...since });
    for (const { frame } of this.#sent) this.#connection.send(frame); // taken once, however often it comes
  }

  receive(frame) {
    if (frame.m !== this.#id && frame.r !== "invite") return;
    if (this.#take(frame)) this.#changed();
  }

  /** Take a frame; whether there is something new to show. */
  #take(frame) {
    switch (frame.t) {
      case "state":
        return this.#replace(frame);
      case "diff":
        return this.#advance(frame);
      case "head":
        if (frame.seq > this.seq) this.#heal();
        return false;
      case "end":
        this.result = frame.result;
        return true;
      case "waiting":
        this.banks.set(frame.seat, frame.bank_ms ?? 0);
        this.wait = { ...this.wait, since: frame.since, deadline: frame.deadline ?? null, seat: frame.seat };
        return true;
      case "moved":
        this.moved = true;
        this.#join();
        return true;
      case "granted":
        return this.#admit(frame);
      case "ack":
        return this.#acknowledged(frame);
      case "because":
        return this.#tell(frame);
      case "rematch":
        this.rematch = frame;
        if (frame.next && frame.token) keepSeat(frame.next, frame.token);
        return true;
      case "nack":
        return this.#refused(frame);
      default:
        return false;
    }
  }

  #replace(frame) {
    this.#syncing = false;
    this.moved = false;
    this.view = frame.view;
    this.seq = frame.seq ?? 0;
    this.result = frame.result ?? this.view.game?.over ?? null;
    this.you = frame.you ?? null;
    this.decision = frame.decision ?? null;
    this.clock = frame.clock ?? null;
    this.delay_s = frame.delay_s ?? 0;
    this.#c = Math.max(this.#c, frame.c ?? 0);
    this.#note();
    return true;
  }

  #advance(frame) {
    if (this.#syncing || frame.seq <= this.seq) return false;
    if (frame.seq !== this.seq + 1) return this.#heal();
    this.moved = false;
    for (const [key, entity] of Object.entries(frame.d)) {
      if (entity === null) delete this.view[key];
      else this.view[key] = entity;
    }
    this.seq = frame.seq;
    if (frame.decision !== undefined) this.decision = frame.decision;
    this.result ??= this.view.game?.over ?? null;
    this.#note();
    return true;
  }

  /** Some frames are missing: ask for the whole. */
  #heal() {
    if (!this.#syncing) this.#connection.send({ t: "sync", m: this.#id });
    this.#syncing = true;
    return false;
  }

  /** What a view keeps only for a while is kept here: lines, names, since when somebody is waited for. */
  #note() {
    this.#sent = this.#sent.filter(({ result }) => result === null || result > this.seq);
    const last = this.lines.length ? this.lines[this.lines.length - 1].n : -1;
    const fresh = Object.entries(this.view).filter(([key, line]) => /^e\d+$/.test(key) && line.n > last);
    this.lines = [...this.lines, ...fresh.map(([, line]) => line).sort((one, other) => one.n - other.n)].slice(-LINES);
    for (const entity of Object.values(this.view)) {
      if (entity?.name && entity.id && entity.type !== undefined) {
        this.seen.set(entity.name, entity);
        if (entity.label) this.seen.set(entity.label, entity);
      }
    }
    const seats = (this.view.game?.waiting ?? []).join();
    if (seats !== this.wait.seats) this.wait = { seats, since: this.#connection.now(), deadline: null, seat: null };
  }

  #admit(frame) {
    if (frame.m !== this.#id) return false;
    this.#token = frame.token;
    keepSeat(this.#id, frame.token);
    history.replaceState(null, "", location.pathname + location.search);
    this.#join();
    return false;
  }

  // ---------------------------------------------------------------- results

  #acknowledged(frame) {
    const sent = this.#sent.find((each) => each.frame.c === frame.c);
    if (!sent) return false;
    if (sent.frame.t === "intent" && frame.seq <= sent.at) return this.#number(sent); // another tab's, of that number
    sent.result = frame.seq;
    this.#sent = this.#sent.filter(({ result }) => result === null || result > this.seq);
    return true;
  }

  /** Send something again under a number that nobody has used. */
  #number(sent) {
    sent.frame = { ...sent.frame, c: ++this.#c };
    this.#connection.send(sent.frame);
    return false;
  }

  #refused(frame) {
    if (this.#asked.has(frame.r)) return this.#tell(frame);
    if (frame.c !== undefined) return this.#rejected(frame);
    if (frame.retry_ms) {
      setTimeout(() => this.enter(), frame.retry_ms);
      return false;
    }
    if (this.#token && ["bad_token", "wrong_seat"].includes(frame.code)) {
      dropSeat(this.#id); // expired: watch instead
      this.#token = null;
      this.enter();
      return false;
    }
    this.failure = frame.reason || frame.code;
    return true;
  }

  #rejected(frame) {
    const sent = this.#sent.find((each) => each.frame.c === frame.c);
    if (!sent) return false;
    if (frame.retry_ms) {
      setTimeout(() => this.#sent.includes(sent) && this.#connection.send(sent.frame), frame.retry_ms);
      return false;
    }
    this.#sent = this.#sent.filter((each) => each !== sent);
    const rule = frame.rule ? ` (${frame.rule})` : "";
    this.trouble = frame.code === "stale_decision" ? "" : `${frame.reason || frame.code}${rule}`;
    return true;
  }

  #tell(frame) {
    this.#asked.get(frame.r)?.(frame);
    this.#asked.delete(frame.r);
    return false;
  }
}
