// One match, live: both boards, the stack between them, phase, log. Draws from the view alone.

import { because, Question } from "/ask.js";
import { inspect, inspectPile, makeCard, updateCard } from "/card.js";
import { el, keep, onFrame, say } from "/dom.js";
import { nameSymbols, withSymbols } from "/mana.js";
import { Watched } from "/wire.js";

const ROWS = ["creatures", "others", "lands"]; // by their place, as the style knows them
const BACKS = 10; // more cards in hand than this are only counted

export function showMatch(main, id) {
  const page = build(id);
  main.replaceChildren(page.root);
  page.question = new Question((answer) => watched.answer(answer));
  page.question.root.addEventListener("picked", () => {
    watched.trouble = ""; // it was about what had been picked before
    draw();
  });
  page.boards.append(page.question.root);
  page.touch = (card) => {
    if (page.question.click(card.id)) return;
    const note = inspect(card, page.terms);
    if (watched.you !== null && !watched.result) watched.why(card.id, (frame) => because(note, frame));
  };
  const status = document.getElementById("status");
  const draw = onFrame(() => drawMatch(page, watched, status));
  let connection = "connecting";
  const watched = new Watched(
    id,
    (state, detail) => {
      connection = state;
      status.dataset.detail = detail;
      draw();
    },
    () => draw(),
  );
  page.connection = () => connection;
}

/** The addresses for those whom one has invited, until they have taken their seats. */
function invitations(id) {
  const addresses = JSON.parse(sessionStorage.getItem(`invites ${id}`) ?? "[]");
  const root = el("details", "invites", el("summary", "", "invite the other players"));
  root.append(...addresses.map((address) => el("p", "", el("code", "", address))));
  root.hidden = addresses.length === 0;
  return root;
}

function build(id) {
  const far = el("section", "seats far");
  const near = el("section", "seats near");
  const phases = el("ol", "phases");
  const turn = el("p", "turn");
  const stack = el("ol", "stack");
  const stackNote = el("p", "note");
  const stackHead = el("h2", "", "Stack");
  const waiting = el("p", "waiting");
  const log = el("ol", "log");
  const said = el("span");
  const record = link("Record", `/records/${encodeURIComponent(id)}.txt`);
  record.hidden = true;
  const banner = el("p", "banner", said, record, link("All matches", "/"));
  const middle = el("section", "middle", turn, phases, waiting);
  const side = el(
    "aside",
    "side",
    el("section", "panel stack-panel", stackHead, stack, stackNote),
    el("section", "panel log-panel", el("h2", "", "Log"), log),
  );
  banner.hidden = true;
  middle.hidden = true;
  side.hidden = true;
  const boards = el("div", "boards", banner, invitations(id), far, middle, near);
  const root = el("div", "table", boards, side);
  return { id, root, boards, stackHead, waiting, terms: {}, far, near, middle, side, phases, turn, stack, stackNote, log, banner, said, record };
}

function link(words, address) {
  const element = el("a", "", words);
  element.href = address;
  return element;
}

function drawMatch(page, watched, status) {
  const view = watched.view;
  const game = view.game;
  drawStatus(page, watched, status);
  if (!game) return;
  page.middle.hidden = false;
  page.side.hidden = false;
  const players = playersOf(view);
  const nameOf = names(view, players);
  say(document.getElementById("where"), `${players.map((player) => player.name).join(" \u2013 ")}`);
  document.title = `${players.map((player) => player.name).join(" \u2013 ")} \u00b7 Stackloop`;
  const table = view.table ?? { board: "battlefield", phases: [], piles: [], rows: [[]] };
  page.terms = { ...table.words, gauge: table.gauge, marks: table.marks };
  nameSymbols(table.words ?? {});
  page.question.show(watched.result ? null : watched.decision, nameOf, watched.trouble);
  const drawSeat = (element, player) => updateSeat(element, player, view, nameOf, page);
  const make = (player) => makeSeat(player, table);
  const own = players.find((player) => player.seat === watched.you) ?? players[0];
  const others = players.filter((player) => player !== own);
  if (table.side) others.unshift(others.pop()); // whom all play against is farthest away
  keep(page.far, others, (player) => player.seat, make, drawSeat);
  keep(page.near, own ? [own] : [], (player) => player.seat, make, drawSeat);
  drawPhase(page, game, players, table.phases, watched);
  drawStack(page, view, nameOf);
  drawLog(page, watched.lines, nameOf);
}

