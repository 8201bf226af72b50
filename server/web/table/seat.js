// A seat: who sits there, what it has left, its piles, its hand, and the rows of what lies before it.

import { withSymbols } from "/card/symbols.js";
import { el, keep, say } from "/dom.js";
import { makeCard, mark, updateCard } from "/table/card.js";
import { makeBacks, makeHand, updateBacks, updateHand } from "/table/hand.js";
import { makePile, pilesOf, updatePile } from "/table/pile.js";
import { lifeOf } from "/table/scene.js";

const SMALL = 9; // cards in a row before they get smaller
const SMALLER = 14;

export function makeSeat(player) {
  const who = el("button", "who", el("span", "life"), el("span", "name"), el("span", "badge"));
  who.type = "button";
  const signs = el("p", "signs", el("span", "first"), el("span", "tokens"), el("span", "clock"));
  const head = el("header", "seat-head", who, signs, el("p", "pool"), makeBacks(), el("ul", "piles"));
  const lines = el("div", "lines", el("ul", "row facing"), el("ul", "row front"));
  const seat = el("article", "seat", head, lines, el("div", "behind"), makeHand());
  seat.dataset.seat = player.seat;
  return seat;
}

export function updateSeat(seat, player, scene, page) {
  const [head, lines, behind, hand] = seat.children;
  const [facing, front] = lines.children;
  const { game, table } = scene;
  seat.setAttribute("aria-label", player.name || `seat ${player.seat}`);
  seat.classList.toggle("active", game.active === player.seat);
  seat.classList.toggle("asked", (game.waiting ?? []).includes(player.seat) && !scene.match.result);
  seat.classList.toggle("out", Boolean(player.lost));
  updateHead(head, player, scene, page);
  const update = (slot, card) => updateCard(slot, card, scene, page.marks);
  const cards = (row, list) => {
    row.dataset.size = list.length > SMALLER ? "smaller" : list.length > SMALL ? "small" : "";
    keep(row, list, (card) => card.id, makeCard, update);
    together(row, list);
  };
  const [first, ...others] = scene.rows.get(player.seat);
  cards(facing, scene.facing.get(player.seat));
  cards(front, first);
  keep(behind, others.map((list, index) => ({ list, index })), ({ index }) => index, makeRow, (row, { list }) => cards(row, list));
  updateHand(hand, player, scene, page.marks);
  layBeneath(seat, player, scene, table);
}

const makeRow = ({ index }) => el("ul", `row rear rear${index + 1}`);

/** The same cards side by side lie one on the other. */
function together(row, list) {
  list.forEach((card, index) => {
    const before = list[index - 1];
    const isSame = before && before.name === card.name && Boolean(before.tapped) === Boolean(card.tapped);
    row.children[index].classList.toggle("same", Boolean(isSame));
  });
}

/** What a leader has grown from lies beneath it. */
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
  say(who.children[1], player.name || `seat ${player.seat}`);
  mark(who, player.id, page.marks, `${player.name}, ${life} life${game.active === player.seat ? ", whose turn it is" : ""}`);
  const [first, tokens, clock] = signs.children;
  say(first, words.first && game.first === player.seat ? `\u2691 ${words.first}` : "");
  say(tokens, Object.entries(player.counters ?? {}).map(([kind, count]) => `${count} ${kind}`).join(" \u00b7 ") + (player.lost ? "out of the match" : ""));
  page.clocks.show(clock, player.seat);
  if (pool.dataset.pool !== (player.pool ?? "")) {
    pool.dataset.pool = player.pool ?? "";
    pool.replaceChildren(...withSymbols(player.pool ?? ""));
    pool.title = (player.pool_notes ?? []).join("; ");
  }
  updateBacks(backs, player);
  keep(piles, pilesOf(player, table), (kind) => kind, makePile, (item) => updatePile(item, player, scene, page));
}

function drawLife(element, life) {
  const before = Number(element.textContent || life);
  say(element, String(life));
  if (before === life) return;
  element.classList.remove("up", "down");
  void element.offsetWidth; // restarts the animation
  element.classList.add(life > before ? "up" : "down");
}
