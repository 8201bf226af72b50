// A card shown whole beside what is hovered or focused: a card, an item of the stack, a name in the log.

import { bigCard } from "/card/big_card.js";
import { el } from "/dom.js";

const AFTER_MS = 220;
const GAP = 10;

export class Peek {
  root = el("div", "peek");
  #page;
  #timer = 0;
  #over = null;
  #pointed = null; // on the table, what the name of it is hovered elsewhere

  constructor(page) {
    this.#page = page;
    this.root.hidden = true;
    this.root.setAttribute("aria-hidden", "true"); // what it shows is read with the thing itself
    const { root } = page;
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#turn(event.target));
    root.addEventListener("pointerleave", () => this.hide());
    root.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.#turn(event.target));
    root.addEventListener("focusout", () => this.hide());
    root.addEventListener("pointerdown", () => this.hide());
    addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    addEventListener("scroll", () => this.hide(), { capture: true, passive: true });
  }

  hide() {
    clearTimeout(this.#timer);
    this.#over = null;
    this.root.hidden = true;
    this.#pointed?.classList.remove("pointed");
    this.#pointed = null;
  }

  #turn(target) {
    const thing = target.closest?.("[data-peek], .card[data-id], .item[data-id]");
    if (thing === this.#over) return;
    this.hide();
    this.#over = thing;
    if (thing) this.#timer = setTimeout(() => this.#show(thing), AFTER_MS);
  }

  #show(thing) {
    const card = this.#read(thing);
    if (!card || !thing.isConnected) return;
    this.root.replaceChildren(bigCard(card, this.#page.scene));
    this.root.hidden = false;
    this.#pointed = thing.dataset.peek ? this.#page.elementOf(card.id) : null;
    this.#pointed?.classList.add("pointed");
    beside(this.root, thing);
  }

  /** The card that a thing is about: of something on the stack its card, of a name the last card that had it. */
  #read({ dataset }) {
    const { scene, match } = this.#page;
    const entity = scene.entity(Number(dataset.peek ?? dataset.id));
    if (dataset.called) return entity?.name && dataset.called.startsWith(entity.name) ? entity : match.seen.get(dataset.called);
    return (entity?.card && scene.entity(entity.card)) || (entity?.source && scene.entity(entity.source)) || entity;
  }
}

/** Put a box beside a thing, where the window has room. */
function beside(box, thing) {
  const near = thing.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const right = near.right + GAP + width <= innerWidth;
  const left = near.left - GAP - width >= 0;
  const x = right ? near.right + GAP : left ? near.left - GAP - width : (innerWidth - width) / 2;
  const y = Math.min(Math.max(GAP, near.top + near.height / 2 - height / 2), Math.max(GAP, innerHeight - height - GAP));
  box.style.setProperty("left", `${Math.round(x)}px`);
  box.style.setProperty("top", `${Math.round(y)}px`);
}
