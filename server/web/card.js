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

/** Show an object of the view; `nameOf` turns an id into what people call it, `terms` are the game's own words. */
export function updateCard(slot, object, nameOf, terms = {}) {
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
  const noted = marksOf(object, terms).join(" \u00b7 ");
  if (marks.dataset.text !== noted) {
    marks.dataset.text = noted;
    marks.replaceChildren(...withSymbols(noted));
  }
  say(size, sizeOf(object, terms));
  size.classList.toggle("wide", Boolean(terms.power));
  card.dataset.frame = frameOf(object);
  size.classList.toggle("hurt", (object.damage ?? 0) > 0);
  card.classList.toggle("tapped", Boolean(object.tapped));
  card.classList.toggle("sick", hasSize && Boolean(object.sick));
  card.classList.toggle("attacking", isAttacking(object));
  card.classList.toggle("blocking", isBlocking(object));
  card.classList.toggle("attached", Boolean(object.attached));
  slot.classList.toggle("turned", Boolean(object.tapped));
  card.dataset.fight = fightOf(object, nameOf);
  card.setAttribute("aria-label", describe(object, nameOf, terms));
}

/** `attacking` is a seat, 0 included; `blocking` the ids of attackers. */
const isAttacking = (object) => Number.isInteger(object.attacking);
const isBlocking = (object) => (object.blocking ?? []).length > 0;

function fightOf(object, nameOf) {
  if (isAttacking(object)) return `attacks ${nameOf.seat(object.attacking)}`;
  if (isBlocking(object)) return `blocks ${object.blocking.map(nameOf).join(", ")}`;
  if (Number.isInteger(object.engaged)) return `engaged with ${nameOf.seat(object.engaged)}`;
  return object.attached ? `on ${nameOf(object.attached)}` : "";
}

/** Power and toughness; where players speak of hit points those that are left, of a scheme how far it has come. */
function sizeOf(object, terms) {
  const { power = 0, toughness, damage = 0, counters = {} } = object;
  const [counter, target] = terms.gauge ?? [];
  if (toughness === undefined) return target && object[target] ? `${counters[counter] ?? 0}/${object[target]}` : "";
  if (!terms.power) return `${power}/${toughness}`;
  return `${object.power === undefined ? "" : `${terms.power} ${power} \u00b7 `}${toughness - damage}/${toughness}`;
}

/** Rules text names its card "~". */
const textOf = (object) => (object.text ?? "").replaceAll("~", object.name ?? "~");

function marksOf(object, terms) {
  const counters = Object.entries(object.counters ?? {}).map(([kind, count]) => `${count} ${kind}`);
  const damage = object.damage ? [`${object.damage} damage`] : [];
  const stats = Object.entries(object.stats ?? {}).map(([name, number]) => `${name} ${number}`);
  const turned = object.tapped && terms.tapped ? [terms.tapped] : [];
  const said = (object.text ?? "").toLowerCase().replace(/\d+ /g, "");
  const keywords = (object.keywords ?? []).filter((word) => !said.includes(word));
  const printed = (terms.marks?.[object.zone] ?? []).filter((name) => object[name]).map((name) => `${name} ${[object[name]].flat().join(", ")}`);
  return [...turned, ...damage, ...counters, ...stats, ...keywords, ...printed];
}

function describe(object, nameOf, terms) {
  const words = [object.label || object.name, object.type, object.tapped ? (terms.tapped ?? "tapped") : ""];
  words.push(fightOf(object, nameOf));
  return words.filter(Boolean).join(", ");
}

/** Everything there is to read on a card, in the dialog; returns a line for what else is to be said of it. */
export function inspect(object, terms = {}) {
  const note = el("p", "card-note");
  const lines = textOf(object).split("\n").filter(Boolean);
  const article = el(
    "article",
    "big-card",
    el("header", "", el("h2", "", object.label || object.name), el("span", "card-cost", ...withSymbols(object.cost ?? ""))),
    el("p", "card-type", object.type ?? ""),
    ...lines.map((line) => el("p", "", ...withSymbols(line))),
    el("p", "card-marks", ...withSymbols(marksOf(object, terms).join(" \u00b7 "))),
    el("p", "card-size", sizeOf(object, terms)),
    note,
  );
  article.dataset.frame = frameOf(object);
  openDialog(article);
  return note;
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
