// One match as a seat or a spectator sees it: folds views, and sends what the seat wants (PROTOCOL.md, sections 2 to 7).
//
// Nothing is done here before the server says so: what was sent and not answered stands in `pending`.

import { inFewWords } from "/net/runs.js";
import { Talk } from "/net/talk.js";
import { aboutSeat, dropSeat, keepAlso, keepOver, keepSaid, keepSeat, seatToken, toldBefore } from "/net/tokens.js";
import { learnGame, learnReasons } from "/words/language.js";
import { phrase } from "/words/phrase.js";
import { reasonFor, translate, translateQuestion } from "/words/told.js";

const LINES = 400;
const WATCH = "watch";
const FAILURES = {
  unknown_match: "table.unknown_match",
  invite_used: "table.invite_used",
  bad_token: "table.bad_token",
};
const HINDRANCES = { other_rules: "table.other_rules" };
const USED = new Set(["reused_c", "stale_c"]); // of a number, by another tab of the seat
const LATE_MS = 3000; // an answer usually counts in far less
const LINE = /^e\d+$/;

const explained = (refusal) => `${reasonFor(refusal)}${refusal.rule ? ` (${refusal.rule})` : ""}`;

/** `changed` is called after each change, `followed` where a rematch has begun. */
export class Match {
  view = {};
  seq = -1;
  you = null;
  decision = null;
  result = null;
  clock = null; // the match's, if it has one
  delay_s = 0;
  isPrivate = false; // nobody follows it who was not let in
  isAlone = false; // bots of the house have all other seats
  isPartial = false; // cards are played without some of their paragraphs
  title = ""; // the name of the match, which tells it from others
  watching = 0; // how many look on, as last told
  commitment = null; // to what is left to chance, and whether it was told here before the end
  failure = ""; // why there is nothing to be seen
  trouble = ""; // why what was sent last did not count
  busy = ""; // why the server has us wait, where it does
  hindrance = ""; // why it may never be so again
  moved = false; // served by another node since, and being joined again
  lines = []; // of the log, longer than a view keeps them
  seen = new Map(); // what a card was called -> how it was seen last
  banks = new Map(); // seat -> what its clock held when it was last told
  waits = new Map(); // seat -> since when it is waited for, and until when: {since, deadline}
  rematch = null;
  #isReady = false; // for the next match, said here
  series = null; // how it stood before this game, if it is one of several
  #id;
  #connection;
  #changed;
  #token;
  #invite; // comes behind the "#" of an address, where no server reads it
  #c = 0; // the last number given
  #sent = []; // what is not answered yet, oldest first: {frame, since_ms, isIdle, result}
  #asked = new Map();
  #queries = 0;
  #syncing = false;
  staging = null; // takes what happens, where it is shown step by step
  #answered = 0; // the last decision that was answered here
  #isFurther; // a seat beside the first one of the same person
  leads = (next) => location.assign(`/m/${encodeURIComponent(next)}`);

  /** `token` is that of a further seat of the same person. */
  constructor(id, connection, changed, token = null) {
    this.#id = id;
    this.#connection = connection;
    this.#changed = changed;
    this.talk = new Talk(id, connection);
    this.#token = token ?? seatToken(id);
    this.#isFurther = token !== null;
    this.#invite = new URLSearchParams(location.hash.slice(1)).get("invite");
  }

  /** The intents that were sent and neither applied nor refused yet; an answer stays until its result is on screen. */
  get pending() {
    return this.#sent.length > 0;
  }

  /** The seats of the person who looks on here. */
  get hands() {
    return this.you === null ? [] : [this.you];
  }

  /** Whether the answer to the open decision is under way. */
  get isAnswered() {
    return this.#sent.some(({ frame }) => frame.t === "intent" && frame.w === this.decision?.w);
  }

  /** Whether the server should have said by now whether that answer counts. */
  get isLate() {
    return this.#sent.some(({ frame, since_ms }) => frame.t === "intent" && Date.now() - since_ms > LATE_MS);
  }

  get isSettling() {
    return this.#sent.some(({ frame }) => frame.t === "settings");
  }

  // ---------------------------------------------------------------- what the seat wants

  /**
   * Answer the decision `w`, the open one, by the number of an option or by a record, one answer at a time; `isIdle` if
   * nobody chose it.
   */
  answer(a, w, isIdle = false) {
    if (w !== this.decision?.w) {
      if (!isIdle) this.tellChanged();
    } else if (!this.isAnswered) {
      const said = inFewWords(a, this.view);
      if (said === null) return this.complain(phrase("table.too_many"));
      this.#answered = w;
      this.#send({ t: "intent", w, a: said }, isIdle);
    }
  }

  hasAnswered(w) {
    return this.#answered === w;
  }

  /** The answer was meant for a question that is gone. */
  tellChanged() {
    this.complain(phrase("table.changed"));
  }

  complain(words) {
    this.trouble = words;
    this.#changed();
  }

  concede() {
    this.#send({ t: "concede" });
  }

