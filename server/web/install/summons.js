// "Your turn", said by the browser while the page is not looked at. It is asked for once, by the player, in the menu; a
// browser that does not say it has the title of the page, which tells the same.

import { phrase } from "/words/phrase.js";

const KEPT = "stackloop summons";

export class Summons {
  #match;
  #path;
  #w = 0; // the last question that was told of, or seen
  #isWanted = localStorage.getItem(KEPT) === "on";

  constructor(match, id) {
    this.#match = match;
    this.#path = `/m/${encodeURIComponent(id)}`;
    document.addEventListener("visibilitychange", () => !document.hidden && this.#clear());
  }

  /** Whether the browser can say anything, if it is allowed to. */
  get isPossible() {
    return Boolean(globalThis.Notification && navigator.serviceWorker);
  }

  get isOn() {
    return this.isPossible && this.#isWanted && Notification.permission === "granted";
  }

  /** Begin or end to say it; the browser asks whether it may, as this is called by a click. */
  async toggle() {
    const isOn = !this.isOn && (await Notification.requestPermission()) === "granted";
    this.#isWanted = isOn;
    localStorage.setItem(KEPT, isOn ? "on" : "off");
    return isOn;
  }

  /** Tell of the open question, once; of one that the page answers by itself nothing is said. */
  take(names, isIdle) {
    const { decision, result } = this.#match;
    const w = decision && !result && !isIdle ? decision.w : 0;
    if (w === this.#w) return;
    this.#w = w;
    if (!document.hidden || !this.isOn) return;
    if (w) this.#show(names);
    else this.#clear();
  }

  async #show(names) {
    const worker = await navigator.serviceWorker.getRegistration();
    await worker?.showNotification(phrase("table.summons"), { body: names, tag: this.#path, data: this.#path, icon: "/install/icon-192.png" });
  }

  async #clear() {
    const worker = await navigator.serviceWorker?.getRegistration();
    const shown = (await worker?.getNotifications?.({ tag: this.#path })) ?? [];
    for (const each of shown) each.close();
  }
}
