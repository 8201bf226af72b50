// A card on the table: a button in a slot, with what is attached to it behind it.

import { describe, makeFace, roleOf, updateFace } from "/card/face.js";
import { el, keep, say } from "/dom.js";
import { many } from "/table/heaps.js";
import { phrase } from "/words/phrase.js";

export function makeCard() {
  const card = el("button", "card", ...makeFace(), el("span", "badge"));
  card.type = "button";
  return el("li", "slot", el("ul", "attachments"), card);
}

/** Show a card and those attached to it; `marks` says which may be clicked and which are picked. */
export function updateCard(slot, object, scene, marks) {
  const [under, card] = slot.children;
  updateFace(card, object, scene);
  card.dataset.id = object.id;
  card.dataset.role = roleOf(object, scene);
  card.classList.toggle("tapped", Boolean(object.tapped));
  card.classList.toggle("sick", object.toughness !== undefined && Boolean(object.sick));
  card.classList.toggle("attacking", Number.isInteger(object.attacking));
  card.classList.toggle("blocking", Boolean(object.blocking?.length));
  mark(card, object.id, marks, describe(object, scene));
  slot.classList.toggle("turned", Boolean(object.tapped));
  markHeap(slot, object.id, scene);
  const attached = scene.attached.get(object.id) ?? [];
  under.setAttribute("aria-label", phrase("card.on", { name: object.label ?? object.name }));
  keep(under, attached, (each) => each.id, makeCard, (element, each) => updateCard(element, each, scene, marks));
}

/** Show how many cards a slot stands for, if it is a heap's. */
export function markHeap(slot, id, { heaps }) {
  const heap = heaps.get(id);
  if (heap) slot.dataset.many = `\u00d7${many(heap.ids.length)}`;
  else delete slot.dataset.many;
}

/** Show whether something may be clicked now, is picked, and how. */
export function mark(element, id, marks, words) {
  const isAble = marks.able.has(id);
  const isPicked = marks.picked.has(id);
  const isProposed = marks.proposed.has(id) && !isPicked;
  const badge = marks.picked.get(id) ?? (isProposed ? phrase("table.pays") : "");
  element.classList.toggle("able", isAble);
  element.classList.toggle("source", marks.sources.has(id));
  element.classList.toggle("proposed", isProposed);
  element.classList.toggle("picked", isPicked);
  const sign = element.querySelector(":scope > .badge");
  if (sign) say(sign, badge || (isPicked ? "\u2713" : ""));
  const some = marks.some?.get(id);
  const able = some ? phrase("table.some_usable", { some: many(some) }) : phrase("table.usable");
  const states = isPicked ? [phrase("table.chosen", { badge }).trim()] : isAble ? [able, isProposed ? phrase("table.would_pay") : ""] : [];
  element.setAttribute("aria-label", [words, ...states].filter(Boolean).join(", "));
}
