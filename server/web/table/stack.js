// The stack: what waits to happen, the top first, whose it is, and what it is aimed at.

import { withSymbols } from "/card/symbols.js";
import { textOf } from "/card/face.js";
import { el, keep, say } from "/dom.js";
import { mark, markHeap } from "/table/card.js";
import { many } from "/table/heaps.js";
import { isDrawn } from "/table/scene.js";
import { phrase, term } from "/words/phrase.js";

const SAY = { yes: "table.say_yes", no: "table.say_no" };
const MAY = /\bmay\b/; // what a text says of what its player is asked about

export class Stack {
  #head = el("h2");
  #items = el("ol", "stack");
  #note = el("p", "note");
  #page;
  root = el("section", "panel stack-panel", this.#head, this.#items, this.#note);

  constructor(page) {
    this.#page = page;
  }

  update(scene, marks) {
    const { view, game, words } = scene;
    const items = (game.stack ?? []).map((id) => view[`s${id}`] ?? view[`o${id}`]).filter((item) => item && isDrawn(scene, item));
    say(this.#head, words.stack ?? phrase("table.stack"));
    keep(this.#items, items, (item) => item.id, makeItem, (element, item) => {
      updateItem(element.firstElementChild, item, scene, marks);
      markHeap(element, item.id, scene);
      this.#updateMore(element.lastElementChild, item, scene);
    });
    say(this.#note, items.length > 1 ? phrase("table.top_first") : items.length ? "" : phrase("table.empty"));
    this.root.classList.toggle("busy", items.length > 0);
  }

  /** The standing answers for an ability: to let it resolve; or, if it asks yes or no, the answer to that. */
  #updateMore(more, item, scene) {
    const { habits, question } = this.#page;
    more.hidden = item.kind === "spell" || !habits.isOwn;
    more.setAttribute("aria-label", phrase("table.from_now_on_of", { name: item.name }));
    more.onclick = () => {
      const label = scene.entity(item.source)?.label ?? "";
      const number = Number(label.split("#")[1]) || 0;
      const its = [
        { words: phrase("table.yield_any", { name: item.name }), act: () => habits.yieldTo(item) },
        ...(number ? [{ words: phrase("table.yield_one", { name: label }), act: () => habits.yieldTo({ ...item, number }) }] : []),
      ];
      const asks = Object.entries(SAY).map(([said, key]) => ({ words: phrase(key, { name: item.name }), act: () => habits.always(said, item) }));
      question.offer(more, item.controller === scene.match.you && MAY.test(item.text ?? "") ? [...its, ...asks] : its, phrase("table.from_now_on"));
    };
  }
}

function makeItem() {
  const item = el("button", "item", el("span", "item-head", el("strong"), el("span", "item-kind")), el("span", "item-text"), el("span", "item-targets"), el("span", "badge"));
  item.type = "button";
  const more = el("button", "item-more", "\u22ef");
  more.type = "button";
  more.setAttribute("aria-haspopup", "true");
  return el("li", "", item, more);
}

function updateItem(element, item, scene, marks) {
  const [head, text, targets] = element.children;
  element.dataset.seat = item.controller ?? 0;
  element.dataset.id = item.id;
  say(head.children[0], item.name ?? "");
  const kind = [item.kind === "spell" ? "" : term(item.kind ?? ""), item.x ? `X = ${item.x}` : "", scene.seatName(item.controller ?? 0)];
  say(head.children[1], kind.filter(Boolean).join(" \u00b7 "));
  const words = textOf(item);
  if (element.dataset.text !== words) {
    element.dataset.text = words;
    text.replaceChildren(...withSymbols(words));
  }
  const aims = scene.counted(item.targets ?? []).map((words) => `\u2192 ${words}`).join("  ");
  say(targets, aims);
  const heap = scene.heaps.get(item.id);
  mark(element, item.id, marks, `${heap ? `${many(heap.ids.length)} \u00d7 ` : ""}${phrase("table.item_of", { item: item.name, name: scene.seatName(item.controller ?? 0) })} ${aims}`);
}
