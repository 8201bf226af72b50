// The open question of one's own seat: what is asked, what may be clicked for it, and what may be taken back.
//
// Everything comes from the decision (PROTOCOL.md, section 4), so any game can be played with it.

import { Amount } from "/ask/number.js";
import { Assign } from "/ask/assign.js";
import { AtOnce } from "/ask/at_once.js";
import { Divide } from "/ask/divide.js";
import { button, counted } from "/ask/kind.js";
import { Late } from "/ask/late.js";
import { Menu } from "/ask/choice.js";
import { Order } from "/ask/order.js";
import { Pick } from "/ask/pick.js";
import { drawGallery } from "/card/piles.js";
import { withSymbols } from "/card/symbols.js";
import { el, say } from "/dom.js";
import { clockFace } from "/table/clocks.js";
import { grouped } from "/table/heaps.js";
import { phrase, term } from "/words/phrase.js";

const KINDS = { act: AtOnce, pay: AtOnce, confirm: AtOnce, number: Amount, divide: Divide, assign: Assign, order: Order };
const DIGITS = 9; // keys for choices
const ALWAYS = { yes: "table.always_yes", no: "table.always_no" };
const NONE = new Set();
export const NOTHING = { able: NONE, picked: new Map(), proposed: NONE, sources: NONE };

