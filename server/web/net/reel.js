// Earlier steps of a match (PROTOCOL.md 2.14): asked for by pages of steps, ahead of who looks, and kept for a while.
// The server says which views there are: the public's, one's own, and of a match that is over one that hides no hand.

import { translate } from "/words/told.js";

const PAGE = 64; // steps in one answer
const KEPT = 16; // pages
const NEAR = 16; // steps before the end of a page at which the next one is asked for
const SILENCE_MS = 8000; // whoever was not answered asks again

/** Of each step the number of the public's view then, and the move that led here; its view is made when it is looked at. */
class Page {
  #first;
  #diffs;

  constructor({ seq, view, diffs = [], public: numbers, moves = [] }) {
    this.#first = view;
    this.#diffs = diffs;
    for (const entities of [view, ...diffs]) translate(entities);
    this.steps = [{ public: numbers?.[0] ?? seq, move: "" }];
    diffs.forEach((_, index) => this.steps.push({ public: numbers?.[index + 1] ?? seq + index + 1, move: moves[index] ?? "" }));
  }

  viewAt(index) {
    const view = { ...this.#first };
    for (const diff of this.#diffs.slice(0, index)) fold(view, diff);
    return view;
  }

  /** The change that led to a step of this page; none to the first one. */
  diffTo(index) {
    return this.#diffs[index - 1];
  }
}

function fold(view, diff) {
  for (const [key, entity] of Object.entries(diff)) {
    if (entity === null) delete view[key];
    else view[key] = entity;
  }
}

export class Reel {
  last; // the number of the last step, as far as known
  of;
  #ask; // (of, seq, count, told): asks the server
  #pages = new Map(); // number -> Page, or a promise of it; the last used at the end

  constructor(of, last, ask) {
    this.of = of;
    this.last = last;
    this.#ask = ask;
  }

  /** The step of that number; rejects with the server's refusal. */
  async at(number) {
    const index = Math.floor(number / PAGE);
    const place = number - index * PAGE;
    let page = await this.#page(index);
    if (place >= page.steps.length) {
      this.#pages.delete(index); // there is more of it by now
      page = await this.#page(index);
    }
    if (place >= PAGE - NEAR && (index + 1) * PAGE <= this.last) this.#ahead(index + 1);
    if (place < NEAR && index > 0) this.#ahead(index - 1);
    const last = Math.min(place, page.steps.length - 1);
    const found = page.steps[last];
    if (place === 0 && index > 0 && this.of === "open" && !found.move) found.move = (await this.#page(index - 1)).steps[PAGE]?.move ?? "";
    return { ...found, view: page.viewAt(last) };
  }

  /** The first step for which something holds, that holds of all steps after it too; the last one if of none. */
  async first(holds) {
    let [low, high] = [0, this.last];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (holds(await this.at(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** All steps, one after the other: {number, view, diff}; the view is one that goes on changing. */
  async *walk() {
    const { view } = await this.at(0);
    yield { number: 0, view, diff: {} };
    for (let number = 1; number <= this.last; number++) {
      const page = await this.#page(Math.floor((number - 1) / PAGE));
      const diff = page.diffTo(((number - 1) % PAGE) + 1);
      if (!diff) return;
      fold(view, diff);
      yield { number, view, diff };
    }
  }

  #ahead(index) {
    this.#page(index).catch(() => {}); // whoever needs it asks again
  }

  #page(index) {
    const known = this.#pages.get(index);
    this.#pages.delete(index);
    const page = known ?? this.#fetch(index);
    this.#pages.set(index, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= KEPT) break;
      this.#pages.delete(oldest);
    }
    return page;
  }

  #fetch(index) {
    const fetched = new Promise((resolve, reject) => this.#try(index * PAGE, resolve, reject));
    fetched.catch(() => this.#pages.get(index) === fetched && this.#pages.delete(index));
    return fetched;
  }

  #try(seq, resolve, reject) {
    const again = setTimeout(() => this.#try(seq, resolve, reject), SILENCE_MS);
    this.#ask(this.of, seq, PAGE, (answer) => {
      clearTimeout(again);
      if (answer.t === "past") {
        this.last = Math.max(this.last, answer.last ?? 0);
        resolve(new Page({ ...answer, seq: answer.seq ?? 0 }));
      } else if (answer.retry_ms) setTimeout(() => this.#try(seq, resolve, reject), answer.retry_ms);
      else reject(answer);
    });
  }
}
