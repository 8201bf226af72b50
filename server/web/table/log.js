// What happened, in sentences, newest first; the name of a card shows it.

import { el, keep } from "/dom.js";

const SHOWN = 120;
const SEATS = /(^|: |targeting |to |on |attacks |by )([A-H])(?=$|[ ,:'])/g;

export class Log {
  #lines = el("ol", "log");
  root = el("section", "panel log-panel", el("h2", "", "Log"), this.#lines);
  #known = null; // matches what cards were called
  #count = 0;

  constructor() {
    this.#lines.setAttribute("aria-live", "polite");
    this.#lines.setAttribute("aria-relevant", "additions");
    this.#lines.tabIndex = 0;
    this.#lines.setAttribute("aria-label", "log");
  }

  update(scene) {
    const { lines, seen } = scene.match;
    if (seen.size !== this.#count) {
      this.#count = seen.size;
      const names = [...seen.keys()].sort((one, other) => other.length - one.length).map(escaped);
      this.#known = names.length ? new RegExp(`(?<![\\w])(?:${names.join("|")})(?![\\w])`, "g") : null;
    }
    const update = (element, line) => this.#write(element, line, scene);
    keep(this.#lines, lines.slice(-SHOWN).reverse(), (line) => line.n, () => el("li"), update);
  }

  #write(element, line, scene) {
    const text = withPeople(line.text, scene);
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
      parts.push(text.slice(last, found.index), named(found[0], seen.get(found[0]), scene));
      last = found.index + found[0].length;
    }
    return [...parts, text.slice(last)];
  }
}

function named(name, card, scene) {
  const element = el("button", "named", scene.plain(name));
  element.type = "button";
  element.dataset.peek = card.id;
  element.dataset.called = name;
  return element;
}

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The log writes seats as letters, as gestures do; people have names. */
const withPeople = (text, scene) => text.replace(SEATS, (whole, before, letter) => before + scene.seatName(letter.charCodeAt(0) - 65));
