// A thing that happens, large over the table: the sentence, and the card that it is about.

import { bigCard } from "/card/big_card.js";
import { withSymbols } from "/card/symbols.js";
import { el, say } from "/dom.js";
import { countWords } from "/stage/pace.js";
import { cardOf, isDoneBy } from "/stage/steps.js";
import { sentence } from "/table/log.js";
import { readScene } from "/table/scene.js";
import { phrase } from "/words/phrase.js";

export class StageCard {
  #card = el("div", "staged-card");
  #words = el("p", "staged-words");
  #left = el("span", "staged-left");
  root;
  #page;
  #drawn = null;
  #kinds = new Set(); // of lines that have stood there
  #names = new Set(); // of cards that have
  #read = new Set(); // those of them whose text had to be read

  constructor(page) {
    this.#page = page;
    const go = el("button", "staged-go", el("span", "", phrase("table.go_on")), el("kbd", "", phrase("table.space")));
    go.type = "button";
    go.addEventListener("click", () => page.staging.goOn());
    this.root = el("section", "staged", this.#card, el("div", "staged-said", this.#words, el("div", "staged-foot", this.#left, go)));
    this.root.setAttribute("aria-label", phrase("table.what_happens"));
    this.root.hidden = true;
    this.root.addEventListener("click", (event) => !event.target.closest("button") && page.staging.goOn());
  }

  /**
   * The words to be read at a step, those that one only has to recognise, as one did it or lines of their kind have stood
   * there before, and the text of a card that has to be read: the first time.
   */
  read({ lines }) {
    const { match } = this.#page;
    const { you, seen } = match;
    const scene = readScene(this.#page.shown);
    const card = named(lines[0], scene);
    const isOwn = card?.controller === you && isDoneBy(you, lines[0], seen);
    const isRead = card && !isOwn && lines.some((line) => hasToRead(you, line, scene.table)) && add(this.#read, card.name);
    let [words, known] = [card && !isOwn && add(this.#names, card.name) ? 1 : 0, 0];
    for (const line of lines) {
      const count = countWords(briefly(line, card, scene));
      if (add(this.#kinds, line.kind) && !isOwn) words += count;
      else known += count;
    }
    return { words, known, text: isRead ? (card.text ?? "") : "" };
  }

  update() {
    const { staging, scene } = this.#page;
    const { step } = staging;
    this.root.hidden = !step;
    if (!step || step === this.#drawn) return;
    this.#drawn = step;
    step.isDrawn = true;
    const { lines, left } = step;
    const [line] = lines;
    this.root.dataset.seat = line.seat ?? "";
    this.root.dataset.kind = line.kind ?? "";
    const card = named(line, scene);
    this.#words.replaceChildren(...lines.map((each) => el("span", "staged-line", ...withSymbols(said(each, card, scene)))));
    say(this.#left, left ? phrase("table.left_more", { left }) : "");
    this.#card.replaceChildren(...(card ? [bigCard(card, scene)] : []));
  }
}

/** Whether somebody has to read the card of a line: in some lines those alone whom it falls to. */
function hasToRead(you, { kind, seat }, { staged = {} }) {
  const [, read, own] = staged[kind]?.split(" ") ?? [];
  return Boolean(read) && (!own || you === null || seat === you);
}

/** Whether a word was not among others; now it is. */
const add = (words, word) => words.size < words.add(word).size;

/** The card that a line is about, as it is at that moment; else the first that it names, as it was seen last. */
function named(line, scene) {
  const [there] = (line.of ?? []).map((id) => scene.view[`o${id}`]).filter(Boolean);
  if (there && there.id === line.of[0]) return there;
  const card = cardOf(line.text, scene.match.seen);
  return card && !scene.entity(card.id) ? { ...card, label: card.name, number: card.label } : (card ?? there ?? null);
}

function said(line, card, scene) {
  const words = scene.plain(sentence(line, scene));
  return card?.number ? words.replaceAll(card.number, card.name) : words;
}

/** A sentence without the name of its card, which stands there large; others that one knows from the table are one word. */
function briefly(line, card, scene) {
  const things = [...(line.of ?? []).map((id) => scene.entity(id)), ...scene.players];
  const words = card?.name ? said(line, card, scene).replaceAll(card.name, "") : said(line, card, scene);
  return things.reduce((rest, thing) => (thing?.name ? rest.replaceAll(thing.name, "it") : rest), words);
}
