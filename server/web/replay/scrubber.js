// Looking back: a bar that goes through a match step by step, plays it, finds a turn, and shares a moment.
//
// The table draws what `moment` holds instead of the match while somebody looks back; at the end of a match that runs it
// is the match again.

import { openDialog } from "/card/dialog.js";
import { dress, el, say } from "/dom.js";
import { Reel } from "/net/reel.js";
import { Moment } from "/replay/moment.js";
import { clockFace } from "/table/clocks.js";
import { learn } from "/words/language.js";
import { phrase, term } from "/words/phrase.js";
import { wordsOf } from "/words/told.js";

const SPEEDS = [1, 2, 5, 10]; // steps in a second
const USUAL = 2;
const STILL = ["i", "?"]; // keys that are of use in the past too
const LATER_MS = 2000; // a match that runs has more steps every few moments

export class Scrubber {
  moment = null; // what is looked at, null for the match as it is
  #page;
  #match;
  #id;
  #reel = null;
  #at = 0;
  #wanted = null; // the step that is being fetched
  #timer = 0;
  #isClosed = false; // it is over, and there is no record of it
  #buttons = {};
  #slider = el("input", "scrub");
  #where = el("p", "scrub-where");
  #move = el("p", "scrub-move");
  #trouble = el("p", "trouble");
  #turn = el("input", "turn-of");
  #turnWord = el("span");
  #speed = el("select");
  #live;
  root;

  constructor(page, id) {
    this.#page = page;
    this.#match = page.match;
    this.#id = id;
    const transport = el(
      "div",
      "transport",
      this.#button("first", "\u21e4", phrase("replay.first"), () => this.go(0)),
      this.#button("back", "\u2190", phrase("replay.back"), () => this.step(-1)),
      this.#button("play", "\u25b6", phrase("replay.play"), () => this.#toggle()),
      this.#button("forward", "\u2192", phrase("replay.on"), () => this.step(1)),
      this.#button("last", "\u21e5", phrase("replay.last"), () => this.#toLast()),
    );
    this.#live = this.#button("live", phrase("replay.to_now"), phrase("replay.to_now_note"), () => this.leave());
    this.#live.classList.add("strong");
    this.root = el(
      "section",
      "scrubber",
      el("div", "scrub-line", transport, this.#slider, this.#live, this.#button("more", "\u22ef", phrase("replay.more"), () => this.#unfold())),
      el("div", "scrub-said", this.#where, this.#move, this.#trouble),
      this.#tools(),
    );
    this.root.setAttribute("aria-label", phrase("replay.look_back"));
    this.#buttons.more.setAttribute("aria-expanded", false);
    dress("/replay/replay.css");
    this.#trouble.setAttribute("role", "alert");
    this.#slider.type = "range";
    this.#slider.min = 0;
    this.#slider.setAttribute("aria-label", phrase("replay.step"));
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    this.update();
  }

  #tools() {
    this.#turn.type = "number";
    this.#turn.min = 1;
    this.#turn.addEventListener("change", () => this.#toTurn(Number(this.#turn.value)));
    for (const speed of SPEEDS) this.#speed.append(new Option(phrase("replay.per_second", { speed }), speed, false, speed === USUAL));
    this.#speed.addEventListener("change", () => this.#timer && this.#play());
    const record = this.#button("record", phrase("replay.download"), phrase("replay.download_note"), () => this.#record((tools) => tools.download(this.#id)));
    const verify = this.#button("verify", phrase("replay.verify"), phrase("replay.verify_note"), () =>
      this.#record((tools) => tools.verify(this.#id, this.#match)),
    );
    return el(
      "div",
      "scrub-tools",
      el("span", "turns", this.#button("turn-back", "\u2039", phrase("replay.turn_back"), () => this.#byTurn(-1)), el("label", "", this.#turnWord, " ", this.#turn), this.#button("turn-on", "\u203a", phrase("replay.turn_on"), () => this.#byTurn(1))),
      el("label", "speed", `${phrase("replay.speed")} `, this.#speed),
      this.#button("share", phrase("replay.copy_link"), phrase("replay.link_here"), () => this.#share()),
      this.#button("on", phrase("table.play_on"), phrase("replay.play_on_note"), () => this.#page.playOn(this.#at)),
      record,
      verify,
    );
  }

  /** On a phone what is seldom wanted is folded. */
  #unfold() {
    const isOpen = this.root.classList.toggle("unfolded");
    this.#buttons.more.setAttribute("aria-expanded", isOpen);
  }

  #button(key, words, title, act) {
    const element = el("button", "", words);
    element.type = "button";
    element.title = title;
    element.dataset.do = key;
    if (words.length === 1) element.setAttribute("aria-label", title);
    element.addEventListener("click", act);
    this.#buttons[key] = element;
    return element;
  }

  // ---------------------------------------------------------------- which steps there are

