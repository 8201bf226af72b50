// A line of the log, as the stage reads it.

const LETTERS = 65; // the letter of the first seat

/** The first card that a sentence names, as it was seen last. */
export function cardOf(text, seen) {
  let found = null;
  let [at, length] = [Infinity, 0];
  for (const [name, card] of seen) {
    const place = text.indexOf(name);
    if (place < 0 || place > at || (place === at && name.length <= length)) continue;
    [found, at, length] = [card, place, name.length];
  }
  return found;
}

/** Whether a seat has done what a line tells: the line begins with it, or with a card of its. */
export function isDoneBy(you, { text, seats = [], seat }, seen) {
  if (seats[0] === 0) return text.charCodeAt(0) - LETTERS === you;
  return (cardOf(text, seen)?.controller ?? seat) === you;
}
