// The open question of one's own seat: what is asked, what may be clicked for it, and what may be taken back.
//
// Everything comes from the decision (PROTOCOL.md, section 4), so any game can be played with it. A click on the table,
// a button here and a key all end in the same place.

import { Amount } from "/ask/number.js";
import { Assign } from "/ask/assign.js";
import { AtOnce } from "/ask/at_once.js";
import { Divide } from "/ask/divide.js";
import { button } from "/ask/kind.js";
import { Menu } from "/ask/choice.js";
import { Order } from "/ask/order.js";
import { Pick } from "/ask/pick.js";
import { drawGallery } from "/card/piles.js";
import { withSymbols } from "/card/symbols.js";
import { el, say } from "/dom.js";

const KINDS = { act: AtOnce, pay: AtOnce, confirm: AtOnce, number: Amount, divide: Divide, assign: Assign, order: Order };
const BOUND = "It cannot be taken back any more: something was revealed, or another player has chosen since.";
const NOTHING = { able: new Set(), picked: new Map() };

export class Question {
  #prompt = el("p", "ask-prompt");
  #body = el("div", "ask-body");
  #foot = el("div", "ask-foot");
  #trouble = el("p", "trouble");
  root = el("section", "ask", this.#prompt, this.#body, this.#trouble, this.#foot);
  #gallery = el("ol", "gallery");
  tray = el("section", "tray", this.#gallery);
  #menu = new Menu();
  #page;
  #kind = null;
  #drawn = "";
  #steps = 0; // counts what was picked, so that the panel is drawn again

  constructor(page) {
    this.#page = page;
    this.root.hidden = true;
    this.tray.hidden = true;
    this.root.setAttribute("aria-label", "your decision");
    this.#trouble.setAttribute("role", "alert");
    this.root.append(this.#menu.root);
  }

  // ---------------------------------------------------------------- what the table shows of it

  /** The ids that a click may be on, and those that are picked, with what is said on them. */
  get marks() {
    return this.#kind && !this.#page.match.isAnswered ? { able: this.#kind.able, picked: this.#kind.picked } : NOTHING;
  }

  get drafts() {
    return this.#kind?.drafts ?? [];
  }

  /** Take up the open decision, before the table is drawn. */
  take() {
    const { match } = this.#page;
    const decision = match.result ? null : match.decision;
    if (decision?.w === this.#kind?.decision.w) return;
    this.#menu.close();
    this.#kind = decision ? new (KINDS[decision.kind] ?? Pick)(decision, this.#asker()) : null;
    this.#steps = 0;
  }

  #asker() {
    const page = this.#page;
    return {
      get scene() {
        return page.scene;
      },
      answer: (a) => page.match.answer(a),
      redraw: () => {
        this.#steps += 1;
        page.match.trouble = ""; // it was about what had been picked before
        page.draw();
      },
      choose: (id, choices) => this.#menu.open(page.elementOf(id), choices),
      isShown: (id) => Boolean(id && page.elementOf(id)),
    };
  }

  // ---------------------------------------------------------------- what people do

  click(id) {
    return Boolean(this.#kind) && !this.#page.match.isAnswered && this.#kind.click(id);
  }

  /** The main answer, by Space. */
  main() {
    const main = this.#kind?.main;
    if (!main?.isReady || this.#page.match.isAnswered) return false;
    main.act();
    return true;
  }

  /** By a number: one of the choices on screen. */
  choose(number) {
    const from = this.#menu.isOpen ? this.#menu.root : this.root;
    const choices = [...from.querySelectorAll("[data-choice]")].filter((each) => each.checkVisibility?.() ?? true);
    choices[number - 1]?.click();
    return number <= choices.length;
  }

  /** One step back, by Escape. */
  back() {
    if (this.#menu.isOpen) return this.#menu.close();
    if (!this.#kind || this.#page.match.isAnswered) return false;
    if (this.#kind.undo()) return true;
    if (this.#kind.decision.cancel) this.#takeBack();
    return true;
  }

  /** Open or close the list of all that may be done. */
  list() {
    const list = this.root.querySelector("details.all");
    if (!list) return false;
    list.open = !list.open;
    if (list.open) list.querySelector("button")?.focus();
    return true;
  }

  #takeBack() {
    this.#page.match.answer({ do: "cancel" });
  }

  // ---------------------------------------------------------------- drawing

  /** Show the question, once the table is drawn. */
  update(waiting) {
    const { match } = this.#page;
    this.root.hidden = match.you === null || Boolean(match.result);
    const drawn = [this.#kind?.decision.w, this.#steps, match.isAnswered, match.trouble].join("|");
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#draw(match);
    }
    this.#prompt.setAttribute("aria-live", this.#kind ? "polite" : "off"); // seconds that go by are not read out
    if (!this.#kind) say(this.#prompt, waiting);
    this.#drawTray();
  }

  #draw(match) {
    const focus = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const decision = this.#kind?.decision;
    this.root.dataset.state = !decision ? "idle" : match.isAnswered ? "pending" : "open";
    this.#body.replaceChildren(...(this.#kind?.parts() ?? []));
    this.#foot.replaceChildren(...(decision ? this.#answers(decision) : []));
    say(this.#trouble, match.isAnswered ? "" : match.trouble);
    if (decision) this.#ask(decision, match.isAnswered);
    if (match.isAnswered) for (const each of this.root.querySelectorAll("button, input")) each.disabled = true;
    if (focus) [...this.root.querySelectorAll("[data-key]")].find((each) => each.dataset.key === focus)?.focus();
  }

  #ask(decision, isAnswered) {
    const rule = decision.rule ? el("span", "rule", decision.rule) : null;
    const words = withSymbols(this.#page.scene.plain(decision.prompt || "your answer"));
    this.#prompt.replaceChildren(el("span", "", ...words), ...(isAnswered ? [el("span", "sent", "sent\u2026")] : []), ...(rule ? [rule] : []));
  }

  #answers({ cancel, bound }) {
    const parts = [];
    const { main } = this.#kind;
    if (main) {
      const element = button(main.words, () => this.main(), { className: "main", key: "main" });
      element.disabled = !main.isReady;
      element.append(el("kbd", "", "Space"));
      parts.push(element);
    }
    if (cancel) {
      const element = button("Take back", () => this.#takeBack(), { className: "quiet", key: "cancel" });
      element.append(el("kbd", "", "Esc"));
      parts.push(element);
    }
    if (bound) parts.push(el("p", "hint", BOUND));
    return parts;
  }

  /** What is to be chosen from and lies nowhere on the table, as cards. */
  #drawTray() {
    const { scene, elementOf } = this.#page;
    const ids = (this.#kind?.wanted ?? []).filter((id) => scene.entity(id) && !elementOf(id));
    this.tray.hidden = ids.length === 0;
    drawGallery(this.#gallery, ids, this.#page, () => {});
  }
}
