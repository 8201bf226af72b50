// Lines of the log, questions, and a game's own words, in the language that is spoken: made of their keys and arguments (PROTOCOL.md 6.1)
// where it has texts for them. Else they stay as the server wrote them, which is English.

import { learnReasons } from "/words/language.js";
import { inKey, listed, phrase, term, textOf } from "/words/phrase.js";

const SEAT = "\ue000"; // before the letter of a player, until it is known where that stands
const LETTERS = 65; // the letter of the first seat

/** Tell the lines among entities anew: their `text`, and where in it players stand. */
export function translate(entities) {
  for (const line of Object.values(entities)) if (line?.key && textOf(line.key) !== undefined) Object.assign(line, told(line));
}

/** Ask a decision in the language that is spoken; returns it. */
export function translateQuestion(decision) {
  if (decision?.key && textOf(decision.key) !== undefined) decision.prompt = inWords({ key: decision.key, args: decision.args });
  return decision;
}

/** What the server says by a key, in the language that is spoken; undefined where there is no text for that. */
export const toldBy = (words) => (words?.key && textOf(words.key) !== undefined ? inWords(words) : undefined);

/** Why something that is outside of a match is refused, once the reasons are there; with the paragraph, if one forbids it. */
export async function refusal(frame) {
  await learnReasons();
  return `${reasonFor(frame)}${frame.rule ? ` (${frame.rule})` : ""}.`;
}

/** Why something is refused, with what is needed: by its key, else by its code, where there is a text for that, else as the server says it. */
export function reasonFor({ code, reason, need, needed, key, args }) {
  const said = toldBy({ key, args }) ?? textOf(`why.${code}`);
  const wanted = said ? toldBy(needed) : need;
  return [said ?? (reason || code), wanted ? phrase("card.needed", { need: wanted }) : ""].filter(Boolean).join(" \u2014 ");
}

function told({ key, args }) {
  const [first, ...rest] = inWords({ key, args }).split(SEAT);
  const seats = [];
  let text = first;
  for (const part of rest) {
    seats.push([...text].length);
    text += part;
  }
  return { text, seats };
}

/** An argument in words: of several those of each, of a part of a sentence its text. */
function inWords(argument) {
  if (Array.isArray(argument)) return listed(argument.map(inWords));
  if (typeof argument !== "object") return argument;
  const { seat, word, key, args = {} } = argument;
  if (seat !== undefined) return SEAT + String.fromCharCode(LETTERS + seat);
  if (word !== undefined) return term(word);
  return phrase(key, Object.fromEntries(Object.entries(args).map(([name, value]) => [name, inWords(value)])));
}

const known = new WeakMap(); // words as the server wrote them -> as they are said, once there is another language

/** A game's own words for what is on its table. */
export function wordsOf({ words = {} }, game) {
  if (!textOf("names.stack") || !textOf(`${game}.word_front`)) return words;
  if (!known.has(words)) known.set(words, Object.fromEntries(Object.entries(words).map(([name, said]) => [name, textOf(`${game}.word_${inKey(name)}`) ?? said])));
  return known.get(words);
}
