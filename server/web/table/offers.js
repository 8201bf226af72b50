// Offers between players: a draw, taking back, open hands, a rematch; and what was refused of what one did last.

import { el, keep, say } from "/dom.js";
import { phrase } from "/words/phrase.js";

const OWN = { draw: "table.you_offer_draw", takeback: "table.you_offer_takeback", open: "table.you_offer_open", rematch: "table.you_offer_rematch" };
const OTHERS = { draw: "table.offers_draw", takeback: "table.offers_takeback", open: "table.offers_open", rematch: "table.offers_rematch" };

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
    const yes = button(phrase("table.agree"), () => this.#match.agree(what));
    const no = button(phrase("table.decline"), () => this.#match.agree(what, false));
    yes.classList.add("strong");
    return el("li", "offer", el("span"), yes, no);
  }
}

function update(item, what, offer, scene) {
  const [words, yes, no] = item.children;
  const you = scene.match.you;
  const isAgreed = offer.seats?.includes(you);
  const key = (scene.match.hands.includes(offer.by) ? OWN : OTHERS)[what];
  say(words, key ? phrase(key, { name: scene.seatName(offer.by) }) : what);
  yes.hidden = you === null || isAgreed;
  no.hidden = you === null;
  say(no, isAgreed ? phrase("table.withdraw") : phrase("table.decline"));
}

function button(words, act) {
  const element = el("button", "", words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}
