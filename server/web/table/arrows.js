// Arrows over the table: from what is on the stack to its targets, from attackers and blockers to whom they meet, and
// those that one is just drawing. They say nothing that does not stand in words beside the cards, so they end at the edges
// of cards and run between them (route.js).

import { Ways } from "/table/route.js";

const SVG = "http://www.w3.org/2000/svg";
const ROUND_PX = 12; // the corners of an arrow that goes round something
const [HEAD_PX, WING] = [11, 0.45]; // the length of a point, and half its angle
const THINGS = [[".boards .card", 30], [".seat-head", 40], [".item", 40], [".ask, .chat-panel, .log-panel", 60], [".phases li[aria-current]", 4], [".middle", 2]];

export class Arrows {
  root = document.createElementNS(SVG, "svg");
  #drawn = "";
  #of = null; // the scene that was read last
  #aims = []; // what is aimed at in it

  constructor() {
    this.root.setAttribute("class", "arrows");
    this.root.setAttribute("aria-hidden", "true");
  }

  /** `drafts` are pairs of ids that an answer will hold: [from, to]; one from what lies nowhere begins at `announcement`. */
  update(table, scene, drafts, announcement) {
    if (this.#of !== scene) {
      this.#of = scene;
      this.#aims = merged(scene, [...aims(scene)]);
    }
    const wanted = [...this.#aims, ...merged(scene, drafts.map(([from, to]) => ({ from, to, kind: "draft" })))];
    if (!wanted.length && !this.#drawn) return;
    const origin = table.getBoundingClientRect();
    const places = placesOf(table);
    const arrows = wanted.flatMap(({ from, to, kind }) => {
      const start = places.get(String(from)) ?? (kind === "draft" ? announcement : null);
      const end = places.get(String(to));
      return start && end && isShown(start) && isShown(end) ? [{ kind, start: inSight(boxOf(start, origin), origin), end: inSight(boxOf(end, origin), origin) }] : [];
    });
    const things = arrows.length ? thingsOn(table, origin) : [];
    const drawn = arrows.length ? JSON.stringify([arrows, things]) : "";
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.root.replaceChildren(...drawAll(arrows, new Ways(origin.width, origin.height, things)));
  }
}

/** The arrows as paths, those to one target together. */
function drawAll(arrows, ways) {
  const targets = new Map();
  for (const arrow of arrows) {
    const key = JSON.stringify(arrow.end);
    targets.set(key, [...(targets.get(key) ?? []), arrow]);
  }
  return [...targets.values()].flatMap((same) => {
    const found = ways.to(same[0].end, same.map(({ start }) => start));
    return same.flatMap(({ kind }, at) => {
      const { shaft, head } = pathOf(found[at]);
      return [stroke(shaft, "casing"), stroke(shaft, `${kind} shaft`), stroke(head, `${kind} point`)];
    });
  });
}

/** The things on the table that should stay in sight, and how much that is worth. */
const thingsOn = (table, origin) => THINGS.flatMap(([selector, cost]) => [...table.querySelectorAll(selector)].filter(isShown).map((element) => ({ box: edgesOf(element, origin), cost })));

/** One arrow for all that would lie one on the other, as those of a heap. */
function merged({ shownAs }, arrows) {
  const found = new Map();
  for (const { from, to, kind } of arrows) {
    const arrow = { from: shownAs(from), to: shownAs(to), kind };
    const key = `${arrow.from} ${arrow.to} ${kind}`;
    if (!found.has(key)) found.set(key, arrow);
  }
  return [...found.values()];
}

/** The first element of each id. */
function placesOf(table) {
  const places = new Map();
  for (const element of table.querySelectorAll("[data-id]")) if (!places.has(element.dataset.id)) places.set(element.dataset.id, element);
  return places;
}

function* aims({ view, game }) {
  const blocked = new Set(Object.values(view).flatMap((entity) => entity?.blocking ?? []));
  for (const id of game.stack ?? []) {
    const item = view[`s${id}`];
    for (const to of item?.targets ?? []) yield { from: id, to, kind: `aim seat${item.controller ?? 0}` };
  }
  for (const [key, card] of Object.entries(view)) {
    if (!key.startsWith("o")) continue;
    for (const to of card.blocking ?? []) yield { from: card.id, to, kind: "block" };
    if (blocked.has(card.id)) continue;
    for (const to of card.attacks ?? []) yield { from: card.id, to, kind: "attack" };
  }
}

const isShown = (element) => element.checkVisibility?.() ?? element.offsetParent !== null;

/** The box that an arrow to an element ends at: that of a player is the whole head of the seat. */
const boxOf = (element, origin) => edgesOf(element.closest(".seat-head") ?? element, origin);

/** A box that is scrolled out of sight lies at the edge behind which it is. */
function inSight({ left, right, top, bottom }, { width, height }) {
  const [across, down] = [(x) => Math.min(Math.max(x, 0), Math.floor(width)), (y) => Math.min(Math.max(y, 0), Math.floor(height))];
  return { left: across(left), right: across(right), top: down(top), bottom: down(bottom) };
}

function edgesOf(element, origin) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { left: Math.round(left - origin.left), right: Math.round(right - origin.left), top: Math.round(top - origin.top), bottom: Math.round(bottom - origin.top) };
}

/** Points as SVG paths: a line with round corners, and a point at its end. */
function pathOf(points) {
  const last = points.at(-1);
  const before = points.at(-2);
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  const wing = (turn) => `${round(last.x - HEAD_PX * Math.cos(angle + turn))} ${round(last.y - HEAD_PX * Math.sin(angle + turn))}`;
  const bends = points.slice(1, -1).map((point, at) => {
    const [from, to] = [toward(point, points[at]), toward(point, points[at + 2])];
    return `L${written(from)}Q${written(point)} ${written(to)}`;
  });
  return { shaft: `M${written(points[0])}${bends.join("")}L${written(last)}`, head: `M${wing(WING)}L${written(last)}L${wing(-WING)}Z` };
}

/** The place on the way from a corner to the next point where its round begins. */
function toward(corner, next) {
  const length = Math.hypot(next.x - corner.x, next.y - corner.y);
  const share = Math.min(ROUND_PX, length / 2) / (length || 1);
  return { x: corner.x + (next.x - corner.x) * share, y: corner.y + (next.y - corner.y) * share };
}

const written = ({ x, y }) => `${round(x)} ${round(y)}`;

function stroke(path, kind) {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("d", path);
  element.setAttribute("class", kind);
  return element;
}

const round = (number) => Math.round(number * 10) / 10;
