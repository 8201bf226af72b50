// The lessons that somebody has played to their end, as this browser remembers it.

const KEPT = "stackloop lessons";

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {}; // storage is off, or somebody else's
  }
}

/** The names of those of a game. */
export const doneOf = (game) => all()[game] ?? [];

export function keepDone(game, name) {
  const done = all();
  if (done[game]?.includes(name)) return;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...done, [game]: [...(done[game] ?? []), name] }));
  } catch {
    // a browser that keeps nothing begins with the first lesson again
  }
}
