// A card as it is read: large, with all that is known of it.

import { drawArt } from "/card/art.js";
import { costOf, marksOf, roleOf, sizeOf, textOf, tintOf } from "/card/face.js";
import { drawPicture, kindOf, makePicture } from "/card/picture.js";
import { withSymbols } from "/card/symbols.js";
import { el } from "/dom.js";
import { many } from "/table/heaps.js";
import { phrase } from "/words/phrase.js";

export function bigCard(object, scene) {
  const picture = makePicture();
  drawPicture(picture, kindOf(object, scene.table), object.name ?? "");
  const art = el("div", "card-art", picture);
  drawArt(art, object.name ?? "");
  const lines = textOf(object).split("\n").filter(Boolean);
  const heap = scene.heaps?.get(object.id);
  const marks = [...marksOf(object, scene), roleOf(object, scene), heap ? phrase("card.one_of", { all: many(heap.ids.length) }) : ""].filter(Boolean);
  const article = el(
    "article",
    "big-card",
    el("header", "", el("h2", "", scene.plain(object.label || object.name || phrase("card.a_card"))), el("span", "card-cost", ...withSymbols(costOf(object, scene.table)))),
    art,
    el("p", "card-type", object.type ?? ""),
    el("div", "card-lines", ...lines.map((line) => el("p", "card-line", ...withSymbols(line)))),
    el("p", "card-marks", ...withSymbols(marks.join(" \u00b7 "))),
    el("p", "card-size", sizeOf(object, scene.words, scene.table.gauge)),
    ...(object.faces ?? []).map((face) => otherFace(face, scene)),
  );
  article.dataset.tint = tintOf(object, scene.table);
  return article;
}

/** The keywords of all faces of a card. */
export const keywordsOf = (object) => [...new Set([object, ...(object.faces ?? [])].flatMap(({ keywords = [] }) => keywords))];

/** Another face of a card, below the one that it shows. */
function otherFace(face, scene) {
  return el(
    "section",
    "other-face",
    el("header", "", el("h3", "", face.name), el("span", "card-cost", ...withSymbols(costOf(face, scene.table)))),
    el("p", "card-type", face.type ?? ""),
    ...textOf(face).split("\n").filter(Boolean).map((line) => el("p", "card-line", ...withSymbols(line))),
    el("p", "card-size", sizeOf(face, scene.words, scene.table.gauge)),
  );
}
