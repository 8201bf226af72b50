// The log, in sentences, oldest first: what happened last stands at the bottom, each turn under its heading. Players stand in
// their colour, the name of a card shows it, and mana that is made for something is folded to one line.

import { el, keep } from "/dom.js";
import { Heard } from "/table/heard.js";
import { namesIn } from "/table/labels.js";
import { phrase } from "/words/phrase.js";

const SHOWN = 120;
const NUMBER = /#\d+$/; // of one of several of a name
const MANA = "mana"; // what kind of line is folded

export class Log {
  #lines = el("ol", "log-lines");
  #scroll = el("div", "log", this.#lines); // from below: it stays at its end while something is added there
  #heard = new Heard();
  root = el("section", "panel log-panel", el("h2", "", phrase("table.log")), this.#scroll, this.#heard.root);
  #known = null; // matches what cards were called

  constructor() {
    this.#scroll.tabIndex = 0;
    this.#scroll.setAttribute("role", "region");
    this.#scroll.setAttribute("aria-label", phrase("table.log"));
  }

  update(scene) {
    const { lines, seen } = scene.match;
    this.#known = namesIn(seen);
    const update = (element, said) => this.#write(element, said, scene);
    keep(this.#lines, folded(lines.slice(-SHOWN)), ([{ n }]) => n, makeLine, update);
    this.#heard.update(lines, (line) => scene.plain(sentence(line, scene)));
  }

  /** One line, or several of mana, of which the first sums up. */
  #write(element, lines, scene) {
    const [line] = lines;
    const parts = lines.map((each) => this.#parts(each, scene));
    const key = lines.map((each, index) => `${sentence(each, scene)}|${parts[index].length}`).join("\n");
    if (element.dataset.said === key) return;
    element.dataset.said = key;
    element.dataset.seat = line.seat ?? "";
    element.dataset.kind = line.kind ?? "";
    if (lines.length === 1) return element.replaceChildren(...parts[0]);
    const whole = element.querySelector("details") ?? el("details", "", el("summary"), el("ul"));
    const sum = whole.firstElementChild;
    sum.replaceChildren(whoOf(line.seat, scene), ` \u00b7 ${phrase("table.mana")} \u00d7 ${lines.length}`);
    whole.lastElementChild.replaceChildren(...parts.map((each) => el("li", "", ...each)));
    element.replaceChildren(whole);
  }

  /** A sentence with players in their colour, and the names of cards as things that show them. */
  #parts(line, scene) {
    const parts = [];
    let last = 0;
    for (const at of line.seats ?? []) {
      parts.push(...this.#cards(line.text.slice(last, at), scene), whoOf(line.text.charCodeAt(at) - 65, scene));
      last = at + 1;
    }
    return [...parts, ...this.#cards(line.text.slice(last), scene)].filter((part) => part !== "");
  }

  #cards(text, scene) {
    const { seen } = scene.match;
    if (!this.#known) return [text];
    const parts = [];
    let last = 0;
    for (const found of text.matchAll(this.#known)) {
      const name = seen.has(found[0]) ? found[0] : found[0].replace(NUMBER, "");
      if (!seen.has(name)) continue;
      parts.push(text.slice(last, found.index), named(name, seen.get(name), scene));
      last = found.index + name.length;
    }
    return [...parts, text.slice(last)];
  }
}

const makeLine = () => el("li", "log-line");

/** Lines as they are told: one by one, but those of mana that one player makes on end together. */
function folded(lines) {
  const told = [];
  for (const line of lines) {
    const before = told.at(-1);
    if (line.kind === MANA && before?.[0].kind === MANA && before[0].seat === line.seat) before.push(line);
    else told.push([line]);
  }
  return told;
}

function whoOf(seat, scene) {
  const element = el("b", "log-who", scene.seatName(seat));
  element.dataset.seat = seat;
  return element;
}

function named(name, card, scene) {
  const element = el("button", "named", scene.plain(name));
  element.type = "button";
  element.dataset.peek = card.id;
  element.dataset.called = name;
  return element;
}

/** The log writes seats as letters, as gestures do, and says where; people have names. */
export function sentence({ text, seats = [] }, scene) {
  const letters = [...text];
  for (const at of seats) letters[at] = scene.seatName(letters[at].charCodeAt(0) - 65);
  return letters.join("");
}
