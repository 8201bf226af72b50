// What a player may do beside answering: offer something to the others, or give up. Giving up is asked twice.

import { el, say } from "/dom.js";

export class Menu {
  root = el("details", "menu", el("summary", "", "Menu"));
  #match;
  #list = el("div", "menu-list");
  #concede;

  constructor(match, help) {
    this.#match = match;
    const offer = (words, what) => this.#item(words, () => match.agree(what));
    this.#concede = this.#item("Concede", () => this.#giveUp());
    this.#concede.classList.add("grave");
    this.#list.append(
      offer("Offer a draw", "draw"),
      offer("Ask to take back", "takeback"),
      offer("Offer open hands", "open"),
      this.#item("Keys and help", help),
      this.#concede,
    );
    this.root.append(this.#list);
    this.root.addEventListener("toggle", () => this.#sayConcede(false));
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    document.addEventListener("click", (event) => !this.root.contains(event.target) && this.#close());
  }

  update() {
    this.root.hidden = this.#match.you === null || this.#match.result !== null;
  }

  #item(words, act) {
    const element = el("button", "", words);
    element.type = "button";
    element.addEventListener("click", () => {
      act();
      if (element !== this.#concede) this.#close();
    });
    return element;
  }

  #close() {
    this.root.open = false;
  }

  #giveUp() {
    if (!this.#concede.classList.contains("sure")) return this.#sayConcede(true);
    this.#match.concede();
    this.#close();
  }

  #sayConcede(isSure) {
    this.#concede.classList.toggle("sure", isSure);
    say(this.#concede, isSure ? "Concede: click again if you are sure" : "Concede");
  }
}
