// Time: since when somebody is waited for, what the clocks hold, and when time is up, by the server's clock.

import { say } from "/dom.js";
import { listed, phrase } from "/words/phrase.js";

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
    const names = listed([...new Set(seats.map((seat) => (this.#match.hands.includes(seat) ? phrase("table.whom_you") : scene.seatName(seat))))]);
    const others = seats.filter((seat) => !this.#match.hands.includes(seat)); // of oneself it would count through question after question
    const since = this.#connection.now() - Math.min(...others.map((seat) => this.#match.waits.get(seat)?.since ?? Infinity));
    const waiting = phrase("table.waiting_for", { names });
    return since >= SETTLED_MS ? phrase("table.waiting_since", { waiting, time: span(since) }) : waiting;
  }

  /** The time that one may still think about the open question, in ms; null if nobody asks or nothing bounds it. */
  get left() {
    const { decision, waits, you, result } = this.#match;
    const deadline = decision && !result ? (waits.get(you)?.deadline ?? decision.deadline ?? null) : null;
    return deadline === null ? null : Math.max(0, deadline - this.#connection.now());
  }

  /** Whether one's own time is nearly up. */
  get isShort() {
    return this.left !== null && this.left < SHORT_MS;
  }

  #redraw() {
    for (const [element, seat] of this.#shown) {
      if (element.isConnected) this.#draw(element, seat);
      else this.#shown.delete(element);
    }
  }

  #draw(element, seat) {
    const { clock, banks, waits, result } = this.#match;
    if (!clock || result) return say(element, "");
    const bank = banks.get(seat) ?? clock.bank_ms ?? 0;
    const deadline = waits.get(seat)?.deadline ?? null;
    const isRunning = deadline !== null;
    const left = isRunning ? Math.max(0, deadline - this.#connection.now()) : bank;
    element.classList.toggle("running", isRunning);
    element.classList.toggle("short", isRunning && left < SHORT_MS);
    say(element, `\u23f1 ${clockFace(left)}`);
    element.title = isRunning ? phrase("table.until_up") : phrase("table.left");
  }
}

/** A duration in ms as minutes and seconds: 754000 -> "12:34". */
export function clockFace(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function span(ms) {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return phrase("table.seconds", { count: seconds });
  return seconds < 3600 ? phrase("table.minutes", { count: Math.floor(seconds / 60) }) : phrase("table.hours", { count: Math.floor(seconds / 3600) });
}
