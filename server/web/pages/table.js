// One match, live: the seats, the stack between them, phases, log, and the question that is open. Draws from the view alone.

import { inspect } from "/card/inspector.js";
import { Peek } from "/card/peek.js";
import { nameSymbols } from "/card/symbols.js";
import { Question } from "/ask/question.js";
import { el, keep, onFrame, say } from "/dom.js";
import { listenForKeys, showHelp } from "/keys.js";
import { Connection } from "/net/connection.js";
import { Match } from "/net/match.js";
import { Arrows } from "/table/arrows.js";
import { Clocks } from "/table/clocks.js";
import { Log } from "/table/log.js";
import { Menu } from "/table/menu.js";
import { Offers } from "/table/offers.js";
import { Phases } from "/table/phases.js";
import { readScene } from "/table/scene.js";
import { makeSeat, updateSeat } from "/table/seat.js";
import { Stack } from "/table/stack.js";
import { showStatus } from "/table/status.js";

const HOLD_MS = 500; // a finger that stays so long wants to read

export function showTable(main, id) {
  new TablePage(main, id);
}

/** What the components share: the match, the scene as last read, and what may be done with what is seen. */
class TablePage {
  scene = null;
  #far = el("section", "seats far");
  #near = el("section", "seats near");
  #field = el("div", "field");
  #side = el("aside", "side");
  #others = []; // further things to draw while they are open
  #phases = new Phases();
  #stack = new Stack();
  #log = new Log();
  #arrows = new Arrows();

  constructor(main, id) {
    this.draw = onFrame(() => this.#draw());
    this.elementOf = (of) => this.#elements.get(of);
    this.connection = new Connection({
      status: () => this.draw(),
      welcome: () => this.match.enter(),
      message: (frame) => this.match.receive(frame),
    });
    this.match = new Match(id, this.connection, this.draw);
    this.clocks = new Clocks(this.match, this.connection, () => this.#tick());
    this.question = new Question(this);
    this.#offers = new Offers(this.match, id);
    this.#menu = new Menu(this.match, showHelp);
    this.#field.append(this.#far, this.#phases.root, this.#near);
    this.#side.append(this.#stack.root, this.#log.root, this.question.root);
    this.root = el("div", "table", el("div", "boards", this.#offers.root, this.#field, this.question.tray), this.#side, this.#arrows.root);
    const peek = new Peek(this);
    main.replaceChildren(this.root, peek.root);
    document.getElementById("tools").replaceChildren(this.#menu.root);
    this.root.hidden = true;
    this.#listen();
  }

  #elements = new Map();
  #offers;
  #menu;

  get marks() {
    return this.question.marks;
  }

  // ---------------------------------------------------------------- what people do

  #listen() {
    listenForKeys(this);
    this.root.addEventListener("click", (event) => {
      if (event.detail) event.target.closest("button, summary")?.blur(); // by a mouse: so that Space is not its again
      const thing = event.target.closest("[data-id], [data-peek]");
      if (thing && !thing.closest(".gallery")) this.touch(Number(thing.dataset.id ?? thing.dataset.peek), thing);
    });
    this.root.addEventListener("contextmenu", (event) => {
      const thing = event.target.closest("[data-id], [data-peek]");
      if (this.read(thing)) event.preventDefault();
    });
    let held = 0;
    this.root.addEventListener("touchstart", (event) => {
      const thing = event.target.closest("[data-id], [data-peek]");
      held = setTimeout(() => this.read(thing), HOLD_MS);
    }, { passive: true });
    for (const name of ["touchend", "touchmove", "touchcancel"]) this.root.addEventListener(name, () => clearTimeout(held), { passive: true });
    addEventListener("resize", this.draw);
    this.root.addEventListener("scroll", this.draw, { capture: true, passive: true });
    this.root.addEventListener("transitionend", this.draw);
    this.root.addEventListener("animationend", this.draw);
  }

  /** A click on something: what the question takes it for, else it is shown whole. */
  touch(id, thing) {
    if (!this.question.click(id)) this.read(thing);
  }

  /** Show something whole; false if there is nothing to read. */
  read(thing) {
    if (!thing) return false;
    const { id, peek, called } = thing.dataset;
    const entity = this.scene.entity(Number(id ?? peek)) ?? this.match.seen.get(called);
    const card = (entity?.card && this.scene.entity(entity.card)) || entity;
    if (!card || (card.type === undefined && card.text === undefined)) return false;
    inspect(card, this);
    return true;
  }

  /** Draw something with the table, as long as it is open. */
  alsoDraw(draw, isOpen) {
    this.#others.push({ draw, isOpen });
  }

  // ---------------------------------------------------------------- drawing

  #tick() {
    if (!this.scene) return;
    const waiting = this.clocks.waiting(this.scene);
    this.#phases.update(this.scene, waiting);
    this.question.update(waiting);
  }

  #draw() {
    const { match } = this;
    showStatus(this.connection, match);
    this.root.hidden = !match.view.game && !match.failure;
    this.#field.hidden = this.#side.hidden = !match.view.game;
    const scene = (this.scene = readScene(match));
    nameSymbols(scene.table.symbols);
    this.question.take();
    this.#offers.update(scene);
    this.#menu.update();
    if (!match.view.game) return;
    this.#name(scene);
    const drawSeat = (element, player) => updateSeat(element, player, scene, this);
    keep(this.#far, scene.far, (player) => player.seat, makeSeat, drawSeat);
    keep(this.#near, scene.near ? [scene.near] : [], (player) => player.seat, makeSeat, drawSeat);
    this.#far.dataset.seats = scene.far.length;
    this.#stack.update(scene, this.marks);
    this.#log.update(scene);
    this.#others = this.#others.filter(({ isOpen }) => isOpen());
    for (const { draw } of this.#others) draw();
    this.#elements = new Map();
    for (const element of this.root.querySelectorAll("[data-id]")) {
      if (!element.closest(".tray") && element.getClientRects().length) this.#elements.set(Number(element.dataset.id), element);
    }
    this.#tick();
    this.#arrows.update(this.root, scene, this.question.drafts);
  }

  #name(scene) {
    const names = scene.players.map((player) => player.name).join(" \u2013 ");
    say(document.getElementById("where"), names);
    const asks = this.match.decision && !this.match.result ? "\u25cf " : "";
    document.title = `${asks}${names} \u00b7 Stackloop`;
  }
}
