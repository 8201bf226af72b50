// The scene on the table, read from a view: who sits where, which card lies in which row, what is attached to what. The
// game says what its table looks like (PROTOCOL.md 6.1); nothing here knows a game.

import { isSmall, isTight } from "/phone/window.js";
import { grouped, heapsOf, many } from "/table/heaps.js";
import { severalNames, unnumbered } from "/table/labels.js";
import { phrase, term } from "/words/phrase.js";
import { wordsOf } from "/words/told.js";

const PLAIN = { board: "battlefield", phases: [], piles: [], rows: [[]] };

/** A view as the components read it. */
export function readScene(match) {
  const { view } = match;
  const table = view.table ?? PLAIN;
  const players = Object.keys(view)
    .filter((key) => /^p\d+$/.test(key))
    .map((key) => view[key])
    .sort((one, other) => one.seat - other.seat)
    .map((player, at, { length }) => (table.side && at === length - 1 ? { ...player, name: leaderOf({ view, table }, player)?.name ?? term(player.name) } : player));
  const own = players.find((player) => player.seat === match.you) ?? null;
  const mine = match.hands.map((seat) => players.find((player) => player.seat === seat)).filter(Boolean);
  const near = (isSmall() ? own : mine[0]) ?? players[0]; // where there is room for one hand, it is that of the seat that is asked
  const beside = table.side && !isSmall() ? mine.slice(1) : []; // who plays on one side sits there; against oneself, across
  const far = players.filter((player) => player !== near && !beside.includes(player));
  if (table.side) far.unshift(far.pop()); // whom all play against is farthest away
  const scene = { match, view, table, players, own, near, beside, far, words: wordsOf(table, view.game?.name), game: view.game ?? {} };
  scene.entity = (id) => view[`o${id}`] ?? view[`s${id}`] ?? players.find((player) => player.id === id);
  scene.seatName = (seat) => players.find((player) => player.seat === seat)?.name || phrase("table.seat", { seat });
  scene.isTight = isTight(players.length);
  scene.strip = foldedFrom(scene);
  scene.heaps = heapsOf(view, scene.game.stack ?? [], (card) => isFolded(scene, card));
  scene.shownAs = (id) => scene.heaps.get(id)?.id ?? id;
  scene.alike = (id) => scene.heaps.get(id)?.ids ?? [id];
  const several = severalNames(view, table, scene.game.stack ?? []);
  scene.plain = (text) => unnumbered(text.replaceAll('"', ""), match.seen, several);
  scene.nameOf = (id) => {
    const { label, name } = scene.entity(id) ?? {};
    return scene.plain((!scene.heaps.has(id) && label) || name || phrase("table.something"));
  };
  scene.counted = (ids) => grouped(ids, scene.shownAs).map((same) => timesName(same.length, scene.nameOf(same[0])));
  place(scene);
  return scene;
}

const timesName = (count, name) => (count > 1 ? `${many(count)} \u00d7 ${name}` : name);

/** Part the permanents among the seats before which they lie: rows of cards, each with what is attached to it. */
function place(scene) {
  const { view, table, players } = scene;
  scene.attached = new Map(); // id of a host -> cards on it
  scene.rows = new Map(players.map((player) => [player.seat, table.rows.map(() => [])]));
  scene.facing = new Map(players.map((player) => [player.seat, []])); // what somebody else's card does there
  for (const player of players) {
    for (const id of player[table.board] ?? []) {
      const card = view[`o${id}`];
      if (card) lay(scene, card, player.seat);
    }
  }
  for (const rows of scene.rows.values()) for (const row of rows.slice(1)) row.sort(alike);
  for (const [row] of scene.rows.values()) face(scene, row);
}

/** Have those who block lie across from those they block, so that no arrow crosses another. */
function face(scene, row) {
  if (!row?.some(({ blocking }) => blocking?.length)) return;
  const places = new Map([...scene.rows.values()].flatMap(([front]) => front.map(({ id }, at) => [id, (at + 0.5) / front.length])));
  const own = new Map(row.map((card) => [card, (card.blocking ?? []).map((id) => places.get(scene.shownAs(id))).filter((place) => place !== undefined)]));
  const place = (card) => (own.get(card).length ? own.get(card).reduce((sum, each) => sum + each, 0) / own.get(card).length : places.get(card.id));
  const wanted = new Map(row.map((card) => [card, place(card)]));
  row.sort((one, other) => wanted.get(one) - wanted.get(other));
}

function lay(scene, card, seat) {
  const host = scene.view[`o${card.attached}`];
  if (host && host.zone === scene.table.board) {
    const under = scene.shownAs(host.id);
    if (!scene.attached.has(under)) scene.attached.set(under, []);
    if (isDrawn(scene, card)) scene.attached.get(under).push(card);
  } else if (!isDrawn(scene, card)) {
    return;
  } else if (Number.isInteger(card.engaged) && card.engaged !== seat && scene.facing.has(card.engaged)) {
    scene.facing.get(card.engaged).push(card);
  } else {
    const rows = scene.rows.get(seat);
    rows[rowOf(scene.table, card)]?.push(card);
  }
}

/** The row from which on all are folded into a strip; 0 for none, as the first one never is. */
const foldedFrom = ({ isTight: isOneRow, table }) => (isSmall() ? Math.min(table.rows.length - 1, isOneRow ? 1 : Infinity) : 0);

/** Whether a card is drawn: of a heap only one is. */
export const isDrawn = (scene, { id }) => scene.shownAs(id) === id;

/** Whether a card lies in a row that is folded. */
const isFolded = ({ strip, table }, card) => strip > 0 && card.zone === table.board && !card.attached && rowOf(table, card) >= strip;

/** Equal cards lie together, those that can still be used first. */
const alike = (one, other) =>
  one.name.localeCompare(other.name) || Number(Boolean(one.tapped)) - Number(Boolean(other.tapped)) || one.id - other.id;

function rowOf(table, card) {
  const found = table.rows.findIndex((words) => words.some((word) => isA(card, word)));
  return found >= 0 ? found : Math.max(0, table.rows.findIndex((words) => words.length === 0));
}

export const isA = (card, word) => (card.type ?? "").toLowerCase().split(" ").includes(word);

/** The card that stands for a player, where one does. */
export function leaderOf(scene, player) {
  const words = scene.table.leader?.split(" ") ?? [];
  const ids = player[scene.table.board] ?? [];
  return ids.map((id) => scene.view[`o${id}`]).find((card) => card && words.some((word) => isA(card, word)));
}

/** A player's own life, or what the card that stands for it has left; null as long as there is none. */
export function lifeOf(scene, player) {
  const leader = leaderOf(scene, player);
  if (!leader && !player.life) return scene.table.leader && !player.lost ? null : 0;
  return leader ? (leader.toughness ?? 0) - (leader.damage ?? 0) : (player.life ?? 0);
}
