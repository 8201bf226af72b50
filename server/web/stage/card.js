// A thing that happens, large over the table: the sentence, and the card that it is about.

import { bigCard } from "/card/inspector.js";
import { withSymbols } from "/card/symbols.js";
import { el, say } from "/dom.js";
import { cardOf, isDoneBy } from "/stage/line.js";
import { sentence } from "/table/log.js";

export class StageCard {
  #card = el("div", "staged-card");
  #words = el("p", "staged-words");
  #left = el("span", "staged-left");
  root;
  #page;
  #drawn = null;
  #known = new Set(); // names of cards that have stood there
  #last = ""; // that of the last one

  constructor(page) {
    this.#page = page;
    const go = el("button", "staged-go", el("span", "", "Go on"), el("kbd", "", "Space"));
    go.type = "button";
    go.addEventListener("click", () => page.staging.goOn());
    this.root = el("section", "staged", this.#card, el("div", "staged-said", this.#words, el("div", "staged-foot", this.#left, go)));
    this.root.setAttribute("aria-label", "what happens");
    this.root.hidden = true;
    this.root.addEventListener("click", (event) => !event.target.closest("button") && page.staging.goOn());
  }

  /** The words of a line, whether one knows what it is about, and the text of a card that has not stood there before. */
  read(line) {
    const { scene } = this.#page;
    const card = named(line, scene);
    const words = said(line, card, scene);
    const isOwn = card?.controller === scene.match.you && isDoneBy(scene.match.you, line, scene.match.seen);
    const isKnown = isOwn || (card !== null && card.name === this.#last);
    const isNew = card && !this.#known.has(card.name);
    this.#last = card?.name ?? "";
    if (isNew) this.#known.add(card.name);
    return { words, isKnown, text: isNew && scene.table.side && !isOwn ? (card.text ?? "") : "" };
  }

  update() {
    const { staging, scene } = this.#page;
    const { step } = staging;
    this.root.hidden = !step;
    if (!step || step === this.#drawn) return;
    this.#drawn = step;
    const { line, left } = step;
    this.root.dataset.seat = line.seat ?? "";
    this.root.dataset.kind = line.kind ?? "";
    const card = named(line, scene);
    this.#words.replaceChildren(...withSymbols(said(line, card, scene)));
    say(this.#left, left ? `${left} more` : "");
    this.#card.replaceChildren(...(card ? [bigCard(card, scene)] : []));
  }
}

/** The card that a line names. One that has gone is the only one in sight: its number tells it from nothing. */
function named(line, scene) {
  const card = cardOf(line.text, scene.match.seen);
  return card && !scene.entity(card.id) ? { ...card, label: card.name, number: card.label } : card;
}

function said(line, card, scene) {
  const words = scene.plain(sentence(line, scene));
  return card?.number ? words.replaceAll(card.number, card.name) : words;
}
