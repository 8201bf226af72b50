// A seat: who sits there, what it has left, its piles, its hand, and the rows of what lies before it.

import { withSymbols } from "/card/symbols.js";
import { el, keep, say } from "/dom.js";
import { makeCard, mark, updateCard } from "/table/card.js";
import { makeBacks, makeHand, updateBacks, updateHand } from "/table/hand.js";
import { makePile, pilesOf, updatePile } from "/table/pile.js";
import { COVERED, makeRoom, watchRoom } from "/table/room.js";
import { lifeOf } from "/table/scene.js";
import { tallness } from "/phone/window.js";
import { inKey, phrase, term, textOf } from "/words/phrase.js";

const TALL = 1.34; // times the width, a card in front
const FLAT = 1.2; // one of several seats beside one another, which have more room across than upwards
const APART_REM = 1.8; // between the cards of others and one's own
const LOW = 0.8; // one behind

export function makeSeat(player) {
  const who = el("button", "who", el("span", "life"), el("span", "name"), el("span", "badge"));
  who.type = "button";
  const signs = el("p", "signs", el("span", "acting"), el("span", "first"), el("span", "tokens"), el("span", "clock"));
  const head = el("header", "seat-head", who, signs, el("p", "pool"), makeBacks(), el("ul", "piles"));
  const lines = el("div", "lines", el("ul", "row facing"), el("ul", "row front"));
  const seat = el("article", "seat", head, lines, el("div", "behind"), makeHand(), el("ul", "row strip"));
  watchRoom(seat);
  seat.dataset.seat = player.seat;
  return seat;
}

export function updateSeat(seat, player, scene, page) {
  const [head, lines, behind, hand, strip] = seat.children;
  const [facing, front] = lines.children;
  const { game, table } = scene;
  seat.setAttribute("aria-label", player.name || phrase("table.seat", { seat: player.seat }));
  seat.classList.toggle("active", hasTurn(player, game));
  seat.classList.toggle("asked", (game.waiting ?? []).includes(player.seat) && !scene.match.result);
  seat.classList.toggle("out", Boolean(player.lost));
  updateHead(head, player, scene, page);
  const update = (slot, card) => updateCard(slot, card, scene, page.marks);
  const cards = (row, list, what) => {
    row.setAttribute("aria-label", `${player.name}: ${what}`);
    keep(row, list, (card) => card.id, makeCard, update);
    together(row, list, scene);
  };
  const [first, ...rest] = scene.rows.get(player.seat);
  const others = rest.map((list, index) => (scene.strip && index + 1 >= scene.strip ? [] : list));
  const folded = scene.strip ? rest.slice(scene.strip - 1).flat() : [];
  cards(facing, scene.facing.get(player.seat), phrase("table.engaged_with"));
  cards(front, first, wordsOf(table.rows[0]));
  keep(behind, others.map((list, index) => ({ list, index })), ({ index }) => index, makeRow, (row, { list, index }) => cards(row, list, wordsOf(table.rows[index + 1])));
  cards(strip, folded, scene.isTight ? phrase("table.behind") : wordsOf(table.rows[scene.strip]));
  strip.hidden = folded.length === 0;
  lines.dataset.empty = player.lost ? "" : emptyOf(player, scene);
  updateHand(hand, player, scene, page.marks);
  const inFront = [...scene.facing.get(player.seat), ...first];
  const isShared = player === scene.near || scene.beside.includes(player) ? scene.beside.length > 0 : scene.far.length > 1;
  const tall = tallness(scene.players.length);
  makeRoom(seat, lie(lines, inFront, scene, tall ?? (isShared ? FLAT : TALL)), lie(behind, others.flat(), scene, tall ? 1 : LOW));
  layBeneath(seat, player, scene, table);
}

function emptyOf(player, { own, words, match }) {
  const what = words.front ?? phrase("table.cards");
  return player === own && match.hands.length === 1 ? phrase("table.your_front", { what }) : phrase("table.their_front", { name: player.name, what });
}

/** The cards of a row, by its words; a row without words holds the rest. */
const wordsOf = (words) => (words?.length ? words.map((word) => textOf(`names.row_${inKey(word)}`) ?? word).join(", ") : phrase("table.other_cards"));

const makeRow = ({ index }) => el("ul", `row rear rear${index + 1}`);

