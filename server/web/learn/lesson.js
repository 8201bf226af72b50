// A lesson as it is played: which step is on, which answers it wants, and what is done without the learner. It knows no
// game: a gesture of a lesson is a verb and names, and so is an option of a decision (PROTOCOL.md, section 4).

const KINDS = { attack: ["cards", "assign"], block: ["assign"], choose: ["cards", "costs", "modes", "players"], target: ["targets"], yes: ["confirm"], no: ["confirm"], mode: ["modes"], player: ["players"] };
const NAMED = /"([^"#]+)(?:#\d+)?"|\b([A-H])\b/g;
const SEATS = "ABCDEFGH";

/** A gesture, read: the words that an answer may have as `do`, and the names in it. */
export function read(gesture, nameOfSeat) {
  const verb = gesture.match(/^\w+/)[0];
  const names = [...gesture.slice(verb.length).matchAll(NAMED)].map(([, name, seat]) => name ?? nameOfSeat(SEATS.indexOf(seat)));
  return { verb, does: [...(KINDS[verb] ?? []), verb], names };
}

/** The name of what an answer refers to. */
const nameOf = (view, ref) => view[`o${ref}`]?.name ?? view[`s${ref}`]?.name ?? Object.values(view).find((each) => each?.id === ref && each.seat !== undefined)?.name ?? String(ref);

/** Whether an option is, or is a part of, what a gesture says. */
export function fits(option, wanted, view) {
  if (!wanted.does.includes(option.do)) return false;
  if (option.do === "confirm") return option.refs?.[0] === Number(wanted.verb === "yes");
  return !wanted.names.length || wanted.names.includes(nameOf(view, option.refs?.[0]));
}

/** Whether an answer is all that a gesture says. */
export function answers(answer, decision, wanted, view) {
  const said = typeof answer === "number" ? decision.options[answer] : answer;
  if (!fits(said, wanted, view) && said.refs?.length) return false;
  if (!wanted.does.includes(said.do)) return false;
  const isPaired = said.do === "assign" && wanted.names.length > 1 && wanted.verb === "block";
  const refs = said.do === "activate" ? said.refs.slice(0, 1) : [...(said.refs ?? []), ...(isPaired ? said.amounts : [])];
  const given = said.do === "confirm" ? [] : refs.map((ref) => nameOf(view, ref));
  return !wanted.names.length || given.sort().join("|") === [...wanted.names].sort().join("|");
}

/** The answer that declines, or else takes what comes first. */
export function declining({ kind, options = [], least = 0, auto }) {
  const pass = options.find((option) => option.do === "pass");
  if (pass) return pass.n;
  if (kind === "pay" || auto) return { do: "auto" };
  if (kind === "confirm") return { do: "confirm", refs: [0] };
  if (kind === "order") return { do: "order", refs: options.map(({ refs }) => refs[0]) };
  if (kind === "act") return 0;
  if (kind === "number") return { do: "number", amounts: [least] };
  const taken = options.slice(0, least);
  return { do: kind, refs: taken.map(({ refs }) => refs[0]), ...(kind === "assign" ? { amounts: taken.map(({ amounts }) => amounts[0]) } : {}) };
}

/** Whether a question is about how something is paid: that is free in every lesson. */
export const isPayment = ({ kind, auto }) => kind === "pay" || Boolean(auto);

export class Lesson {
  #steps;
  #at = 0;
  #begun = 0; // the step in which what is being played was announced

  constructor({ steps }) {
    this.#steps = steps;
  }

  get step() {
    return this.#steps[this.#at] ?? null;
  }

  /** The step before this one, if any. */
  get before() {
    return this.#steps[this.#at - 1] ?? null;
  }

  /** The words while something is paid for: those of the step that announced it. */
  get pay() {
    return this.#steps[this.#begun]?.pay ?? null;
  }

  get isOver() {
    return this.#at >= this.#steps.length;
  }

  advance() {
    this.#at += 1;
  }

  /** The gesture that the step wants of a seat, read; null if none. */
  wanted(key, match) {
    const gesture = this.step?.[key];
    return gesture ? read(gesture, (seat) => Object.values(match.view).find((each) => each?.seat === seat && each.life !== undefined)?.name) : null;
  }

  /** The options of a decision that are, or are parts of, what the learner is to do; empty if they are not asked for that. */
  meant(decision, match) {
    const wanted = this.wanted("do", match);
    return wanted && decision ? (decision.options ?? []).filter((option) => fits(option, wanted, match.view)) : [];
  }

  /** Take an answer of the learner's: whether it may be given. */
  take(answer, decision, match) {
    if (this.isOver) return true;
    if (answer?.do === "cancel") {
      this.#at = Math.min(this.#at, this.#begun);
      return true;
    }
    if (isPayment(decision)) return true;
    const wanted = this.wanted("do", match);
    if (!wanted || !answers(answer, decision, wanted, match.view)) return false;
    if (decision.kind === "act") this.#begun = this.#at;
    this.advance();
    return true;
  }
}
