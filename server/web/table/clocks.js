// Time: since when somebody is waited for, what the clocks hold, and when time is up, by the server's clock.

import { say } from "/dom.js";

const SHORT_MS = 15000;
const SETTLED_MS = 3000; // a wait shorter than that is not worth a number

export class Clocks {
  #match;
  #connection;
  #shown = new Map(); // element -> seat

  constructor(match, connection, tick) {
    this.#match = match;
    this.#connection = connection;
    setInterval(() => {
      this.#redraw();
      tick();
    }, 1000);
  }

  /** Show a seat's clock in an element, from now on. */
  show(element, seat) {
    this.#shown.set(element, seat);
    this.#draw(element, seat);
  }

  /** "waiting for Bob since 12 s", "" where nobody is waited for. */
  waiting(scene) {
    const seats = scene.game.waiting ?? [];
    if (!seats.length || this.#match.result) return "";
    const names = seats.map(scene.whose).join(" and ");
    const since = this.#connection.now() - this.#match.wait.since;
    return `waiting for ${names}${since >= SETTLED_MS ? ` since ${span(since)}` : ""}`;
  }

  #redraw() {
    for (const [element, seat] of this.#shown) {
      if (element.isConnected) this.#draw(element, seat);
      else this.#shown.delete(element);
    }
  }

  #draw(element, seat) {
    const { clock, banks, wait, result } = this.#match;
    if (!clock || result) return say(element, "");
    const bank = banks.get(seat) ?? clock.bank_ms ?? 0;
    const isRunning = wait.seat === seat && wait.deadline !== null;
    const left = isRunning ? Math.max(0, wait.deadline - this.#connection.now()) : bank;
    element.classList.toggle("running", isRunning);
    element.classList.toggle("short", isRunning && left < SHORT_MS);
    say(element, `\u23f1 ${clockFace(left)}`);
    element.title = isRunning ? "until time is up" : "left for the match";
  }
}

/** 754000 -> "12:34". */
export function clockFace(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function span(ms) {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}
