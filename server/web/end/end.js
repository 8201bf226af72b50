// The end of a match: who won and why, its turning points, and what one may do now. A person who wants to see the board
// folds it to one line; the same line says why there is no match to be seen.

import { el, keep, say } from "/dom.js";
import { sentence } from "/table/log.js";

const MOST_TURNING = 3;
const CONCEDED = "{who} conceded";

export class End {
  #head = el("h2", "end-head");
  #said = el("p", "said", el("span", "end-who"), el("span", "end-why"));
  #points = el("ol", "end-points");
  #pointsHead = el("h3", "", "Turning points");
  #turning = el("div", "end-turning", this.#pointsHead, this.#points);
  #links = el("div", "links");
  #wait = el("p", "end-wait");
  #fold = el("button", "end-fold");
  #page;
  #id;
  #isFolded = false;
  #isSought = false;
  #found = [];
  root = el("section", "banner", this.#fold, this.#head, this.#said, this.#links, this.#wait, this.#turning); // what comes later moves no button

  constructor(page, id) {
    this.#page = page;
    this.#id = id;
    const style = el("link");
    style.rel = "stylesheet";
    style.href = "/end/end.css";
    document.head.append(style);
    this.root.hidden = true;
    this.root.setAttribute("aria-label", "How it ended");
    this.#head.setAttribute("aria-live", "polite");
    this.#wait.setAttribute("role", "status");
    this.#fold.type = "button";
    this.#fold.addEventListener("click", () => this.#show(this.#isFolded));
  }

  /** Fold it; false if there was nothing to fold. */
  close() {
    const isOpen = !this.root.hidden && this.root.classList.contains("end");
    if (isOpen) this.#show(false);
    return isOpen;
  }

  update(scene) {
    const { match } = this.#page; // not the moment that somebody looks back at
    const failure = match.failure || match.hindrance;
    this.root.hidden = !(match.result || failure) || this.#page.staging.isRunning; // how it came about is shown before
    if (this.#page.staging.isRunning) return;
    if (this.root.hidden) return;
    if (this.#page.shown !== match) this.#isFolded = true;
    const isBetween = Boolean(match.rematch?.series) && !match.rematch.next; // one exchanges cards: the sheet would lie over them
    const isOpen = Boolean(match.result && match.view.game) && !this.#isFolded && !isBetween;
    this.root.classList.toggle("end", isOpen);
    this.#fold.hidden = !(match.result && match.view.game) || isBetween;
    say(this.#fold, isOpen ? "See the board" : "How it ended");
    say(this.#head, failure ? "" : heading(match, scene));
    const [who, why] = failure ? ["", failure] : ending(match, scene);
    say(this.#said.children[0], who);
    say(this.#said.children[1], why);
    say(this.#wait, failure ? "" : waiting(match, scene));
    if (isOpen) this.#seek(match);
    this.#turning.hidden = this.#found.length === 0;
    keep(this.#points, this.#found, ({ number }) => number, (point) => this.#make(point), (item, point) => writePoint(item, point, scene));
    this.#draw(match);
  }

  #show(isOpen) {
    this.#isFolded = !isOpen;
    if (isOpen && this.#page.shown !== this.#page.match) this.#page.scrubber.leave();
    this.#page.draw();
  }

  // ---------------------------------------------------------------- what one may do

  #draw(match) {
    const { result, rematch } = match;
    const links = [];
    const isOver = Boolean(result);
    const hasRecord = isOver && result.code !== "closed";
    if (isOver && match.you !== null && !rematch?.next && !rematch?.series) links.push(["again", "Play again", null]);
    if (rematch?.next) links.push(["next", rematch.series ? "To the next game" : "To the next match", `/m/${encodeURIComponent(rematch.next)}`]);
    if (hasRecord) links.push(["watch", "Watch from the start", null], ["fork", "Play on from here", null], ["record", "Record", match.isPrivate ? null : `/records/${encodeURIComponent(this.#id)}.txt`]);
    links.push(["all", "All matches", "/"]);
    const acts = { again: () => match.agree("rematch"), watch: () => this.#watch(), fork: () => this.#page.playOn(), record: () => this.#save() };
    const make = ([key, words, address]) => {
      const element = address ? link(words, address) : button(words, acts[key]);
      element.classList.add(`end-${key}`);
      return element;
    };
    keep(this.#links, links, ([key]) => key, make, (element, [key]) => {
      if (key === "again") element.disabled = Boolean(rematch?.seats?.includes(match.you));
    });
  }

  async #watch() {
    const scrubber = await this.#page.lookBack();
    if (scrubber) scrubber.playFrom(0);
    else this.#complain("The server cannot be reached now: try again.");
  }

  /** The record of a private match is shown to those who have a token, which a link cannot carry. */
  async #save() {
    try {
      const { download } = await import("/replay/record.js");
      await download(this.#id);
    } catch ({ message }) {
      this.#complain(message);
    }
  }

  #complain(words) {
    this.#page.match.complain(words);
  }

  // ---------------------------------------------------------------- turning points

  /** Look for them once; of a match without a record there are none. */
  async #seek(match) {
    if (this.#isSought || match.result.code === "closed") return;
    this.#isSought = true;
    try {
      const { turningPoints } = await import("/end/turning.js");
      this.#found = await turningPoints((...asked) => match.earlier(...asked), MOST_TURNING);
      if (this.#found.length) this.#page.draw();
    } catch {
      this.#found = []; // the end stands without them
    }
  }

  #make({ number }) {
    const go = button("", async () => (await this.#page.lookBack())?.go(number));
    go.className = "end-point";
    go.append(el("b"), el("span", "end-change"), el("span", "end-cause"));
    const on = button("Play on from here", () => this.#page.playOn(number - 1));
    on.className = "end-on";
    return el("li", "", go, on);
  }
}

function writePoint(item, { turn, seat, change, line }, scene) {
  const [go, on] = item.children;
  const [when, what, why] = go.children;
  item.dataset.seat = seat;
  const called = `${scene.words.turn ?? "Turn"} ${turn}`;
  say(when, called);
  say(what, change(scene));
  say(why, line ? scene.plain(sentence(line, scene)) : "");
  on.setAttribute("aria-label", `Play on from here: ${called}`);
}

function heading({ result, you }, { players, table }) {
  if (result.code === "closed") return "No result";
  const winners = result.winners ?? [];
  const isPlayer = you !== null;
  if (!winners.length) return table.side ? (isPlayer ? "You lost" : `The ${table.side} won`) : "A draw";
  if (isPlayer) return winners.includes(you) ? "You won" : "You lost";
  return `${winners.map((seat) => players[seat]?.name ?? `seat ${seat}`).join(" and ")} won`;
}

/** The winner, for the line that stands without the heading, and the reason. */
function ending({ result, view }, { players, table }) {
  if (result.code === "closed") return ["", `The match was closed without a result${result.reason ? ` \u2014 ${result.reason}` : ""}`];
  const winners = (result.winners ?? []).map((seat) => players[seat]?.name ?? `seat ${seat}`);
  const who = winners.length ? `${winners.join(" and ")} won` : table.side ? `The ${table.side} won` : "A draw";
  const reason = reasonOf(result, view, table);
  return reason ? [`${who} \u2014 `, reason] : [who, ""];
}

/** The reason, in the game's own words where it has some for those who lost: at the end, whatever is looked back at. */
function reasonOf({ winners = [], code, reason = "" }, view, { words = {} }) {
  const players = Object.keys(view).filter((key) => /^p\d+$/.test(key)).map((key) => view[key]);
  const lost = players.filter(({ seat, lost: how }) => how === code && !winners.includes(seat)).map(({ name }) => name);
  const said = words[`end ${code}`] ?? (code === "concede" ? CONCEDED : "");
  return lost.length && said ? said.replace("{who}", lost.join(" and ")) : reason;
}

/** The players who want to play again, and those that they wait for. */
function waiting(match, { players }) {
  const { rematch, you } = match;
  const agreed = rematch?.seats ?? [];
  if (!agreed.length || rematch.next || rematch.series) return "";
  const names = (seats) => seats.map((seat) => players[seat]?.name ?? `seat ${seat}`).join(" and ");
  return agreed.includes(you) ? "You want to play again: waiting for the others" : `${names(agreed)} want${agreed.length > 1 ? "" : "s"} to play again`;
}

function button(words, act) {
  const element = el("button", "", words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function link(words, address) {
  const element = el("a", "", words);
  element.href = address;
  return element;
}
