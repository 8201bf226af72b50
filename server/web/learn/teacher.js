// A lesson at a table: it holds back what is not meant, says why, shows what is, and goes on.

import { declining, isPayment, Lesson } from "/learn/lesson.js";
import { Opponent } from "/learn/opponent.js";
import { Panel } from "/learn/panel.js";
import { keepDone } from "/learn/progress.js";
import { told } from "/words/language.js";
import { phrase } from "/words/phrase.js";

const SHOWN = { hand: ".near .hand", own: ".near .lines, .near .behind", foe: ".far .seat-head, .far .lines", phases: ".middle", stack: ".stack-panel", ask: ".ask", log: ".log-panel, .to-told" };

export class Teacher {
  #page;
  #match;
  #lesson;
  #about;
  #panel;
  #hint = "";
  #answer;

  /** `about` is the lesson as the server has it, with its number, and where one goes from here. */
  constructor(page, about) {
    this.#page = page;
    this.#match = page.match;
    this.#about = about;
    this.#lesson = new Lesson(about);
    this.#panel = new Panel(about, { on: () => this.#goOn(), again: () => location.reload(), next: about.next, all: about.all });
    this.#answer = this.#match.answer.bind(this.#match);
    this.#match.answer = (a, w, isIdle) => this.#heed(a, w, isIdle);
    page.root.classList.add("taught");
    page.question.root.before(this.#panel.root);
    page.root.addEventListener("click", () => page.draw()); // a menu may have opened
    addEventListener("pagehide", () => this.#match.result || this.#match.concede()); // nobody comes back to it
    page.alsoDraw(() => this.#draw(), () => true);
  }

  /** Have somebody play the other seat, by a token for it. */
  invite(id, token, connection) {
    return new Opponent(id, token, connection, this.#lesson, () => this.#goOn());
  }

  #goOn() {
    this.#hint = "";
    this.#lesson.advance();
    this.#page.draw();
  }

  /** Give an answer of the learner's, or hold it back and say why. */
  #heed(a, w, isIdle) {
    const { decision } = this.#match;
    if (decision?.w !== w || this.#match.isAnswered) return this.#answer(a, w, isIdle);
    if (this.#lesson.take(a, decision, this.#match)) {
      this.#hint = "";
      return this.#answer(a, w, isIdle);
    }
    const { hint } = this.#lesson.step;
    this.#hint = hint ? told(hint) : phrase("learn.not_now");
    this.#page.draw();
  }

  // ---------------------------------------------------------------- drawing

  #draw() {
    this.#decline();
    const { step, before, isOver } = this.#lesson;
    const { decision, result } = this.#match;
    const isPaying = Boolean(decision && isPayment(decision) && !this.#match.isAnswered);
    if (step?.reach && (result || this.#match.view.game?.phase === step.reach)) return this.#goOn();
    if (isOver) {
      keepDone(this.#about.game, this.#about.name);
      this.#panel.show(`${this.#said(before)} ${phrase("learn.done")}`, "", "over");
    } else if (isPaying) {
      this.#panel.show(this.#lesson.pay ? told(this.#lesson.pay) : phrase("learn.pay"), this.#hint, "play");
    } else {
      this.#panel.show(told(step.say), this.#hint, step.show ? "read" : "play");
    }
    this.#point(isPaying);
  }

  /** The last words of a lesson stay, if they were not read before. */
  #said = (step) => (step.show ? "" : told(step.say));

  /** Decline what has nothing to do with the step. */
  #decline() {
    const { step } = this.#lesson;
    const { decision, isAnswered, result } = this.#match;
    if (!step || step.show || !decision || isAnswered || result || isPayment(decision)) return;
    const isThere = step.reach && this.#match.view.game?.phase === step.reach;
    if (!isThere && !this.#lesson.meant(decision, this.#match).length) this.#answer(declining(decision), decision.w, true);
  }

  /** Mark what is meant: a part of the table, the cards to be clicked, or else the button. */
  #point(isPaying) {
    const { root, scene } = this.#page;
    for (const element of document.querySelectorAll(".meant")) element.classList.remove("meant");
    const { step } = this.#lesson;
    const mark = (selector) => document.querySelectorAll(selector).forEach((element) => element.classList.add("meant"));
    root.dataset.meant = "";
    if (step?.show) return mark(SHOWN[step.show]);
    const { decision, isAnswered } = this.#match;
    if (!decision || isAnswered || !step && !isPaying) return;
    const menu = root.querySelector(".choice-menu:not([hidden])");
    if (menu && !isPaying) return this.#choiceOf(menu, decision)?.classList.add("meant");
    const left = isPaying ? [] : this.#left(decision);
    if (left.length) for (const id of new Set(left)) mark(`[data-id="${scene.shownAs(id)}"]`);
    else root.dataset.meant = "main";
  }

  /** The button of what is meant, among all that one thing may do. */
  #choiceOf(menu, { options }) {
    const [meant] = this.#lesson.meant({ options }, this.#match);
    const same = options.filter(({ refs = [] }) => refs[0] === meant?.refs?.[0]);
    return menu.querySelectorAll("[data-choice]")[same.indexOf(meant)];
  }

  /** The things that are still to be clicked for what is meant; of a pair first the one, then the other. */
  #left(decision) {
    const { marks, drafts } = this.#page.question;
    const options = this.#lesson.meant(decision, this.#match).filter(({ do: what }) => what !== "pass" && what !== "confirm");
    const isFree = (id) => !marks.picked.has(this.#page.scene.shownAs(id));
    const free = options.flatMap(({ refs = [] }) => refs.slice(0, 1)).filter(isFree);
    if (free.length || decision.kind !== "assign") return free;
    return options.filter(({ refs }) => !drafts.some(([from]) => from === refs[0])).map(({ amounts }) => amounts[0]);
  }
}
