// Everything there is to read on a card, what may be done with it, and why it cannot be done now.

import { costOf, marksOf, roleOf, sizeOf, textOf, tintOf } from "/card/face.js";
import { drawRosette, rosette } from "/card/rosette.js";
import { withSymbols } from "/card/symbols.js";
import { changesOf, linesOf, reasonOf, usesOf } from "/card/told.js";
import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";

/** A card as it is read: large, with all that is known of it. */
export function bigCard(object, scene) {
  const picture = rosette();
  drawRosette(picture, object.name ?? "");
  const lines = textOf(object).split("\n").filter(Boolean);
  const marks = [...marksOf(object, scene), roleOf(object, scene)].filter(Boolean);
  const article = el(
    "article",
    "big-card",
    el("header", "", el("h2", "", scene.plain(object.label || object.name || "a card")), el("span", "card-cost", ...withSymbols(costOf(object, scene.table)))),
    picture,
    el("p", "card-type", object.type ?? ""),
    el("div", "card-lines", ...lines.map((line) => el("p", "card-line", ...withSymbols(line)))),
    el("p", "card-marks", ...withSymbols(marks.join(" \u00b7 "))),
    el("p", "card-size", sizeOf(object, scene.words, scene.table.gauge)),
  );
  article.dataset.tint = tintOf(object, scene.table);
  return article;
}

/** Open a card; a seat that plays is told what it might do with it, and what made it what it is. */
export function inspect(object, page) {
  const card = bigCard(object, page.scene);
  const note = el("p", "card-note");
  const told = el("div", "told-of", note);
  note.setAttribute("role", "status");
  openDialog(el("div", "inspected", card, told));
  const { match } = page;
  if (match.you === null || match.result || page.shown !== match) return; // of what was nobody is asked
  match.why(object.id, (frame) => tell(frame, object, card, told, page));
}

function tell(frame, object, card, told, page) {
  const [note] = told.children;
  if (!frame) return;
  if (frame.t === "nack") {
    if (frame.code === "rate_limited") note.textContent = "You are asking too fast; try again.";
    return;
  }
  const uses = frame.uses ?? [];
  const can = frame.code === "can" || uses.some(({ code }) => code === "can");
  const barred = uses.length ? "Not now." : `Not now: ${reasonOf(frame)}`; // else each use says why
  note.dataset.can = can;
  note.replaceChildren(...withSymbols(can ? "It can be used now." : barred));
  if (frame.lines?.length) card.querySelector(".card-lines").replaceChildren(...linesOf(frame.lines, object, page));
  const parts = [usesOf(uses), changesOf(frame.changes, object, page)].filter(Boolean);
  told.replaceChildren(note, ...parts);
}
