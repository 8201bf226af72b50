// The open question of one's own seat: what is asked, and the answer by clicks on cards and buttons.
//
// An option that names one card or player is taken by a click on it; what takes several is picked first and then said to
// be done. Everything comes from the decision (PROTOCOL.md, section 4), so any game can be played with it.

import { el, say } from "/dom.js";
import { withSymbols } from "/mana.js";

const AT_ONCE = ["act", "pay", "confirm"];

export class Question {
  root = el("section", "ask");
  #answer;
  #decision = null;
  #nameOf = String;
  #picked = [];
  #amounts = new Map();
  #trouble = "";

  /** `answer(a)` sends an answer to the open decision. */
  constructor(answer) {
    this.#answer = answer;
    this.root.hidden = true;
    this.root.setAttribute("aria-live", "polite");
  }

  /** Show a decision, or that none is open; `nameOf` turns an id into what people call it. */
  show(decision, nameOf, trouble) {
    const isSame = decision?.w === this.#decision?.w && trouble === this.#trouble;
    this.#nameOf = nameOf;
    if (isSame) return;
    if (decision?.w !== this.#decision?.w) {
      this.#picked = [];
      this.#amounts.clear();
    }
    this.#decision = decision;
    this.#trouble = trouble;
    this.#draw();
  }

