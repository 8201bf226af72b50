// A card drawn with type: name, cost, picture, type, text, what lies on it, size. Small on the table, whole in the inspector.

import { drawArt } from "/card/art.js";
import { el, say } from "/dom.js";
import { drawPicture, kindOf, makePicture } from "/card/picture.js";
import { spoken, withSymbols } from "/card/symbols.js";
import { many } from "/table/heaps.js";
import { listed, phrase, term } from "/words/phrase.js";

const ONE_LINE = 12; // letters of a name that stand in one line of a turned card

/** The parts of a face; the element that they go into is the caller's. */
export function makeFace() {
  return [
    el("span", "card-head", el("span", "card-cost"), el("span", "card-name")),
    el("span", "card-art", makePicture()),
    el("span", "card-type"),
    el("span", "card-text"),
    el("span", "card-foot", el("span", "card-marks"), el("span", "card-size")),
  ];
}

/** Show an object of the view on a face. */
export function updateFace(card, object, scene) {
  const [head, art, type, text, foot] = card.children;
  const [marks, size] = foot.children;
  rich(head.children[0], costOf(object, scene.table));
  drawName(head.children[1], object.name || phrase("card.a_card"));
  drawPicture(art.firstElementChild, kindOf(object, scene.table), object.name ?? "");
  drawArt(art, object.name ?? "");
  say(type, object.type ?? "");
  rich(text, textOf(object));
  drawFacts(marks, factsOf(object, scene));
  say(size, sizeOf(object, scene.words, scene.table.gauge));
  size.classList.toggle("hurt", (object.damage ?? 0) > 0);
  card.dataset.tint = tintOf(object, scene.table);
}

/** A name; what has long words is set smaller, so that none of them breaks. */
function drawName(element, name) {
  if (element.textContent === name) return;
  element.textContent = name;
  const longest = Math.max(...name.split(/[\s-]/).map((word) => word.length));
  element.dataset.long = longest > 10 ? "2" : longest > 8 ? "1" : "";
  element.style.setProperty("--longest", longest);
  element.parentElement.dataset.lines = name.length > ONE_LINE ? "2" : "1";
}

/** Small things to know, each in a frame of its own. */
function drawFacts(element, chips) {
  const said = chips.join("|");
  if (element.dataset.text === said) return;
  element.dataset.text = said;
  element.replaceChildren(...chips.map((chip) => el("span", "fact", ...withSymbols(chip))));
}

/** Set text with symbols, only if it differs. */
function rich(element, text) {
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  element.replaceChildren(...withSymbols(text));
}

/** The cost of a card, or the numbers that the game names as its price. */
export function costOf(object, table) {
  const prices = (table.prices ?? []).filter((name) => object[name] !== undefined).map((name) => `{${object[name]}}`);
  return (object.cost ?? "") + prices.join("");
}

/** The tint of the first word that fits; several colors have one of their own. */
export function tintOf(object, table) {
  const colors = object.colors ?? [];
  if (colors.length > 1) return "gold";
  const words = [...colors, object.element ?? "", ...(object.type ?? "").split(" ")].map((word) => word.toLowerCase());
  return (table.tints ?? []).find(([word]) => words.includes(word))?.[1] ?? "plain";
}

/** Power and toughness; where players have words for them what is left, of a scheme how far it has come. */
export function sizeOf(object, words, gauge = []) {
  const { power, toughness, damage = 0, counters = {} } = object;
  const [counter, target] = gauge;
  if (toughness === undefined) {
    if (target && object[target]) return `${counters[counter] ?? 0}/${object[target]}`;
    return power === undefined || words.power ? "" : phrase("card.power", { power });
  }
  if (!words.toughness) return `${power ?? 0}/${toughness}`;
  const left = damage ? `${toughness - damage}/${toughness}` : `${toughness}`;
  return [power === undefined || words.power ? "" : `\u2694 ${power}`, `${words.toughnessSign ?? "\u2665"} ${left}`].filter(Boolean).join(" \u00b7 ");
}

/** Rules text names its card "~". */
export const textOf = (object) => (object.text ?? "").replaceAll("~", object.name ?? "~");

/** The things that lie on a card, and the abilities that its text does not name. */
export const marksOf = (object, scene) => detailsOf(object, scene).map(({ words }) => words);

/** The marks of a card in their shortest form, without those that the card shows otherwise. */
const factsOf = (object, scene) => detailsOf(object, scene).map(({ chip }) => chip).filter(Boolean);

function detailsOf(object, { table, words }) {
  const details = [];
  const add = (said, chip = said) => details.push({ words: said, chip });
  const stat = (name, number) => add(`${term(name)} ${number}`, `${words[name] ?? term(name)} ${number}`);
  const said = (object.text ?? "").toLowerCase().replace(/\d+ /g, "");
  if (object.tapped && words.tapped) add(words.tapped, "");
  if (object.damage && !words.toughness) add(phrase("card.damage", { damage: object.damage }));
  if (object.power !== undefined && words.power) add(`${words.power} ${object.power}`);
  for (const [name, number] of Object.entries(object.stats ?? {})) stat(name, number);
  for (const [kind, count] of Object.entries(object.counters ?? {})) {
    if (!(kind === table.gauge?.[0] && object[table.gauge[1]])) add(`${count} ${term(kind)}`);
  }
  const leftOut = object.left_out?.join(", ");
  if (leftOut) add(phrase("card.left_out", { parts: leftOut }), phrase("card.left_out_short", { parts: leftOut }));
  for (const word of object.keywords ?? []) if (!said.includes(word)) add(word);
  for (const name of table.marks?.[object.zone] ?? []) {
    const value = object[name] === undefined ? "" : [object[name]].flat().join(", ");
    if (value) add(`${term(name)} ${value}`, value.startsWith("{") ? value : `${words[name] ?? term(name)} ${value}`);
  }
  return details;
}

/** The role of a card in a fight, or the thing it lies on. */
export function roleOf(object, scene) {
  if (Number.isInteger(object.attacking)) return attacks((object.attacks ?? []).filter(scene.entity).map(scene.nameOf));
  if (object.blocking?.length) return phrase("card.blocks", { names: scene.heaps.has(object.id) ? scene.nameOf(object.blocking[0]) : scene.counted(object.blocking).join(", ") });
  if (Number.isInteger(object.engaged)) return phrase("card.engaged", { name: scene.seatName(object.engaged) });
  return object.attached ? phrase("card.on", { name: scene.nameOf(object.attached) }) : "";
}

const attacks = (names) => (names.length ? phrase("card.attacks_whom", { names: listed(names) }) : phrase("card.attacks"));

/** The name of a card; for one that lies on a heap, with the size of the heap. */
function calledOf({ id, label, name }, scene) {
  const heap = scene.heaps?.get(id);
  return heap ? `${many(heap.ids.length)} \u00d7 ${scene.nameOf(id)}` : scene.plain(label || name || phrase("card.a_card"));
}

/** A card in words, for those who hear the table. */
export function describe(object, scene) {
  const words = [
    calledOf(object, scene),
    spoken(costOf(object, scene.table)),
    object.type,
    sizeOf(object, scene.words, scene.table.gauge).replaceAll("\u2694", phrase("card.sword")).replaceAll("\u2665", phrase("card.heart")),
    object.tapped && !scene.words.tapped ? phrase("card.tapped") : "",
    marksOf(object, scene).join(", "),
    roleOf(object, scene),
  ];
  return words.filter(Boolean).join(", ");
}
