// The goal of a match of a puzzle, above its table; and once that is decided, whether it was reached.

import { copyButton } from "/copy.js";
import { dress, el, say } from "/dom.js";
import { aboutSeat, keepSeat, seatToken } from "/net/tokens.js";
import { addressOf, after, asking, linkTo, readPuzzle, readPuzzles, sitDown } from "/puzzle/begin.js";
import { keepSolved, solved } from "/puzzle/kept.js";
import { phrase } from "/words/phrase.js";
import { refusal } from "/words/told.js";

const AGAIN = "fork"; // answers to that go where `page.forked` takes them
const WORDS = { solved: "puzzle.solved", failed: "puzzle.failed" };

export class Goal {
  #page;
  #id;
  #puzzle = null;
  #name;
  #next = null; // the puzzle to go on to
  #verdict = el("strong", "goal-verdict");
  #words = el("span", "goal-words");
  #back = button(phrase("puzzle.step_back"), () => this.#page.match.agree("takeback"));
  #again = button("", () => this.tryAgain());
  #onward = el("a", "button strong", phrase("puzzle.next"));
  verdict = null; // "solved" or "failed" once that is known
  root = el("section", "goal");

  constructor(page, id, name) {
    this.#page = page;
    this.#id = id;
    this.#name = name;
    dress("/puzzle/puzzle.css");
    this.root.setAttribute("aria-label", phrase("puzzle.puzzle"));
    this.#verdict.setAttribute("role", "status");
    this.#onward.hidden = true;
    const all = el("a", "", phrase("puzzle.all"));
    all.href = "/puzzles";
    const acts = el("span", "goal-acts", this.#back, this.#again, this.#onward, copyButton(() => linkTo(name), phrase("puzzle.copy_link")), all);
    this.root.append(el("p", "", this.#verdict, " ", this.#words), acts);
    this.#read();
  }

  async #read() {
    try {
      const [puzzle, all] = await Promise.all([readPuzzle(this.#name), readPuzzles()]);
      this.#puzzle = puzzle;
      this.#next = after(all, puzzle, solved());
      if (this.#next) this.#onward.href = addressOf(this.#next.name);
      say(this.#words, `${puzzle.title}: ${puzzle.text}`);
      this.#page.alsoDraw(() => this.#update(), () => true);
      this.#page.draw();
    } catch ({ message }) {
      say(this.#words, message);
    }
  }

  #update() {
    const { match } = this.#page;
    const { turn, phase } = match.view.game ?? {};
    if (turn === undefined) return;
    const about = aboutSeat(this.#id);
    if (about.turn === undefined) keepSeat(this.#id, seatToken(this.#id), { ...about, turn });
    const first = about.turn ?? turn;
    this.verdict = about.solved ? "solved" : judge(this.#puzzle, match.result, first, turn, phase);
    if (this.verdict === "solved" && !about.solved) {
      keepSeat(this.#id, seatToken(this.#id), { ...aboutSeat(this.#id), solved: true });
      keepSolved(this.#name);
    }
    this.root.dataset.verdict = this.verdict ?? "";
    say(this.#verdict, this.verdict ? phrase(WORDS[this.verdict]) : "");
    say(this.#again, phrase(this.verdict === "failed" ? "puzzle.again" : "puzzle.from_start"));
    this.#again.classList.toggle("strong", this.verdict === "failed");
    this.#back.disabled = Boolean(match.result) || match.pending || turn !== first; // somebody has drawn a card since
    this.#onward.hidden = this.verdict !== "solved" || !this.#next;
  }

  /** The line over the end of the match. */
  heading() {
    return this.verdict && phrase(WORDS[this.verdict]);
  }

  /** Of what one may do at the end, offer the puzzle again, or the next one, instead of another match. */
  replace(links) {
    const isNext = this.verdict === "solved" && this.#next;
    const first = isNext ? ["next", phrase("puzzle.next"), addressOf(this.#next.name)] : ["anew", phrase("puzzle.again"), null];
    const kept = links.filter(([key]) => key === "watch" || key === "record");
    links.splice(0, links.length, first, ...(isNext ? [["anew", phrase("puzzle.from_start"), null]] : []), ...kept, ["all", phrase("puzzle.all"), "/puzzles"]);
  }

  /** Begin anew, in another match. */
  tryAgain() {
    const page = this.#page;
    if (!this.#puzzle) return;
    this.#again.disabled = true;
    page.forked = async (answer) => {
      page.forked = null;
      this.#again.disabled = false;
      if (answer.t === "created") sitDown(answer, this.#puzzle);
      else page.match.complain(answer.r ? await refusal(answer) : phrase("puzzle.lost"));
    };
    page.connection.send(asking(this.#puzzle, AGAIN));
  }
}

/** Whether the goal is reached (solved) or out of reach (failed); nothing while that is open. */
function judge({ goal, until }, result, first, turn, phase) {
  const isPast = turn !== first || Boolean(until && phase === until);
  const isWon = Boolean(result?.winners?.includes(0));
  if (result) return isWon && (goal === "live" || !isPast) ? "solved" : "failed";
  return isPast ? (goal === "live" ? "solved" : "failed") : null;
}

function button(words, act) {
  const element = el("button", "", words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}
