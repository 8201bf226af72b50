// The panel of a lesson: what is said in this step, and the way on. It stands over the table, and is read out.

import { withSymbols } from "/card/symbols.js";
import { el } from "/dom.js";
import { told } from "/words/language.js";
import { phrase } from "/words/phrase.js";

export class Panel {
  root = el("section", "lesson");
  #words = el("p", "lesson-words");
  #hint = el("p", "lesson-hint");
  #foot = el("p", "lesson-foot");
  #drawn = "";

  /** `acts` has `on`, `again`, and where the next lesson and all lessons are. */
  constructor({ title, number, count }, acts) {
    this.acts = acts;
    const head = el("h2", "", phrase("learn.number", { number, count }), ": ", told(title));
    this.root.setAttribute("aria-label", phrase("learn.lesson"));
    this.#words.setAttribute("role", "status");
    this.#hint.setAttribute("role", "alert");
    this.root.append(head, this.#words, this.#hint, this.#foot);
  }

  /** Show words, a hint, and how one goes on: "read", "play" or "over". */
  show(words, hint, way) {
    const drawn = [words, hint, way].join("|");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.root.dataset.way = way;
    this.#words.replaceChildren(...withSymbols(words));
    this.#hint.replaceChildren(...withSymbols(hint));
    this.#hint.hidden = !hint;
    this.#foot.replaceChildren(...this.#ways(way));
  }

  #ways(way) {
    const { on, again, next, all } = this.acts;
    if (way === "read") return [button(phrase("learn.continue"), on, "strong")];
    if (way === "play") return [button(phrase("learn.again"), again, "quiet")];
    return [next ? link(phrase("learn.next"), next, "strong") : link(phrase("learn.play"), "/", "strong"), button(phrase("learn.again"), again, "quiet"), link(phrase("learn.all"), all, "quiet")];
  }
}

function button(words, act, kind) {
  const element = el("button", kind, words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function link(words, href, kind) {
  const element = el("a", `button ${kind}`, words);
  element.href = href;
  return element;
}
