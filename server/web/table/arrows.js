// Arrows over the table: from what is on the stack to its targets, from attackers and blockers to whom they meet, and
// those that one is just drawing. They say nothing that does not stand in words beside the cards.

const SVG = "http://www.w3.org/2000/svg";
const LIFT = 0.16; // of its length, how far an arrow swings out

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
    const lines = [];
    if (this.#of !== scene) {
      this.#of = scene;
      this.#aims = merged(scene, [...aims(scene)]);
    }
    const wanted = [...this.#aims, ...merged(scene, drafts.map(([from, to]) => ({ from, to, kind: "draft" })))];
    const places = wanted.length ? placesOf(table) : null;
    const origin = wanted.length ? table.getBoundingClientRect() : null;
    for (const { from, to, kind } of wanted) {
      const start = places.get(String(from)) ?? (kind === "draft" ? announcement : null);
      const end = places.get(String(to));
      if (start && end && isShown(start) && isShown(end)) lines.push({ path: curve(start, end, origin), kind });
    }
    const drawn = JSON.stringify(lines);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.root.replaceChildren(...lines.flatMap(({ path: { shaft, head }, kind }) => [stroke(shaft, "casing"), stroke(shaft, `${kind} shaft`), stroke(head, `${kind} point`)]));
  }
}

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

/** From the edge of one thing to the edge of another, as SVG paths. */
function curve(start, end, origin) {
  const one = boxOf(start, origin);
  const other = boxOf(end, origin);
  const angle = Math.atan2(other.y - one.y, other.x - one.x);
  const isFlat = one.wide > 1.5 * one.high && Math.abs(other.x - one.x) > one.wide + other.wide; // as things on the stack are
  const from = isFlat ? { x: one.x + Math.sign(other.x - one.x) * (one.wide - 6), y: one.y } : edge(one, angle);
  const to = edge(other, angle + Math.PI);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const inward = Math.sign((origin.width / 2 - middle.x) * -Math.sin(angle) + (origin.height / 2 - middle.y) * Math.cos(angle)) || 1;
  const swing = Math.min(length * LIFT, 70) * inward;
  const bend = { x: middle.x - Math.sin(angle) * swing, y: middle.y + Math.cos(angle) * swing };
  const last = Math.atan2(to.y - bend.y, to.x - bend.x);
  const wing = (turn) => `${round(to.x - 11 * Math.cos(last + turn))} ${round(to.y - 11 * Math.sin(last + turn))}`;
  return {
    shaft: `M${round(from.x)} ${round(from.y)}Q${round(bend.x)} ${round(bend.y)} ${round(to.x)} ${round(to.y)}`,
    head: `M${wing(0.45)}L${round(to.x)} ${round(to.y)}L${wing(-0.45)}Z`,
  };
}

function boxOf(element, origin) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2 - origin.left, y: box.top + box.height / 2 - origin.top, wide: box.width / 2, high: box.height / 2 };
}

/** The point at which a ray from the middle of a box leaves it, a little inside. */
function edge(box, angle) {
  const far = Math.min(box.wide / Math.max(Math.abs(Math.cos(angle)), 1e-6), box.high / Math.max(Math.abs(Math.sin(angle)), 1e-6));
  const reach = Math.max(0, far - 6);
  return { x: box.x + reach * Math.cos(angle), y: box.y + reach * Math.sin(angle) };
}

function stroke(path, kind) {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("d", path);
  element.setAttribute("class", kind);
  return element;
}

const round = (number) => Math.round(number * 10) / 10;
