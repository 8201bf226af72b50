// Everything there is to read on a card, and why it cannot be used now.

import { costOf, marksOf, roleOf, sizeOf, textOf, tintOf } from "/card/face.js";
import { drawRosette, rosette } from "/card/rosette.js";
import { withSymbols } from "/card/symbols.js";
import { openDialog } from "/card/dialog.js";
import { el, say } from "/dom.js";

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
    ...lines.map((line) => el("p", "card-line", ...withSymbols(line))),
    el("p", "card-marks", ...withSymbols(marks.join(" \u00b7 "))),
    el("p", "card-size", sizeOf(object, scene.words, scene.table.gauge)),
  );
  article.dataset.tint = tintOf(object, scene.table);
  return article;
}

/** Open a card; a seat that plays is told why it cannot be used now. */
export function inspect(object, page) {
  const note = el("p", "card-note");
  note.setAttribute("aria-live", "polite");
  openDialog(el("div", "inspected", bigCard(object, page.scene), note));
  const { match } = page;
  if (match.you !== null && !match.result) match.why(object.id, (frame) => because(note, frame));
}

function because(element, frame) {
  if (!frame || frame.t === "nack") return;
  const parts = [frame.reason, frame.need ? `needed: ${frame.need}` : "", frame.rule ? `(${frame.rule})` : ""];
  say(element, frame.code === "can" ? "This can be used now." : `Not now: ${parts.filter(Boolean).join(" \u2014 ")}`);
}
