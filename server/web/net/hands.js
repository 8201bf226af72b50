// The seats of one person (PROTOCOL.md 9.6). Each is followed on a connection of its own, and stays a match for itself, with
// its own view and questions. To the table they are one match: the picture is that of the first seat, with the hands of
// the others; what is asked is asked of the seat in front, and that is whichever needs its person.

import { Habits } from "/comfort/habits.js";
import { Idle } from "/comfort/idle.js";
import { el } from "/dom.js";
import { Connection } from "/net/connection.js";
import { Match } from "/net/match.js";
import { aboutSeat, alsoSeats } from "/net/tokens.js";
import { leaderOf } from "/table/scene.js";
import { phrase } from "/words/phrase.js";

const APART = 2 ** 32; // between the numbers of the questions of two seats
const PLACED = /^[op]\d+$/; // a card, or a player
const OF_FRONT = new Set(["you", "trouble", "pending", "isAnswered", "isLate", "isSettling", "complain", "tellChanged", "settle", "agree"]);

export class Hands {
  match; // all seats as one match
  root = el("p", "ask-others"); // the other seats that are asked just now
  #seats; // {match, habits, idle}, the first one first
  #front; // the one that is asked
  #page;
  #heed;
  #isSandbox;
  #next = ""; // the match that they go on to, once all seats have the right to theirs
  #merged = { key: [], view: {} };
  #connections = [];

  constructor(id, page, heed) {
    this.#page = page;
    this.#heed = heed;
    this.#isSandbox = Boolean(aboutSeat(id).sandbox);
    this.#seats = [this.#seatOf(page.match)];
    this.#front = this.#seats[0];
    for (const [, token] of alsoSeats(id)) this.#seats.push(this.#follow(id, token));
    page.match.leads = (next) => this.#goOn(next);
    this.match = this.#together(page.match);
  }

