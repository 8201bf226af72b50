// Cards drawn with type: on the table small, in the inspector large.

import { el, say } from "/dom.js";
import { frameOf, withSymbols } from "/mana.js";

export function makeCard() {
  const card = el(
    "button",
    "card",
    el("span", "card-head", el("span", "card-name"), el("span", "card-cost")),
    el("span", "card-type"),
    el("span", "card-text"),
    el("span", "card-marks"),
    el("span", "card-size"),
  );
  card.type = "button";
  return el("li", "slot", card);
}

/** Show an object of the view; `nameOf` turns an id into what people call it. */
export function updateCard(slot, object, nameOf) {
  const card = slot.firstElementChild;
  const [head, type, text, marks, size] = card.children;
  const hasSize = object.toughness !== undefined;
  say(head.children[0], object.name || "?");
  if (card.dataset.cost !== (object.cost ?? "")) {
    card.dataset.cost = object.cost ?? "";
    head.children[1].replaceChildren(...withSymbols(object.cost ?? ""));
  }
  say(type, object.type ?? "");
  const words = textOf(object);
  if (text.dataset.text !== words) {
    text.dataset.text = words;
    text.replaceChildren(...withSymbols(words));
  }
  say(marks, marksOf(object).join(" \u00b7 "));
  say(size, hasSize ? `${object.power ?? 0}/${object.toughness ?? 0}` : "");
  card.dataset.frame = frameOf(object);
  size.classList.toggle("hurt", (object.damage ?? 0) > 0);
  card.classList.toggle("tapped", Boolean(object.tapped));
  card.classList.toggle("sick", hasSize && Boolean(object.sick));
  card.classList.toggle("attacking", isAttacking(object));
  card.classList.toggle("blocking", isBlocking(object));
  slot.classList.toggle("turned", Boolean(object.tapped));
  card.dataset.fight = fightOf(object, nameOf);
  card.setAttribute("aria-label", describe(object, nameOf));
}

/** `attacking` is a seat, 0 included; `blocking` the ids of attackers. */
const isAttacking = (object) => Number.isInteger(object.attacking);
const isBlocking = (object) => (object.blocking ?? []).length > 0;

function fightOf(object, nameOf) {
  if (isAttacking(object)) return `attacks ${nameOf.seat(object.attacking)}`;
  return isBlocking(object) ? `blocks ${object.blocking.map(nameOf).join(", ")}` : "";
}

/** Rules text names its card "~". */
const textOf = (object) => (object.text ?? "").replaceAll("~", object.name ?? "~");

function marksOf(object) {
  const counters = Object.entries(object.counters ?? {}).map(([kind, count]) => `${count} ${kind}`);
  const damage = object.damage ? [`${object.damage} damage`] : [];
  const stats = Object.entries(object.stats ?? {}).map(([name, number]) => `${name} ${number}`);
  return [...damage, ...counters, ...stats, ...(object.keywords ?? [])];
}

function describe(object, nameOf) {
  const words = [object.label || object.name, object.type, object.tapped ? "tapped" : ""];
  words.push(fightOf(object, nameOf));
  return words.filter(Boolean).join(", ");
}

/** Everything there is to read on a card, in the dialog. */
export function inspect(object) {
  const lines = textOf(object).split("\n").filter(Boolean);
  const size = object.toughness !== undefined ? `${object.power ?? 0}/${object.toughness ?? 0}` : "";
  const article = el(
    "article",
    "big-card",
    el("header", "", el("h2", "", object.label || object.name), el("span", "card-cost", ...withSymbols(object.cost ?? ""))),
    el("p", "card-type", object.type ?? ""),
    ...lines.map((line) => el("p", "", ...withSymbols(line))),
    el("p", "card-marks", marksOf(object).join(" \u00b7 ")),
    el("p", "card-size", size),
  );
  article.dataset.frame = frameOf(object);
  openDialog(article);
}

/** A pile as a list of names. */
export function inspectPile(title, objects) {
  const names = objects.map((object) => el("li", "", object?.name ?? "a card"));
  openDialog(el("article", "big-card", el("header", "", el("h2", "", title)), el("ol", "pile", ...names)));
}

function openDialog(content) {
  const dialog = document.getElementById("inspector");
  const close = el("button", "close", "Close");
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  dialog.replaceChildren(content, close);
  dialog.onclick = (event) => event.target === dialog && dialog.close();
  if (!dialog.open) dialog.showModal();
}
