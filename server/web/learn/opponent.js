// The other seat of a lesson: a seat like any, held by this page over a connection of its own. It makes the gestures of the
// lesson, and declines all else.

import { declining, fits } from "/learn/lesson.js";
import { Match } from "/net/match.js";

export class Opponent {
  #lesson;
  #match;
  #done;

  /** `done` is called when it has done what a step says. */
  constructor(id, token, connection, lesson, done) {
    this.#lesson = lesson;
    this.#done = done;
    this.#match = new Match(id, connection, () => this.heed(), token);
    this.#match.enter();
  }

  /** The connection is there again. */
  enter() {
    this.#match.enter();
  }

  receive(frame) {
    this.#match.receive(frame);
  }

  /** Answer what is asked. */
  heed() {
    const { decision, isAnswered, result, view, trouble } = this.#match;
    if (!decision || isAnswered || result) return;
    const wanted = trouble ? null : this.#lesson.wanted("they", this.#match);
    const isMeant = wanted && (decision.options ?? []).some((option) => fits(option, wanted, view));
    if (!isMeant) return this.#match.answer(declining(decision), decision.w, true);
    this.#match.answer(this.#lesson.step.they, decision.w, true);
    this.#done();
  }
}
