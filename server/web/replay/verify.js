// A record's account of chance, held against its secret, and the secret against what was told of it before the match.

import { sha256, Stream } from "/replay/chance.js";
import { phrase } from "/words/phrase.js";

const SHOWN = 12; // cards of a shuffled deck that are named

/** A record as it is written: `key = value` with values as JSON has them, texts of many lines, and `[[seat]]` tables. */
export function readRecord(text) {
  const record = { seat: [] };
  let table = record;
  let open = null;
  for (const line of text.split("\n")) {
    if (open) {
      if (line === "'''") open = null;
      else table[open] += `${line}\n`;
      continue;
    }
    const [, key, value] = line.match(/^(\w+) = (.*)$/) ?? [];
    if (line === "[[seat]]") record.seat.push((table = {}));
    else if (value === "'''") table[(open = key)] = "";
    else if (key) table[key] = JSON.parse(value);
  }
  return record;
}

/** The name of each card of a match by its number: all decks, a card after the other. */
function namesOf(record) {
  const decks = [...record.seat.map(({ deck }) => deck), record.side ?? []];
  return decks.flat().flatMap((line) => {
    const [, count, name] = line.match(/^(\d+) (.*)$/);
    return Array.from({ length: Number(count) }, () => name);
  });
}

/** Of each seat, and of the side at which nobody sits, the numbers of its cards. */
function ownersOf(record) {
  const decks = [...record.seat, { name: phrase("shuffle.other_side"), deck: record.side ?? [] }];
  let first = 0;
  return decks.map(({ name, deck }) => {
    const count = deck.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
    first += count;
    return { name, first: first - count, after: first };
  });
}

const numbers = (text) => text.trim().split(/\s+/).filter(Boolean).map(Number);
const same = (one, other) => one.length === other.length && one.every((each, index) => each === other[index]);
const ascending = (cards) => [...cards].sort((one, other) => one - other);

/** One line of what was left to chance: `MOVE FIRST-AFTER below BOUND = NUMBER`, or `... shuffle CARDS = CARDS`. */
function readUse(line) {
  const [, move, first, after, kind, from, to] = line.match(/^(\d+) (\d+)-(\d+) (below|shuffle) (.*) = (.*)$/) ?? [];
  if (move === undefined) throw new Error(phrase("shuffle.bad_line", { line }));
  return { move: Number(move), first: Number(first), after: Number(after), kind, from: numbers(from), to: numbers(to) };
}

/** The checks, one after the other: {outcome: "good", "bad" or "open", words, more}. */
export async function* checks(text, before) {
  try {
    const record = readRecord(text);
    yield* ofSecret(record, before);
    yield* ofChance(record);
  } catch (error) {
    yield { outcome: "bad", words: phrase("shuffle.unreadable"), more: [error.message] };
  }
}

async function* ofSecret({ secret: first, later = [], commitment }, before) {
  const secret = later.at(-1)?.[1] ?? first; // of what was still to come when this match began
  const found = await sha256(secret);
  const more = [phrase("shuffle.secret", { secret }), found === null ? phrase("shuffle.no_hash") : phrase("shuffle.hash", { found }), phrase("shuffle.commitment", { commitment })];
  yield { outcome: found === null ? "open" : found === commitment ? "good" : "bad", words: phrase("shuffle.is_secret"), more };
  const words = phrase(before?.isEarly ? "shuffle.told_early" : "shuffle.match_shows");
  yield { outcome: !before ? "open" : before.value === commitment ? "good" : "bad", words, more: [before ? phrase("shuffle.told_then", { value: before.value }) : phrase("shuffle.none_told")] };
}

async function* ofChance(record) {
  if (!record.chance) {
    yield { outcome: "open", words: phrase("shuffle.chance"), more: [phrase("shuffle.older")] };
    return;
  }
  const uses = record.chance.trim().split("\n").map(readUse);
  const stream = new Stream(record.secret, record.shares, record.later);
  const names = namesOf(record);
  const owners = ownersOf(record);
  let cursor = 0;
  for (const use of uses) {
    yield use.kind === "shuffle" ? ofShuffle(use, stream, cursor, names, owners) : ofNumber(use, stream, cursor);
    cursor = use.after;
  }
  yield { outcome: "good", words: phrase("shuffle.uses", { uses: uses.length, numbers: cursor }), more: [] };
}

function ofNumber({ move, first, after, from: [bound], to }, stream, cursor) {
  const [number, end] = stream.below(first, bound);
  const isGood = first === cursor && end === after && same(to, [number]);
  const more = [phrase("shuffle.numbers_give", { first, last: end - 1, number }), ...(isGood ? [] : [phrase("shuffle.record_numbers", { number: to.join(" "), first, last: after - 1, cursor })])];
  return { outcome: isGood ? "good" : "bad", words: phrase("shuffle.one_of", { at: at(move), bound }), more };
}

function ofShuffle({ move, first, after, from, to }, stream, cursor, names, owners) {
  const [deck, end] = stream.shuffled(first, from);
  const owner = owners.find((each) => from.every((card) => card >= each.first && card < each.after));
  const isDealt = move > 0 || same(from, ascending(from)); // before the match decks lie in the order of their lists
  const isGood = first === cursor && end === after && same(deck, to) && same(ascending(from), ascending(to)) && Boolean(owner) && isDealt;
  const named = (cards) => cards.slice(0, SHOWN).map((card) => names[card] ?? phrase("shuffle.card", { card })).join(", ") + (cards.length > SHOWN ? " \u2026" : "");
  const more = [phrase("shuffle.from_top", { cards: named(deck) })];
  if (!same(deck, to)) more.push(phrase("shuffle.record_says", { cards: named(to) }));
  else if (!isGood) more.push(phrase("shuffle.not_due"));
  return { outcome: isGood ? "good" : "bad", words: phrase("shuffle.shuffled", { at: at(move), cards: from.length, name: owner?.name ?? phrase("shuffle.nobody") }), more };
}

const at = (move) => (move ? phrase("shuffle.at_move", { move }) : phrase("shuffle.before_first"));
