// The tour of a table: a few hints for somebody who sits at one for the first time, one at a time, each beside what it is
// about. The match goes on meanwhile. A hint that was read, or skipped, does not come again.

import { dress, el, say } from "/dom.js";
import { hintsLeft, keepHintsLeft } from "/net/tokens.js";
import { phrase } from "/words/phrase.js";

const STOPS = [
  { name: "hand", at: ".near .hand", words: "tour.hand" },
  { name: "ask", at: ".ask", words: "tour.ask" },
  { name: "steps", at: ".middle", words: "tour.steps" },
  { name: "stack", at: ".stack-panel", words: "tour.stack" },
  { name: "log", at: ".log-panel, .to-told", words: "tour.log" },
];
const CLOSES = new Set(["Escape", "n"]);
const GAP_PX = 10;
const LOOK_MS = 1000; // a clock runs short, and a sheet opens, without any change of the match

export class Tour {
  root = el("section", "tour");
  #page;
  #stop = null; // the one that is shown
  #words = el("p");
  #onward = el("span");
  #next = button("strong", () => this.#close(), this.#onward, el("kbd", "", "n"));
  #left = STOPS.filter(({ name }) => hintsLeft()?.includes(name) ?? true);
  #isOver = false;
  #timer = setInterval(() => this.update(), LOOK_MS);

  constructor(page) {
    this.#page = page;
    dress("/tour/tour.css");
    this.root.hidden = true;
    this.root.setAttribute("aria-label", phrase("tour.about"));
    this.#words.setAttribute("role", "status");
    this.#next.setAttribute("aria-keyshortcuts", "n Escape");
    const skip = button("quiet", () => this.#keep([]), phrase("tour.skip"));
    this.root.append(this.#words, el("p", "tour-foot", this.#next, skip));
    addEventListener("keydown", this.#hear, { capture: true });
  }

  /** A key closes what is shown, before the table hears it. */
  #hear = (event) => {
    const isElsewhere = event.ctrlKey || event.altKey || event.metaKey || document.getElementById("dialog").open || event.target.matches?.("input, select, textarea");
    if (this.root.hidden || isElsewhere || !CLOSES.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#close();
  };

  #close() {
    this.#keep(this.#left.filter((stop) => stop !== this.#stop));
  }

  /** Have these hints left. */
  #keep(left) {
    this.#left = left;
    this.#stop = null;
    keepHintsLeft(left.map(({ name }) => name));
    this.update();
  }

  #end() {
    if (this.root.contains(document.activeElement)) this.#page.question.root.focus({ preventScroll: true });
    this.#isOver = true;
    clearInterval(this.#timer);
    removeEventListener("keydown", this.#hear, { capture: true });
    this.root.remove();
  }

  /** Show the next hint whose place is in sight; none while time is nearly up. */
  update() {
    if (this.#isOver) return;
    const { match, clocks } = this.#page;
    document.querySelector(".toured")?.classList.remove("toured");
    if (!this.#left.length || match.result) return this.#end();
    this.#stop ??= this.#left.find(({ at }) => placeOf(at)) ?? null;
    this.root.hidden = !this.#stop || clocks.isShort;
    if (this.root.hidden) return;
    say(this.#words, phrase(this.#stop.words));
    say(this.#onward, this.#left.length > 1 ? phrase("tour.next") : phrase("tour.done"));
    const place = placeOf(this.#stop.at);
    if (!place) return; // what it is about is gone: the hint stays until it is read
    place.classList.add("toured");
    this.#lieBeside(place);
  }

  /** Lie on the side of a place where least of it, and of the question, is covered. */
  #lieBeside(place) {
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const { left, top, right, bottom } = place.getBoundingClientRect();
    const [x, y] = [(left + right - width) / 2, (top + bottom - height) / 2];
    const free = [place, this.#page.question.root].map((each) => each.getBoundingClientRect());
    const inside = (at, size, whole) => Math.max(GAP_PX, Math.min(at, whole - size - GAP_PX));
    const lies = [[x, top - height - GAP_PX], [x, bottom + GAP_PX], [left - width - GAP_PX, y], [right + GAP_PX, y]]
      .map(([across, down]) => [inside(across, width, innerWidth), inside(down, height, innerHeight)])
      .map(([across, down]) => ({ across, down, covers: free.reduce((sum, each) => sum + shared(each, across, down, width, height), 0) }));
    const best = lies.reduce((one, other) => (other.covers < one.covers ? other : one));
    this.root.style.left = `${best.across}px`;
    this.root.style.top = `${best.down}px`;
  }
}

/** The first of some things that is in sight. */
const placeOf = (selector) => [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length && each.offsetWidth);

const shared = ({ left, right, top, bottom }, x, y, width, height) => Math.max(0, Math.min(right, x + width) - Math.max(left, x)) * Math.max(0, Math.min(bottom, y + height) - Math.max(top, y));

function button(kind, act, ...words) {
  const element = el("button", kind, ...words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}
