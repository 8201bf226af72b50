// One's own decks as a file: all of this browser, taken along and read again elsewhere. A deck that is there already is not doubled.

import { keepDeck, myDecks, newId } from "/decks/store.js";
import { phrase } from "/words/phrase.js";

const FORM = "stackloop decks";
const MOST_BYTES = 4 << 20;
const MOST_DECKS = 500;
const MOST_LETTERS = 12288;
const MOST_NAME = 64;

/** All decks of these games as the text of a file. */
export function decksAsFile(games) {
  const decks = games.flatMap((game) => myDecks(game).map(({ name, text }) => ({ game, name, text })));
  return JSON.stringify({ form: FORM, version: 1, decks }, null, 1);
}

/** The decks in the text of a file: [{game, name, text}]; null if it is no such file. */
export function decksInFile(text, games) {
  if (text.length > MOST_BYTES || !text.trimStart().startsWith("{")) return null;
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (file?.form !== FORM || !Array.isArray(file.decks)) return null;
  const isDeck = (deck) => deck && games.includes(deck.game) && typeof deck.name === "string" && typeof deck.text === "string";
  return file.decks.slice(0, MOST_DECKS).filter(isDeck).map(({ game, name, text: list }) => ({ game, name: name.slice(0, MOST_NAME) || phrase("decks.unnamed"), text: list.slice(0, MOST_LETTERS) }));
}

/** Keep decks; how many were new, and how many of them this browser could not keep. */
export function keepAll(decks) {
  const told = { fresh: 0, lost: 0 };
  for (const { game, name, text } of decks) {
    if (myDecks(game).some((deck) => deck.name === name && deck.text === text)) continue;
    if (keepDeck(game, { id: newId(), name, text, cards: null, side: null, legal: false })) told.fresh += 1;
    else told.lost += 1;
  }
  return told;
}
