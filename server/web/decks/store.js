// The decks that this browser keeps, by game, and which one was used last. A deck: id, name, text, and as the server last
// read it `cards` and `side` (name -> how many) and whether it is `legal`, null as long as it has not, and the names of the
// cards that are understood in `partial` alone.

const DECKS = "stackloop decks ";
const LAST = "stackloop deck ";

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage is off, or somebody else's
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // a browser that keeps nothing, or is full
  }
}

const isDeck = (deck) => deck && [deck.id, deck.name, deck.text].every((part) => typeof part === "string");

/** The decks kept for a game, in the order they were made. */
export function myDecks(game) {
  const found = read(DECKS + game);
  return Array.isArray(found) ? found.filter(isDeck) : [];
}

export const newId = () => Math.random().toString(36).slice(2, 12);

/** Keep a deck, in place of that of the same id; false if the browser does not. */
export function keepDeck(game, deck) {
  const decks = myDecks(game);
  const at = decks.findIndex(({ id }) => id === deck.id);
  if (at < 0) decks.push(deck);
  else decks[at] = deck;
  return write(DECKS + game, decks);
}

export function dropDeck(game, id) {
  write(DECKS + game, myDecks(game).filter((deck) => deck.id !== id));
}

/** The deck that was used last: "mine ID" or "starter KEY". */
export const lastDeck = (game) => read(LAST + game) ?? "";
export const keepLast = (game, key) => write(LAST + game, key);

/** Have something called when another tab changes the decks of a game. */
export function onDecks(game, call) {
  addEventListener("storage", ({ key }) => (key === null || key === DECKS + game) && call());
}

/** A deck as the server is told it. */
export const toWire = ({ cards, side }) => (Object.keys(side ?? {}).length ? [cards, side] : cards);

/** The number of cards in all. */
export const countOf = (cards) => Object.values(cards ?? {}).reduce((sum, count) => sum + count, 0);
