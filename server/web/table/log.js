// The log, in sentences, newest first, each turn under its heading; the name of a card shows it.

import { el, keep } from "/dom.js";
import { Heard } from "/table/heard.js";

const SHOWN = 120;
const NUMBER = /#\d+$/; // of one of several of a name
const TURN = "turn"; // what kind of line is a heading

export class Log {
  #lines = el("ol", "log");
  #heard = new Heard();
  root = el("section", "panel log-panel", el("h2", "", "Log"), this.#lines, this.#heard.root);
  #known = null; // matches what cards were called
  #count = 0;

  constructor() {
    this.#lines.tabIndex = 0;
    this.#lines.setAttribute("aria-label", "log");
  }

  update(scene) {
    const { lines, seen } = scene.match;
    if (seen.size !== this.#count) {
      this.#count = seen.size;
      const names = [...new Set([...seen.keys()].map((name) => name.replace(NUMBER, "")))].sort((one, other) => other.length - one.length).map(escaped);
      this.#known = names.length ? new RegExp(`(?<![\\w])(?:${names.join("|")})(?:#\\d+)?(?![\\w])`, "g") : null;
    }
    const update = (element, line) => this.#write(element, line, scene);
    keep(this.#lines, newestFirst(lines.slice(-SHOWN)), (line) => line.n, () => el("li"), update);
    this.#heard.update(lines, (line) => scene.plain(sentence(line, scene)));
  }

  #write(element, line, scene) {
    const text = sentence(line, scene);
    const parts = this.#parts(text, scene);
    const key = `${text}|${parts.length}`;
    if (element.dataset.said === key) return;
    element.dataset.said = key;
    element.dataset.seat = line.seat ?? "";
    element.dataset.kind = line.kind ?? "";
    element.replaceChildren(...parts);
  }

  /** A sentence with the names of cards as things that show them. */
  #parts(text, scene) {
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

/** Lines as they are read: the last turn first, below its heading what happened last. */
function newestFirst(lines) {
  const turns = [[]];
  for (const line of lines) {
    if (line.kind === TURN) turns.push([]);
    turns.at(-1).push(line);
  }
  return turns.reverse().flatMap((told) => (told[0]?.kind === TURN ? [told[0], ...told.slice(1).reverse()] : told.reverse()));
}

function named(name, card, scene) {
  const element = el("button", "named", scene.plain(name));
  element.type = "button";
  element.dataset.peek = card.id;
  element.dataset.called = name;
  return element;
}

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The log writes seats as letters, as gestures do, and says where; people have names. */
export function sentence({ text, seats = [] }, scene) {
  const letters = [...text];
  for (const at of seats) letters[at] = scene.seatName(letters[at].charCodeAt(0) - 65);
  return letters.join("");
}
