// A pile: how many cards it holds, its top if that may be seen, and all of them as cards when it is opened.

import { el, say } from "/dom.js";
import { openPile } from "/card/piles.js";
import { phrase, term } from "/words/phrase.js";

export function makePile(kind) {
  const button = el("button", "pile-button", el("span", "pile-count"), el("span", "pile-name", term(kind)));
  button.type = "button";
  const item = el("li", "pile", button);
  item.dataset.pile = kind;
  return item;
}

export function updatePile(item, player, scene, page) {
  const kind = item.dataset.pile;
  const held = player[kind] ?? player[`${kind}_count`] ?? 0;
  const cards = Array.isArray(held) ? held : [];
  const count = Array.isArray(held) ? held.length : held;
  const button = item.firstElementChild;
  say(button.firstElementChild, String(count));
  button.disabled = cards.length === 0;
  item.classList.toggle("bare", count === 0);
  button.classList.toggle("able", cards.some((id) => page.marks.able.has(page.scene.shownAs(id))));
  button.setAttribute("aria-label", phrase("table.pile", { name: player.name, pile: term(kind), count }));
  button.onclick = () => openPile(phrase("table.pile_head", { name: player.name, pile: term(kind) }), () => pileOf(page, player.id, kind), page);
}

/** The cards of a pile as it is now, the top first. */
const pileOf = (page, id, kind) => [...(page.scene.entity(id)?.[kind] ?? [])].reverse();

/** The piles that a player has; the one beneath a leader lies under it on the table. */
export const pilesOf = (player, table) =>
  table.piles.filter((kind) => kind in player || `${kind}_count` in player);