  /** Offer or accept (`yes`), withdraw or decline a draw, a takeback, open hands or a rematch. */
  agree(to, yes = true, more = {}) {
    if (to === "rematch") this.#isReady = yes;
    this.#send(yes ? { t: "agree", to, ...more } : { t: "agree", to, yes: false });
  }

  /** Say how the seat wants to be asked: a record of all that is set, or a gesture that changes some of it. */
  settle(s) {
    this.#send({ t: "settings", s });
  }

  /** Ask why something cannot be used; `told` gets the answer. */
  why(o, told) {
    const r = `why ${o}`;
    this.#asked.set(r, told);
    this.#connection.send({ t: "why", m: this.#id, r, o });
  }

  /** Ask for an invite to watch; `told` gets it, or why there is none. */
  invite(told) {
    this.#asked.set(WATCH, told);
    this.#connection.send({ t: "invite", m: this.#id, r: WATCH });
  }

  /** Ask what a view was, and for the steps after it; `told` gets the answer, or why there is none. */
  earlier(of, seq, count, told) {
    const r = `earlier ${of} ${seq} ${++this.#queries}`; // two may ask for the same at a time
    this.#asked.set(r, told);
    this.#connection.send({ t: "earlier", m: this.#id, seq, count, of, r });
  }

  /** The names of cards that are seen in a view, for the log. */
  meet(view) {
    for (const entity of Object.values(view)) {
      if (entity?.name && entity.id && entity.type !== undefined) {
        this.seen.set(entity.name, entity);
        if (entity.label) this.seen.set(entity.label, entity);
      }
    }
  }

