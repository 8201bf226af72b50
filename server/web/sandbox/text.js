// A position as text (engine/formats/position.py), read as far as this page changes it: tables, and in them lists of cards.
// What it does not understand it leaves to the server, which reads all of it.

const TABLE = /^\[(\w+)\]$/;
const ENTRY = /^([\w-]+)\s*=\s*(.+)$/s;

/** Tables by name -> key -> a list of cards, or a value as it is written; "" is the table before the first. Null: it is no such text. */
export function readPosition(text) {
  const tables = new Map([["", new Map()]]);
  let [table, kept] = [tables.get(""), ""];
  for (const line of text.split("\n").map((each) => withoutRemark(each).trim())) {
    kept = kept ? `${kept} ${line}` : line;
    if (!kept || isOpen(kept)) continue;
    const [, name] = kept.match(TABLE) ?? [];
    const [, key, value] = kept.match(ENTRY) ?? [];
    if (name) tables.set(name, (table = tables.get(name) ?? new Map()));
    else if (key) table.set(key, listIn(value) ?? value);
    else return null;
    kept = "";
  }
  return kept ? null : tables;
}

const bare = (text) => text.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "");
const isOpen = (text) => bare(text).split("[").length > bare(text).split("]").length;
const withoutRemark = (line) => (bare(line).includes("#") ? line.replace(/^((?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*)#.*$/, "$1") : line);

/** The texts of a list, or of a single one; null for anything else. */
function listIn(value) {
  const strings = value.match(/"(?:[^"\\]|\\.)*"|'[^']*'/g) ?? [];
  const rest = bare(value).replace(/[\s,]/g, "");
  if (rest !== "[]" && !(rest === "" && strings.length === 1)) return null;
  try {
    return strings.map((each) => (each.startsWith("'") ? each.slice(1, -1) : JSON.parse(each)));
  } catch {
    return null;
  }
}

/** The text of tables. */
export function writePosition(tables) {
  const parts = [...tables].filter(([name, table]) => table.size || name).map(([name, table]) => {
    const lines = [...table].map(([key, value]) => `${key} = ${Array.isArray(value) ? listed(key, value) : value}`);
    return [...(name ? [`[${name}]`] : []), ...lines].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}

const PLAIN = new Set(["game", "profile", "active", "first", "priority", "step"]); // a text each, never a list

function listed(key, cards) {
  return PLAIN.has(key) ? JSON.stringify(cards[0] ?? "") : `[${cards.map((card) => JSON.stringify(card)).join(", ")}]`;
}

/** The cards of a zone: of a key that is spelled as the zone's name, with underscores. */
export const cardsIn = (tables, seat, zone) => {
  const cards = tables.get(seat)?.get(keyOf(zone));
  return Array.isArray(cards) ? cards : [];
};

export const keyOf = (zone) => zone.replaceAll(" ", "_");

/** Have other cards in a zone. */
export function putCards(tables, seat, zone, cards) {
  if (!tables.has(seat)) tables.set(seat, new Map());
  if (cards.length) tables.get(seat).set(keyOf(zone), cards);
  else tables.get(seat).delete(keyOf(zone));
}