  get #isOver() {
    return this.#match.result !== null;
  }

  get #last() {
    return this.#reel?.last ?? Math.max(0, this.#match.seq);
  }

  get #best() {
    return this.#isOver && !this.#isClosed ? "open" : this.#match.you === null ? "public" : "own";
  }

  /** The steps of the match as it may be seen now; those that nobody needs any more are let go. */
  #steps() {
    if (!this.#reel || (this.#reel.of !== this.#best && this.moment === null)) this.#take(this.#best);
    if (!this.#isOver) this.#reel.last = Math.max(this.#reel.last, this.#match.seq);
    return this.#reel;
  }

  #take(of) {
    this.#reel = new Reel(of, of === "open" ? 0 : Math.max(0, this.#match.seq), (...asked) => this.#match.earlier(...asked));
  }

  /** The steps, once it is known how many there are; a match of which there is no record is seen as it was shown. */
  async #known() {
    const reel = this.#steps();
    if (reel.last > 0) return reel;
    try {
      await reel.at(0);
    } catch (refusal) {
      if (reel.of !== "open") throw refusal;
      this.#isClosed = true;
      this.#take(this.#best);
    }
    this.update();
    return this.#reel;
  }

  // ---------------------------------------------------------------- going there

  /** Show a step. Of several that are asked for while one is fetched the last one counts. */
  async go(number) {
    const isRunning = this.#wanted !== null;
    this.#wanted = Math.max(0, number);
    this.update();
    if (isRunning) return;
    say(this.#trouble, "");
    await this.#asked(async () => {
      while (this.#wanted !== null && (this.#at !== this.#wanted || !this.moment)) {
        const { last } = await this.#known();
        this.#wanted = Math.min(this.#wanted, last);
        const wanted = this.#wanted;
        const step = await this.#reel.at(wanted);
        if (this.#wanted === null) return; // who looked has left
        this.#at = wanted;
        this.moment = new Moment(step, wanted, this.#match);
        this.#page.draw();
      }
    });
    this.#wanted = null;
    this.update();
  }

  /** So many steps on, by hand: what is playing stops. Past the last step a match that runs is seen as it is. */
  async step(by) {
    this.pause();
    const { last } = await this.#asked(() => this.#known());
    return this.#by(by, last);
  }

  /** The next step of what is playing, unless somebody stopped it while the server was asked how many there are. */
  async #advance() {
    const { last } = await this.#asked(() => this.#known());
    if (this.#timer && this.#wanted === null) await this.#by(1, last);
    if (this.moment && this.#isOver && this.#at >= last) this.pause();
  }

  #by(by, last) {
    const from = this.#wanted ?? (this.moment ? this.#at : last);
    if (from + by <= last) return this.go(from + by);
    this.pause();
    if (!this.#isOver) this.leave();
  }

  async #toLast() {
    if (!this.#isOver) return this.leave();
    const { last } = await this.#asked(() => this.#known());
    this.go(last);
  }

  /** Do something of which the server may want to know nothing; that is said. */
  async #asked(act) {
    try {
      return await act();
    } catch (refusal) {
      this.pause();
      say(this.#trouble, refusal.reason ?? String(refusal));
      return { last: 0 };
    }
  }

  /** Back to the match as it is. */
  leave() {
    this.pause();
    this.moment = null;
    this.#wanted = null;
    this.#steps();
    this.#page.draw();
    this.update();
  }

  async #find(holds) {
    this.pause();
    const found = await this.#asked(async () => ({ last: await (await this.#known()).first(holds) }));
    await this.go(found.last);
  }

  #toTurn(turn) {
    if (turn >= 1) this.#find(({ view }) => (view.game?.turn ?? 0) >= turn);
  }

  #byTurn(by) {
    const { turn = 0 } = this.#page.shown.view.game ?? {};
    this.#toTurn(Math.max(1, turn + by));
  }

  /** The place that a link names: a move of the record, or a number of the public's view. */
  async open({ move, at }) {
    if (move !== null) return this.go(Number(move));
    await this.#find((step) => step.public >= Number(at));
  }

  // ---------------------------------------------------------------- playing

  #toggle() {
    if (this.#timer) this.pause();
    else this.#play();
  }

  /** Play it from a step on. */
  async playFrom(number) {
    this.pause();
    await this.go(number);
    if (this.moment) this.#play();
  }

  async #play() {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#wanted === null && this.#advance(), 1000 / Number(this.#speed.value));
    this.update();
    if (this.moment ? this.#at >= this.#last : true) await this.go(0); // from the beginning
    this.update();
  }

  /** A replay that plays stands still. */
  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.update();
  }

  /** Do what a key says; whether it said anything. Cards keep the arrows that lead from card to card. */
  key(key, target) {
    const isElsewhere = !target.closest?.(".card, .who, .pile-button, .item, .scrub");
    switch (key) {
      case "ArrowLeft":
        return isElsewhere && this.#did(this.step(-1));
      case "ArrowRight":
        return isElsewhere && this.#did(this.step(1));
      case "Home":
        return this.#did(this.go(0));
      case "End":
        return this.#did(this.#toLast());
      case "PageUp":
        return this.#did(this.#byTurn(-1));
      case "PageDown":
        return this.#did(this.#byTurn(1));
      case " ":
        return this.moment !== null && !target.closest?.("button, a, summary") && this.#did(this.#toggle());
      case "Escape":
        return this.moment !== null && !this.#isOver && this.#did(this.leave());
      default:
        return this.moment !== null && key.length === 1 && !STILL.includes(key); // nothing is asked then
    }
  }

  #did() {
    return true;
  }

  // ---------------------------------------------------------------- what else one wants of a moment

  async #share() {
    const link = new URL(`/m/${encodeURIComponent(this.#id)}`, location.href);
    const shown = this.moment;
    if (this.#reel?.of === "open" && shown) link.searchParams.set("move", shown.seq);
    else link.searchParams.set("at", shown ? shown.public : this.#match.seq);
    try {
      await navigator.clipboard.writeText(link.href);
      this.#said(phrase("page.copied"));
    } catch {
      const field = el("input");
      field.value = link.href;
      field.readOnly = true;
      field.setAttribute("aria-label", phrase("replay.link_here"));
      openDialog(el("article", "help", el("h2", "", phrase("replay.link_here")), field));
      field.select();
    }
  }

  #said(words) {
    const { share } = this.#buttons;
    say(share, words);
    setTimeout(() => say(share, phrase("replay.copy_link")), LATER_MS);
  }

  async #record(act) {
    say(this.#trouble, "");
    try {
      const [tools] = await Promise.all([import("/replay/record.js"), learn("shuffle")]);
      await act(tools);
    } catch (error) {
      say(this.#trouble, error.message);
    }
  }

  // ---------------------------------------------------------------- drawing

  /** Say where one is. */
  update() {
    const { moment } = this;
    if (!moment && this.#match.seq >= 0) this.#steps();
    const at = this.#wanted ?? (moment ? this.#at : this.#last);
    this.#slider.max = Math.max(this.#last, at, 1);
    this.#slider.value = moment || this.#wanted !== null ? at : this.#slider.max;
    const { game = {}, table } = (moment ?? this.#match).view;
    const called = wordsOf(table ?? {}, game.name).turn ?? phrase("table.turn_word");
    say(this.#turnWord, called);
    const turn = game.turn ? `${phrase("table.turn", { turn: called, number: game.turn })}, ${term(game.phase ?? "")}` : phrase("replay.before_turn");
    const steps = this.#reel?.of === "open" ? "replay.move_of" : "replay.step_of";
    const where = moment || this.#wanted !== null ? phrase(steps, { at, last: this.#last }) : phrase(this.#isOver ? "replay.the_end" : "replay.now");
    const isFetched = this.#wanted === null || (moment !== null && this.#at === this.#wanted);
    this.root.setAttribute("aria-busy", String(!isFetched));
    say(this.#where, `${where} \u2014 ${isFetched ? turn : phrase("replay.fetching")}`);
    this.#slider.setAttribute("aria-valuetext", this.#where.textContent);
    say(this.#move, moment ? this.#told(moment) : "");
    if (document.activeElement !== this.#turn) this.#turn.value = game.turn || 1;
    const { first, back, forward, play, live, record, verify, on } = this.#buttons;
    first.disabled = back.disabled = Boolean(moment) && at === 0;
    forward.disabled = !moment;
    say(play, this.#timer ? "\u2016" : "\u25b6");
    play.setAttribute("aria-label", phrase(this.#timer ? "replay.pause" : "replay.play"));
    live.hidden = this.#isOver || !moment;
    say(live, this.#back);
    record.hidden = verify.hidden = !this.#isOver;
    on.hidden = !moment || this.#reel?.of !== "open" || this.#at >= this.#last;
    this.root.classList.toggle("rewound", moment !== null);
  }

  /**
   * The button that leads back to the match as it is; a person who is asked there meanwhile is told so, and how long
   * that waits.
   */
  get #back() {
    if (!this.#match.decision || this.#match.isAnswered) return phrase("replay.to_now");
    const { left } = this.#page.clocks;
    return [phrase("replay.asked_now"), left === null ? "" : phrase("table.time_left", { time: clockFace(left) })].filter(Boolean).join(" \u00b7 ");
  }

  /** The move that led here, or the question that one was asked here. */
  #told({ move, asked }) {
    const { scene } = this.#page;
    if (asked) return phrase("replay.was_asked", { question: scene ? scene.plain(asked.prompt ?? "") : asked.prompt });
    if (!move || !scene) return "";
    return `${scene.seatName(move.charCodeAt(0) - 65)}: ${scene.plain(move.slice(3))}`;
  }
}
