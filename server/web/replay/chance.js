// Randomness as a record lets anybody work it out again (PROTOCOL.md, section 15): numbers from the secret and the shares.

import { blake2b } from "/replay/blake2b.js";

const WORDS = 8; // in one hash
const SPAN = 1n << 64n;
const utf8 = new TextEncoder();

/** The key of a match's numbers: of each part its length in eight bytes, then itself. */
function keyOf(secret, shares) {
  const parts = [secret, ...shares].map((part) => utf8.encode(part));
  const data = new Uint8Array(parts.reduce((sum, part) => sum + 8 + part.length, 0));
  let at = 0;
  for (const part of parts) {
    new DataView(data.buffer).setBigUint64(at, BigInt(part.length));
    data.set(part, at + 8);
    at += 8 + part.length;
  }
  return blake2b(data, 32);
}

/** The numbers of one match, by their place. */
export class Stream {
  #key;
  #block = -1;
  #words = [];
  #later = null;
  #from = Infinity; // from this place on numbers are those of `later`

  /** `later` are triples of a place, a secret and shares, for a match that was begun at a moment of another. */
  constructor(secret, shares, later = []) {
    this.#key = keyOf(secret, shares);
    if (later.length === 0) return;
    const [[from, following, own], ...others] = later;
    this.#from = from;
    this.#later = new Stream(following, own, others);
  }

  word(cursor) {
    if (cursor >= this.#from) return this.#later.word(cursor);
    const block = Math.floor(cursor / WORDS);
    if (block !== this.#block) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setBigUint64(0, BigInt(block));
      const hash = new DataView(blake2b(new Uint8Array(counter.buffer), 64, this.#key).buffer);
      this.#words = Array.from({ length: WORDS }, (_, index) => hash.getBigUint64(index * 8));
      this.#block = block;
    }
    return this.#words[cursor % WORDS];
  }

  /** A number below a bound, and the cursor after it. */
  below(cursor, bound) {
    const limit = SPAN - (SPAN % BigInt(bound));
    for (;;) {
      const word = this.word(cursor++);
      if (word < limit) return [Number(word % BigInt(bound)), cursor];
    }
  }

  /** Cards in random order, and the cursor after that. */
  shuffled(cursor, cards) {
    const deck = [...cards];
    let at = cursor;
    for (let last = deck.length - 1; last > 0; last--) {
      const [other, after] = this.below(at, last + 1);
      [deck[last], deck[other]] = [deck[other], deck[last]];
      at = after;
    }
    return [deck, at];
  }
}

/** SHA-256 in hexadecimal; null where the browser does not give it, as on a page that came without encryption. */
export async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text)));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
