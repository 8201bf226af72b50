// The puzzle of a day: the puzzles take turns, as they are listed, a day each.

const DAY_MS = 24 * 3600 * 1000;

export const ofDay = (puzzles, time) => puzzles[Math.floor(time / DAY_MS) % puzzles.length];
