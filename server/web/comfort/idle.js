// If there is nothing to do but pass, or one answer only, the page gives it by itself. Nobody at the table can learn
// anything from it where bots of the house have all other seats (the public is shown such a match at an even pace), or
// where the seat holds nothing that others do not see: there it passes at once. Else it passes after a moment, and the
// others see somebody who thinks.
//
// That moment does not depend on the hand. It has to be as long as a person takes who looks and decides to pass, as such an
// answer is to look like one: a person who only presses a key needs some 300 ms, one who reads the board up to a second.

import { onlyAnswer } from "/comfort/only.js";

const LEAST_MS = 300;
const SPREAD_MS = 800;

export class Idle {
  #match;
  #habits;
  #changed;
  #passes;
  #w = 0; // the decision that is, or was, answered so
  #timer = 0;

  /** `passes`: also the steps of a turn; not in the sandbox, where somebody wants to see a position before it is gone. */
  constructor(match, habits, changed, passes = true) {
    this.#passes = passes;
    this.#match = match;
    this.#habits = habits;
    this.#changed = changed;
  }

  /** Whether the open question is about to be answered. */
  get isRunning() {
    return this.#timer !== 0;
  }

  /** Whether the open question was answered so: then nobody is shown it. */
  get isGiven() {
    const { decision, isAnswered } = this.#match;
    return isAnswered && this.#w === decision.w;
  }

  /** Take up the open decision. */
  take() {
    const { decision } = this.#match;
    const w = decision && this.#answerTo(decision) !== null ? decision.w : 0;
    if (this.isRunning && w !== this.#w) this.#stop();
    if (!w || w === this.#w) return;
    this.#w = w;
    if (this.#tellsNothing(decision)) this.#answer(w);
    else this.#timer = setTimeout(() => this.#answer(w), LEAST_MS + Math.random() * SPREAD_MS);
  }

  /** Let the player think after all. */
  wait() {
    const was = this.isRunning;
    this.#stop();
    if (was) this.#changed();
    return was;
  }

  /**
   * Whether no person can learn anything from how fast it is answered. Of a play in flight the others see nothing until
   * it is whole: they see how long all of it took, in which the person has clicked before.
   */
  #tellsNothing({ open, cancel }) {
    return this.#match.isAlone || Boolean(open || cancel);
  }

  /** The answer that needs nobody; null if there is none, or the player wants to be asked. */
  #answerTo(decision) {
    const { isPatient, isFull, isPending, isOwn } = this.#habits;
    if (!isOwn || !isPatient || isFull || isPending || this.#match.isAnswered) return null;
    if (!this.#passes && decision.kind === "act" && !this.#match.view.game.stack?.length) return null;
    return passing(decision) ?? onlyAnswer(decision, this.#match);
  }

  #answer(w) {
    this.#timer = 0;
    const { decision } = this.#match;
    const answer = decision?.w === w ? this.#answerTo(decision) : null;
    if (answer === null) this.#changed();
    else this.#match.answer(answer, w, true);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }
}

/** The number of the option to pass, where there is nothing else but to make mana; null if there is more. */
function passing({ kind, options = [] }) {
  const pass = kind === "act" ? options.find((option) => option.do === "pass") : undefined;
  return pass && options.every((option) => option === pass || option.mana) ? pass.n : null;
}
