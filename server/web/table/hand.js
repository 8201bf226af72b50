// A hand: real cards for those who may see them, backs and a number for the others.

import { el, keep } from "/dom.js";
import { makeCard, updateCard } from "/table/card.js";
import { isDrawn } from "/table/scene.js";
import { phrase } from "/words/phrase.js";

const BACKS = 12; // more cards than this are only counted

export const makeHand = () => el("ul", "hand");
export const makeBacks = () => el("div", "backs");

export function updateHand(hand, player, scene, marks) {
  const shown = (player.hand ?? []).map((id) => scene.view[`o${id}`]).filter(Boolean);
  hand.hidden = shown.length === 0;
  hand.style.setProperty("--n", shown.length);
  hand.setAttribute("aria-label", phrase("table.somebodys_hand", { name: player.name, count: shown.length }));
  const drawn = shown.filter((card) => isDrawn(scene, card));
  keep(hand, drawn, (card) => card.id, makeCard, (slot, card) => updateCard(slot, card, scene, marks));
}

/** The cards in hand that are not to be seen. */
export function updateBacks(backs, player) {
  const shown = player.hand?.length ?? 0;
  const count = player.hand_count ?? shown;
  backs.hidden = !("hand" in player || "hand_count" in player) || (shown > 0 && shown === count);
  backs.dataset.count = count || phrase("table.hand_empty");
  backs.setAttribute("aria-label", count ? phrase("table.in_hand", { count }) : phrase("table.none_in_hand"));
  backs.setAttribute("role", "img");
  const hidden = Array.from({ length: Math.min(count - shown, BACKS) }, (_, index) => index);
  keep(backs, hidden, (index) => index, () => el("span", "back"), () => {});
}