export class Question {
  #prompt = el("p", "ask-prompt");
  #body = el("div", "ask-body");
  #foot = el("div", "ask-foot");
  #trouble = el("p", "trouble");
  #time = el("p", "ask-time", el("span"), el("span", "hidden-words"));
  #form = el("div", "ask-form", this.#body, this.#trouble, this.#foot);
  root = el("section", "ask", this.#prompt, this.#time, this.#form);
  #gallery = el("ol", "gallery");
  tray = el("section", "tray", this.#gallery);
  #menu = new Menu(() => this.#number());
  #late = new Late(() => this.#kind?.decision.w ?? 0, () => this.#page.draw());
  #page;
  #kind = null;
  #drawn = "";
  #sent = null; // {subject, refs}: the targets that are being answered with
  #aimed = { subject: 0, refs: [] }; // those that were, of what is still asked about
  #before = null; // what had the focus before it went to the list of all that may be done
  #steps = 0; // counts what was picked, so that the panel is drawn again

  constructor(page) {
    this.#page = page;
    this.root.hidden = true;
    this.tray.hidden = true;
    this.root.setAttribute("aria-label", phrase("table.your_decision"));
    this.root.tabIndex = -1; // has the focus at first, and while there is nothing to answer (table/focus.js)
    this.#prompt.id = "prompt";
    this.root.setAttribute("aria-describedby", "prompt");
    this.#trouble.setAttribute("role", "alert");
    this.#time.lastElementChild.setAttribute("role", "alert");
    this.root.append(this.#menu.root);
    this.root.addEventListener("toggle", () => this.#number(), { capture: true }); // a list that is opened or closed
    for (const part of [this.#form, this.tray]) part.addEventListener("click", (event) => this.#stopLate(event), { capture: true });
  }

  /** Keep a click from what it was not meant for, and say so. */
  #stopLate(event) {
    if (!this.#isLate(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether what is done now was meant for a question that is gone; it is said then. */
  #isLate(event = null) {
    const { match } = this.#page;
    const isLate = !match.isAnswered && this.#late.is(event);
    if (isLate) match.tellChanged();
    return isLate;
  }

  // ---------------------------------------------------------------- what the table shows of it

  /** Whether somebody is asked something and has not answered. */
  get isOpen() {
    const { match, idle } = this.#page;
    return Boolean(this.#kind) && this.#kind.decision.w === match.decision?.w && !match.isAnswered && !idle.isRunning;
  }

  /** The ids that a click may be on, and those that are picked, with what is said on them. */
  get marks() {
    if (!this.#kind || this.#page.match.isAnswered || this.#late.isFresh) return NOTHING;
    const { able, picked, proposed, sources = NONE } = this.#kind;
    return this.#heaped({ able, picked, proposed, sources });
  }

  /** Marks a heap as its options are marked, with their number (`some`), if not all. */
  #heaped(marks) {
    const { heaps, shownAs } = this.#page.scene;
    if (!heaps.size) return marks;
    const shown = (ids) => new Set([...ids].map(shownAs));
    const onHeap = (ids) => grouped([...ids].filter((id) => heaps.has(id)), shownAs).map((of) => [heaps.get(of[0]), of]);
    const picked = new Map([...marks.picked].filter(([id]) => !heaps.has(id)));
    for (const [heap, of] of onHeap(marks.picked.keys())) picked.set(heap.id, this.#kind.badge(of.map((id) => marks.picked.get(id)), heap));
    const some = new Map(onHeap(marks.able).filter(([{ ids }, of]) => of.length < ids.length).map(([{ id }, of]) => [id, of.length]));
    return { able: shown(marks.able), picked, proposed: shown(marks.proposed), sources: shown(marks.sources), some };
  }

  /** Whether one click on something is the whole answer. */
  get isAtOnce() {
    return !this.#kind || this.#kind.isAtOnce;
  }

  get drafts() {
    const { subject, refs } = this.#aimed;
    const chosen = this.#page.scene.entity(subject) ? [] : refs; // what is on the stack shows its own
    return [...chosen.map((ref) => [subject, ref]), ...(this.#kind?.drafts ?? [])];
  }

  /** An arrow of the thing being played begins here while that thing lies nowhere yet. */
  get announcement() {
    return this.#prompt;
  }

  /** Take up the open decision, before the table is drawn. */
  take() {
    const { match } = this.#page;
    const before = this.#kind?.decision.w;
    const isLater = this.#page.staging.isHolding && match.decision?.w !== before; // it comes up once all before it was shown
    const decision = match.result || this.#page.idle.isGiven || isLater ? null : match.decision;
    if (decision?.w === before) return;
    this.#late.turn(Boolean(before) && !match.hasAnswered(before));
    this.#menu.close();
    this.#aim(decision?.subject ?? 0);
    this.#kind = decision ? new (KINDS[decision.kind] ?? Pick)(decision, this.#asker(decision)) : null;
    this.#steps = 0;
  }

  /** Remember the targets of what is being played, until something else is asked about. */
  #aim(subject) {
    const sent = this.#sent;
    const before = subject && this.#aimed.subject === subject ? this.#aimed.refs : [];
    this.#aimed = { subject, refs: sent?.subject === subject ? [...before, ...sent.refs] : before };
    this.#sent = null;
  }

  #asker({ w, kind, subject }) {
    const page = this.#page;
    return {
      get scene() {
        return page.scene;
      },
      get isIdle() {
        return page.idle.isRunning || page.match.isAnswered;
      },
      answer: (a) => {
        if (kind === "targets") this.#sent = { subject, refs: a.refs ?? [] };
        page.staging.leave();
        page.match.answer(a, w);
      },
      redraw: () => {
        this.#steps += 1;
        page.match.trouble = ""; // it was about what had been picked before
        page.draw();
      },
      point: (id, isPointed) => page.elementOf(id)?.classList.toggle("pointed", isPointed),
      choose: (id, choices) => this.#menu.open(page.elementOf(id), choices),
      isShown: (id) => Boolean(id && page.elementOf(id)),
    };
  }

  // ---------------------------------------------------------------- what people do

  /** Use a click on something; false if it is there to be read. */
  click(id, event) {
    if (this.#page.match.isAnswered) return event.detail > 1; // the second half of what answered
    if (this.#late.missed(event)) return this.#isLate(event);
    if (!this.#kind) return false;
    const { able } = this.#kind;
    return (this.#page.scene.alike(id).some((each) => able.has(each)) && this.#isLate(event)) || this.#kind.click(id);
  }

  /** The main answer, by Space. */
  main() {
    const main = this.#kind?.main;
    if (!main?.isReady || this.#page.match.isAnswered) return false;
    if (!this.#isLate()) main.act();
    return true;
  }

  /** By a number: one of the choices on screen. */
  choose(number) {
    const choices = this.#choices;
    choices[number - 1]?.click();
    return number <= choices.length;
  }

  /** The choices that numbers are for: of the menu while it is open, else of the panel. */
  get #choices() {
    const from = this.#menu.isOpen ? this.#menu.root : this.root;
    return [...from.querySelectorAll("[data-choice]")].filter((each) => !each.closest("details:not([open]), [hidden]"));
  }

  /** Say on each choice the number that takes it, if one does; how that is shown is a matter of style. */
  #number() {
    const choices = this.#choices.slice(0, DIGITS);
    for (const each of this.root.querySelectorAll("[aria-keyshortcuts]")) if (!choices.includes(each)) each.removeAttribute("aria-keyshortcuts");
    for (const [at, each] of choices.entries()) each.setAttribute("aria-keyshortcuts", at + 1);
  }

  /** One step back, by Escape. */
  back() {
    if (this.#menu.isOpen) return this.#menu.close();
    if (this.#page.staging.skip()) return true;
    if (!this.#kind || this.#page.match.isAnswered) return false;
    if (this.#page.idle.wait() || this.#kind.undo()) return true;
    if (this.#kind.decision.cancel) this.#takeBack();
    return true;
  }

  /** Offer `choices`, {words, act}, beside an element. */
  offer(beside, choices, words) {
    this.#menu.open(beside, choices, words);
  }

  /** Open or close the list of all that may be done. */
  list() {
    const list = this.root.querySelector("details.all");
    if (!list) return false;
    const had = document.activeElement;
    list.open = !list.open;
    if (list.open) {
      this.#before = had;
      list.querySelector("button")?.focus();
    } else if (list.contains(had)) this.#leave(list);
    return true;
  }

  /** Go back to where one was before one went to the list. */
  #leave(list) {
    const before = this.#before;
    const isThere = before?.isConnected && before !== document.body && !list.contains(before);
    (isThere ? before : (this.root.querySelector(".main:not(:disabled)") ?? this.root)).focus({ preventScroll: true });
  }

  /** Take back what is being played; mana abilities that were used for it are to be kept, if `keeps`. */
  #takeBack(keeps = false) {
    const { w } = this.#kind.decision;
    if (!this.#isLate()) this.#page.match.answer(keeps ? { do: "cancel", refs: [1] } : { do: "cancel" }, w);
  }

  // ---------------------------------------------------------------- drawing

  /** Show the question, once the table is drawn. */
  update(waiting) {
    const { match } = this.#page;
    this.root.hidden = match.you === null || Boolean(match.result);
    const drawn = [this.#kind?.decision.w, this.#kind?.decision.prompt, this.#steps, match.isAnswered, match.isAnswered && match.isLate, match.trouble, this.#late.isFresh, this.#page.idle.isRunning].join("|");
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#draw(match);
    }
    this.#prompt.setAttribute("aria-live", this.#kind ? "polite" : "off"); // seconds that go by are not read out
    if (!this.#kind) say(this.#prompt, waiting);
    this.#drawTime();
    this.#drawTray();
  }

  /** The time that is left to think, if that is bounded; said aloud once when it gets short. */
  #drawTime() {
    const { left, isShort } = this.#page.clocks;
    this.#time.hidden = left === null;
    this.root.classList.toggle("hurry", isShort);
    if (left === null) return say(this.#time.lastElementChild, "");
    const words = left === 0 ? phrase("table.time_up") : phrase(isShort ? "table.time_short" : "table.time_left", { time: clockFace(left) });
    say(this.#time.firstElementChild, `\u23f1 ${words}`);
    say(this.#time.lastElementChild, isShort ? phrase("table.hurry") : "");
  }

  #draw(match) {
    const decision = this.#kind?.decision;
    const isSame = this.root.dataset.w === String(decision?.w ?? ""); // else what has the same key is about something else
    const focus = isSame && this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.root.dataset.state = !decision ? "idle" : match.isAnswered ? "pending" : this.#late.isFresh ? "fresh" : "open";
    this.root.dataset.w = decision?.w ?? "";
    this.root.dataset.kind = decision?.kind ?? "";
    this.#body.replaceChildren(...(this.#kind?.parts() ?? []));
    this.#foot.replaceChildren(...(decision ? this.#answers(decision) : []));
    say(this.#trouble, match.isAnswered || !decision ? "" : match.trouble); // else it is said over the table
    if (decision) this.#ask(decision, match);
    if (match.isAnswered) for (const each of this.#form.querySelectorAll("button, input")) each.disabled = true;
    this.#number();
    if (focus) [...this.root.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focus)?.focus();
  }

  #ask(decision, match) {
    const { isAnswered, isLate } = match;
    const rule = decision.rule ? el("span", "rule", decision.rule) : null;
    const words = withSymbols(this.#page.scene.plain(heading(decision, this.#page.scene)));
    const { hands } = this.#page;
    this.root.dataset.seat = hands ? match.you : "";
    this.#prompt.replaceChildren(...(hands ? [el("span", "ask-whom", hands.whom)] : []), el("span", "", ...words), ...(isAnswered ? [el("span", "sent", phrase(isLate ? "table.sent_late" : "table.sent"))] : []), ...(rule ? [rule] : []));
  }

  #answers(decision) {
    const { cancel, bound, cancels = "", keeps = [] } = decision;
    const parts = [];
    const { main } = this.#kind;
    if (main) {
      const element = button(main.words, () => this.main(), { className: "main", key: "main" });
      element.disabled = !main.isReady;
      element.append(el("kbd", "", phrase("table.space")));
      parts.push(element);
    }
    if (this.#page.idle.isRunning) {
      const wait = button(phrase("table.wait"), () => this.#page.idle.wait(), { key: "wait" });
      const words = phrase(decision.kind !== "act" ? "table.idle_one" : this.#kind.sources?.size ? "table.idle_mana" : "table.idle_nothing");
      parts.push(el("p", "hint idle", `${words} `, wait));
    }
    if (cancel) {
      const element = button(cancels ? phrase("table.take_back_of", { name: cancels }) : phrase("table.take_back"), () => this.#takeBack(), { className: "quiet", key: "cancel" });
      element.append(el("kbd", "", "Esc"));
      parts.push(element);
      if (keeps.length) parts.push(button(phrase("table.keep_mana", { names: counted(keeps) }), () => this.#takeBack(true), { className: "quiet", key: "cancel keep" }));
    }
    parts.push(...this.#forGood(decision));
    if (bound) parts.push(el("p", "hint", phrase("table.bound")));
    return parts;
  }

  /** To what an ability asks, yes or no: the same answer from now on. */
  #forGood({ kind, subject }) {
    const item = kind === "confirm" && this.#page.scene.view[`s${subject}`];
    if (!item || item.kind === "spell") return [];
    const act = (said) => () => this.#page.habits.always(said, item);
    const each = Object.entries(ALWAYS).map(([said, key]) => button(phrase(key), act(said), { className: "quiet", key: `always ${said}` }));
    return [el("p", "for-good", el("span", "hint", phrase("table.to_this_of", { name: item.name })), ...each)];
  }

  /** The options that lie nowhere on the table, as cards. */
  #drawTray() {
    const { scene, elementOf } = this.#page;
    const ids = [...new Set((this.#kind?.wanted ?? []).map(scene.shownAs))].filter((id) => scene.entity(id) && !elementOf(id));
    this.tray.hidden = ids.length === 0;
    drawGallery(this.#gallery, ids, this.#page, () => {});
  }
}

/** The question in words; where one may do this or that in a step, and nothing waits to happen, whose turn it is. */
function heading({ kind, prompt = phrase("table.your_answer") }, { game, match, seatName }) {
  const { phase = "", active, stack = [] } = game;
  const [step] = prompt.split(":");
  if (kind !== "act" || stack.length || !phase || active === undefined || !step.startsWith(term(phase))) return prompt;
  return active === match.you ? phrase("table.your_turn", { step }) : phrase("table.their_turn", { name: seatName(active), step });
}