/** Equal cards side by side lie one on the other. */
function together(row, list, scene) {
  list.forEach((card, index) => {
    row.children[index].classList.toggle("same", isLike(list[index - 1], card, scene));
  });
}

/** Say what has to find room: how many cards side by side, and how high stands what is attached to one. */
function lie(part, list, scene, tall) {
  let [count, turned, up] = [0, 0, 0];
  const piles = [];
  list.forEach((card, index) => {
    const isCovering = isLike(list[index - 1], card, scene);
    const wide = isCovering ? COVERED : 1;
    if (isCovering) piles[piles.length - 1] += 1;
    else piles.push(1);
    count += wide;
    turned += card.tapped ? wide : 0;
    up = Math.max(up, scene.attached.get(card.id)?.length ?? 0);
  });
  part.classList.toggle("bare", list.length === 0);
  return { count, turned, up, tall, piles, apart: part.querySelector(".facing > .slot") ? APART_REM : 0 };
}

/** Whether a card may lie on the one before it: one that fights lies apart, so that all see whom it meets. */
const isLike = (before, card, { heaps }) =>
  Boolean(before) && before.name === card.name && Boolean(before.tapped) === Boolean(card.tapped) && !isFighting(before) && !isFighting(card) && !heaps.has(before.id) && !heaps.has(card.id);

const isFighting = ({ attacking, blocking }) => Number.isInteger(attacking) || Boolean(blocking?.length);

/** The cards that a leader has grown from lie beneath it. */
function layBeneath(seat, player, scene, table) {
  const beneath = (table.beneath && player[table.beneath]) || [];
  for (const slot of seat.querySelectorAll(".row > .slot")) {
    const leader = scene.view[`o${slot.dataset.key}`];
    const depth = leader && isLeader(leader, table) ? beneath.length : 0;
    slot.dataset.beneath = depth || "";
  }
}

const isLeader = (card, table) => (table.leader ?? "").split(" ").some((word) => (card.type ?? "").toLowerCase().split(" ").includes(word));

// ---------------------------------------------------------------- the head

function updateHead(head, player, scene, page) {
  const [who, signs, pool, backs, piles] = head.children;
  const { game, table, words } = scene;
  const life = lifeOf(scene, player);
  who.dataset.id = player.id;
  drawLife(who.children[0], life);
  say(who.children[1], player.name || phrase("table.seat", { seat: player.seat }));
  mark(who, player.id, page.marks, [player.name, life === null ? "" : phrase("table.life", { life }), hasTurn(player, game) ? phrase("table.whose_turn") : ""].filter(Boolean).join(", "));
  const [acting, first, tokens, clock] = signs.children;
  say(acting, actingOf(player, scene));
  say(first, words.first && game.first === player.seat ? `\u2691 ${words.first}` : "");
  say(tokens, Object.entries(player.counters ?? {}).map(([kind, count]) => `${count} ${term(kind)}`).join(" \u00b7 ") + (player.lost ? phrase("table.out") : ""));
  page.clocks.show(clock, player.seat);
  if (pool.dataset.pool !== (player.pool ?? "")) {
    pool.dataset.pool = player.pool ?? "";
    pool.replaceChildren(...withSymbols(player.pool ?? ""));
    pool.title = (player.pool_notes ?? []).join("; ");
  }
  updateBacks(backs, player);
  keep(piles, pilesOf(player, table), (kind) => kind, makePile, (item) => updatePile(item, player, scene, page));
}

/** Before the first turn it is nobody's. */
const hasTurn = (player, game) => Boolean(game.turn) && game.active === player.seat;

/** In words, that it is this player's turn, and that the match waits for them. */
function actingOf(player, { game, match }) {
  if (match.result) return "";
  const isAsked = (game.waiting ?? []).includes(player.seat);
  return [hasTurn(player, game) ? `\u25b6 ${phrase("table.has_turn")}` : "", isAsked ? `\u2026 ${phrase("table.deciding")}` : ""].filter(Boolean).join(" \u00b7 ");
}

function drawLife(element, life) {
  const before = Number.parseInt(element.textContent, 10);
  say(element, life === null ? "\u2013" : String(life));
  if (life === null || Number.isNaN(before) || before === life) return;
  element.classList.remove("up", "down");
  requestAnimationFrame(() => element.classList.add(life > before ? "up" : "down")); // a frame later: it starts anew
}
