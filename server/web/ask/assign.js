// Pairs: attackers and whom they attack, blockers and what they block. Click the one, then the other; again, and it is undone.

import { button, Kind } from "/ask/kind.js";
import { el } from "/dom.js";

export class Assign extends Kind {
  #held = 0; // the left side that was clicked and has no right yet
  #pairs = [];

  get #lefts() {
    return [...new Set(this.options.map((option) => option.refs[0]))];
  }

  #rights(left) {
    return this.options.filter((option) => option.refs[0] === left).map((option) => option.amounts?.[0] ?? 0);
  }

  get able() {
    return new Set([...this.#lefts, ...(this.#held ? this.#rights(this.#held) : [])]);
  }

  get picked() {
    const { scene } = this.ask;
    const picked = new Map(this.#pairs.map(([left, right]) => [left, `\u2192 ${scene.nameOf(right)}`]));
    if (this.#held) picked.set(this.#held, "\u2026");
    return picked;
  }

  get drafts() {
    return this.#pairs;
  }

  get wanted() {
    return [];
  }

  click(id) {
    if (this.#held && this.#held !== id && this.#rights(this.#held).includes(id)) this.#pair(this.#held, id);
    else if (!this.#lefts.includes(id)) return false;
    else if (this.#pairs.some(([left]) => left === id)) this.#release(id);
    else if (this.#held === id) this.#held = 0;
    else if (this.#rights(id).length === 1) this.#pair(id, this.#rights(id)[0]);
    else this.#held = id;
    this.ask.redraw();
    return true;
  }

  #pair(left, right) {
    this.#held = 0;
    this.#pairs = [...this.#pairs, [left, right]];
  }

  #release(left) {
    this.#pairs = this.#pairs.filter(([other]) => other !== left);
  }

  undo() {
    const had = this.#held !== 0 || this.#pairs.length > 0;
    if (this.#held) this.#held = 0;
    else this.#pairs = [];
    if (had) this.ask.redraw();
    return had;
  }

  parts() {
    const { scene } = this.ask;
    const hint = this.#held ? `${scene.nameOf(this.#held)}: now click whom.` : "Click one of those that glow, then whom it goes to.";
    const lines = this.#pairs.map(([left, right]) => {
      const act = () => {
        this.#release(left);
        this.ask.redraw();
      };
      return button(`${scene.nameOf(left)} \u2192 ${scene.nameOf(right)}  \u2715`, act, { className: "pair", key: `pair ${left} ${right}` });
    });
    const choices = this.#held
      ? this.#rights(this.#held).map((right) => this.#choice(scene.nameOf(right), right))
      : this.#lefts.filter((left) => !this.#pairs.some(([other]) => other === left)).map((left) => this.#choice(scene.nameOf(left), left));
    return [el("p", "hint", hint), el("div", "choices", ...lines, ...choices), ...this.#all()];
  }

  #choice(words, id) {
    return button(words, () => this.click(id), { key: `side ${id}`, isChoice: true });
  }

  /** All to one player, where that is possible. */
  #all() {
    const { scene } = this.ask;
    const lefts = this.#lefts;
    const whom = scene.players.filter((player) => lefts.every((left) => this.#rights(left).includes(player.id)));
    if (lefts.length < 2 || lefts.length > (this.decision.most ?? 0)) return [];
    return whom.map((player) => {
      const act = () => {
        this.#pairs = lefts.map((left) => [left, player.id]);
        this.ask.redraw();
      };
      return button(`All ${lefts.length} \u2192 ${player.name}`, act, { className: "quiet", key: `all ${player.id}` });
    });
  }

  get main() {
    const { least = 0 } = this.decision;
    const count = this.#pairs.length;
    const act = () => this.ask.answer({ do: "assign", refs: this.#pairs.map(([left]) => left), amounts: this.#pairs.map(([, right]) => right) });
    return { words: count ? `Done: ${count} chosen` : this.none, act, isReady: count >= least };
  }
}
