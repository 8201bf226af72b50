// The end of a match: who won and why, its turning points, and what one may do now. A person who wants to see the board
// folds it to one line; the same line says why there is no match to be seen.

import { dress, el, keep, say } from "/dom.js";
import { unreached } from "/net/part.js";
import { sentence } from "/table/log.js";
import { isTranslated } from "/words/language.js";
import { listed, phrase } from "/words/phrase.js";

const MOST_TURNING = 3;
/** Why a match is over for which nobody in particular is to blame, by the code of its result. */
const ENDINGS = { draw: "end.agreed", loop: "end.loop", budget: "end.budget", villain: "end.villain", scheme: "end.scheme", defeated: "end.eliminated" };

export class End {
  #head = el("h2", "end-head");
  #said = el("p", "said", el("span", "end-who"), el("span", "end-why"));
  #points = el("ol", "end-points");
  #pointsHead = el("h3", "", phrase("end.turning_points"));
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
    this.root.hidden = true;
    this.root.setAttribute("aria-label", phrase("end.how_it_ended"));
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

  /** Fetch the style, once there is something to be seen; without the server it does without. */
  #dress() {
    this.#dressing ??= dress("/end/end.css").then(() => {
      this.#isDressed = true;
      this.#page.draw();
    });
  }

  #dressing = null;
  #isDressed = false;

  update(scene) {
    const { match } = this.#page; // not the moment that somebody looks back at
    const failure = match.failure || match.hindrance;
    const isWanted = Boolean(match.result || failure);
    if (isWanted) this.#dress();
    this.root.hidden = !isWanted || !this.#isDressed || this.#page.staging.isRunning; // how it came about is shown before
    if (this.#page.staging.isRunning) return;
    if (this.root.hidden) return;
    if (this.#page.shown !== match) this.#isFolded = true;
    const isBetween = Boolean(match.rematch?.series) && !match.rematch.next; // one exchanges cards: the sheet would lie over them
    const isOpen = Boolean(match.result && match.view.game) && !this.#isFolded && !isBetween;
    this.root.classList.toggle("end", isOpen);
    this.#fold.hidden = !(match.result && match.view.game) || isBetween;
    say(this.#fold, phrase(isOpen ? "end.see_board" : "end.how_it_ended"));
    say(this.#head, failure ? "" : (this.#page.goal?.heading() ?? heading(match, scene)));
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
    if (isOver && match.you !== null && !rematch?.next && !rematch?.series) links.push(["again", phrase("end.again"), null]);
    if (rematch?.next) links.push(["next", phrase(rematch.series ? "end.next_game" : "end.next_match"), `/m/${encodeURIComponent(rematch.next)}`]);
    if (hasRecord) links.push(["watch", phrase("end.watch_from_start"), null], ["fork", phrase("table.play_on"), null], ["record", phrase("end.record"), match.isPrivate ? null : `/records/${encodeURIComponent(this.#id)}.txt`]);
    links.push(["all", phrase("end.all_matches"), "/"]);
    this.#page.goal?.replace(links);
    const acts = { anew: () => this.#page.goal.tryAgain(), again: () => match.agree("rematch"), watch: () => this.#watch(), fork: () => this.#page.playOn(), record: () => this.#save() };
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
    else this.#complain(unreached());
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
    const on = button(phrase("table.play_on"), () => this.#page.playOn(number - 1));
    on.className = "end-on";
    return el("li", "", go, on);
  }
}

function writePoint(item, { turn, seat, change, line }, scene) {
  const [go, on] = item.children;
  const [when, what, why] = go.children;
  item.dataset.seat = seat;
  const called = phrase("table.turn", { turn: scene.words.turn ?? phrase("table.turn_word"), number: turn });
  say(when, called);
  say(what, change(scene));
  say(why, line ? scene.plain(sentence(line, scene)) : "");
  on.setAttribute("aria-label", phrase("end.play_on_from", { turn: called }));
}

function heading({ result, hands }, { players, table }) {
  if (result.code === "closed") return phrase("end.no_result");
  const winners = result.winners ?? [];
  const count = hands.filter((seat) => winners.includes(seat)).length;
  const isWhole = hands.length > 0 && (!count || count === hands.length); // else one has played both sides, or none
  if (isWhole && (winners.length || table.side)) return phrase(count ? "end.you_won" : "end.you_lost");
  return won(winners, players, table);
}

const namesOf = (seats, players) => listed(seats.map((seat) => players[seat]?.name ?? phrase("table.seat", { seat })));

function won(seats, players, { side }) {
  if (seats.length) return phrase("end.won", { count: seats.length, names: namesOf(seats, players) });
  return side ? phrase("end.side_won", { side }) : phrase("end.draw");
}

/** The winner, for the line that stands without the heading, and the reason. */
function ending({ result, view, you }, { players, table, words }) {
  if (result.code === "closed") return ["", [phrase("end.closed"), isTranslated() ? "" : result.reason].filter(Boolean).join(" \u2014 ")];
  const who = won(result.winners ?? [], players, table);
  const reason = reasonOf(result, view, words, you);
  return reason ? [`${who} \u2014 `, reason] : [who, ""];
}

/** The reason, in the game's own words where it has some for those who lost: at the end, whatever is looked back at. */
function reasonOf({ winners = [], code, reason = "" }, view, words, you) {
  const players = Object.keys(view).filter((key) => /^p\d+$/.test(key)).map((key) => view[key]);
  const losers = players.filter(({ seat, lost: how }) => how === code && !winners.includes(seat));
  const toYou = words[`end ${code} you`] ?? (code === "concede" ? phrase("end.you_conceded") : "");
  if (toYou && losers.some(({ seat }) => seat === you)) return toYou;
  const said = words[`end ${code}`] ?? (code === "concede" ? phrase("end.conceded", { who: "{who}" }) : "");
  if (losers.length && said) return losers.map(({ name }) => said.replace("{who}", name)).join(", ");
  return isTranslated() && code in ENDINGS ? phrase(ENDINGS[code]) : reason;
}

/** The players who want to play again, and those that they wait for. */
function waiting(match, { players }) {
  const { rematch, you } = match;
  const agreed = rematch?.seats ?? [];
  if (!agreed.length || rematch.next || rematch.series) return "";
  return agreed.includes(you) ? phrase("end.you_want_again") : phrase("end.want_again", { count: agreed.length, names: namesOf(agreed, players) });
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
