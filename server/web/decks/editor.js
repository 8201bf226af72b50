// A deck list as text, with what is wrong with it: the server reads it at each change, whether typed or clicked.

import { isUnread } from "/decks/list_text.js";
import { el, keep, say } from "/dom.js";
import { phrase } from "/words/phrase.js";
import { refusal } from "/words/told.js";

const PAUSE_MS = 300; // without a key, before the server is asked
const MOST_LETTERS = 12288;
const HINT = "4 Lightning Bolt\n20 Mountain\n\nSideboard\n2 Shock";

/** `changed(part)` is told what is new of the deck: its text, and what the server found in it. */
export class Editor {
  #game;
  #changed;
  #send = null;
  #text = el("textarea", "deck-text");
  #numbers = el("ol", "deck-numbers");
  #state = el("p", "deck-checked");
  #partly = el("p", "deck-partly");
  #problems = el("ul", "deck-problems");
  #id = null; // of the open deck
  #number = 0; // of the last question
  #timer = 0;
  #wrong = []; // as it was told last
  #isTyped = false; // and not read yet
  #waiting = []; // for that
  found;
  root;

  constructor(game, changed) {
    this.#game = game;
    this.#changed = changed;
    this.#text.spellcheck = false;
    this.#text.wrap = "off";
    this.#text.maxLength = MOST_LETTERS;
    this.#text.setAttribute("aria-label", phrase("decks.list"));
    this.#text.placeholder = `${phrase("decks.paste_here")}\n\n${game.sideboard ? HINT : HINT.split("\n\n")[0]}`;
    this.#numbers.setAttribute("aria-hidden", "true");
    this.#state.setAttribute("role", "status");
    this.#text.addEventListener("input", () => this.#edited());
    this.#text.addEventListener("scroll", () => this.#scroll());
    this.found = el("section", "deck-found", this.#state, this.#problems, this.#partly);
    this.found.setAttribute("aria-label", phrase("decks.legality"));
    this.root = el("details", "deck-editor", el("summary", "", phrase("decks.as_list")), el("div", "deck-paper", this.#numbers, this.#text));
    this.root.open = true;
  }

  /** Show a deck's text, and have it read. */
  open(deck) {
    if (deck.id === this.#id && deck.text === this.#text.value) return;
    this.#id = deck.id;
    this.#text.value = deck.text;
    this.#waiting = [];
    this.#show([]);
    say(this.#partly, "");
    delete this.#state.dataset.legal;
    say(this.#state, phrase("decks.checking"));
    this.#isTyped = Boolean(deck.text.trim()) && !deck.cards;
    this.#check();
  }

  focus() {
    this.root.open = true;
    this.#text.focus();
  }

  /** Call `change(problems)` for another text once what is typed has been read: the deck is known then. */
  change(change) {
    if (this.#isTyped) return this.#waiting.push(change);
    this.#text.value = change(this.#wrong);
    this.#isTyped = this.#wrong.some(isUnread); // such lines have moved
    this.#ask();
  }

  close() {
    this.#id = null;
    clearTimeout(this.#timer);
  }

  /** There is a connection to ask on. */
  ask(send) {
    this.#send = send;
    this.#check();
  }

  complain(words) {
    say(this.#state, words);
    this.#state.dataset.legal = false;
  }

  receive(frame) {
    if (frame.r !== `deck ${this.#number}` || this.#id === null) return;
    if (frame.t === "nack") {
      if (!frame.retry_ms) return refusal(frame).then((words) => this.complain(words));
      this.#timer = setTimeout(() => this.#check(), frame.retry_ms);
      return;
    }
    const { legal = false, deck = {}, sideboard = {}, problems = [], title = "", partial = [] } = frame;
    this.#show(problems);
    this.#state.dataset.legal = legal;
    say(this.#state, legal ? `\u2713 ${phrase("decks.legal")}` : `\u2717 ${phrase("decks.wrong", { count: problems.length })}`);
    say(this.#partly, partial.length ? phrase("decks.partly", { names: partial.join(" \u00b7 ") }) : "");
    this.#isTyped = false;
    this.#changed({ cards: deck, side: sideboard, legal, title, partial });
    for (const change of this.#waiting.splice(0)) this.change(change);
  }

  #edited() {
    this.#isTyped = true;
    this.#changed({ text: this.#text.value, legal: false });
    this.#ask();
  }

  /** Ask about the text soon. */
  #ask() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE_MS);
    this.#number += 1; // what is on its way is about another text
    this.#show(this.#wrong);
    delete this.#state.dataset.legal;
    say(this.#state, phrase("decks.checking"));
  }

  #check() {
    clearTimeout(this.#timer);
    if (this.#id === null || !this.#send) return;
    this.#number += 1;
    this.#send({ t: "check", game: this.#game.name, text: this.#text.value, partial: true, r: `deck ${this.#number}` });
  }

  // ---------------------------------------------------------------- what is wrong

  #show(problems) {
    this.#wrong = problems;
    const wrong = new Map();
    for (const { line, reason } of problems) if (line) wrong.set(line, [...(wrong.get(line) ?? []), reason]);
    const lines = this.#text.value.split("\n").map((_, at) => at + 1);
    keep(this.#numbers, lines, (line) => line, () => el("li"), (mark, line) => {
      say(mark, wrong.has(line) ? `\u2717 ${line}` : String(line));
      mark.classList.toggle("wrong", wrong.has(line));
      mark.title = (wrong.get(line) ?? []).join("; ");
    });
    const rows = problems.map((problem, at) => ({ ...problem, key: `${at} ${problem.line ?? 0} ${problem.reason} ${problem.card ?? ""}` }));
    keep(this.#problems, rows, ({ key }) => key, (problem) => this.#makeProblem(problem), () => {});
    this.#scroll();
  }

  #makeProblem({ code = "", line = 0, card = "", reason, rule = "", near = [] }) {
    const words = [card ? `${card}: ${reason}` : reason, rule ? ` (${rule})` : ""].join("");
    const row = el("li", "", line ? link(phrase("decks.line", { line }), () => this.#go(line)) : null, el("span", "", words));
    for (const name of near) row.append(link(name, () => this.#replace(line, card, name), "deck-near"));
    if (isUnread({ code, line })) row.append(link(phrase("decks.leave_out"), () => this.#leaveOut(line, card), "deck-near"));
    return row;
  }

  /** Put the cursor on a line. */
  #go(line) {
    const lines = this.#text.value.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    this.#text.focus();
    this.#text.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
    const height = this.#text.scrollHeight / Math.max(1, lines.length);
    this.#text.scrollTop = Math.max(0, (line - 4) * height);
  }

  /** Write the name that was meant. */
  #replace(line, card, name) {
    const lines = this.#text.value.split("\n");
    const at = lineOf(lines, line, card);
    if (at < 0) return;
    lines[at] = lines[at].replace(card, () => name);
    this.#text.value = lines.join("\n");
    this.#edited();
    this.#go(at + 1);
  }

  #leaveOut(line, card) {
    const lines = this.#text.value.split("\n");
    const at = lineOf(lines, line, card);
    if (at < 0) return;
    this.#text.value = lines.filter((_, each) => each !== at).join("\n");
    this.#edited();
  }

  #scroll() {
    this.#numbers.scrollTop = this.#text.scrollTop;
  }
}

/** The place of the line that a problem is about: a click may have moved it since it was told. */
function lineOf(lines, line, card) {
  return lines[line - 1]?.includes(card) ? line - 1 : lines.findIndex((each) => each.includes(card));
}

function link(words, act, className = "deck-line") {
  const button = el("button", className, words);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}
