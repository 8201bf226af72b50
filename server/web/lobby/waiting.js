// The table at which one waits: who sits there, since when, the link for a friend; and on to the match once all are there.
// A reload goes on waiting, and so does a tab that is opened after this one was closed.

import { copyButton } from "/copy.js";
import { el, keep, say } from "/dom.js";
import { keepAlso, keepSeat, keepTable, myTable } from "/net/tokens.js";
import { ago, termsOf } from "/lobby/words.js";
import { phrase } from "/words/phrase.js";
import { refusal } from "/words/told.js";

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
    const cancel = el("button", "", phrase("lobby.cancel"));
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
    say(this.#head, isFree ? phrase("lobby.waiting") : phrase("lobby.all_here"));
    say(this.#terms, `${this.#lobby.title(this.table.game)} \u00b7 ${termsOf(this.table)} \u00b7 ${phrase("lobby.waiting_since", { time: ago(Date.now() - this.#since) })}`);
  }

  #told(frame) {
    const { table, you, gone, r } = frame;
    const isAway = you !== undefined && Boolean(table.seats[you].away);
    if (r === LOOK) {
      if (isAway) this.#lobby.connection.send({ t: "sit", r: AGAIN, table: table.id });
    } else if (r === RISE) {
      this.#leave();
    } else if (gone) {
      if (table.id === this.table?.id) this.#leave(phrase("lobby.no_longer"));
    } else if (you !== undefined && table.m) {
      this.#begin(frame);
    } else if (you !== undefined) {
      if (this.table?.id !== table.id) this.#since = Date.now();
      this.table = table;
      keepTable(table.id);
      this.#draw(frame);
    }
  }

  #begin({ table, you, token, also = [] }) {
    keepTable(null);
    const names = table.seats.map(({ name }) => name);
    keepSeat(table.m, token, { game: table.game, names, you, private: table.private ?? false });
    for (const { seat, token: right } of also) keepAlso(table.m, seat, right);
    location.assign(`/m/${encodeURIComponent(table.m)}`);
  }

  #leave(words = "") {
    this.table = null;
    keepTable(null);
    this.root.hidden = true;
    this.#lobby.settled();
    this.#lobby.complain(words);
  }

  async #refused(frame) {
    const { r, code, retry_ms } = frame;
    if (r === AGAIN || r === LOOK) {
      if (!retry_ms) this.#leave(this.table ? phrase("lobby.table_gone") : "");
    } else if (r === SIT || r === RISE) {
      this.#lobby.complain(code === "has_begun" ? "" : await refusal(frame));
    }
  }

  #draw({ table, invite, you }) {
    this.root.hidden = false;
    keep(this.#seats, table.seats.map((seat, place) => ({ ...seat, place })), ({ place }) => place, () => el("li"), (item, seat) => {
      item.className = seat.name ? (seat.away ? "seat-away" : "seat-taken") : "seat-free";
      say(item, calledAs(seat, you));
    });
    say(this.#words, invite ? phrase("lobby.send_link") : phrase("lobby.open_link"));
    say(this.#link, `${location.origin}/#table=${invite ?? table.id}`);
    this.#invite.hidden = table.seats.every(({ name }) => name);
    this.tick();
    this.#lobby.settled();
  }
}

/** A seat by the name of the person there, and whether that is oneself, or somebody who is away. */
function calledAs({ name, place, away, of }, you) {
  if (!name) return phrase("lobby.free");
  const called = [place, of].includes(you) ? phrase("lobby.you", { name }) : name;
  return away ? phrase("lobby.seat_away", { name: called }) : called;
}
