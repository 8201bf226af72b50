// A deck list as text, with what is wrong with it beside its lines: the server reads it at each change.

import { el, keep, say } from "/dom.js";

const PAUSE_MS = 300; // without a key, before the server is asked
const MOST_LETTERS = 12288;
const WHERE_PARTLY = "Such cards are played without the rest of their text, against a bot or with friends whom you invite.";
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
  root;

  constructor(game, changed) {
    this.#game = game;
    this.#changed = changed;
    this.#text.spellcheck = false;
    this.#text.wrap = "off";
    this.#text.maxLength = MOST_LETTERS;
    this.#text.setAttribute("aria-label", "deck list, a card a line");
    this.#text.placeholder = `Paste a deck list here, a card a line:\n\n${game.sideboard ? HINT : HINT.split("\n\n")[0]}`;
    this.#numbers.setAttribute("aria-hidden", "true");
    this.#state.setAttribute("role", "status");
    this.#text.addEventListener("input", () => this.#edited());
    this.#text.addEventListener("scroll", () => this.#scroll());
    this.root = el("section", "deck-editor", el("div", "deck-paper", this.#numbers, this.#text), el("div", "deck-found", this.#state, this.#problems, this.#partly));
  }

  /** Show a deck's text, and have it read. */
  open(deck) {
    if (deck.id === this.#id && deck.text === this.#text.value) return;
    this.#id = deck.id;
    this.#text.value = deck.text;
    this.#show([]);
    say(this.#partly, "");
    this.#check();
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
      if (!frame.retry_ms) return this.complain(frame.reason || frame.code);
      this.#timer = setTimeout(() => this.#check(), frame.retry_ms);
      return;
    }
    const { legal = false, deck = {}, sideboard = {}, problems = [], title = "", partial = [] } = frame;
    this.#show(problems);
    this.#state.dataset.legal = legal;
    say(this.#state, legal ? "\u2713 Legal" : problems.length === 1 ? "\u2717 One thing is wrong" : `\u2717 ${problems.length} things are wrong`);
    say(this.#partly, partial.length ? `Understood in part: ${partial.join(" \u00b7 ")}. ${WHERE_PARTLY}` : "");
    this.#changed({ cards: deck, side: sideboard, legal, title, partial });
  }

  #edited() {
    this.#changed({ text: this.#text.value, legal: false });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE_MS);
    this.#number += 1; // what is on its way is about another text
    this.#show(this.#wrong);
    delete this.#state.dataset.legal;
    say(this.#state, "checking \u2026");
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

  #makeProblem({ line = 0, card = "", reason, rule = "", near = [] }) {
    const words = [card ? `${card}: ${reason}` : reason, rule ? ` (${rule})` : ""].join("");
    const row = el("li", "", line ? link(`line ${line}`, () => this.#go(line)) : null, el("span", "", words));
    for (const name of near) row.append(link(name, () => this.#replace(line, card, name), "deck-near"));
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
    if (!lines[line - 1]?.includes(card)) return;
    lines[line - 1] = lines[line - 1].replace(card, () => name);
    this.#text.value = lines.join("\n");
    this.#edited();
    this.#go(line);
  }

  #scroll() {
    this.#numbers.scrollTop = this.#text.scrollTop;
  }
}

function link(words, act, className = "deck-line") {
  const button = el("button", className, words);
  button.type = "button";
  button.addEventListener("click", act);
  return button;
}
