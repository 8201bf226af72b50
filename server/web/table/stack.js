// The stack: what waits to happen, the top first, whose it is, and what it is aimed at.

import { withSymbols } from "/card/symbols.js";
import { textOf } from "/card/face.js";
import { el, keep, say } from "/dom.js";
import { mark } from "/table/card.js";

export class Stack {
  #head = el("h2", "", "Stack");
  #items = el("ol", "stack");
  #note = el("p", "note");
  root = el("section", "panel stack-panel", this.#head, this.#items, this.#note);

  update(scene, marks) {
    const { view, game, words } = scene;
    const items = (game.stack ?? []).map((id) => view[`s${id}`] ?? view[`o${id}`]).filter(Boolean);
    say(this.#head, words.stack ?? "Stack");
    keep(this.#items, items, (item) => item.id, makeItem, (element, item) => updateItem(element.firstElementChild, item, scene, marks));
    say(this.#note, items.length > 1 ? "the top resolves first" : items.length ? "" : "empty");
    this.root.classList.toggle("busy", items.length > 0);
  }
}

function makeItem() {
  const item = el("button", "item", el("span", "item-head", el("strong"), el("span", "item-kind")), el("span", "item-text"), el("span", "item-targets"), el("span", "badge"));
  item.type = "button";
  return el("li", "", item);
}

function updateItem(element, item, scene, marks) {
  const [head, text, targets] = element.children;
  element.dataset.seat = item.controller ?? 0;
  element.dataset.id = item.id;
  say(head.children[0], item.name ?? "");
  const kind = [item.kind === "spell" ? "" : item.kind, item.x ? `X = ${item.x}` : "", scene.seatName(item.controller ?? 0)];
  say(head.children[1], kind.filter(Boolean).join(" \u00b7 "));
  const words = textOf(item);
  if (element.dataset.text !== words) {
    element.dataset.text = words;
    text.replaceChildren(...withSymbols(words));
  }
  const aims = (item.targets ?? []).map((id) => `\u2192 ${scene.nameOf(id)}`).join("  ");
  say(targets, aims);
  mark(element, item.id, marks, `${item.name} of ${scene.seatName(item.controller ?? 0)} ${aims}`);
}