  #send(frame, isIdle = false) {
    const numbered = { ...frame, m: this.#id, c: ++this.#c };
    this.#sent.push({ frame: numbered, result: null, since_ms: Date.now(), isIdle });
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
    if (this.#asked.has(WATCH)) this.invite(this.#asked.get(WATCH));
    this.talk.enter();
  }

  /** The facts that one keeps of a match that is over. */
  get about() {
    const names = Object.keys(this.view).filter((key) => /^p\d+$/.test(key)).map((key) => this.view[key].name);
    return { winners: this.result.winners ?? [], title: this.title, game: this.view.game?.name, names, ended: this.#connection.now(), code: this.result.code };
  }

  receive(frame) {
    if (frame.m !== this.#id && frame.r !== "invite") return;
    if (!(this.talk.receive(frame) || this.#take(frame))) return;
    if (this.result) keepOver(this.#id, this.about);
    this.#changed();
  }

  /** Take a frame; whether there is something new to show. */
  #take(frame) {
    switch (frame.t) {
      case "state":
        return this.#replace(frame);
      case "diff":
        return this.#advance(frame);
      case "head":
        return this.#hearHead(frame);
      case "end":
        this.result = frame.result;
        return true;
      case "waiting":
        this.banks.set(frame.seat, frame.bank_ms ?? 0);
        this.waits.set(frame.seat, { since: frame.since, deadline: frame.deadline ?? null });
        return true;
      case "moved":
        this.moved = true;
        this.#join(); // here: a page goes nowhere but to the address that it came from, which stands for all nodes
        return true;
      case "granted":
        return this.#admit(frame);
      case "ack":
        return this.#acknowledged(frame);
      case "because":
      case "invited":
      case "past":
        return this.#tell(frame);
      case "rematch":
        this.rematch = { deck: this.rematch?.deck, ...frame };
        if (frame.next) keepSaid(frame.next, this.talk.lines);
        if (frame.next && frame.token) this.#follow(frame);
        return true;
      case "nack":
        return this.#refused(frame);
      default:
        return false;
    }
  }

  /** The right to one's seat of the next match is there: go on to it, if that was said here. */
  #follow({ next, token, series }) {
    if (this.#isFurther) return keepAlso(next, this.you, token);
    keepSeat(next, token, { ...aboutSeat(this.#id), over: false });
    if (series || this.#isReady) this.leads(next);
  }

  /** The last number of the view; also the answer to a join that missed nothing. */
  #hearHead(frame) {
    const was = this.moved || Boolean(this.busy);
    this.moved = false;
    this.busy = this.hindrance = "";
    if (frame.seq > this.seq) this.#heal();
    return this.#watched(frame.watching ?? 0) || was;
  }

  #replace(frame) {
    this.#syncing = this.moved = false;
    this.busy = this.hindrance = "";
    this.view = frame.view;
    translate(frame.view);
    this.staging?.clear();
    this.seq = frame.seq ?? 0;
    this.result = frame.result ?? this.view.game?.over ?? null;
    this.you = frame.you ?? null;
    this.#learn();
    this.decision = translateQuestion(frame.decision ?? null);
    this.clock = frame.clock ?? null;
    this.series = frame.series ?? null;
    this.delay_s = frame.delay_s ?? 0;
    this.isPrivate = frame.private ?? false;
    this.isAlone = frame.alone ?? false;
    this.isPartial = frame.partial ?? false;
    this.title = frame.title ?? "";
    this.#c = Math.max(this.#c, frame.c ?? 0);
    this.#note(frame.view);
    return true;
  }

  #advance(frame) {
    if (this.#syncing || frame.seq <= this.seq) return false;
    if (frame.seq !== this.seq + 1) return this.#heal();
    this.moved = false;
    translate(frame.d);
    const before = this.staging ? { ...this.view } : null;
    for (const [key, entity] of Object.entries(frame.d)) {
      if (entity === null) delete this.view[key];
      else this.view[key] = entity;
    }
    this.seq = frame.seq;
    if (frame.decision !== undefined) this.decision = translateQuestion(frame.decision);
    if (!this.clock && Object.keys(frame.d).some((key) => key === "game" || LINE.test(key))) this.waits.clear(); // it went on
    this.result ??= this.view.game?.over ?? null;
    this.#note(frame.d);
    this.staging?.take(before, frame.d);
    return true;
  }

  /** Tell everything in the language that is spoken, once its words for the game are there. */
  #learn() {
    learnGame(this.view.game?.name, this.you !== null)?.then(() => {
      translate(this.view);
      translate(this.lines);
      translateQuestion(this.decision);
      this.#changed();
    });
  }

  /** Some frames are missing: ask for the whole. */
  #heal() {
    if (!this.#syncing) this.#connection.send({ t: "sync", m: this.#id });
    this.#syncing = true;
    return false;
  }

  /** Keep what a view holds only for a while, of the news. */
  #note(fresh) {
    this.#sent = this.#sent.filter(({ result }) => result === null || result > this.seq);
    const last = this.lines.length ? this.lines[this.lines.length - 1].n : -1;
    const told = Object.keys(fresh).filter((key) => key.startsWith("e") && LINE.test(key) && fresh[key]?.n > last).map((key) => fresh[key]);
    this.lines = [...this.lines, ...told.sort((one, other) => one.n - other.n)].slice(-LINES);
    this.meet(fresh);
    const { commitment } = this.view.game ?? {};
    if (commitment && !this.commitment) this.commitment = toldBefore(this.#id, commitment, this.result === null);
    const seats = this.view.game?.waiting ?? [];
    for (const seat of this.waits.keys()) if (!seats.includes(seat)) this.waits.delete(seat);
    for (const seat of seats) if (!this.waits.has(seat)) this.waits.set(seat, { since: this.#connection.now(), deadline: null });
  }

  #watched(count) {
    const isNew = count !== this.watching;
    this.watching = count;
    return isNew;
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
    this.busy = this.hindrance = "";
    sent.result = frame.seq;
    if (frame.undone) this.#explain("trouble", () => phrase("table.undone", { why: explained(frame.undone) }));
    this.#sent = this.#sent.filter(({ result }) => result === null || result > this.seq);
    return true;
  }

  /** Send something again under a number that nobody has used: another tab of this seat was faster. */
  #number(sent, last = 0) {
    this.#c = Math.max(this.#c, last) + 1;
    sent.frame = { ...sent.frame, c: this.#c };
    this.#connection.send(sent.frame);
    return false;
  }

  #refused(frame) {
    if (this.#asked.has(frame.r)) return this.#tell(frame);
    if (frame.c !== undefined) return this.#rejected(frame);
    if (frame.retry_ms) {
      this.#explain("busy", () => reasonFor(frame));
      this.hindrance = frame.code in HINDRANCES ? phrase(HINDRANCES[frame.code]) : "";
      setTimeout(() => this.enter(), frame.retry_ms);
      return true;
    }
    if (this.#token && !this.#isFurther && ["bad_token", "wrong_seat"].includes(frame.code)) {
      dropSeat(this.#id); // expired: watch instead
      this.#token = null;
      this.enter();
      return false;
    }
    this.#explain("failure", () => (frame.code in FAILURES ? phrase(FAILURES[frame.code]) : reasonFor(frame)));
    return true;
  }

  /** Say a reason where it is shown, in the language that is spoken once its reasons are there. */
  #explain(where, words) {
    const said = (this[where] = words());
    learnReasons(this.view.game?.name)?.then(() => {
      if (this[where] !== said) return;
      this[where] = words();
      this.#changed();
    });
  }

  #rejected(frame) {
    const sent = this.#sent.find((each) => each.frame.c === frame.c);
    if (!sent) return false;
    if (USED.has(frame.code)) return this.#number(sent, frame.last);
    if (frame.retry_ms) {
      this.#explain("busy", () => reasonFor(frame));
      setTimeout(() => this.#sent.includes(sent) && this.#connection.send(sent.frame), frame.retry_ms);
      return true;
    }
    this.#sent = this.#sent.filter((each) => each !== sent);
    if (frame.code === "stale_decision") this.trouble = sent.isIdle ? "" : phrase("table.too_late");
    else if (sent.frame.t !== "concede" || frame.code !== "match_over") this.#explain("trouble", () => explained(frame));
    return true;
  }

  #tell(frame) {
    this.#asked.get(frame.r)?.(frame);
    this.#asked.delete(frame.r);
    return false;
  }
}
