// Chat of the players of a match (PROTOCOL.md, section 16). One's own line is there once it comes back.

import { saidBefore } from "/net/tokens.js";
import { phrase } from "/words/phrase.js";

const MOST = 200;

export class Talk {
  lines; // {id, seat, text, at}, the oldest first; those of the matches before it too
  since = null; // time of the last line that was said before one heard
  pending = ""; // what is being said
  trouble = ""; // why what was said last was not
  #match;
  #connection;
  #number = 0;

  constructor(match, connection) {
    this.#match = match;
    this.lines = saidBefore(match);
    this.#connection = connection;
  }

  /** The match is being joined: hear what is said there. */
  enter() {
    if (this.pending) this.trouble = phrase("table.said_lost");
    this.pending = "";
    this.#connection.send({ t: "hear", m: this.#match, r: "chat" });
  }

  say(text) {
    this.pending = text;
    this.trouble = "";
    this.#number += 1;
    this.#connection.send({ t: "say", m: this.#match, text, r: `chat ${this.#number}` });
  }

  /** Take a frame, if it is about this; whether it was. */
  receive(frame) {
    const isOwn = frame.r === `chat ${this.#number}`;
    if (frame.t === "said") {
      if (isOwn) this.pending = "";
      this.#add(frame.lines ?? []);
      this.since ??= this.lines.length ? this.lines[this.lines.length - 1].at : 0;
      return true;
    }
    if (frame.t !== "nack" || !String(frame.r ?? "").startsWith("chat")) return false;
    if (isOwn) {
      this.pending = "";
      this.trouble = frame.code === "rate_limited" ? phrase("table.said_too_fast") : frame.reason || frame.code;
    } else if (frame.r === "chat" && frame.retry_ms) {
      setTimeout(() => this.enter(), frame.retry_ms);
    }
    return true;
  }

  #add(lines) {
    const known = new Set(this.lines.map(({ id }) => id));
    const fresh = lines.filter(({ id }) => !known.has(id)).map((line) => ({ seat: 0, ...line }));
    if (fresh.length) this.lines = [...this.lines, ...fresh].sort((one, other) => one.at - other.at).slice(-MOST);
  }
}
