// Everything there is to read on a card, what may be done with it, and why it cannot be done now.

import { bigCard, keywordsOf } from "/card/big_card.js";
import { withSymbols } from "/card/symbols.js";
import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";
import { learnReasons } from "/words/language.js";
import { phrase } from "/words/phrase.js";

/**
 * Open a card; a seat that plays is told what it might do with it, and what made it what it is. While it is open it is
 * drawn as it comes to be, and closed once it is seen no more.
 */
export function inspect(object, page) {
  new Inspected(object, page);
}

class Inspected {
  #page;
  #object;
  #card = el("article");
  #told = el("div", "told-of");
  #terms = el("div", "terms-of");
  #root = el("div", "inspected", this.#card, this.#told, this.#terms);
  #explained = ""; // the keywords that are
  #drawn = null; // the card without what was told of it
  #asked = 0; // the question that was open when it was asked what may be done with it
  #frame = null; // what was told last
  #words = null; // how that is put: loaded once somebody is told anything

  constructor(object, page) {
    this.#page = page;
    this.#object = object;
    const wasSeen = Boolean(page.scene.entity(object.id));
    const note = el("p", "card-note");
    note.setAttribute("role", "status");
    this.#told.append(note);
    this.#draw();
    const dialog = openDialog(this.#root);
    this.#ask();
    const update = () => (wasSeen && !page.scene.entity(object.id) ? dialog.close() : this.#update());
    page.alsoDraw(update, () => dialog.open && this.#root.isConnected);
  }

  #update() {
    this.#object = this.#page.scene.entity(this.#object.id) ?? this.#object;
    if (this.#draw() || this.#asked !== this.#page.match.decision?.w) this.#ask();
  }

  /** Draw the card anew, if it has changed. */
  #draw() {
    const card = bigCard(this.#object, this.#page.scene);
    if (this.#drawn?.isEqualNode(card)) return false;
    this.#drawn = card.cloneNode(true);
    this.#swap(() => {
      this.#card.replaceWith(card);
      this.#card = card;
      this.#drawLines();
    });
    this.#explain();
    return true;
  }

  /** Say what the keywords of the card mean, once the words for that are there. */
  async #explain() {
    const keywords = keywordsOf(this.#object);
    const key = keywords.join();
    if (key === this.#explained) return;
    this.#explained = key;
    const { termsOf } = (keywords.length && (await import("/card/terms.js").catch(() => null))) || {};
    const list = await termsOf?.(this.#page.scene.game.name, keywords).catch(() => null);
    if (this.#explained === key) this.#terms.replaceChildren(...(list ? [list] : []));
  }

  #ask() {
    const { match, shown } = this.#page;
    if (match.you === null || match.result || shown !== match) return; // of what was nobody is asked
    this.#asked = match.decision?.w;
    match.why(this.#object.id, (frame) => this.#tell(frame));
  }

  async #tell(frame) {
    const [note] = this.#told.children;
    if (!frame) return;
    if (frame.t === "nack") {
      if (frame.code === "rate_limited" && !this.#frame) note.textContent = phrase("card.too_fast");
      return;
    }
    const [words] = await Promise.all([import("/card/told.js"), learnReasons(this.#page.scene.game.name)]).catch(() => [null]);
    if (!words) return; // the connection is lost: with the next change it is asked again
    this.#words = words;
    this.#frame = frame;
    const uses = frame.uses ?? [];
    const can = frame.code === "can" || uses.some(({ code }) => code === "can");
    const barred = uses.length ? phrase("card.not_now") : phrase("card.not_now_why", { why: words.reasonOf(frame) }); // else each use says why
    const said = can ? phrase("card.can_now") : barred;
    const parts = [words.usesOf(uses, this.#page.scene), words.changesOf(frame.changes, this.#object, this.#page)].filter(Boolean);
    this.#swap(() => {
      note.dataset.can = can;
      if (note.textContent !== said) note.replaceChildren(...withSymbols(said)); // heard when it changes
      for (const part of [...this.#told.children].slice(1)) part.remove();
      this.#told.append(...parts);
      this.#drawLines();
    });
  }

  /** The text as it runs, once it is told. */
  #drawLines() {
    const lines = this.#frame?.lines ?? [];
    if (lines.length) this.#card.querySelector(".card-lines").replaceChildren(...this.#words.linesOf(lines, this.#object, this.#page));
  }

  /** Change what is there; who reads by keys stays where they are, and what they have opened stays open. */
  #swap(change) {
    const things = () => [...this.#root.querySelectorAll("button, summary")];
    const at = things().indexOf(document.activeElement);
    const opened = new Set([...this.#root.querySelectorAll("details[open]")].map(nameOf));
    change();
    for (const each of this.#root.querySelectorAll("details")) each.open ||= opened.has(nameOf(each));
    if (at >= 0) (things()[at] ?? this.#root).focus({ preventScroll: true });
  }
}

const nameOf = (details) => details.querySelector(".use-name").textContent;
