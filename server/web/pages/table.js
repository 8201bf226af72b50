// One match, live: the seats, the stack between them, phases, log, and the question that is open. Draws from the view alone.

import { useArt } from "/card/art.js";
import { Peek } from "/card/peek.js";
import { nameSymbols } from "/card/symbols.js";
import { Habits } from "/comfort/habits.js";
import { Idle } from "/comfort/idle.js";
import { Panel } from "/comfort/panel.js";
import { NOTHING, Question } from "/ask/question.js";
import { el, keep, onFrame, say } from "/dom.js";
import { listenForKeys, showHelp } from "/keys.js";
import { Summons } from "/install/summons.js";
import { Raised } from "/phone/raised.js";
import { Connection } from "/net/connection.js";
import { Match } from "/net/match.js";
import { fetchPart, unreached } from "/net/part.js";
import { aboutSeat, alsoSeats, hintsLeft } from "/net/tokens.js";
import { StageCard } from "/stage/card.js";
import { Pace } from "/stage/pace.js";
import { Sounds } from "/stage/sounds.js";
import { Staging } from "/stage/staging.js";
import { Arrows } from "/table/arrows.js";
import { Chat } from "/table/chat.js";
import { clockFace, Clocks } from "/table/clocks.js";
import { beginFocus, keepFocus } from "/table/focus.js";
import { Log } from "/table/log.js";
import { Menu, paceButton } from "/table/menu.js";
import { Offers } from "/table/offers.js";
import { Phases } from "/table/phases.js";
import { readScene } from "/table/scene.js";
import { makeSeat, updateSeat } from "/table/seat.js";
import { Stack } from "/table/stack.js";
import { showStatus } from "/table/status.js";
import { Told } from "/table/told.js";
import { learn } from "/words/language.js";
import { phrase } from "/words/phrase.js";

const FORK = "fork";
const HOLD_MS = 500; // a finger that stays so long wants to read

/** Show a match, with all seats of this person. */
export async function openTable(main, id) {
  const several = alsoSeats(id).length ? await import("/net/hands.js") : {};
  return showTable(main, id, several);
}

/** Show a match; `isTaught`: as a lesson, in which everything is asked whatever this person is used to; `Hands` where they have several seats. */
export function showTable(main, id, { isTaught = false, Hands = null } = {}) {
  return new TablePage(main, id, isTaught, Hands);
}

const isSeen = (element) => element.checkVisibility?.() ?? element.offsetParent !== null;

/** The state that the components share: the match, the scene as last read, and the uses of things in sight. */
class TablePage {
  scene = null;
  holdMs = HOLD_MS;
  forked = null; // takes the answer to a fork that was asked for
  goal = null; // of a puzzle
  scrubber = null; // there once somebody may want to look back
  #id;
  #far = el("section", "seats far");
  #near = el("section", "seats near");
  #field = el("div", "field");
  #side = el("aside", "side");
  #others = []; // further things to draw while they are open
  #stack = new Stack(this);
  #log = new Log();
  #arrows = new Arrows();

