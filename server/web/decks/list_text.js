// The text of a deck that is changed by clicks: what its cards say, and the lines that nobody understands as they are.

const UNREAD = new Set(["unknown_card", "unread_line", "unread_card"]);

const SIDE = /^[^\p{L}\d]*side ?(?:board)?[^\p{L}]*$/iu;
const MAIN = /^[^\p{L}\d]*(?:deck|main ?(?:board|deck)?)[^\p{L}]*$/iu;

/** Whether a problem is that a line could not be read. */
export const isUnread = ({ code, line }) => Boolean(line) && UNREAD.has(code);

/** A deck, `cards` and `side` (name -> how many), as a list; lines of `text` that `problems` could not read stay in it. */
export function listOf({ cards = {}, side = {}, text = "", problems = [] }) {
  const unread = new Set(problems.filter(isUnread).map(({ line }) => line));
  const kept = [[], []]; // in the deck, in the sideboard
  let part = 0;
  for (const [at, line] of text.split("\n").entries()) {
    if (SIDE.test(line)) part = 1;
    else if (MAIN.test(line)) part = 0;
    else if (unread.has(at + 1) && line.trim()) kept[/^SB:/i.test(line) ? 1 : part].push(line.replace(/^SB:\s*/i, ""));
  }
  const main = [...entries(cards), ...kept[0]].join("\n");
  const beside = [...entries(side), ...kept[1]].join("\n");
  return [main, beside && `Sideboard\n${beside}`].filter(Boolean).join("\n\n") + (main || beside ? "\n" : "");
}

const entries = (cards) => Object.entries(cards ?? {}).filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);

/** A part of a deck with more or fewer of a card. */
export function changed(cards, name, by) {
  const count = Math.max(0, (cards?.[name] ?? 0) + by);
  const rest = { ...cards, [name]: count };
  if (!count) delete rest[name];
  return rest;
}
