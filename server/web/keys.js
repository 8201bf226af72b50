// Keys and their effects on a table. They call what clicks call; `?` shows this list.

import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";
import { learn } from "/words/language.js";
import { phrase } from "/words/phrase.js";

const THINGS = ".card, .who, .pile-button:not(:disabled), .item"; // what lies on the table

/** Each key does what a button or a click does: [keys, their name, what they do, what is called]; names and words stand in `help`, but for a sign that has no other. */
const KEYS = [
  [" ", "help.key_space", "help.answer", (page, target) => answer(page, target)],
  ["123456789", "1 \u2013 9", "help.number", (page, _, key) => page.question.choose(Number(key))],
  ["Escape", "Escape", "help.back", (page) => page.end?.close() || page.told.close() || page.question.back()],
  ["ArrowLeft ArrowRight ArrowUp ArrowDown", "help.key_arrows", "help.go", (page, target, key) => go(page.root, target, key.slice(5))],
  ["", "\u2190 \u2192", "help.scrub", () => false], // the scrubber's own
  ["", "Enter", "help.use", () => false], // that is the browser's own
  ["i", "i", "help.read", (page, target) => page.read(target.closest?.("[data-id], [data-peek]") ?? page.root.querySelector(".stack .item"))],
  ["a", "a", "help.list", (page) => page.question.list()],
  ["p", "p", "help.until", (page, _, key) => page.comfort.press(key)],
  ["e", "e", "help.until_end", (page, _, key) => page.comfort.press(key)],
  ["t", "t", "help.until_own", (page, _, key) => page.comfort.press(key)],
  ["s", "s", "help.until_something", (page, _, key) => page.comfort.press(key)],
  ["k", "k", "help.until_stack", (page, _, key) => page.comfort.press(key)],
  ["x", "x", "help.as_usual", (page, _, key) => page.comfort.press(key)],
  ["f", "f", "help.full", (page, _, key) => page.comfort.press(key)],
  ["y", "y", "help.yield", (page) => page.yieldToTop()],
  ["h", "h", "help.next_seat", (page) => Boolean(page.hands?.turn())],
  ["o", "o", "help.habits", (page, _, key) => page.comfort.press(key)],
  ["?", "?", "help.this", () => showHelp()],
];
const IN_FIELD = /^( |Enter|Escape)$/;
const HELD_ONCE = /^([ \d]|Escape|Enter)$/;
const SHIFTED = { E: "e", T: "t" };

/** Show the list, once its words are there; without the server it does not open. */
export function showHelp() {
  learn("help").then(() => {
    const rows = KEYS.map(([, name, words]) => el("li", "", el("kbd", "", name.startsWith("help.") ? phrase(name) : name), el("span", "", phrase(words))));
    openDialog(el("article", "help", el("h2", "", phrase("help.keys")), el("ul", "", ...rows), el("p", "", phrase("help.mouse"))));
  }, () => {});
  return true;
}

/** Listen for keys, for a page with a `question`, its `comfort`, and cards to go to. */
export function listenForKeys(page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.getElementById("dialog").open) return;
    if (isTyping(event.target) ? actInField(page, event) : act(page, event)) event.preventDefault();
  });
}

/** In a field for a number what cannot stand in it is said as elsewhere, and Enter is the main answer too. */
function actInField(page, event) {
  const { key, target } = event;
  if (!target.matches(".ask [type=number]") || !IN_FIELD.test(key) || event.repeat) return false;
  target.dispatchEvent(new Event("change")); // what is typed counts
  return key === "Escape" ? page.question.back() : page.question.main();
}

/** Do what a key says; whether it said anything. */
function act(page, { key, target, repeat }) {
  if (repeat && HELD_ONCE.test(key)) return !target.closest?.("button, summary, a") || target.matches(THINGS); // held down it is said once
  if (page.scrubber?.key(key, target)) return true;
  const found = KEYS.find(([keys]) => (keys.length > 1 && !/^\d/.test(keys) ? keys.split(" ").includes(key) : key.length === 1 && keys.includes(SHIFTED[key] ?? key)));
  return Boolean(found?.[3](page, target, key));
}

/**
 * The main answer, also where a card is in focus, which Enter is for. But on a button that has been gone to by key Space
 * is that button's own, as everywhere; on one that was clicked it is not, lest it be pressed once more.
 */
function answer(page, target) {
  const thing = target.closest?.("button, a, summary");
  const isOwn = thing?.matches(":focus-visible") && !thing.matches(THINGS);
  return !isOwn && (page.staging.goOn() || page.staging.wasSkipped || page.question.main() || Boolean(thing && !thing.matches(THINGS)));
}

const isTyping = (element) => element.matches?.("input, select, textarea, [contenteditable]");

const AHEAD = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] };

const TABLE = `${THINGS}, .ask [data-choice]`;

const FIRST = [".hand .able", ".able:not(.source)", "[data-choice]", ".hand .card", "*"];

/** Focus what can be used, if none has it yet; else the nearest thing in a direction; sideways counts twice. Stops, and the choices of a list, keep among themselves. */
function go(root, from, direction) {
  const [kind, within] = from.matches(".stop") ? [".stop", from.closest("ol, ul")] : [TABLE, from.closest(".choice-menu") ?? root];
  const things = [...within.querySelectorAll(kind === TABLE && within !== root ? "[data-choice]" : kind)].filter((thing) => thing.checkVisibility?.() ?? true);
  const start = things.includes(from) ? from : FIRST.map((each) => things.find((thing) => thing.matches(each))).find(Boolean);
  if (!start) return false;
  if (start !== from) {
    start.focus();
    return true;
  }
  const [right, down] = AHEAD[direction];
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const [x, y] = middle(from.getBoundingClientRect());
  let best = null;
  for (const thing of things) {
    const [itsX, itsY] = middle(thing.getBoundingClientRect());
    const ahead = (itsX - x) * right + (itsY - y) * down;
    const aside = Math.abs((itsX - x) * down) + Math.abs((itsY - y) * right);
    if (ahead > 4 && (!best || ahead + 2 * aside < best.far)) best = { thing, far: ahead + 2 * aside };
  }
  best?.thing.focus();
  return true;
}
