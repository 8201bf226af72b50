// The puzzles that were solved in this browser.

const SOLVED = "stackloop solved";

export function solved() {
  try {
    const names = JSON.parse(localStorage.getItem(SOLVED));
    return new Set(Array.isArray(names) ? names : []);
  } catch {
    return new Set(); // storage is off, or somebody else's
  }
}

export function keepSolved(name) {
  try {
    localStorage.setItem(SOLVED, JSON.stringify([...solved().add(name)]));
  } catch {
    // a browser that keeps nothing: each puzzle is new there
  }
}