  /** The connection that is worst off: that of the first seat, as long as none is lost. */
  get connection() {
    const all = [this.#page.connection, ...this.#connections];
    return all.find(({ state }) => state !== "live") ?? all.find(({ isSilent }) => isSilent) ?? all[0];
  }

  get habits() {
    return standIn(() => this.#front.habits);
  }

  get idle() {
    return standIn(() => this.#front.idle);
  }

  #seatOf(match) {
    const habits = new Habits(match, () => this.#heed());
    return { match, habits, idle: new Idle(match, habits, () => this.#page.draw(), !this.#isSandbox) };
  }

  /** One more seat, on a connection of its own. */
  #follow(id, token) {
    const connection = new Connection({ status: () => this.#page.draw(), welcome: () => match.enter(), message: (frame) => match.receive(frame) });
    const match = new Match(id, connection, () => this.#changed(), token);
    this.#connections.push(connection);
    return this.#seatOf(match);
  }

  #changed() {
    if (this.#next) this.#goOn(this.#next);
    this.#heed();
  }

  /** On to the next match, once the right to each seat there is known. */
  #goOn(next) {
    this.#next = next;
    if (alsoSeats(next).length >= this.#seats.length - 1) location.assign(`/m/${encodeURIComponent(next)}`);
  }

  // ---------------------------------------------------------------- the seat in front

  /** Take up what all seats are asked: one that needs its person comes to the front, if the one there does not. */
  take() {
    for (const { habits, idle } of this.#seats) {
      habits.take();
      idle.take();
    }
    if (!needsPerson(this.#front)) this.#front = this.#seats.find(needsPerson) ?? this.#front;
  }

  /** The next of the seats that are asked; false if there is no other. */
  turn() {
    const others = this.#others;
    const at = this.#seats.indexOf(this.#front);
    const next = others.find((seat) => this.#seats.indexOf(seat) > at) ?? others[0];
    return Boolean(next) && this.#bring(next);
  }

  get #others() {
    return this.#seats.filter((seat) => seat !== this.#front && needsPerson(seat));
  }

  #bring(seat) {
    this.#front = seat;
    this.#page.draw();
    return true;
  }

  /** The name of the seat in front. */
  get whom() {
    return this.#called(this.#front.match.you);
  }

  #called(seat) {
    const { scene } = this.#page;
    const player = scene.players.find((each) => each.seat === seat);
    const leader = player && leaderOf(scene, player);
    return leader ? `${leader.name} (${player.name})` : scene.seatName(seat);
  }

  /** Offer the other seats that are asked. */
  update() {
    const others = this.#others;
    const key = others.map(({ match }) => `${match.you} ${this.#called(match.you)}`).join();
    this.root.hidden = !others.length;
    if (this.root.dataset.asked === key) return;
    this.root.dataset.asked = key;
    const each = others.map((seat) => {
      const button = el("button", "quiet", phrase("table.answer_for", { name: this.#called(seat.match.you) }));
      button.type = "button";
      button.addEventListener("click", () => this.#bring(seat));
      return button;
    });
    this.root.replaceChildren(...each);
  }

  // ---------------------------------------------------------------- all of them as one match

  #together(first) {
    const own = {
      view: () => this.#view,
      decision: () => this.#decision,
      hands: () => this.#seats.map(({ match }) => match.you).filter((seat) => seat !== null),
      answer: () => (a, w, isIdle) => this.#asker(w)?.answer(a, w % APART, isIdle),
      hasAnswered: () => (w) => Boolean(this.#asker(w)?.hasAnswered(w % APART)),
      why: () => (o, told) => this.#seeing(o).why(o, told),
      concede: () => () => this.#concede(),
      agree: () => (to, ...more) => (to === "rematch" ? first : this.#front.match).agree(to, ...more),
    };
    const of = (name) => (OF_FRONT.has(name) ? this.#front.match : first);
    return new Proxy(first, {
      get: (_, name) => (Object.hasOwn(own, name) ? own[name]() : valueOf(of(name), name)),
      set: (_, name, value) => Reflect.set(of(name), name, name === "staging" ? this.#staged(value) : value),
    });
  }

  /** The open question of the seat in front, by a number that no other seat's has. */
  get #decision() {
    const { decision } = this.#front.match;
    return decision && { ...decision, w: decision.w + APART * this.#seats.indexOf(this.#front) };
  }

  #asker(w) {
    return this.#seats[Math.floor(w / APART)]?.match;
  }

  /** The seat to ask about a card: its own, if only that sees it. */
  #seeing(o) {
    const key = `o${o}`;
    const { match } = this.#front;
    return key in match.view ? match : (this.#seats.find((seat) => key in seat.match.view)?.match ?? match);
  }

  /** One's match is given up with all seats; that in front comes first. */
  #concede() {
    const seats = [this.#front, ...this.#seats.filter((seat) => seat !== this.#front)];
    for (const { match } of seats) if (!match.view[`p${match.you + 1}`]?.lost) match.concede();
  }

  get #view() {
    const key = this.#seats.flatMap(({ match }) => [match.view, match.seq]);
    const isOld = key.some((each, at) => each !== this.#merged.key[at]);
    if (isOld) this.#merged = { key, view: this.#with(this.#seats[0].match.view) };
    return this.#merged.view;
  }

  /** A view of the first seat, with what the others see beside it. */
  #with(first) {
    const view = { ...first };
    for (const { match } of this.#seats.slice(1)) {
      for (const [key, entity] of Object.entries(match.view)) {
        if (!PLACED.test(key)) continue;
        if (!(key in view) || (entity.name && !view[key].name)) view[key] = entity;
        else if (entity.hand && !view[key].hand) view[key] = { ...view[key], hand: entity.hand };
      }
    }
    return view;
  }

  /** The steps that are shown one by one are those that the first seat hears of, with all hands on the table. */
  #staged(staging) {
    return { take: (before, fresh) => staging.take(this.#with(before), fresh), clear: () => staging.clear() };
  }
}

/** Whether a seat is asked what the page does not answer by itself. */
const needsPerson = ({ match, idle }) => Boolean(match.decision) && !match.result && !match.isAnswered && !idle.isRunning;

/** Something that stands for whatever `of` gives at that moment. */
const standIn = (of) => new Proxy({}, { get: (_, name) => valueOf(of(), name), set: (_, name, value) => Reflect.set(of(), name, value) });

function valueOf(thing, name) {
  const value = Reflect.get(thing, name);
  return typeof value === "function" ? value.bind(thing) : value;
}
