// Tokens that this browser holds: who we are as a guest, the right to our seats, what was promised to us. Kept over
// reloads and shared by tabs.

const GUEST = "stackloop guest";
const SEAT = "stackloop seat ";
const ALSO = "stackloop also ";
const ABOUT = "stackloop about ";
const NAME = "stackloop name";
const TABLE = "stackloop table";
const SAID = "stackloop said ";
const HABITS = "stackloop habits ";
const TOUR = "stackloop tour";
const COMMITMENT = "stackloop commitment ";
const KEPT_MS = 30 * 24 * 3600 * 1000; // as long as a server's tokens are good for

function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    return kept && kept.until > Date.now() ? kept.value : null;
  } catch {
    return null; // storage is off, or somebody else's
  }
}

function write(key, value, until = Date.now() + KEPT_MS) {
  try {
    localStorage.setItem(key, JSON.stringify({ value, until }));
  } catch {
    // a browser that keeps nothing: a reload then watches
  }
}

function drop(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // nothing was kept
  }
}

export const guest = () => read(GUEST);
export const keepGuest = (token) => write(GUEST, token);
export const dropGuest = () => drop(GUEST);

export const seatToken = (match) => read(SEAT + match);

/** Keep the right to a seat, with what is known of its match: game, names, you (the seat), private. */
export function keepSeat(match, token, about = read(ABOUT + match) ?? {}) {
  write(SEAT + match, token);
  write(ABOUT + match, about);
}

/** The right to a further seat of the same person. */
export const keepAlso = (match, seat, token) => write(ALSO + match, { ...read(ALSO + match), [seat]: token });

/** The further seats that one has in a match: [seat, token]. */
export const alsoSeats = (match) => Object.entries(read(ALSO + match) ?? {});

export function dropSeat(match) {
  drop(SEAT + match);
  drop(ALSO + match);
  drop(ABOUT + match);
}

export const aboutSeat = (match) => read(ABOUT + match) ?? {};

/** The match is over: it is none to go on with. What is known of its end is kept with it, and when it was first heard. */
export function keepOver(match, { winners = [], ended = Date.now(), ...more } = {}) {
  const about = read(ABOUT + match);
  if (seatToken(match) && !about?.over) write(ABOUT + match, { ...about, ...more, over: true, winners, ended });
}

/** The seats that one holds: {m, about}, those got last first. */
export function mySeats() {
  const seats = keys(SEAT).map((m) => ({ m, about: read(ABOUT + m) ?? {}, until: untilOf(SEAT + m) }));
  return seats.sort((one, other) => other.until - one.until).filter(({ m }) => seatToken(m));
}

function keys(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  } catch {
    return [];
  }
}

function untilOf(key) {
  try {
    return JSON.parse(localStorage.getItem(key)).until ?? 0;
  } catch {
    return 0;
  }
}

/** The name that one wants to have. */
export const nickname = () => read(NAME);
export const keepNickname = (name) => (name ? write(NAME, name) : drop(NAME));

/** The table at which one waits, and whether it is this tab that does. */
export function myTable() {
  const id = read(TABLE);
  try {
    return { id, isOurs: id !== null && sessionStorage.getItem(TABLE) === id };
  } catch {
    return { id, isOurs: false };
  }
}

export function keepTable(id) {
  if (id) write(TABLE, id);
  else drop(TABLE);
  try {
    sessionStorage.setItem(TABLE, id ?? "");
  } catch {
    // a browser that keeps nothing: a reload then gives the place up
  }
}

/** The settings by which somebody wants to be asked in a game. */
export const habitsOf = (game) => read(HABITS + game);
export const keepHabits = (game, habits) => write(HABITS + game, habits);

/** The names of the hints of a table that somebody has not read yet, kept for good; null before the first of them. */
export const hintsLeft = () => read(TOUR);
export const keepHintsLeft = (names) => write(TOUR, names, Number.MAX_SAFE_INTEGER);

/** The chat of the matches before one that its players went on to. */
export const saidBefore = (match) => read(SAID + match) ?? [];
export const keepSaid = (match, lines) => lines.length && write(SAID + match, lines);

/** The commitment of a match that this browser was told first: {value, isEarly: before it was over}. */
export function toldBefore(match, value, isEarly) {
  const known = read(COMMITMENT + match);
  if (known) return { value: known, isEarly: true };
  if (isEarly) write(COMMITMENT + match, value);
  return { value, isEarly };
}