  /** The ids that a click may be on, and those that are picked. */
  get marks() {
    const options = this.#decision?.options ?? [];
    return { able: new Set(options.map(idOf).filter(Boolean)), picked: new Set(this.#picked) };
  }

  /** A click on something of the table; false if the question has no use for it. */
  click(id) {
    const options = (this.#decision?.options ?? []).filter((option) => idOf(option) === id);
    if (!options.length) return false;
    if (AT_ONCE.includes(this.#decision.kind)) {
      if (options.length === 1) this.#answer(options[0].n);
      else this.#draw(options);
    } else this.#pick(id);
    return true;
  }

  #pick(id) {
    const { kind, least = 0, most = 0 } = this.#decision;
    const limit = kind === "order" ? this.#decision.options.length : most;
    if (this.#picked.includes(id)) this.#picked = this.#picked.filter((other) => other !== id);
    else if (limit === 1) this.#picked = [id];
    else if (this.#picked.length < limit) this.#picked = [...this.#picked, id];
    this.#trouble = "";
    if (least === 1 && most === 1 && this.#picked.length === 1) this.#done();
    else this.#draw();
    this.root.dispatchEvent(new Event("picked"));
  }

  #done() {
    const { kind } = this.#decision;
    if (kind === "number") return this.#answer({ do: kind, amounts: [this.#amounts.get(0) ?? this.#decision.least ?? 0] });
    if (kind === "divide") {
      const refs = this.#decision.options.map(refOf);
      return this.#answer({ do: kind, refs, amounts: refs.map((ref) => this.#amounts.get(ref) ?? this.#decision.least ?? 0) });
    }
    if (kind === "assign") {
      const pairs = [...this.#amounts].filter(([, right]) => right !== "");
      return this.#answer({ do: kind, refs: pairs.map(([left]) => left), amounts: pairs.map(([, right]) => right) });
    }
    this.#answer({ do: kind, refs: this.#picked });
  }

  #draw(only = null) {
    const decision = this.#decision;
    this.root.hidden = !decision;
    this.root.replaceChildren();
    if (!decision) return;
    const prompt = el("p", "ask-prompt", ...withSymbols(decision.prompt || "answer"));
    prompt.title = decision.rule ?? "";
    const choices = el("div", "ask-choices", ...this.#choices(only ?? decision.options ?? []));
    this.root.append(prompt, choices);
    if (this.#trouble) this.root.append(el("p", "ask-trouble", this.#trouble));
  }

  #choices(options) {
    const { kind, least = 0, most = 0, total = 0, auto, cancel } = this.#decision;
    const parts = [];
    if (AT_ONCE.includes(kind)) parts.push(...options.map((option) => this.#button(this.#words(option), () => this.#answer(option.n))));
    else if (kind === "number") parts.push(this.#field(0, `${least} to ${most}`, least, most), this.#finish("OK"));
    else if (kind === "divide") {
      const most = total - (options.length - 1) * least;
      parts.push(...options.map((option) => this.#field(refOf(option), this.#named(option), least, most)), this.#finish(`divide ${total}`));
    } else if (kind === "assign") parts.push(...this.#sides(options), this.#finish("done"));
    else parts.push(...options.map((option) => this.#toggle(option)), ...this.#picking());
    if (auto || kind === "pay") parts.push(this.#button("let the rules pay", () => this.#answer({ do: "auto" }), "quiet"));
    if (cancel) parts.push(this.#button("take back", () => this.#answer({ do: "cancel" }), "quiet"));
    return parts;
  }

  #picking() {
    const { kind, options = [], least = 0, most = 0 } = this.#decision;
    if (kind !== "order" && least === 1 && most === 1) return [];
    const number = this.#picked.length;
    const wanted = kind === "order" ? options.length : least;
    const button = this.#finish(number || wanted ? `done: ${number} picked` : "none");
    button.disabled = number < wanted;
    return [button];
  }

  #toggle(option) {
    const place = this.#picked.indexOf(refOf(option));
    const order = this.#decision.kind === "order" && place >= 0 ? `${place + 1}. ` : "";
    const button = this.#button(order + this.#words(option), () => this.#pick(refOf(option)));
    button.setAttribute("aria-pressed", String(place >= 0));
    return button;
  }

  #field(key, label, least, most) {
    const field = el("input");
    field.type = "number";
    field.min = least;
    field.max = most;
    field.value = this.#amounts.get(key) ?? least;
    field.addEventListener("input", () => this.#amounts.set(key, Number(field.value)));
    return el("label", "ask-field", label, field);
  }

  /** Of an assignment each left side with those it may be given to. */
  #sides(options) {
    const lefts = [...new Set(options.map(refOf))];
    return lefts.map((left) => {
      const choice = el("select");
      const rights = options.filter((option) => refOf(option) === left).map((option) => option.amounts?.[0] ?? 0);
      choice.append(new Option("\u2013", ""), ...rights.map((right) => new Option(this.#nameOf(right), right)));
      choice.value = this.#amounts.get(left) ?? "";
      choice.addEventListener("change", () => this.#amounts.set(left, choice.value === "" ? "" : Number(choice.value)));
      return el("label", "ask-field", this.#nameOf(left), choice);
    });
  }

  #finish(words) {
    return this.#button(words, () => this.#done(), "finish");
  }

  #button(words, act, className = "") {
    const button = el("button", className, ...withSymbols(words));
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  #words(option) {
    if (option.label) return option.label;
    const text = (option.text ?? option.do).replaceAll('"', "");
    return AT_ONCE.includes(this.#decision.kind) ? text : this.#named(option);
  }

  #named(option) {
    const name = this.#nameOf(refOf(option));
    return name === "something" ? (option.text ?? String(refOf(option))).replaceAll('"', "") : name;
  }
}

const refOf = (option) => option.refs?.[0] ?? 0;

/** The card or player that an option is about, where it is about one; numbers of parts and yes and no name nothing. */
function idOf(option) {
  return ["modes", "confirm", "number", "order"].includes(option.do) || option.label ? 0 : refOf(option);
}

/** Say why something cannot be used, where that is known. */
export function because(element, frame) {
  if (!frame || frame.t === "nack") return;
  const can = frame.code === "can";
  const parts = [frame.reason, frame.need ? `needed: ${frame.need}` : "", frame.rule ? `(${frame.rule})` : ""];
  say(element, can ? "This can be used now." : `Not now: ${parts.filter(Boolean).join(" \u2014 ")}`);
}
