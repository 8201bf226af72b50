// A change as steps, each with the lines that stand together, and the table as it was at a step. Lines say which things
// they are about, and the figures of those just then (PROTOCOL.md 6.1): nothing is worked out here.

const LINE = /^e\d+$/;
const MOST_LINES = 3; // that stand together
const LETTERS = 65; // the letter of the first seat

/** The number of the last line in a view. */
export function lastLine(view) {
  return Object.keys(view).reduce((last, key) => (LINE.test(key) ? Math.max(last, Number(key.slice(1))) : last), 0);
}

/** The lines of a change that `before` does not have, oldest first. */
export function freshLines(before, fresh) {
  const last = lastLine(before);
  const lines = Object.keys(fresh).filter((key) => LINE.test(key) && fresh[key]?.n > last).map((key) => fresh[key]);
  return lines.sort((one, other) => one.n - other.n);
}

/** Lines that stand for a moment each, in groups: `staged` says how a kind of line does, `isOwn` who has done it. */
export function grouped(lines, staged, isOwn) {
  const groups = [];
  let current = null;
  for (const line of lines) {
    const [how] = staged[line.kind]?.split(" ") ?? [];
    if (how === "with") {
      if (current && current.length < MOST_LINES) current.push(line);
    } else if (how === "all" || (how && !isOwn(line))) {
      if (current && isOfOneCard(current, line)) current.push(line);
      else groups.push((current = [line]));
    } else if (how) current = null; // what comes of one's own act is seen on the table
  }
  return groups.filter(([line, ...more]) => more.length || !staged[line.kind].endsWith(" with"));
}

/** Whether a line can stand with others: they are about the same card, and few. */
export function isOfOneCard(lines, line) {
  return lines.length < MOST_LINES && line.of?.length > 0 && lines[0].of?.[0] === line.of[0];
}

/** A view between two others, once the lines up to the number `last` are told: what no later line is about is as it is after all. */
export function viewAt(before, after, lines, last) {
  const told = lines.filter(({ n }) => n <= last);
  const later = new Set(lines.filter(({ n }) => n > last).flatMap(({ of = [] }) => of));
  const view = { ...before };
  for (const id of new Set(told.flatMap(({ of = [] }) => of))) if (!later.has(id)) settle(view, after, id);
  for (const [key, figures] of told.flatMap(({ then = {} }) => Object.entries(then))) {
    if (view[key] && view[key] !== after[key]) view[key] = { ...view[key], ...figures };
  }
  return view;
}

/** Show a permanent as it is after all, also one that has come or gone. */
function settle(view, after, id) {
  const { board } = after.table ?? {};
  const key = `o${id}`;
  const [was, is] = [view[key], after[key]];
  if (was?.zone === board && is?.zone === board) view[key] = is;
  else if (was?.zone === board && !is) delete view[key];
  else if (!was && is?.zone === board) {
    const whose = Object.keys(after).find((each) => /^p\d+$/.test(each) && after[each][board]?.includes(id) && view[each]);
    if (!whose) return;
    view[key] = is;
    view[whose] = { ...view[whose], [board]: [...(view[whose][board] ?? []), id] };
  }
}

/** The first card that a sentence names, as it was seen last. */
export function cardOf(text, seen) {
  let found = null;
  let [at, length] = [Infinity, 0];
  for (const [name, card] of seen) {
    const place = text.indexOf(name);
    if (place < 0 || place > at || (place === at && name.length <= length)) continue;
    [found, at, length] = [card, place, name.length];
  }
  return found;
}

/** Whether a seat has done what a line tells: the line begins with it, or with a card of its. */
export function isDoneBy(you, { text, seats = [], seat }, seen) {
  if (seats[0] === 0) return text.charCodeAt(0) - LETTERS === you;
  return (cardOf(text, seen)?.controller ?? seat) === you;
}
