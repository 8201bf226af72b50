// Offers between players: a draw, taking back, open hands, a rematch; and what was refused of what one did last.

import { el, keep, say } from "/dom.js";

const WORDS = { draw: "a draw", takeback: "to take back the last decision", open: "to open all hands", rematch: "a rematch" };

export class Offers {
  #list = el("ul", "offers");
  #trouble = el("p", "trouble");
  #match;
  root;

  constructor(match) {
    this.#match = match;
    this.#trouble.setAttribute("role", "alert");
    this.root = el("div", "notices", this.#list, this.#trouble);
  }

  update(scene) {
    const { match } = scene;
    const offers = Object.entries(scene.view.offers ?? {});
    keep(this.#list, offers, ([what]) => what, ([what]) => this.#make(what), (item, [what, offer]) => update(item, what, offer, scene));
    say(this.#trouble, match.trouble && !match.decision ? match.trouble : "");
  }

  #make(what) {
    const yes = button("Agree", () => this.#match.agree(what));
    const no = button("Decline", () => this.#match.agree(what, false));
    yes.classList.add("strong");
    return el("li", "offer", el("span"), yes, no);
  }
}

function update(item, what, offer, scene) {
  const [words, yes, no] = item.children;
  const you = scene.match.you;
  const isAgreed = offer.seats?.includes(you);
  const who = scene.whose(offer.by);
  say(words, `${who === "you" ? "You offer" : `${who} offers`} ${WORDS[what] ?? what}.`);
  yes.hidden = you === null || isAgreed;
  no.hidden = you === null;
  say(no, isAgreed ? "Withdraw" : "Decline");
}

function button(words, act) {
  const element = el("button", "", words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}
