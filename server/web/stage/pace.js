// The time for which a thing that happens stands on the table, and the volume: chosen by a person, kept in this browser.

import { keepHabits, habitsOf } from "/net/tokens.js";

const KEY = "of the table"; // no game is called so
const USUAL = { speed: "normal", volume: 40, isMuted: false };

/** Each speed, and how much of the usual time something stands. */
export const SPEEDS = { fast: 0.5, normal: 1, slow: 2 };

const FIRST_MS = 350; // to see that something is there
const CHARACTER_MS = 6; // to read a sentence
const MOST_MS = 1300;
const TEXT_MS = 6; // to read a card that nobody has seen before
const MOST_TEXT_MS = 900;
const KNOWN_SHARE = 0.5; // of one's own acts, and of the card that stood there just before

const wantsNoMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Pace {
  #set = { ...USUAL, ...habitsOf(KEY) };

  get speed() {
    return this.#set.speed in SPEEDS ? this.#set.speed : USUAL.speed;
  }

  get volume() {
    return Math.min(100, Math.max(0, Number(this.#set.volume) || 0));
  }

  get isMuted() {
    return Boolean(this.#set.isMuted);
  }

  /** Whether nothing is staged: somebody asked their system for less motion. */
  get isStill() {
    return wantsNoMotion.matches;
  }

  change(more) {
    this.#set = { ...this.#set, ...more };
    keepHabits(KEY, this.#set);
  }

  /** The time in ms for a sentence and the text of a card that is new; it is shorter for what one knows already. */
  standsFor({ words, text, isKnown }) {
    const ms = Math.min(MOST_MS, FIRST_MS + words.length * CHARACTER_MS) + Math.min(MOST_TEXT_MS, text.length * TEXT_MS);
    return ms * SPEEDS[this.speed] * (isKnown ? KNOWN_SHARE : 1);
  }
}
