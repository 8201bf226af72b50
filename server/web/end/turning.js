// The turning points of a match that is over, out of its record: where somebody's life, what lies before somebody, or a
// count that must not grow full changed most. Every game has some of these; none is named here.

import { Reel } from "/net/reel.js";
import { leaderOf, lifeOf } from "/table/scene.js";
import { phrase } from "/words/phrase.js";

const LOST = 2; // cards of one board that go at once
const EARLY = 12; // of strength, as if it lay there: of an empty board each card is the half
const GAIN = 0.6; // what a gain weighs beside a loss
const LINE = /^e\d+$/;
const TOLD = { life: ["damage", "loses life", "gains life"], board: ["dies", "defeated", "leaves", "to graveyard", "to exile", "to hand", "created", "enters"], gauge: ["threat", "scheme", "counters"] };

/** Up to `most` of them, as they came: {number, turn, seat, change(scene), line}; `ask` asks for earlier views. */
export async function turningPoints(ask, most) {
  const best = new Map(); // by turn: of one only the greatest counts
  const lives = new Map(); // the most that each life was
  let before = null;
  for await (const { number, view, diff } of new Reel("open", 0, ask).walk()) {
    if (before && !Object.keys(diff).some((key) => /^[po]\d+$/.test(key))) continue;
    const now = measure(view);
    const { turn = 0, over } = view.game ?? {};
    if (before && turn > 0 && !over) {
      const found = greatest(before, now, diff, lives);
      if (found && found.weight > (best.get(turn)?.weight ?? 0)) best.set(turn, { ...found, number, turn });
    }
    before = now;
  }
  const heaviest = [...best.values()].sort((one, other) => other.weight - one.weight).slice(0, most);
  return heaviest.sort((one, other) => one.number - other.number);
}

/** The measures of a view, by seat: life, whose life it is, the cards of the board and how strong they are. */
function measure(view) {
  const { table } = view;
  const measured = new Map();
  for (const key of Object.keys(view)) {
    if (!/^p\d+$/.test(key)) continue;
    const player = view[key];
    const scene = { view, table };
    const leader = leaderOf(scene, player);
    const board = (player[table.board] ?? []).map((id) => view[`o${id}`]).filter((card) => card && card !== leader);
    measured.set(player.seat, { life: lifeOf(scene, player), leader: leader?.id, count: board.length, force: sum(board.map(strength)), gauges: gaugesOf(board, table.gauge) });
  }
  return measured;
}

const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
const strength = ({ power, toughness }) => Math.max(1, (power ?? 0) + (toughness ?? 0));

/** The counts on cards that must not come to a number: id -> {count, full, name}. */
function gaugesOf(board, [counter, target] = []) {
  const found = board.filter((card) => card[target] > 0);
  return new Map(found.map((card) => [card.id, { count: card.counters?.[counter] ?? 0, full: card[target], name: card.name, counter }]));
}

/** The change that weighs most of one step; null if nothing of this changed. */
function greatest(before, now, diff, most) {
  const all = EARLY + sum([...before.values()].map(({ force }) => force));
  const both = [...now].filter(([seat]) => before.has(seat)).map(([seat, is]) => [seat, before.get(seat), is]);
  const found = both.flatMap(([seat, was, is]) => [...ofLife(seat, was, is, most), ...ofBoard(seat, was, is, all), ...ofGauges(seat, was, is)]);
  const [first] = found.sort((one, other) => other.weight - one.weight);
  return first ? { ...first, line: lineOf(first, diff) } : null;
}

function ofLife(seat, was, is, most) {
  if (is.life === null || was.life === null || is.leader !== was.leader || is.life === was.life) return [];
  const whose = is.leader ?? `p${seat}`;
  most.set(whose, Math.max(most.get(whose) ?? 1, was.life, is.life));
  const share = (was.life - is.life) / most.get(whose);
  return [{ kind: "life", seat, weight: weigh(share), change: (scene) => `${scene.seatName(seat)}: ${was.life} \u2192 ${is.life}` }];
}

function ofBoard(seat, was, is, all) {
  const lost = was.count - is.count;
  if (Math.abs(lost) < LOST) return [];
  const change = (scene) => phrase(lost > 0 ? "end.board_loses" : "end.board_gains", { name: scene.seatName(seat), cards: Math.abs(lost) });
  return [{ kind: "board", seat, weight: weigh((was.force - is.force) / all), change }];
}

function ofGauges(seat, was, is) {
  return [...is.gauges].flatMap(([id, { count, full, name, counter }]) => {
    const had = was.gauges.get(id)?.count ?? count;
    if (count <= had) return [];
    return [{ kind: "gauge", seat, weight: (count - had) / full, change: () => phrase("end.gauge_change", { name, had, now: count, full, counter }) }];
  });
}

const weigh = (share) => (share > 0 ? share : -share * GAIN);

/** The line of the log that tells it best: one that names the player, if there is one. */
function lineOf({ kind, seat }, diff) {
  const lines = Object.keys(diff).filter((key) => LINE.test(key) && diff[key]).map((key) => diff[key]).sort((one, other) => one.n - other.n);
  const told = lines.filter(({ kind: each }) => TOLD[kind].includes(each));
  const names = ({ text, seats = [] }) => seats.some((at) => text.charCodeAt(at) - 65 === seat);
  return told.find(names) ?? told[0] ?? lines.filter(({ kind: each }) => each !== "turn").at(-1);
}
