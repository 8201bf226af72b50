// An answer to one question must never answer another. A question is withdrawn when somebody else acts first, maybe at
// the moment of a click: then the click does nothing, and that is said.

const GRACE_MS = 400; // nobody has read a question and answers it within so little

/** `of()` is the number of the question on screen, 0 if there is none; `settled` is called when one may be answered. */
export class Late {
  #of;
  #settled;
  #timer = 0;
  #turned = -Infinity; // when a question went that was not answered here, or, at once, the one came that took its place
  #pressed = null; // the question on screen when a mouse button or finger went down
  #hasGlowed = false; // whether it had a use for what was pressed

  constructor(of, settled) {
    this.#of = of;
    this.#settled = settled;
    const press = ({ target }) => {
      this.#pressed = this.#of();
      this.#hasGlowed = Boolean(target.closest(".able"));
    };
    document.addEventListener("pointerdown", press, { capture: true });
  }

  /** Another question is on screen from now on, or none; `isForeign`: though nobody answered the one before it here. */
  turn(isForeign) {
    if (!isForeign && !this.isFresh) return;
    this.#turned = performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#settled, GRACE_MS);
  }

  /** Whether the question on screen took the place of another only now. */
  get isFresh() {
    return performance.now() - this.#turned < GRACE_MS;
  }

  /** Whether what is done now was meant for another question; `event` is the click that does it, if one does. */
  is(event = null) {
    return this.#isLongPress(event) || this.isFresh;
  }

  /** Whether a click was begun on what glowed for a question that went before the click ended. */
  missed(event) {
    return this.#hasGlowed && this.#isLongPress(event);
  }

  #isLongPress(event) {
    return Boolean(event?.detail) && this.#pressed !== null && this.#pressed !== this.#of();
  }
}
