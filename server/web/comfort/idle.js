// If there is nothing to do but pass, the page passes by itself. Nobody at the table can learn anything from it where bots
// of the house have all other seats (the public is shown such a match at an even pace), or where the seat holds nothing
// that others do not see: there it passes at once. Else it passes after a moment, and the others see somebody who thinks.
//
// That moment does not depend on the hand. It has to be as long as a person takes who looks and decides to pass, as such an
// answer is to look like one: a person who only presses a key needs some 300 ms, one who reads the board up to a second.

const LEAST_MS = 300;
const SPREAD_MS = 800;

export class Idle {
  #match;
  #habits;
  #changed;
  #w = 0; // the decision that is, or was, passed so
  #timer = 0;

  constructor(match, habits, changed) {
    this.#match = match;
    this.#habits = habits;
    this.#changed = changed;
  }

  /** Whether the open question is about to be passed. */
  get isRunning() {
    return this.#timer !== 0;
  }

  /** Take up the open decision. */
  take() {
    const { decision } = this.#match;
    const w = decision && this.#isIdle(decision) ? decision.w : 0;
    if (this.isRunning && w !== this.#w) this.#stop();
    if (!w || w === this.#w) return;
    this.#w = w;
    if (this.#tellsNothing(decision)) this.#pass(w);
    else this.#timer = setTimeout(() => this.#pass(w), LEAST_MS + Math.random() * SPREAD_MS);
  }

  /** Let the player think after all. */
  wait() {
    const was = this.isRunning;
    this.#stop();
    if (was) this.#changed();
    return was;
  }

  /** Whether no person can learn anything from how fast it is answered. */
  #tellsNothing({ open }) {
    return this.#match.isAlone || Boolean(open);
  }

  #isIdle(decision) {
    const { isPatient, isFull, isPending, isOwn } = this.#habits;
    if (!isOwn || !isPatient || isFull || isPending || decision.kind !== "act" || this.#match.isAnswered) return false;
    const options = decision.options ?? [];
    return options.some((option) => option.do === "pass") && options.every((option) => option.do === "pass" || option.mana);
  }

  #pass(w) {
    this.#timer = 0;
    const { decision } = this.#match;
    const pass = decision?.w === w && decision.options.find((option) => option.do === "pass");
    if (pass) this.#match.answer(pass.n, w, true);
    else this.#changed();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }
}
