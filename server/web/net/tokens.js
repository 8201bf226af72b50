// What this browser holds: who we are as a guest, and the right to our seats. Kept over reloads and shared by tabs.

const GUEST = "stackloop guest";
const SEAT = "stackloop seat ";
const INVITES = "stackloop invites ";
const KEPT_MS = 30 * 24 * 3600 * 1000; // as long as a server's tokens are good for

function read(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key));
    return kept && kept.until > Date.now() ? kept.value : null;
  } catch {
    return null; // storage is off, or somebody else's
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify({ value, until: Date.now() + KEPT_MS }));
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
export const keepSeat = (match, token) => write(SEAT + match, token);
export const dropSeat = (match) => drop(SEAT + match);

/** The addresses for those whom one has invited. */
export const invites = (match) => read(INVITES + match) ?? [];
export const keepInvites = (match, addresses) => write(INVITES + match, addresses);
