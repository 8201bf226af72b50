// The time for which a thing that happens stands on the table, and the volume: chosen by a person, kept in this browser.

import { keepHabits, habitsOf } from "/net/tokens.js";

const KEY = "of the table"; // no game is called so
const USUAL = { speed: "normal", volume: 40, isMuted: false };

/** Each speed, and how much of the usual time something stands. */
export const SPEEDS = { fast: 0.5, normal: 1, slow: 2 };

const WORD_MS = 250; // people read some four words a second
const LEAST_MS = 750; // three words, or to see that something is there
const MOST_MS = 4000;
const TEXT_WORD_MS = 50; // to look over a card that nobody has seen before
const MOST_TEXT_MS = 1000;
const KNOWN_SHARE = 0.5; // of words that one recognises

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

  /** The time in ms to read so many words, to recognise so many that are known, and to look over the text of a card. */
  standsFor({ words, known, text }) {
    const ms = Math.max(LEAST_MS, Math.min(MOST_MS, (words + known * KNOWN_SHARE) * WORD_MS));
    return (ms + Math.min(MOST_TEXT_MS, countWords(text) * TEXT_WORD_MS)) * SPEEDS[this.speed];
  }
}

/** The number of words and numbers in a sentence. */
export const countWords = (text) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
