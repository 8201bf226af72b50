// The lobby's words for the game at a table and for how long ago something was.

const MINUTE_S = 60;

export function ago(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 2 * MINUTE_S) return `${seconds} s`;
  const minutes = Math.floor(seconds / MINUTE_S);
  return minutes < 2 * MINUTE_S ? `${minutes} min` : `${Math.floor(minutes / MINUTE_S)} h`;
}

/** How long ago something was, as one says it. */
export const since = (ms) => (ms < MINUTE_S * 1000 ? "just now" : `${ago(Math.max(ms, 2 * MINUTE_S * 1000))} ago`);

export function termsOf({ seats, best, clock, private: isPrivate, partial }) {
  const terms = [best === 3 ? "best of three" : seats.length === 1 ? "solo" : "one game"];
  if (seats.length > 2) terms.push(`${seats.length} players`);
  if (clock) terms.push("with a clock");
  if (isPrivate) terms.push("by invite");
  if (partial) terms.push("with cards that are understood in part");
  return terms.join(", ");
}
