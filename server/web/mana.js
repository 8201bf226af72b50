// Mana symbols as discs of type: "{2}{G}" -> (2)(G). Rules text may hold them anywhere.

import { el } from "/dom.js";

const SYMBOL = /\{([^}]{1,5})\}/g;
const NAMES = { W: "white", U: "blue", B: "black", R: "red", G: "green", C: "colourless", T: "tap", Q: "untap", X: "X" };

let known = NAMES;

/** What players of a game call its symbols besides. */
export function nameSymbols(words) {
  known = { ...NAMES, ...words };
}

/** One symbol. */
export function disc(symbol) {
  const element = el("span", "mana", symbol === "T" ? "\u21b7" : symbol);
  element.dataset.mana = /^[WUBRGCTempw]$/.test(symbol) ? symbol : "N";
  element.title = known[symbol] ?? symbol;
  return element;
}

/** Text with its symbols as discs. */
export function withSymbols(text) {
  const parts = [];
  let last = 0;
  for (const found of text.matchAll(SYMBOL)) {
    if (found.index > last) parts.push(text.slice(last, found.index));
    parts.push(disc(found[1]));
    last = found.index + found[0].length;
  }
  if (last < text.length) parts.push(text.slice(last));
  return parts;
}

/** The frame colour of a card: a letter, "M" for several colours, "C" for none, "L" for a land that makes no one colour. */
export function frameOf(card) {
  const isLand = /\bland\b/i.test(card.type ?? "");
  const symbols = (isLand ? card.text : card.cost)?.match(/\{[^}]+\}/g) ?? [];
  const colours = new Set(symbols.join("").match(/[WUBRG]/g) ?? []);
  if (colours.size === 1) return [...colours][0];
  if (isLand) return "L";
  return colours.size > 1 ? "M" : "C";
}
