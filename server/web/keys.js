// What keys do on a table. They call what clicks call; `?` shows this list.

import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";

const HELP = [
  ["Space", "the main answer: pass, done, let the rules pay"],
  ["1 \u2013 9", "the choice of that number"],
  ["Escape", "back: close, put down what is picked, take back"],
  ["Arrows", "go from card to card"],
  ["Enter", "use the card or button in focus"],
  ["i", "read the card in focus"],
  ["a", "all that may be done now, as a list"],
  ["?", "this list"],
];

export function showHelp() {
  const rows = HELP.map(([key, words]) => el("li", "", el("kbd", "", key), el("span", "", words)));
  const mouse = el("p", "", "Click a card that glows to use it, what is aimed at to aim; right click, or hold, to read a card.");
  openDialog(el("article", "help", el("h2", "", "Keys"), el("ul", "", ...rows), mouse));
}

/** Listen for keys, for a page with a `question` and cards to go to. */
export function listenForKeys(page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target) || document.getElementById("dialog").open) return;
    if (act(page, event)) event.preventDefault();
  });
}

/** Do what a key says; whether it said anything. */
function act(page, { key, target }) {
  if (/^[1-9]$/.test(key)) return page.question.choose(Number(key));
  switch (key) {
    case " ":
      return !target.closest?.("button, a, summary") && page.question.main(); // else it is that thing's own
    case "Escape":
      return page.question.back();
    case "?":
      showHelp();
      return true;
    case "a":
      return page.question.list();
    case "i":
      return page.read(target.closest?.("[data-id], [data-peek]"));
    case "ArrowLeft":
    case "ArrowRight":
    case "ArrowUp":
    case "ArrowDown":
      return go(page.root, target, key.slice(5));
    default:
      return false;
  }
}

const isTyping = (element) => element.matches?.("input, select, textarea, [contenteditable]");

const AHEAD = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] };

/** Focus the nearest thing in a direction; sideways counts twice. */
function go(root, from, direction) {
  const things = [...root.querySelectorAll(".card, .who, .pile-button:not(:disabled), .item")].filter((thing) => thing.checkVisibility?.() ?? true);
  const start = things.includes(from) ? from : (root.querySelector(".hand .card") ?? things[0]);
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