function drawStatus(page, watched, status) {
  const { result, failure } = watched;
  const state = result || failure ? "over" : page.connection();
  status.dataset.state = state;
  const words = { live: "live", lost: "reconnecting", connecting: "connecting", over: failure ? "no match" : "finished" };
  say(status, words[state] ?? `closed: ${status.dataset.detail}`);
  page.banner.hidden = !(result || failure);
  if (failure) say(page.said, failure);
  if (!result) return;
  say(page.said, ending(result, playersOf(watched.view), watched.view.table?.side));
  page.record.hidden = false;
}

function ending(result, players, side) {
  const winners = (result.winners ?? []).map((seat) => players[seat]?.name ?? `seat ${seat}`);
  const reason = result.reason ?? "";
  if (winners.length && reason.startsWith(winners[0])) return reason;
  if (side && !winners.length) return `The ${side} won` + (reason ? ` \u2014 ${reason}` : "");
  return (winners.length ? `${winners.join(" and ")} won` : "A draw") + (reason ? ` \u2014 ${reason}` : "");
}

function playersOf(view) {
  return Object.keys(view)
    .filter((key) => /^p\d+$/.test(key))
    .map((key) => view[key])
    .sort((one, other) => one.seat - other.seat);
}

function names(view, players) {
  const byId = new Map(players.map((player) => [player.id, player.name]));
  const nameOf = (id) => byId.get(id) ?? view[`o${id}`]?.label ?? view[`o${id}`]?.name ?? view[`s${id}`]?.name ?? "something";
  nameOf.seat = (seat) => players[seat]?.name ?? `seat ${seat}`;
  return nameOf;
}

// ---------------------------------------------------------------- a seat

function makeSeat(player, table) {
  const seat = el(
    "article",
    "seat",
    el(
      "header",
      "seat-head",
      el("p", "life"),
      el("div", "who", el("h2", "name"), el("p", "pool")),
      el("ul", "hand"),
      el("ul", "piles", ...table.piles.filter((kind) => kind in player || `${kind}_count` in player).map(pile)),
    ),
    ...table.rows.map((words, index) => el("ul", `row ${ROWS[index] ?? "others"}`)),
    el("ul", "row held"),
  );
  seat.dataset.seat = player.seat;
  return seat;
}

function pile(kind) {
  const button = el("button", "pile-button", el("span", "pile-count"), el("span", "pile-name", kind));
  button.type = "button";
  const item = el("li", "", button);
  item.dataset.pile = kind;
  return item;
}

function updateSeat(seat, player, view, nameOf, page) {
  const game = view.game;
  const [head, ...rows] = seat.children;
  const held = rows.pop();
  const [life, who, hand, piles] = head.children;
  seat.classList.toggle("active", game.active === player.seat);
  seat.classList.toggle("priority", game.priority === player.seat || (game.waiting ?? []).includes(player.seat));
  const cards = (player[view.table?.board] ?? []).map((id) => view[`o${id}`]).filter(Boolean);
  drawLife(life, lifeOf(player, cards, view.table));
  say(who.children[0], player.name || `seat ${player.seat}`);
  drawPool(who.children[1], player.pool ?? "");
  const shown = (player.hand ?? []).map((id) => view[`o${id}`]).filter(Boolean);
  drawHand(hand, player.hand_count ?? player.hand?.length ?? 0, shown.length);
  hand.hidden = !("hand" in player || "hand_count" in player);
  drawPiles(piles, player, view);
  const named = view.table?.rows ?? [[]];
  const others = named.findIndex((words) => words.length === 0);
  const place = (card) => {
    const found = named.findIndex((words) => words.some((word) => isA(card, word)));
    return found < 0 ? others : found;
  };
  const marks = page.question.marks;
  const update = (slot, card) => {
    updateCard(slot, card, nameOf, page.terms);
    const element = slot.firstElementChild;
    element.classList.toggle("able", marks.able.has(card.id));
    element.classList.toggle("picked", marks.picked.has(card.id));
    element.onclick = () => page.touch(card);
    element.oncontextmenu = (event) => {
      event.preventDefault();
      inspect(card, page.terms);
    };
  };
  keep(held, shown, (card) => card.id, makeCard, update);
  head.classList.toggle("able", marks.able.has(player.id));
  head.onclick = () => page.question.click(player.id);
  rows.forEach((row, index) => {
    keep(row, cards.filter((card) => place(card) === index), (card) => card.id, makeCard, update);
  });
}

const isA = (card, word) => (card.type ?? "").toLowerCase().split(" ").includes(word);

