// Beginning a puzzle: a private match from its position, against a bot that looks for what keeps one from the goal.

import { keepSeat, nickname } from "/net/tokens.js";
import { told } from "/words/language.js";
import { phrase } from "/words/phrase.js";

export const addressOf = (name) => `/puzzle/${encodeURIComponent(name)}`;
export const linkTo = (name) => `${location.origin}${addressOf(name)}`;

/** Read a puzzle, or all of them in short; an error says why there are none, in words to be shown. */
export async function readPuzzle(name) {
  const puzzle = await read(`/api/puzzles/${encodeURIComponent(name)}`);
  return { ...puzzle, title: told(puzzle.titles), text: told(puzzle.texts) };
}

export async function readPuzzles() {
  return (await read("/api/puzzles")).map((puzzle) => ({ ...puzzle, title: told(puzzle.titles) }));
}

async function read(address) {
  const response = await fetch(address).catch(() => null);
  if (!response) throw new Error(phrase("puzzle.not_read"));
  if (!response.ok) throw new Error(phrase("puzzle.no_such"));
  return response.json();
}

/** The frame that asks for the match. */
export function asking(puzzle, r) {
  const others = puzzle.seats.slice(1);
  const called = (_, at) => (others.length > 1 ? phrase("puzzle.opponent_of", { number: at + 1 }) : phrase("puzzle.opponent"));
  const names = [nickname() || phrase("puzzle.player"), ...others.map(called)];
  return { t: "create", r, game: puzzle.game, seats: puzzle.seats, names, private: true, position: puzzle.position };
}

/** Sit down at the match that came of it. */
export function sitDown({ m, seats }, puzzle) {
  keepSeat(m, seats[0].token, { game: puzzle.game, names: [puzzle.title], you: 0, private: true, puzzle: puzzle.name });
  location.assign(`/m/${encodeURIComponent(m)}`);
}

/** The puzzle after one: the next of its game that was not solved here, else the next; null if there is no other. */
export function after(puzzles, { name, game }, solved) {
  const own = puzzles.filter((puzzle) => puzzle.game === game);
  const at = own.findIndex((puzzle) => puzzle.name === name);
  const others = [...own.slice(at + 1), ...own.slice(0, at)];
  return others.find((puzzle) => !solved.has(puzzle.name)) ?? others[0] ?? null;
}
