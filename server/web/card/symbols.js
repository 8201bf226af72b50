// Symbols as discs of type: "{2}{G}" -> (2)(G). Rules text may hold them anywhere; the game's table says what they mean.

import { el } from "/dom.js";
import { phrase, term } from "/words/phrase.js";

const SYMBOL = /\{([^}]{1,8})\}/g;

let known = {};

/** The names that players of a game have for its symbols: letter -> [name, tint, drawing]. */
export function nameSymbols(symbols) {
  known = symbols ?? {};
}

/** One symbol; that of a special unit, "G#1", is drawn as its letter. */
export function disc(symbol) {
  const [letter, note] = symbol.split("#");
  const [name, tint, drawn] = known[letter] ?? [letter, ""];
  const element = el("span", "disc", drawn || letter);
  element.dataset.tint = tint || "plain";
  element.title = note ? phrase("card.special", { name: term(name) }) : term(name);
  element.classList.toggle("special", Boolean(note));
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

/** Symbols in words for a voice: "{2}{G}" -> "2 green". */
export function spoken(text) {
  return text.replace(SYMBOL, (_, symbol) => ` ${term(known[symbol.split("#")[0]]?.[0] ?? symbol)} `).replace(/ +/g, " ").trim();
}
