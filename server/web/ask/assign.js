// Pairs: attackers and whom they attack, blockers and what they block. Click the one, then the other; again, and it is undone.
// Of a heap one is taken with each click, or as many as are said.

import { button, Kind, stepper } from "/ask/kind.js";
import { el } from "/dom.js";
import { grouped, many } from "/table/heaps.js";
import { phrase } from "/words/phrase.js";

export class Assign extends Kind {
  #held = null; // {id, lefts, count}: what was clicked and has no right yet, and how many of it are meant
  #pairs = new Map(); // left -> right
  #rightsOf = new Map(); // left -> those that are offered
  #stands = new Map(); // what is not offered -> what is, and is as good (PROTOCOL.md 4.3, `alike`)

  constructor(decision, ask) {
    super(decision, ask);
    for (const { refs, amounts } of this.options) {
      if (!this.#rightsOf.has(refs[0])) this.#rightsOf.set(refs[0], new Set());
      this.#rightsOf.get(refs[0]).add(amounts?.[0] ?? 0);
    }
    for (const { ref, runs } of decision.alike ?? []) {
      for (const [first, count] of runs) for (let id = first; id < first + count; id += 1) this.#stands.set(id, ref);
    }
  }

  get #lefts() {
    return [...this.#rightsOf.keys()];
  }

  #goesTo(left, right) {
    return Boolean(this.#rightsOf.get(left)?.has(this.#stands.get(right) ?? right));
  }

  /** All that a left may be given, parted by what is drawn of it. */
  #rights(left) {
    const offered = this.#rightsOf.get(left) ?? new Set();
    const others = [...this.#stands].filter(([, ref]) => offered.has(ref)).map(([id]) => id);
    return grouped([...offered, ...others], this.ask.scene.shownAs);
  }

  /** The amount that is left to be given, of the things that lie on one heap with it. */
  #free(id) {
    return this.ask.scene.alike(id).filter((left) => this.#rightsOf.has(left) && !this.#pairs.has(left));
  }

  get able() {
    return new Set([...this.#lefts, ...(this.#held ? this.#rights(this.#held.id).flat() : [])]);
  }

  get picked() {
    const { scene } = this.ask;
    const names = new Map([...new Set([...this.#pairs.values()].map(scene.shownAs))].map((id) => [id, `\u2192 ${scene.nameOf(id)}`]));
    const picked = new Map([...this.#pairs].map(([left, right]) => [left, names.get(scene.shownAs(right))]));
    if (this.#held && !picked.has(this.#held.id)) picked.set(this.#held.id, "\u2026");
    return picked;
  }

  badge(badges, heap) {
    const count = badges.filter((badge) => badge !== "\u2026").length;
    return count ? super.badge({ length: count }, heap) : "\u2026";
  }

  get drafts() {
    return [...this.#pairs];
  }

  get wanted() {
    return [];
  }

  click(id) {
    const held = this.#held;
    const own = this.ask.scene.alike(id).filter((left) => this.#rightsOf.has(left));
    const isHeld = Boolean(held) && this.ask.scene.shownAs(held.id) === this.ask.scene.shownAs(id);
    const rights = held && !isHeld ? this.ask.scene.alike(id).filter((right) => this.#goesTo(held.id, right)) : [];
    const free = this.#free(id);
    if (rights.length) this.#meet(id, rights);
    else if (!own.length) return false;
    else if (!free.length) this.#release(own);
    else if (isHeld) this.#held = null;
    else this.#hold(free);
    this.ask.redraw();
    return true;
  }

  /** Take some of what is alike in hand; where they can only go to one thing one of them goes there at once. */
  #hold(free) {
    const rights = this.#rights(free.at(-1)).flat();
    this.#held = { id: free.at(-1), lefts: free, count: 1 };
    if (rights.length === 1) this.#pair(rights);
  }

  /** The thing that is held goes to something; if to a heap, the number is asked. */
  #meet(id, rights) {
    if (rights.length === 1 || this.#held.count === 1) return this.#pair(rights);
    const name = this.ask.scene.nameOf(id);
    const act = (to) => () => {
      this.#pair(to);
      this.ask.redraw();
    };
    this.ask.choose(id, [
      { words: phrase("table.each_to_another", { name }), act: act(rights) },
      { words: phrase("table.all_to_one", { name }), act: act(this.#least(rights).slice(0, 1)) },
    ]);
  }

  /** Those first to which nothing was given yet. */
  #least(rights) {
    const given = new Set(this.#pairs.values());
    return [...rights.filter((right) => !given.has(right)), ...rights.filter((right) => given.has(right))];
  }

  /** Give what is held to these, to each in turn. */
  #pair(rights) {
    const { lefts, count } = this.#held;
    const to = this.#least(rights);
    lefts.slice(-count).forEach((left, at) => this.#pairs.set(left, to[at % to.length]));
    this.#held = null;
  }

  #release(lefts) {
    for (const left of lefts) this.#pairs.delete(left);
  }

  undo() {
    const had = this.#held !== null || this.#pairs.size > 0;
    if (this.#held) this.#held = null;
    else this.#pairs.clear();
    if (had) this.ask.redraw();
    return had;
  }

  /** Whether it is about icons and costs, which lie nowhere: their refs are below 0, and each pair has words of its own. */
  get #isNowhere() {
    return this.#lefts.some((left) => left < 0);
  }

  /** A choice for each pair; a left goes to the right that was chosen last. */
  #everyPair() {
    const isPaired = ({ refs, amounts }) => this.#pairs.get(refs[0]) === amounts[0];
    const act = (option) => {
      if (isPaired(option)) this.#pairs.delete(option.refs[0]);
      else this.#pairs.set(option.refs[0], option.amounts[0]);
      this.ask.redraw();
    };
    return el("div", "choices", ...this.buttonsFor(this.options, (option) => this.wordsOf(option), act, isPaired));
  }

  parts() {
    if (this.#isNowhere) return [this.#everyPair()];
    const { scene } = this.ask;
    const held = this.#held;
    const hint = held ? phrase("table.now_whom", { name: scene.nameOf(held.id) }) : phrase("table.assign_hint");
    const choices = held ? this.#whom() : this.#who();
    return [el("p", "hint", hint), ...this.#howMany(), el("div", "choices", ...this.#lines(), ...choices), ...this.#all()];
  }

  /**
   * The number of a heap that is meant: of the one that is held; of each that can only go to one thing, the number that
   * goes there.
   */
  #howMany() {
    if (!this.#held) return this.#heaps().filter((lefts) => this.#isBound(lefts)).map((lefts) => this.#goers(lefts));
    if (this.#held.lefts.length === 1) return [];
    const { id, lefts, count } = this.#held;
    const change = (value) => {
      this.#held = { ...this.#held, count: value };
      this.ask.redraw();
    };
    return [stepper(this.ask.scene.nameOf(id), count, 1, lefts.length, change, { of: lefts.length })];
  }

  #heaps() {
    return grouped(this.#lefts, this.ask.scene.shownAs).filter(({ length }) => length > 1);
  }

  /** Whether there is only one thing that these can go to. */
  #isBound([left]) {
    return this.#rights(left).flat().length === 1;
  }

  #goers(lefts) {
    const change = (count) => {
      this.#release(lefts);
      const rights = this.#rights(lefts[0]).flat();
      for (const left of lefts.slice(lefts.length - count)) this.#pairs.set(left, rights[0]);
      this.ask.redraw();
    };
    const words = `${this.ask.scene.nameOf(lefts[0])} \u2192 ${this.ask.scene.nameOf(this.#rights(lefts[0])[0][0])}`;
    return stepper(words, lefts.filter((left) => this.#pairs.has(left)).length, 0, lefts.length, change, { of: lefts.length });
  }

  /** Each thing that was given, and the thing it was given to; a click takes it back. */
  #lines() {
    const { scene } = this.ask;
    const { shownAs, nameOf } = scene;
    return grouped([...this.#pairs], ([left, right]) => `${shownAs(left)} ${shownAs(right)}`).map((pairs) => {
      const [[left, right]] = pairs;
      const act = () => {
        this.#release(pairs.map(([each]) => each));
        this.ask.redraw();
      };
      const count = pairs.length > 1 ? `${many(pairs.length)} \u00d7 ` : "";
      return button(`${count}${nameOf(left)} \u2192 ${nameOf(right)}  \u2715`, act, { className: "pair", key: `pair ${shownAs(left)} ${shownAs(right)}` });
    });
  }

  #who() {
    const free = this.#lefts.filter((left) => !this.#pairs.has(left));
    const heaps = grouped(free, this.ask.scene.shownAs);
    return heaps.filter((lefts) => lefts.length === 1 || !this.#isBound(lefts)).map((lefts) => this.#choice(this.timed(lefts), lefts[0]));
  }

  #whom() {
    return this.#rights(this.#held.id).map((rights) => this.#choice(this.timed(rights), rights[0]));
  }

  #choice(words, id) {
    return button(words, () => this.click(id), { key: `side ${this.ask.scene.shownAs(id)}`, isChoice: true });
  }

  /** All to one player, where that is possible. */
  #all() {
    const { scene } = this.ask;
    const lefts = this.#lefts;
    const whom = scene.players.filter((player) => lefts.every((left) => this.#rightsOf.get(left).has(player.id)));
    if (lefts.length < 2 || lefts.length > (this.decision.most ?? 0)) return [];
    return whom.map((player) => {
      const act = () => {
        this.#pairs = new Map(lefts.map((left) => [left, player.id]));
        this.ask.redraw();
      };
      return button(phrase("table.all_to", { all: many(lefts.length), name: player.name }), act, { className: "quiet", key: `all ${player.id}` });
    });
  }

  get main() {
    const { least = 0 } = this.decision;
    const count = this.#pairs.size;
    const act = () => this.ask.answer({ do: "assign", refs: [...this.#pairs.keys()], amounts: [...this.#pairs.values()] });
    const words = this.chosen ? `${this.chosen} ${count > 1 ? many(count) : this.ask.scene.nameOf([...this.#pairs.keys()][0])}` : phrase("table.done_chosen", { chosen: many(count) });
    return { words: count ? words : this.none, act, isReady: count >= least };
  }
}