  constructor(main, id, isTaught, Hands) {
    this.#id = id;
    const { puzzle, sandbox } = aboutSeat(id);
    this.draw = onFrame(() => keepFocus(this.root, () => this.#draw()));
    this.elementOf = (of) => this.#elements.get(this.scene.shownAs(of))?.find(isSeen); // whether it is seen costs a layout: only when asked
    this.connection = new Connection({
      status: () => this.#follow(),
      welcome: () => this.match.enter(),
      message: (frame) => (frame.r === FORK ? this.forked?.(frame) : this.match.receive(frame)),
    });
    this.match = new Match(id, this.connection, () => this.#heed());
    this.hands = Hands && new Hands(id, this, () => this.#heed());
    this.match = this.hands?.match ?? this.match;
    this.clocks = new Clocks(this.match, this.connection, () => this.#tick());
    this.habits = this.hands?.habits ?? new Habits(this.match, () => this.#heed(), isTaught);
    this.idle = this.hands?.idle ?? new Idle(this.match, this.habits, this.draw, !sandbox);
    this.pace = new Pace();
    this.sounds = new Sounds(this.pace);
    this.staging = new Staging(this.match, this.pace, {
      isOpen: () => this.question.isOpen,
      isShort: () => this.clocks.isShort,
      changed: this.draw,
      shown: (step) => this.#show(step),
    });
    this.#phases = new Phases(this.habits);
    this.question = new Question(this);
    this.comfort = new Panel(this.habits, this);
    if (this.hands) this.question.root.append(this.hands.root);
    this.question.root.append(this.comfort.root);
    this.#offers = new Offers(this.match);
    this.#chat = new Chat(this.match, this.draw);
    this.#summons = new Summons(this.match, id);
    this.#menu = new Menu(this.match, id, showHelp, async () => (await this.lookBack()) || this.match.complain(unreached()), this.#summons);
    this.#field.append(this.#far, this.#phases.root, this.#near);
    this.told = new Told(this.#log, this.#chat);
    this.#side.append(this.#stack.root, this.told.root, this.question.root);
    this.#stage = new StageCard(this);
    this.#boards = el("div", "boards", this.#stage.root, this.#series.place, this.#end.place, this.#offers.root, this.#field, this.question.tray);
    this.root = el("div", "table", this.#boards, this.#side, this.#arrows.root, this.#tour.place);
    this.#raised = new Raised(this);
    const peek = new Peek(this);
    this.#end.place.hidden = this.#series.place.hidden = this.#tour.place.hidden = true;
    main.replaceChildren(this.root, peek.root);
    document.getElementById("tools").replaceChildren(paceButton(this), this.told.button, this.#menu.root);
    this.root.hidden = true;
    this.#listen();
    if (puzzle) this.#showGoal(id, puzzle);
    this.#isNew = !isTaught && !puzzle && !sandbox && hintsLeft()?.length !== 0;
  }

  /** The goal of a puzzle stands above its table. */
  async #showGoal(id, puzzle) {
    const [{ Goal }] = await Promise.all([import("/puzzle/goal.js"), learn("puzzle")]);
    this.goal = new Goal(this, id, puzzle);
    this.#boards.prepend(this.goal.root);
  }

  /** Parts that are fetched once they are wanted: the end, how a series of games stands, and hints for who never sat at a table. */
  #end = { place: el("div"), load: () => import("/end/end.js"), words: "end", make: ({ End }) => new End(this, this.#id) };
  #series = { place: el("div"), load: () => import("/table/series.js"), words: "series", make: ({ Series }) => new Series(this.match, this.connection) };
  #tour = { place: el("div"), load: () => import("/tour/tour.js"), words: "tour", make: ({ Tour }) => new Tour(this) };
  #isNew; // who sits here for the first time
  #elements = new Map();
  #raised;
  #summons;
  #boards;
  #offers;
  #menu;
  #phases;
  #stage;
  #chat;

  /** The picture on screen: the match, what happened in it a moment ago, or a moment that somebody looks back at. */
  get shown() {
    return this.scrubber?.moment ?? this.staging.moment ?? this.match;
  }

  /** A thing that happens is shown from now on: sound it; returns how long it stands. */
  #show(step) {
    this.sounds.play(step.lines[0].kind);
    return this.pace.standsFor(this.#stage.read(step));
  }

  /** There once there is anything of it to be seen. */
  get end() {
    return this.#end.part;
  }

  get marks() {
    this.#marks ??= this.shown === this.match ? this.question.marks : NOTHING;
    return this.#marks;
  }

  #marks = null; // as last drawn

  // ---------------------------------------------------------------- what people do

  #listen() {
    listenForKeys(this);
    this.root.addEventListener("click", (event) => {
      if (event.detail) event.target.closest("button, summary")?.blur(); // by a mouse: so that Space is not its again
      const thing = event.target.closest("[data-id], [data-peek]");
      if (thing && !thing.closest(".gallery")) this.touch(Number(thing.dataset.id ?? thing.dataset.peek), thing, event);
    });
    this.root.addEventListener("contextmenu", (event) => {
      const thing = event.target.closest("[data-id], [data-peek]");
      if (this.read(thing)) event.preventDefault();
    });
    let held = 0;
    this.root.addEventListener("touchstart", (event) => {
      const thing = event.target.closest("[data-id], [data-peek]");
      held = setTimeout(() => this.read(thing), this.holdMs);
    }, { passive: true });
    for (const name of ["touchend", "touchmove", "touchcancel"]) this.root.addEventListener(name, () => clearTimeout(held), { passive: true });
    for (const name of ["pointerdown", "wheel", "keydown"]) addEventListener(name, () => (this.#isTouched = true), { once: true, passive: true });
    addEventListener("resize", this.draw);
    this.#measure({ "--ask-h": this.question.root, "--stack-h": this.#stack.root });
    const aim = onFrame(() => this.scene && this.#aim());
    this.root.addEventListener("scroll", aim, { capture: true, passive: true });
    this.root.addEventListener("transitionend", aim);
    this.root.addEventListener("animationend", aim);
    this.root.addEventListener("laid", aim);
  }

  /** Keep the heights of parts that lie over others on small windows where the style can read them. */
  #measure(parts) {
    const seen = new ResizeObserver(() => {
      for (const [name, part] of Object.entries(parts)) this.root.style.setProperty(name, `${part.offsetHeight}px`);
      this.#beginAtOwn();
    });
    for (const part of [...Object.values(parts), this.#field]) seen.observe(part);
  }

  /** A window that is too small for the whole table shows one's own part of it, until somebody does anything. */
  #beginAtOwn() {
    if (!this.#isTouched && this.scene?.own) this.#near.scrollIntoView({ block: "end" });
  }

  #isTouched = false;

  /** A click on something: what the question takes it for, else it is shown whole. */
  touch(id, thing, event) {
    if (this.shown !== this.match || !this.question.click(id, event)) this.read(thing);
  }

  /** Show something whole; false if there is nothing to read. */
  read(thing) {
    if (!thing) return false;
    const { id, peek, called } = thing.dataset;
    const entity = this.scene.entity(Number(id ?? peek)) ?? this.match.seen.get(called);
    const card = (entity?.card && this.scene.entity(entity.card)) || entity;
    if (!card || (card.type === undefined && card.text === undefined)) return false;
    this.#inspect(card);
    return true;
  }

  /** Show the card of an id whole, if it is to be seen. */
  readCard(id) {
    const entity = this.scene.entity(id);
    if (entity) this.#inspect(entity);
  }

  async #inspect(card) {
    const part = await fetchPart(() => import("/card/inspector.js"), (words) => this.match.complain(words));
    part?.inspect(card, this);
  }

  /** Let the ability on top of the stack resolve, and others like it from now on. */
  yieldToTop() {
    const [top] = (this.scene?.game.stack ?? []).map((id) => this.scene.view[`s${id}`]).filter(Boolean);
    if (!top || top.kind === "spell" || !this.habits.isOwn) return false;
    this.habits.yieldTo(top);
    return true;
  }

  /** Draw something with the table, as long as it is open. */
  alsoDraw(draw, isOpen) {
    this.#others.push({ draw, isOpen });
  }

  // ---------------------------------------------------------------- looking back

  /** A player opens the bar to look back; others, and everybody at the end, have the bar before them. */
  #offerToLookBack() {
    const { match } = this;
    const asked = new URLSearchParams(location.search);
    if (match.seq >= 0 && (match.you === null || match.result || asked.has("at") || asked.has("move"))) this.lookBack();
  }

  /** The bar that goes through the match, once it is there; null if the connection is lost: what comes next tries again. */
  lookBack() {
    this.#bar ??= Promise.all([import("/replay/scrubber.js"), learn("replay")]).then(([part]) => this.#addBar(part), () => (this.#bar = null));
    return this.#bar;
  }

  #bar = null;

  #addBar({ Scrubber }) {
    this.scrubber = new Scrubber(this, this.#id);
    this.#boards.append(this.scrubber.root);
    this.#measure({ "--scrub-h": this.scrubber.root });
    const asked = new URLSearchParams(location.search);
    const [move, at] = [asked.get("move"), asked.get("at")];
    if (move !== null || at !== null) this.scrubber.open({ move, at });
    if (move !== null && asked.has("play")) this.playOn(Number(move));
    return this.scrubber;
  }

  /** A match that was asked for over a connection that is lost may be asked for once more. */
  #follow() {
    if (this.connection.state !== "live") this.forked?.({ t: "nack", reason: phrase("table.connection_lost") });
    this.draw();
  }

  /** Begin a match where this one stood after a move; where its last decisions were, if none is named. */
  async playOn(move = null) {
    this.scrubber?.pause();
    const part = await fetchPart(() => import("/end/fork.js"), (words) => this.match.complain(words), "fork");
    part?.playOn(this, this.#id, move);
  }

  // ---------------------------------------------------------------- drawing

  /** Something has changed: what needs nobody is done at once, also while nothing is drawn in the background. */
  #heed() {
    (this.hands ?? this.habits).take();
    if (!this.hands) this.idle.take();
    this.sounds?.follow(this.match);
    this.draw();
  }

  /** A part that is fetched once it `isWanted`; without the server with the next change. */
  #updateLate(late, isWanted, scene) {
    if (late.part) return late.part.update(scene);
    if (!isWanted) return;
    late.coming ??= Promise.all([late.load(), learn(late.words)]).then(([module]) => {
      late.part = late.make(module);
      late.place.replaceWith(late.part.root);
      this.draw();
    }, () => (late.coming = null));
  }

  #tick() {
    if (!this.scene?.view.game) return;
    if (this.clocks.isShort) this.staging.skip(); // the time to answer comes before the time to look
    const waiting = this.shown === this.match ? this.clocks.waiting(this.scene) : "";
    this.#phases.update(this.scene, waiting);
    this.question.update(waiting);
    this.scrubber?.update();
    this.#name(this.scene);
  }

  #draw() {
    const { match } = this;
    showStatus(this.hands?.connection ?? this.connection, match);
    this.root.hidden = !match.view.game && !match.failure && !match.hindrance;
    this.#field.hidden = this.#side.hidden = !match.view.game;
    const scene = (this.scene = readScene(this.shown));
    this.root.classList.toggle("past", this.scrubber?.moment !== undefined && this.scrubber?.moment !== null);
    this.root.classList.toggle("setup", !scene.game.turn && !match.result);
    this.root.classList.toggle("tight", scene.isTight);
    nameSymbols(scene.table.symbols);
    if (scene.game.name) useArt(scene.game.name, this.draw);
    this.question.take();
    this.#marks = null;
    this.#updateLate(this.#series, match.rematch?.series ?? match.series, scene);
    this.#updateLate(this.#end, match.result || match.failure || match.hindrance, scene);
    this.#offers.update(scene);
    this.#menu.update();
    if (!match.view.game) return;
    this.#stage.update();
    const drawSeat = (element, player) => updateSeat(element, player, scene, this);
    keep(this.#far, scene.far, (player) => player.seat, makeSeat, drawSeat);
    keep(this.#near, scene.near ? [scene.near, ...scene.beside] : [], (player) => player.seat, makeSeat, drawSeat);
    this.#far.dataset.seats = scene.far.length;
    this.#near.dataset.seats = 1 + scene.beside.length;
    this.hands?.update();
    this.#stack.update(scene, this.marks);
    this.#raised.update();
    this.comfort.update();
    this.#log.update(scene);
    this.#chat.update(scene);
    this.told.update();
    this.#others = this.#others.filter(({ isOpen }) => isOpen());
    for (const { draw } of this.#others) draw();
    this.#elements = new Map();
    for (const element of this.root.querySelectorAll("[data-id]")) {
      if (element.closest(".tray")) continue;
      const id = Number(element.dataset.id);
      this.#elements.set(id, [...(this.#elements.get(id) ?? []), element]);
    }
    this.#tick();
    this.#offerToLookBack();
    this.#aim();
    if (!this.#hasBegun) beginFocus(this.root);
    this.#hasBegun = true;
    this.#updateLate(this.#tour, this.#isNew && match.you !== null, scene);
  }

  #hasBegun = false;

  #aim() {
    this.#arrows.update(this.root, this.scene, this.shown === this.match ? this.question.drafts : [], this.question.announcement);
  }

  #name(scene) {
    const names = scene.players.map((player) => player.name).join(" \u2013 ");
    const { title: called, isPartial } = this.match;
    say(document.getElementById("where"), [names, called, isPartial ? phrase("table.in_part") : ""].filter(Boolean).join(" \u00b7 "));
    say(document.getElementById("title"), `${names}: ${scene.game.name}`);
    this.#summons.take(names, this.idle.isRunning || this.match.isAnswered);
    const { left, isShort } = this.clocks;
    const asks = this.match.decision && !this.match.result ? (isShort ? `\u23f1 ${clockFace(left)} ` : "\u25cf ") : "";
    const title = `${asks}${[names, called].filter(Boolean).join(" \u00b7 ")} \u00b7 Stackloop`;
    if (document.title !== title) document.title = title;
  }
}
