// Art on cards: of a pack of the player's own, else from where the server says (`STACKLOOP_ART`). Only names that are on
// cards in sight are ever asked for. A card without art is drawn, and so is one whose art is still on its way.

import { ownImage, ownNames } from "/card/pack.js";

const OFF = "stackloop art off";
const WIDE_PX = 360; // an image of one's own is not drawn larger

let game = ""; // whose cards are looked at
let pattern = ""; // where the server says that their art is
let names = new Set(); // what one's own pack holds for it
const missing = new Set(); // addresses at which there is nothing: not asked again
let pack = 0; // its count of changes
let tell = () => {};

/** Use art for the cards of a game from now on; `changed` is called once cards are to be drawn anew. */
export async function useArt(asked, changed) {
  if (asked === game) return;
  [game, tell] = [asked, changed];
  const [patterns, own] = await Promise.all([readPatterns(), ownNames(asked)]);
  if (asked !== game) return;
  pattern = patterns[asked] ?? "";
  names = own;
  if (pattern || names.size) tell();
}

async function readPatterns() {
  try {
    const answer = await fetch("/api/art");
    return answer.ok ? await answer.json() : {};
  } catch {
    return {}; // the connection is lost: cards are drawn
  }
}

/** Take in that one's own pack was changed. */
export async function readPack() {
  names = await ownNames(game);
  pack += 1;
  tell();
}

/** The host that the art of the game is asked of, "" for this server's own; null if it has none. */
export function hostOfArt() {
  if (!pattern) return null;
  return pattern.startsWith("/") ? "" : new URL(pattern.replace(/\{\w+\}/g, "")).host;
}

export const isArtOff = () => localStorage.getItem(OFF) !== null;

/** Have the art that the server names shown, or not. */
export function turnArt(isOff) {
  if (isOff) localStorage.setItem(OFF, "1");
  else localStorage.removeItem(OFF);
  tell();
}

/** A name in small letters without marks, its words joined by hyphens (as `slug` of server/gateway/card_art.py). */
export const slug = (name) =>
  name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/['\u2019]/g, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");

/** Show the art of a card over its drawing, if there is any. */
export function drawArt(place, name) {
  const source = sourceOf(name);
  if ((place.dataset.art ?? "") === source) return;
  place.dataset.art = source;
  place.querySelector(".art")?.remove();
  if (!source) return;
  place.append(source.startsWith("own ") ? canvasOf(place, slug(name), source) : imageOf(source));
}

function sourceOf(name) {
  if (!name || (!pattern && !names.size)) return "";
  if (names.has(slug(name))) return `own ${pack} ${slug(name)}`;
  if (!pattern || isArtOff()) return "";
  const address = pattern.replaceAll("{name}", encodeURIComponent(name)).replaceAll("{slug}", encodeURIComponent(slug(name)));
  return missing.has(address) ? "" : address;
}

/** An image from elsewhere: its host is told nothing but what it is asked for. */
function imageOf(source) {
  const image = document.createElement("img");
  image.className = "art";
  image.alt = "";
  image.decoding = "async";
  image.loading = "lazy";
  image.referrerPolicy = "no-referrer";
  image.addEventListener("load", () => image.classList.toggle("upright", image.naturalHeight > image.naturalWidth));
  image.addEventListener("error", () => {
    missing.add(source);
    image.remove();
  });
  image.src = source;
  return image;
}

/** An image of one's own is painted: the page's policy need not allow for it. */
function canvasOf(place, name, source) {
  const canvas = document.createElement("canvas");
  canvas.className = "art";
  canvas.hidden = true;
  paint(canvas, name).catch(() => place.dataset.art === source && canvas.remove());
  return canvas;
}

async function paint(canvas, name) {
  const bitmap = await createImageBitmap(await ownImage(game, name), { resizeWidth: WIDE_PX, resizeQuality: "medium" });
  [canvas.width, canvas.height] = [bitmap.width, bitmap.height];
  canvas.getContext("2d").drawImage(bitmap, 0, 0);
  canvas.classList.toggle("upright", bitmap.height > bitmap.width);
  canvas.hidden = false;
  bitmap.close();
}
