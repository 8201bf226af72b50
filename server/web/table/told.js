// Log and chat on a small window: a sheet over the table, opened by one tap. Another tap there, one beside it, a swipe
// downwards or Escape puts it away.

import { el, say } from "/dom.js";
import { phrase } from "/words/phrase.js";

const SWIPE_PX = 40; // downwards

export class Told {
  #unread = el("span", "chat-unread");
  #tabs;
  button = el("button", "to-told", phrase("table.log"), this.#unread);
  root;
  #chat;

  constructor(log, chat) {
    this.#chat = chat;
    this.#tabs = [
      ["log", phrase("table.log")],
      ["chat", phrase("table.chat")],
    ].map(([name, words]) => this.#press(el("button", "sheet-tab", words), () => this.#turn(name), name));
    const close = this.#press(el("button", "sheet-close", "\u2715"), () => this.close());
    close.setAttribute("aria-label", phrase("table.put_away"));
    const head = el("header", "sheet-head", ...this.#tabs, close);
    this.root = el("div", "told-side", head, log.root, chat.root);
    this.button.setAttribute("aria-label", phrase("table.log_and_chat"));
    this.button.setAttribute("aria-expanded", "false");
    this.#press(this.button, () => this.#show(!this.isOpen));
    this.#listenForFingers(head);
    this.#turn("log");
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
    const { unread } = this.#chat;
    say(this.#unread, unread);
    this.button.setAttribute("aria-label", [phrase("table.log_and_chat"), unread].filter(Boolean).join(", "));
    this.#tabs[1].dataset.unread = unread;
    this.#tabs[1].hidden = this.#chat.root.hidden;
  }

  #press(element, act, name = "") {
    element.type = "button";
    element.dataset.tab = name;
    element.addEventListener("click", act);
    return element;
  }

  #listenForFingers(head) {
    let from = 0;
    head.addEventListener("touchstart", ({ touches: [touch] }) => (from = touch.clientY), { passive: true });
    head.addEventListener("touchend", ({ changedTouches: [touch] }) => touch.clientY - from > SWIPE_PX && this.close(), { passive: true });
    document.addEventListener("pointerdown", ({ target }) => {
      const isOwn = [this.root, this.button, document.getElementById("dialog")].some((part) => part.contains(target));
      if (this.isOpen && !isOwn) this.close();
    });
  }

  #show(isOpen) {
    const hadFocus = this.root.contains(document.activeElement);
    this.root.classList.toggle("over", isOpen);
    this.button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) this.#turn(this.#unread.textContent ? "chat" : this.root.dataset.shown);
    else if (hadFocus) this.button.focus({ preventScroll: true });
  }

  /** Show one of both in the sheet. */
  #turn(name) {
    this.root.dataset.shown = name;
    for (const tab of this.#tabs) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
    if (this.isOpen && name === "chat") this.#chat.root.open = true;
  }
}
