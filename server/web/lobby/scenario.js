// The scenario that all play against: chosen part by part, as the game tells the choices.

import { gameOf } from "/decks/games.js";
import { el } from "/dom.js";
import { phrase } from "/words/phrase.js";

export class ScenarioChoice {
  root = el("div", "more-numbers");
  #named;
  #parts = []; // as the server tells them, each with its `selects`
  #isPartly = false; // cards that are understood in part are allowed

  /** `named` gives a control its name for those who hear the page. */
  constructor(game, named) {
    this.#named = named;
    this.root.hidden = true;
    gameOf(game).then(
      ({ scenario = [] }) => {
        this.#parts = scenario.map((part) => ({ ...part, selects: [] }));
        this.root.hidden = !scenario.length;
        this.#draw();
      },
      () => {}, // the choice of a deck says that it could not be read
    );
  }

  /** Let things be chosen with cards that are understood in part, or no longer. */
  allow(isPartly) {
    if (this.#isPartly === isPartly) return;
    this.#isPartly = isPartly;
    for (const part of this.#parts) {
      if (part.selects.every(({ selectedIndex }) => this.#may(part.options[selectedIndex]))) continue;
      if (part.several) part.usual = null; // the usual ones are chosen anew
      else part.selects[0].selectedIndex = 0;
    }
    this.#draw();
  }

  /** Whether something can be played. */
  #may({ unread, partial }) {
    return !unread && (!partial || this.#isPartly);
  }

  /** The scenario as `open` wants it; nothing where all is as usual. */
  line() {
    const isUsual = this.#parts.every((part) => (part.several ? isAlike(part) : part.selects[0].selectedIndex === 0));
    if (isUsual) return {};
    const words = this.#parts.map((part) => (part.several ? severalOf(part) : part.selects[0].value));
    return { scenario: words.filter(Boolean).join(" ") };
  }

  #draw() {
    for (const part of this.#parts) if (!part.several && !part.selects.length) part.selects = [this.#select(part, 0)];
    for (const part of this.#parts) {
      if (!part.several) continue;
      const usual = this.#usual(part);
      if (usual.join() !== part.usual?.join()) part.selects = usual.map((text, place) => this.#select(part, place, text));
      part.usual = usual;
    }
    for (const part of this.#parts) for (const select of part.selects) this.#forbid(select, part);
    const labels = this.#parts.flatMap(({ selects }) => selects.map((select) => select.parentElement));
    const isThere = labels.length === this.root.children.length && labels.every((label, place) => label === this.root.children[place]);
    if (!isThere) this.root.replaceChildren(...labels);
  }

  /** The things that go with those chosen in other parts. */
  #usual({ title }) {
    const chosen = this.#parts.filter(({ several }) => !several).map(({ options, selects }) => options[selects[0].selectedIndex]);
    return chosen.flatMap((option) => option?.usual[title] ?? []);
  }

  #select(part, place, text = part.options[0]?.text) {
    const select = el("select");
    for (const option of part.options) {
      select.append(new Option(wordsOf(option), option.text));
    }
    select.value = text;
    const words = place ? `${part.title} ${place + 1}` : part.title;
    el("label", "", words, this.#named(select, words));
    select.addEventListener("change", () => this.#draw());
    return select;
  }

  /** Of several things none is chosen twice; none is chosen that cannot be played. */
  #forbid(select, { options, selects }) {
    const others = new Set(selects.filter((other) => other !== select).map(({ value }) => value));
    options.forEach((option, place) => (select.options[place].disabled = !this.#may(option) || others.has(option.text)));
  }
}

const textsOf = ({ selects }) => selects.map(({ value }) => value);
const isAlike = (part) => textsOf(part).sort().join() === [...part.usual].sort().join();
const severalOf = (part) => (isAlike(part) ? "" : part.before + textsOf(part).join(part.between));

function wordsOf({ title, unread, partial }) {
  if (unread) return phrase("lobby.unread_cards", { title, count: unread });
  return partial ? phrase("lobby.partial_cards", { title, count: partial }) : title;
}
