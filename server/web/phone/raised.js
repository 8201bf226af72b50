// The hand on a small window. A finger's first tap raises a card, large enough to be read; a swipe goes on to the next
// one, a tap on the raised one uses it, a tap beside it or a swipe down puts the hand down.
//
// Only what would be played by the tap is raised first: where several cards are chosen, each tap chooses one.

import { isSmall } from "/phone/window.js";
import { phrase } from "/words/phrase.js";

const SWIPE_PX = 40; // upwards or downwards
const SETTLED_MS = 80; // so long after a swipe no card goes on moving

export class Raised {
  #page;
  #hand = null; // while a card of it is raised
  #slot = null; // of the raised card
  #byFinger = false; // what was done last was
  #from = null; // where a finger touched the hand
  #timer = 0;

  constructor(page) {
    this.#page = page;
    const { root } = page;
    root.addEventListener("pointerdown", (event) => (this.#byFinger = event.pointerType === "touch"), { capture: true });
    root.addEventListener("click", (event) => this.#click(event), { capture: true });
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.lower() && event.stopPropagation(), { capture: true });
    root.addEventListener("touchstart", (event) => this.#touch(event), { passive: true });
    root.addEventListener("touchend", (event) => this.#leave(event), { passive: true });
    root.addEventListener("scroll", (event) => event.target === this.#hand && this.#settle(), { capture: true, passive: true });
    document.addEventListener("pointerdown", ({ target }) => !root.contains(target) && this.lower());
    addEventListener("resize", () => this.lower());
  }

  /** Put the hand down; false if no card of it is raised. */
  lower() {
    const hand = this.#hand;
    clearTimeout(this.#timer);
    this.#mark(null);
    this.#hand = null;
    hand?.classList.remove("raised");
    return hand !== null;
  }

  /** The table has been drawn anew: the raised card may be gone, or be of use now. */
  update() {
    if (!this.#hand) return;
    if (this.#slot?.isConnected && isSmall()) this.#mark(this.#slot);
    else this.lower();
  }

  #click(event) {
    if (!this.#byFinger || !event.detail || !isSmall()) return;
    const slot = handSlot(event.target);
    if (!slot) {
      if (this.lower()) stop(event); // what lies beneath was not meant
    } else if (this.#slot === slot) this.#use();
    else if (this.#hand || this.#isPlayed(slot)) {
      stop(event);
      this.#raise(slot);
    }
  }

  /** The click that comes through now uses the card; then nothing is raised any more. */
  #use() {
    const slot = this.#slot;
    setTimeout(() => this.#slot === slot && this.lower());
  }

  #isPlayed(slot) {
    const id = Number(cardOf(slot).dataset.id);
    return !this.#page.marks.able.has(id) || this.#page.question.isAtOnce;
  }

  #raise(slot) {
    this.#hand = slot.parentElement;
    this.#hand.classList.add("raised");
    this.#mark(slot);
    slot.scrollIntoView({ inline: "center", block: "nearest" });
  }

  /** Say on a card, and on no other, what a tap on it does. */
  #mark(slot) {
    if (this.#slot && this.#slot !== slot) delete this.#slot.dataset.up;
    this.#slot = slot;
    if (slot) slot.dataset.up = cardOf(slot).matches(".able") ? phrase("table.tap_again") : phrase("table.tap_for_why");
  }

  // ---------------------------------------------------------------- swipes

  #touch({ target, touches: [touch] }) {
    const slot = isSmall() ? handSlot(target) : null;
    this.#from = slot && { slot, x: touch.clientX, y: touch.clientY };
  }

  #leave({ changedTouches: [touch] }) {
    const from = this.#from;
    this.#from = null;
    if (!from) return;
    const [right, down] = [touch.clientX - from.x, touch.clientY - from.y];
    if (Math.abs(down) < Math.max(SWIPE_PX, Math.abs(right))) return;
    if (down > 0) this.lower();
    else if (!this.#hand) this.#raise(from.slot);
  }

  /** Once a swipe has come to rest, the card in the middle is the raised one. */
  #settle() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hand && this.#mark(middleOf(this.#hand)), SETTLED_MS);
  }
}

const cardOf = (slot) => slot.querySelector(":scope > .card");

const handSlot = (target) => (target.closest(".near .hand .card") ? target.closest(".slot") : null);

/** The slot that is nearest to the middle of what is seen of a hand. */
function middleOf(hand) {
  const { left, width } = hand.getBoundingClientRect();
  const away = (slot) => {
    const box = slot.getBoundingClientRect();
    return Math.abs(box.left + box.width / 2 - left - width / 2);
  };
  return [...hand.children].reduce((best, slot) => (away(slot) < away(best) ? slot : best));
}

function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
