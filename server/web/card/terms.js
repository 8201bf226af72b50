// Keywords in a few words each, as the server has them for a game: fetched once somebody reads a card that has one.

import { withSymbols } from "/card/symbols.js";
import { dress, el } from "/dom.js";
import { speak, told } from "/words/language.js";
import { phrase } from "/words/phrase.js";

const tables = new Map(); // game -> a promise of its terms

/** The terms of a game, by the names that its cards have for them. */
export function termsIn(game) {
  if (!tables.has(game)) tables.set(game, read(game));
  return tables.get(game);
}

async function read(game) {
  try {
    const [response] = await Promise.all([fetch(`/api/glossary/${encodeURIComponent(game)}`), speak("terms")]);
    dress("/card/terms.css");
    return await response.json();
  } catch (error) {
    tables.delete(game); // the next one who asks tries again
    throw error;
  }
}

/** A list of terms, each with what it means and where the rules say all of it. */
export function listTerms(terms, names) {
  const parts = names.flatMap((name) => {
    const { rule, ...texts } = terms[name];
    return [el("dt", "", name), el("dd", "", ...withSymbols(told(texts)), " ", el("span", "rule", rule))];
  });
  return el("dl", "terms", ...parts);
}

/** Those of a card's keywords that have an explanation, and the way to all of them; null if none has. */
export async function termsOf(game, keywords) {
  const terms = await termsIn(game);
  const known = keywords.filter((name) => Object.hasOwn(terms, name));
  if (!known.length) return null;
  const all = el("a", "", phrase("terms.all"));
  all.href = `/glossary/${encodeURIComponent(game)}`;
  all.target = "_blank";
  return el("section", "", el("h3", "", phrase("terms.keywords")), listTerms(terms, known), all);
}
