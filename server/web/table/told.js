// Log and chat on a small window: they lie below the table, and one tap lays them over it.

import { el, say } from "/dom.js";

export class Told {
  #unread = el("span", "chat-unread");
  button = el("button", "to-told", "Log", this.#unread);
  root;
  #chat;

  constructor(log, chat) {
    this.#chat = chat;
    this.root = el("div", "told-side", log.root, chat.root);
    this.button.type = "button";
    this.button.setAttribute("aria-label", "log and chat");
    this.button.setAttribute("aria-expanded", "false");
    this.button.addEventListener("click", () => this.#show(!this.isOpen));
  }

  get isOpen() {
    return this.root.classList.contains("over");
  }

  /** Put it away again; false if it did not lie over the table. */
  close() {
    const was = this.isOpen;
    this.#show(false);
    return was;
  }

  update() {
    say(this.#unread, this.#chat.unread);
    this.button.setAttribute("aria-label", ["log and chat", this.#chat.unread].filter(Boolean).join(", "));
  }

  #show(isOpen) {
    this.root.classList.toggle("over", isOpen);
    this.button.setAttribute("aria-expanded", String(isOpen));
  }
}
