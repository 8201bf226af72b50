// One option is the answer: what to do with priority, the next piece of a payment, yes or no.

import { idOf, Kind, refOf } from "/ask/kind.js";
import { el } from "/dom.js";
import { phrase } from "/words/phrase.js";

const WINDOW = /^ask\.(any_)?(response|interrupt)$/; // the questions of who may answer what happens
const FEW = 4; // so many are simply buttons

export class AtOnce extends Kind {
  isListed = false;

  get isAtOnce() {
    return this.decision.kind !== "pay"; // a payment is one click after the other
  }

  get able() {
    return new Set([...super.able, ...this.#twins.keys()]);
  }

  /** Of the cards of one name in one's hand an action is offered once, and a click on any of them is one on that: id -> id. */
  get #twins() {
    const { own, entity } = this.ask.scene;
    const offered = super.able;
    const hand = this.decision.kind === "act" ? (own?.hand ?? []) : [];
    const named = new Map(hand.filter((id) => offered.has(id)).map((id) => [entity(id)?.name, id]));
    return new Map(hand.filter((id) => !offered.has(id) && named.has(entity(id)?.name)).map((id) => [id, named.get(entity(id).name)]));
  }

  /** Usable things lie in piles, unless some of them lie on the table. */
  get wanted() {
    const ids = this.options.map(idOf).filter(Boolean);
    return ids.some(this.ask.isShown) ? [] : [...new Set(ids)];
  }

  /** An option that does nothing but pay for something else. */
  get sources() {
    const used = new Set(this.options.filter(({ mana }) => !mana).map(idOf));
    return new Set(this.options.filter(({ mana }) => mana).map(refOf).filter((ref) => !used.has(ref)));
  }

  click(id) {
    const twins = this.#twins;
    const offered = super.able;
    const next = this.ask.scene.alike(id).findLast((each) => offered.has(each) || twins.has(each));
    const meant = twins.get(next) ?? next;
    const options = this.options.filter((option) => idOf(option) === meant);
    if (!options.length) return false;
    if (options.length === 1) this.ask.answer(options[0].n);
    else this.ask.choose(id, options.map((option) => ({ words: this.verbOf(option), act: () => this.ask.answer(option.n) })));
    return true;
  }

  /** Whether nothing that may still be paid leads to the end: then neither do the rules find a way. */
  get #isHopeless() {
    return this.decision.kind === "pay" && !this.options.length;
  }

  get main() {
    const { kind, auto } = this.decision;
    if (this.#isHopeless) return null;
    const pass = this.options.find((option) => option.do === "pass");
    if (pass) return { words: this.#passing, act: () => this.ask.answer(pass.n), isReady: true };
    return kind === "pay" || auto ? { words: this.paying, act: () => this.ask.answer({ do: "auto" }), isReady: true } : null;
  }

  /** Passing in words: the top resolves, or one's turn goes on to what the game says; else it is just that. */
  get #passing() {
    const { view, game, words, match } = this.ask.scene;
    const [top] = (game.stack ?? []).map((id) => view[`s${id}`] ?? view[`o${id}`]);
    if (top?.name) return phrase("table.resolve", { name: top.name });
    const isOfTurn = game.active === match.you && !WINDOW.test(this.decision.key); // to decline a response ends no turn
    return (isOfTurn && words[`pass ${game.phase}`]) || phrase("table.pass");
  }

  /** The options in the order in which they are read: those that only make mana come last. */
  get #listed() {
    const options = this.options.filter((option) => option.do !== "pass");
    return [...options.filter(({ mana }) => !mana), ...options.filter(({ mana }) => mana)];
  }

  parts() {
    const options = this.#listed;
    const count = this.parted(options).length;
    const open = this.parted(options).filter(([option]) => !this.ask.isShown(idOf(option))).flat();
    const buttons = (list) => this.buttonsFor(list, (option) => this.wordsOf(option), (option) => this.ask.answer(option.n));
    if (this.#isHopeless) return [el("p", "hint", phrase("table.hopeless"))];
    if (!options.length) return this.ask.isIdle ? [] : [el("p", "hint", phrase("table.nothing_but"))];
    if (count <= FEW && open.length === options.length) return [el("div", "choices", ...buttons(options))];
    const list = el("details", "all", el("summary", "", phrase("table.all_things", { count })), el("div", "choices", ...buttons(options)));
    list.open = this.isListed;
    list.addEventListener("toggle", () => {
      this.isListed = list.open;
    });
    const loose = open.length && this.parted(open).length <= FEW ? [el("div", "choices", ...buttons(open))] : [];
    return [...(this.ask.isIdle ? [] : [el("p", "hint glows", phrase("table.click_glows"))]), ...loose, list];
  }
}
