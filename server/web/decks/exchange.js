// Exchanging cards with the sideboard between the games of a match: what is in goes out by a click, and back.

import { dress, el, keep, say } from "/dom.js";
import { countOf } from "/decks/store.js";
import { phrase } from "/words/phrase.js";

/** An exchange of a deck, [cards, side]: `root` to show, `deck()` as it is now. */
export function exchangeCards([cards, side]) {
  const parts = [new Map(Object.entries(cards)), new Map(Object.entries(side))];
  const lists = [el("ul", "exchange-cards"), el("ul", "exchange-cards")];
  const heads = [el("h3"), el("h3")];
  const root = el("div", "exchange", ...heads.map((head, part) => el("section", "", head, lists[part])));
  const deck = () => parts.map((part) => Object.fromEntries([...part].filter(([, count]) => count > 0)));
  const move = (name, from) => {
    parts[from].set(name, parts[from].get(name) - 1);
    parts[1 - from].set(name, (parts[1 - from].get(name) ?? 0) + 1);
    draw();
  };
  const draw = () => {
    ["series.deck", "series.sideboard"].forEach((key, part) => {
      say(heads[part], `${phrase(key)} (${countOf(Object.fromEntries(parts[part]))})`);
      const rows = [...parts[part]].filter(([, count]) => count > 0).sort(([one], [other]) => one.localeCompare(other));
      keep(lists[part], rows, ([name]) => name, ([name]) => makeRow(() => move(name, part)), updateRow(part));
    });
  };
  dress("/decks/exchange.css");
  draw();
  return { root, deck };
}

function makeRow(move) {
  const button = el("button", "exchange-card", el("b"), el("span"), el("i"));
  button.type = "button";
  button.addEventListener("click", move);
  return el("li", "", button);
}

const updateRow = (part) => (row, [name, count]) => {
  const [number, called, sign] = row.firstElementChild.children;
  say(number, String(count));
  say(called, name);
  say(sign, part ? "\u2190" : "\u2192");
  row.firstElementChild.setAttribute("aria-label", phrase(part ? "series.put_in" : "series.put_out", { count, name }));
};
