// The table at which one waits: who sits there, since when, the link for a friend; and on to the match once all are there.
// A reload goes on waiting, and so does a tab that is opened after this one was closed.

import { copyButton } from "/copy.js";
import { el, keep, say } from "/dom.js";
import { keepSeat, keepTable, myTable } from "/net/tokens.js";
import { ago, termsOf } from "/lobby/words.js";

const SIT = "sit";
const AGAIN = "again";
const LOOK = "look";
const RISE = "rise";

export class Waiting {
  table = null; // as it was last told
  #lobby;
  #since = 0;
  #head = el("h2");
  #terms = el("p", "waiting-terms");
  #seats = el("ul", "waiting-seats");
  #link = el("code");
  #words = el("span");
  #invite = el("div", "waiting-link", this.#words, this.#link, copyButton(() => this.#link.textContent));
  root;

  constructor(lobby) {
    this.#lobby = lobby;
    const cancel = el("button", "", "Cancel");
    cancel.type = "button";
    cancel.addEventListener("click", () => this.table && lobby.connection.send({ t: "rise", r: RISE, table: this.table.id }));
    this.root = el("section", "waiting-table", el("div", "waiting-spin"), el("div", "", this.#head, this.#terms, this.#seats, this.#invite), cancel);
    this.root.hidden = true;
    this.#head.setAttribute("role", "status");
  }

  /** Open a table or sit down at one. */
  ask(frame) {
    this.#lobby.complain("");
    this.#lobby.connection.send({ ...frame, r: SIT });
  }

  /** The connection is there, or there again: take the place again that one had, unless another tab holds it. */
  resume() {
    const { id, isOurs } = this.table ? { id: this.table.id, isOurs: true } : myTable();
    if (id) this.#lobby.connection.send(isOurs ? { t: "sit", r: AGAIN, table: id } : { t: "look", r: LOOK, table: id });
  }

  /** Take a frame that is about this table. */
  take(frame) {
    if (frame.t === "nack") this.#refused(frame);
    else if (frame.t === "table") this.#told(frame);
  }

  tick() {
    if (!this.table) return;
    const isFree = this.table.seats.some(({ name, away }) => !name || away);
    say(this.#head, isFree ? "Waiting for somebody to sit down" : "All are here: the match begins");
    say(this.#terms, `${this.#lobby.title(this.table.game)} \u00b7 ${termsOf(this.table)} \u00b7 waiting since ${ago(Date.now() - this.#since)}`);
  }

  #told(frame) {
    const { table, you, gone, r } = frame;
    const isAway = you !== undefined && Boolean(table.seats[you].away);
    if (r === LOOK) {
      if (isAway) this.#lobby.connection.send({ t: "sit", r: AGAIN, table: table.id });
    } else if (r === RISE) {
      this.#leave();
    } else if (gone) {
      if (table.id === this.table?.id) this.#leave("You do not wait here any more: the table was closed, or you sit there in another tab.");
    } else if (you !== undefined && table.m) {
      this.#begin(frame);
    } else if (you !== undefined) {
      if (this.table?.id !== table.id) this.#since = Date.now();
      this.table = table;
      keepTable(table.id);
      this.#draw(frame);
    }
  }

  #begin({ table, you, token }) {
    keepTable(null);
    const names = table.seats.map(({ name }) => name);
    keepSeat(table.m, token, { game: table.game, names, you, private: table.private ?? false });
    location.assign(`/m/${encodeURIComponent(table.m)}`);
  }

  #leave(words = "") {
    this.table = null;
    keepTable(null);
    this.root.hidden = true;
    this.#lobby.settled();
    this.#lobby.complain(words);
  }

  #refused({ r, code, reason, rule, retry_ms }) {
    if (r === AGAIN || r === LOOK) {
      if (!retry_ms) this.#leave(this.table ? "The table is not there any more." : "");
    } else if (r === SIT || r === RISE) {
      this.#lobby.complain(code === "has_begun" ? "" : `${reason}${rule ? ` (${rule})` : ""}.`);
    }
  }

  #draw({ table, invite, you }) {
    this.root.hidden = false;
    keep(this.#seats, table.seats.map((seat, place) => ({ ...seat, place })), ({ place }) => place, () => el("li"), (item, seat) => {
      item.className = seat.name ? (seat.away ? "seat-away" : "seat-taken") : "seat-free";
      say(item, seat.name ? `${seat.name}${seat.place === you ? " (you)" : ""}${seat.away ? ", away" : ""}` : "free");
    });
    say(this.#words, invite ? "Send your friend this link" : "Anybody may sit down, also by this link");
    say(this.#link, `${location.origin}/#table=${invite ?? table.id}`);
    this.#invite.hidden = table.seats.every(({ name }) => name);
    this.tick();
    this.#lobby.settled();
  }
}
