// A position in an address: behind the "#", where no server reads it.

export const MOST_BYTES = 16384; // of a position that a server takes

const bytesOf = (text) => new TextEncoder().encode(text);

export const isTooLong = (text) => bytesOf(text).length > MOST_BYTES;

/** The part of an address for a text. */
export function packed(text) {
  const letters = [...bytesOf(text)].map((byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of such a part; null if it is none, or too long. */
export function unpacked(part) {
  if (!part || part.length > (MOST_BYTES * 4) / 3 + 4) return null;
  try {
    const letters = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
  } catch {
    return null;
  }
}
