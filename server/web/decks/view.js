// The content of a deck: its cards by kind, how many there are, their costs.

import { costOf, describe, makeFace, tintOf, updateFace } from "/card/face.js";
import { facesOf, sceneOf } from "/decks/games.js";
import { readCard } from "/decks/read.js";
import { BESIDE, calledKind } from "/decks/rows.js";
import { countOf } from "/decks/store.js";
import { el, keep, say } from "/dom.js";
import { phrase } from "/words/phrase.js";

const MOST_COST = 7; // what costs so much or more is counted together

export class DeckView {
  #game;
  #scene;
  #legality = el("p", "deck-legal");
  #kinds = el("ul", "deck-kinds");
  #curve = el("ol", "deck-curve");
  #tints = el("ul", "deck-tints");
  #groups = el("div", "deck-groups");
  #shown = null;
  #rows = null; // while it is built
  root = el("div", "deck-view");

  constructor(game) {
    this.#game = game;
    this.#scene = sceneOf(game);
    const summary = el("section", "deck-summary", el("div", "", this.#legality, this.#kinds), el("figure", "", this.#curve, el("figcaption", "", phrase("decks.by_cost"))), this.#tints);
    summary.setAttribute("aria-label", phrase("decks.summary"));
    this.root.append(summary, this.#groups);
  }

  /** Have the cards in rows, with what changes them; or as cards again. */
  build(rows) {
    if (rows === this.#rows) return;
    (this.#rows?.root ?? this.#groups).replaceWith(rows?.root ?? this.#groups);
    this.#rows = rows;
    if (this.#shown) this.show(this.#shown);
  }

  /** Show a deck as the server last read it. */
  async show(deck) {
    this.#shown = deck;
    this.root.hidden = !deck.cards;
    if (!deck.cards) return;
    this.#legality.hidden = Boolean(deck.id); // of one's own it is said why
    this.#legality.dataset.legal = deck.legal;
    say(this.#legality, deck.legal ? `\u2713 ${phrase("decks.legal")}` : `\u2717 ${phrase("decks.illegal")}`);
    let faces;
    try {
      faces = await facesOf(this.#game, [...Object.keys(deck.cards), ...Object.keys(deck.side ?? {})]);
    } catch {
      return say(this.#legality, phrase("decks.cards_unread"));
    }
    if (this.#shown === deck) this.#draw(deck, faces);
  }

  /** The words or pictures on cards have changed beside their faces. */
  redraw() {
    if (this.#shown) this.show(this.#shown);
  }

  #draw(deck, faces) {
    const main = entries(deck.cards, faces);
    const groups = [...grouped(main, this.#game.table)].map(([kind, cards]) => ({ kind, cards })).sort(inOrder(this.#game.table));
    if (countOf(deck.side)) groups.push({ kind: BESIDE, cards: entries(deck.side, faces) });
    const kinds = [{ kind: phrase("decks.all_cards"), total: countOf(deck.cards) }, ...groups.map(({ kind, cards }) => ({ kind, total: sum(cards) }))];
    keep(this.#kinds, kinds, ({ kind }) => kind, () => el("li", "", el("b"), el("span")), (row, { kind, total }) => {
      say(row.children[0], String(total));
      say(row.children[1], calledKind(kind));
    });
    this.#drawCurve(main);
    this.#drawTints(main);
    if (this.#rows) this.#rows.draw(groups.map((group) => ({ ...group, total: sum(group.cards) })));
    else keep(this.#groups, groups, ({ kind }) => kind, makeGroup, (element, group) => this.#drawGroup(element, group));
  }

  #drawGroup(element, { kind, cards }) {
    const [head, list] = element.children;
    say(head, `${calledKind(kind)} (${sum(cards)})`);
    const update = (slot, { face, count }) => {
      const [card] = slot.children;
      updateFace(card, face, this.#scene);
      say(card.lastElementChild, `${count}\u00d7`);
      card.setAttribute("aria-label", `${count} ${describe(face, this.#scene)}`);
      card.onclick = () => readCard(face, this.#scene, this.#game.name);
    };
    keep(list, cards, ({ face }) => face.name, makeCard, update);
  }

  #drawCurve(cards) {
    const columns = Array.from({ length: MOST_COST + 1 }, (_, cost) => ({ cost, total: 0 }));
    for (const { face, count } of cards) {
      const cost = costNumber(face, this.#game.table);
      if (cost !== null) columns[Math.min(cost, MOST_COST)].total += count;
    }
    const most = Math.max(1, ...columns.map(({ total }) => total));
    const make = () => el("li", "", el("b"), el("i"), el("span"));
    keep(this.#curve, columns, ({ cost }) => cost, make, (column, { cost, total }) => {
      const [number, bar, label] = column.children;
      say(number, total ? String(total) : "");
      bar.style.setProperty("--part", String(total / most));
      say(label, cost === MOST_COST ? `${cost}+` : String(cost));
      column.title = cost === MOST_COST ? phrase("decks.cost_or_more", { count: total, cost }) : phrase("decks.cost", { count: total, cost });
      column.setAttribute("aria-label", column.title);
    });
  }

  #drawTints(cards) {
    const counts = new Map();
    for (const { face, count } of cards) {
      const tint = tintOf(face, this.#game.table);
      counts.set(tint, (counts.get(tint) ?? 0) + count);
    }
    const total = sum(cards);
    const tints = [...counts].sort(([, one], [, other]) => other - one);
    keep(this.#tints, tints, ([tint]) => tint, () => el("li"), (part, [tint, count]) => {
      part.dataset.tint = tint;
      part.style.setProperty("--part", String(count / Math.max(1, total)));
      const word = (this.#game.table.tints ?? []).find(([, each]) => each === tint)?.[0] ?? (phrase(tint === "gold" ? "decks.of_several" : "decks.others"));
      say(part, `${count} ${word}`);
    });
  }
}

const sum = (cards) => cards.reduce((total, { count }) => total + count, 0);

const entries = (cards, faces) =>
  Object.entries(cards)
    .filter(([name]) => faces.has(name))
    .map(([name, count]) => ({ face: faces.get(name), count }));

/** Cards by kind, in the order of the deck; a kind by the words that the game's rows have for it, else its last word. */
function grouped(cards, table) {
  const groups = new Map();
  for (const entry of cards) {
    const kind = kindOf(entry.face, table);
    groups.set(kind, [...(groups.get(kind) ?? []), entry]);
  }
  for (const [kind, found] of groups) groups.set(kind, found.sort((one, other) => byCost(one.face, other.face, table)));
  return groups;
}

function kindOf(face, table) {
  const words = (face.type ?? "").split(/ [-\u2014] /)[0].split(" ");
  const known = table.rows.flat();
  return words.find((word) => known.includes(word.toLowerCase())) ?? words[words.length - 1];
}

/** The card that stands for the player comes first, free cards last; else as in the deck. */
function inOrder(table) {
  const leaders = table.leader?.split(" ") ?? [];
  const rank = ({ kind, cards }) => (leaders.includes(kind.toLowerCase()) ? 0 : cards.some(({ face }) => costNumber(face, table) !== null) ? 1 : 2);
  return (one, other) => rank(one) - rank(other);
}

const byCost = (one, other, table) =>
  (costNumber(one, table) ?? -1) - (costNumber(other, table) ?? -1) || one.name.localeCompare(other.name);

/** The cost of a card as one number, X being 0; null for a card without a cost. */
function costNumber(face, table) {
  const symbols = [...costOf(face, table).matchAll(/\{([^}]+)\}/g)].map(([, symbol]) => symbol);
  if (!symbols.length) return null;
  return symbols.reduce((total, symbol) => total + (symbol === "X" ? 0 : (Number.parseInt(symbol, 10) || Number(symbol !== "0"))), 0);
}

function makeGroup() {
  return el("section", "deck-group", el("h3"), el("ol", "gallery"));
}

function makeCard() {
  const card = el("button", "card whole", ...makeFace(), el("span", "badge"));
  card.type = "button";
  return el("li", "slot", card);
}
