// Several things that one card can do: a small list beside it.

import { button } from "/ask/kind.js";
import { el } from "/dom.js";
import { phrase } from "/words/phrase.js";

const GAP = 6;

export class Menu {
  root = el("div", "choice-menu");
  #turned;

  /** `turned()` is called when it has been opened or closed. */
  constructor(turned) {
    this.#turned = turned;
    this.root.hidden = true;
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", phrase("table.what_to_do"));
    document.addEventListener("pointerdown", (event) => !this.root.contains(event.target) && this.close());
    addEventListener("resize", () => this.close());
  }

  get isOpen() {
    return !this.root.hidden;
  }

  /** Offer `choices`, {words, act} and maybe the key that does the same, beside an element. */
  open(beside, choices, words = "") {
    const take = (act) => () => {
      this.close();
      act();
    };
    const buttons = choices.map(({ words, act, key }, index) => {
      const element = button(words, take(act), { key: `choice ${index}`, isChoice: true });
      if (key) element.append(el("kbd", "", key));
      return element;
    });
    this.root.replaceChildren(...(words ? [el("p", "hint", words)] : []), ...buttons, button(phrase("table.back"), () => this.close(), { className: "quiet", key: "choice back" }));
    this.root.hidden = false;
    this.#turned();
    const near = (beside ?? this.root.parentElement).getBoundingClientRect();
    const { width, height } = this.root.getBoundingClientRect();
    const left = Math.min(Math.max(GAP, near.left), innerWidth - width - GAP);
    const top = near.top - height - GAP >= 0 ? near.top - height - GAP : Math.min(near.bottom + GAP, innerHeight - height - GAP);
    this.root.style.setProperty("left", `${Math.round(left)}px`);
    this.root.style.setProperty("top", `${Math.round(top)}px`);
    buttons[0]?.focus();
  }

  close() {
    const was = this.isOpen;
    this.root.hidden = true;
    if (was) this.#turned();
    return was;
  }
}