/** A player's own life, or what the card that stands for it has left. */
function lifeOf(player, cards, table) {
  const leaders = table?.leader?.split(" ") ?? [];
  const leader = cards.find((card) => leaders.some((word) => isA(card, word)));
  return leader ? (leader.toughness ?? 0) - (leader.damage ?? 0) : (player.life ?? 0);
}

function drawLife(element, life) {
  const before = Number(element.textContent || life);
  say(element, String(life));
  element.setAttribute("aria-label", `${life} life`);
  if (before === life) return;
  element.classList.remove("up", "down");
  void element.offsetWidth; // restarts the animation
  element.classList.add(life > before ? "up" : "down");
}

function drawPool(element, pool) {
  if (element.dataset.pool === pool) return;
  element.dataset.pool = pool;
  element.replaceChildren(...withSymbols(pool));
}

/** The cards in hand that are not to be seen. */
function drawHand(hand, count, shown) {
  hand.setAttribute("aria-label", `${count} cards in hand`);
  hand.dataset.count = count;
  const backs = Array.from({ length: Math.min(count - shown, BACKS) }, (_, index) => index);
  keep(hand, backs, (index) => index, () => el("li", "back"), () => {});
}

function drawPiles(piles, player, view) {
  for (const item of piles.children) {
    const kind = item.dataset.pile;
    const held = player[kind] ?? player[`${kind}_count`] ?? 0;
    const button = item.firstElementChild;
    say(button.firstElementChild, String(Array.isArray(held) ? held.length : held));
    button.disabled = !Array.isArray(held) || held.length === 0;
    button.onclick = () => inspectPile(`${player.name}: ${kind}`, [...held].reverse().map((id) => view[`o${id}`]));
  }
}

// ---------------------------------------------------------------- the middle and the side

function drawPhase(page, game, players, known, watched) {
  const active = players.find((player) => player.seat === game.active);
  say(page.turn, `${page.terms.turn ?? "Turn"} ${game.turn ?? 0}${active ? ` \u00b7 ${active.name}` : ""}`);
  const asked = (game.waiting ?? []).map((seat) => (seat === watched.you ? "you" : (players[seat]?.name ?? `seat ${seat}`)));
  say(page.waiting, asked.length && !watched.result ? `waiting for ${asked.join(" and ")}` : "");
  const steps = known.includes(game.phase) || !game.phase ? known : [game.phase];
  const update = (step, name) => {
    say(step, name);
    if (name === game.phase) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
  };
  keep(page.phases, steps, (name) => name, () => el("li"), update);
}

function drawStack(page, view, nameOf) {
  const items = (view.game.stack ?? []).map((id) => view[`s${id}`] ?? view[`o${id}`]).filter(Boolean);
  keep(page.stack, items, (item) => item.id, makeItem, (element, item) => updateItem(element, item, nameOf));
  say(page.stackHead, page.terms.stack ?? "Stack");
  say(page.stackNote, items.length && !page.terms.stack ? "the top resolves first" : items.length ? "" : "empty");
  page.stack.parentElement.classList.toggle("busy", items.length > 0);
}

function makeItem() {
  return el("li", "item", el("p", "item-head", el("strong"), el("span", "item-kind")), el("p", "item-text"), el("p", "item-targets"));
}

function updateItem(element, item, nameOf) {
  const [head, text, targets] = element.children;
  element.dataset.seat = item.controller ?? 0;
  say(head.children[0], item.name ?? "");
  say(head.children[1], [item.kind === "spell" ? "" : item.kind, item.x ? `X = ${item.x}` : ""].filter(Boolean).join(", "));
  const words = (item.text ?? "").replaceAll("~", item.name ?? "~");
  if (element.dataset.text !== words) {
    element.dataset.text = words;
    text.replaceChildren(...withSymbols(words));
  }
  say(targets, (item.targets ?? []).map((id) => `\u2192 ${nameOf(id)}`).join("  "));
}

/** Newest first, so that nobody has to scroll to see what just happened. */
function drawLog(page, lines, nameOf) {
  const update = (element, line) => {
    say(element, withNames(line.text, nameOf));
    element.dataset.seat = line.seat ?? "";
    element.dataset.kind = line.kind ?? "";
  };
  keep(page.log, lines.slice(-120).reverse(), (line) => line.n, () => el("li"), update);
}

/** The log writes seats as letters, as gestures do; people have names. */
function withNames(text, nameOf) {
  return text.replace(/(^|: |targeting )([A-D])(?=$|[ ,])/g, (_, before, letter) => before + nameOf.seat(letter.charCodeAt(0) - 65));
}
