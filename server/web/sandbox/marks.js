// The marks of a card stand in parentheses behind its name: "Bear#2 (tapped, 1 damage, +1/+1: 3)".

import { el } from "/dom.js";
import { phrase } from "/words/phrase.js";

const ENTRY = /^(.+?)\s*\(([^)]*)\)$/s;
const TURNED = new Set(["tapped", "rested", "exhausted"]);
const DAMAGE = /^(\d+) damage$/;
const COUNTERS = /^(.+):\s*(\d+)$/;

/** A card as it is written, apart: its name with its number, and its marks; `others` are those that nothing here changes. */
export function readMarks(card) {
  const [, name = card, said = ""] = card.match(ENTRY) ?? [];
  const marks = { name, turned: "", damage: 0, counters: new Map(), others: [] };
  for (const mark of said.split(",").map((each) => each.trim()).filter(Boolean)) {
    const [, damage] = mark.match(DAMAGE) ?? [];
    const [, counter, count] = mark.match(COUNTERS) ?? [];
    if (TURNED.has(mark)) marks.turned = mark;
    else if (damage) marks.damage = Number(damage);
    else if (counter) marks.counters.set(counter, Number(count));
    else marks.others.push(mark);
  }
  return marks;
}

/** Write name and marks as one text again. */
export function writeMarks({ name, turned, damage, counters, others }) {
  const lying = [...counters].filter(([, count]) => count > 0).map(([counter, count]) => `${counter}: ${count}`);
  const said = [turned, damage > 0 ? `${damage} damage` : "", ...lying, ...others].filter(Boolean);
  return said.length ? `${name} (${said.join(", ")})` : name;
}

/**
 * The controls of a card's marks. `turned` is the word that a position of the game has for a card on its side, and what it
 * is called; `put` takes the card with other marks. A control keeps its `data-does` when all is drawn anew.
 */
export function markControls(card, turned, put) {
  const marks = readMarks(card);
  const changed = (change) => () => put(writeMarks({ ...marks, ...change }));
  const turn = button(turned.called, "turn", changed({ turned: marks.turned ? "" : turned.word }));
  turn.setAttribute("aria-pressed", String(Boolean(marks.turned)));
  const counters = [...marks.counters].map(([name, count]) => {
    const has = (number) => changed({ counters: new Map([...marks.counters, [name, number]]) });
    return numberOf(name, count, has(count - 1), has(count + 1));
  });
  const damage = numberOf(phrase("sandbox.damage"), marks.damage, changed({ damage: marks.damage - 1 }), changed({ damage: marks.damage + 1 }));
  const kind = el("input");
  kind.dataset.does = "kind";
  const add = (name) => name && put(writeMarks({ ...marks, counters: new Map([...marks.counters, [name, (marks.counters.get(name) ?? 0) + 1]]) }));
  kind.addEventListener("change", () => add(kind.value.replace(/[(),:"]/g, "").trim()));
  const group = el("div", "marks", turn, damage, ...counters, el("label", "", phrase("sandbox.counter"), kind));
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", phrase("sandbox.marks", { card: marks.name }));
  return group;
}

/** The card with the marks that a key gives it: "t" turns it, "+" and "-" are damage; null for any other key. */
export function markedByKey(card, key, word) {
  const marks = readMarks(card);
  if (key === "t") return writeMarks({ ...marks, turned: marks.turned ? "" : word });
  if (key === "+" || key === "-") return writeMarks({ ...marks, damage: Math.max(0, marks.damage + (key === "+" ? 1 : -1)) });
  return null;
}

function numberOf(what, count, less, more) {
  const [minus, plus] = [button("\u2212", `less ${what}`, less), button("+", `more ${what}`, more)];
  minus.disabled = !count;
  minus.setAttribute("aria-label", phrase("sandbox.less", { what }));
  plus.setAttribute("aria-label", phrase("sandbox.more", { what }));
  return el("span", "mark-number", minus, el("span", "", `${count} ${what}`), plus);
}

function button(words, does, act) {
  const element = el("button", "", words);
  element.type = "button";
  element.dataset.does = does;
  element.addEventListener("click", act);
  return element;
}
