// The lobby's words for the game at a table and for how long ago something was.

import { phrase } from "/words/phrase.js";

const MINUTE_S = 60;

export function ago(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 2 * MINUTE_S) return phrase("lobby.seconds", { count: seconds });
  const minutes = Math.floor(seconds / MINUTE_S);
  return minutes < 2 * MINUTE_S ? phrase("lobby.minutes", { count: minutes }) : phrase("lobby.hours", { count: Math.floor(minutes / MINUTE_S) });
}

/** The time since something was, as one says it. */
export const since = (ms) => (ms < MINUTE_S * 1000 ? phrase("lobby.just_now") : phrase("lobby.ago", { time: ago(Math.max(ms, 2 * MINUTE_S * 1000)) }));

export function termsOf({ seats, best, clock, private: isPrivate, partial, scenario }) {
  const terms = [...(scenario ? [scenario] : []), best === 3 ? phrase("lobby.term_best") : seats.length === 1 ? phrase("lobby.term_solo") : phrase("lobby.term_one")];
  if (seats.length > 2) terms.push(phrase("lobby.players", { count: seats.length }));
  if (clock) terms.push(phrase("lobby.term_clock"));
  if (isPrivate) terms.push(phrase("lobby.term_private"));
  if (partial) terms.push(phrase("lobby.term_partly"));
  return terms.join(", ");
}
