// The way of an arrow over the table: straight where nothing lies between, else along the gaps between the cards.
//
// The table is a grid of cells that cost more where something is to be read. From each target the cheapest ways to all that
// aim at it are found at once (Dijkstra, with a price on each turn), so that they run together like the arms of a river;
// arrows to other targets keep to cells of their own where there are some.

const LEAST_CELL_PX = 8;
const MOST_CELLS = 14_000;
const [FREE, CLEAR] = [1, 2]; // what a cell costs where nothing lies, and at most where a straight arrow may run
const [TURN, SHARED] = [7, 5]; // what a turn costs, and a cell that an arrow to something else runs through
const SIDES = [[1, 0], [0, 1], [-1, 0], [0, -1]];
const INSIDE_PX = 2; // so far an arrow reaches into what it ends at

export class Ways {
  #cell;
  #across;
  #down;
  #costs;

  /** A table of this size in px; `things` are `{box, cost}` of what lies on it. */
  constructor(width, height, things) {
    this.#cell = Math.max(LEAST_CELL_PX, Math.ceil(Math.sqrt((width * height) / MOST_CELLS)));
    this.#across = Math.max(1, Math.floor(width / this.#cell));
    this.#down = Math.max(1, Math.floor(height / this.#cell));
    this.#costs = new Uint8Array(this.#across * this.#down).fill(FREE);
    for (const { box, cost } of things) this.#cover(box, cost);
  }

  /** Ways from each of some boxes to a target: lists of points from its edge to the target's. */
  to(target, sources) {
    const ways = sources.map((source) => this.#straight(source, target));
    const bent = sources.map((_, at) => at).filter((at) => !ways[at]);
    if (bent.length) this.#bend(target, sources, bent, ways);
    for (const way of ways) if (way) this.#mark(way);
    return ways.map((way, at) => way ?? [middleOf(sources[at]), middleOf(target)]);
  }

  #cover({ left, right, top, bottom }, cost) {
    const first = (from) => Math.max(0, Math.ceil(from / this.#cell - 0.5));
    const last = (to, most) => Math.min(most - 1, Math.floor(to / this.#cell - 0.5));
    for (let y = first(top); y <= last(bottom, this.#down); y += 1) {
      for (let x = first(left); x <= last(right, this.#across); x += 1) {
        const at = y * this.#across + x;
        this.#costs[at] = Math.max(this.#costs[at], cost);
      }
    }
  }

  #costAt(x, y) {
    const [column, row] = [Math.floor(x / this.#cell), Math.floor(y / this.#cell)];
    return column < 0 || row < 0 || column >= this.#across || row >= this.#down ? 255 : this.#costs[row * this.#across + column];
  }

  /** The shortest straight way from edge to edge over which nothing lies. */
  #straight(source, target) {
    let best = null;
    for (const from of middles(source, this.#cell)) {
      for (const to of middles(target, this.#cell)) {
        const length = Math.hypot(to.x - from.x, to.y - from.y);
        if ((!best || length < best.length) && this.#isClear(from, to, length)) best = { from, to, length };
      }
    }
    return best && [best.from.edge, best.to.edge];
  }

  #isClear(from, to, length) {
    const steps = Math.max(1, Math.ceil(length / (this.#cell / 2)));
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps;
      if (this.#costAt(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share) > CLEAR) return false;
    }
    return true;
  }

  /** Find the cheapest ways from the target outwards, until each source has been met at one of its sides. */
  #bend(target, sources, bent, ways) {
    const goals = new Map(); // cell -> the sources that begin there
    for (const at of bent) {
      for (const side of middles(sources[at], this.#cell)) {
        const cell = this.#cellOf(side);
        if (cell >= 0) goals.set(cell, [...(goals.get(cell) ?? []), { at, edge: side.edge }]);
      }
    }
    const search = new Search(this.#costs, this.#across, this.#down);
    const edges = new Map();
    middles(target, this.#cell).forEach((side, heading) => {
      const cell = this.#cellOf(side);
      if (cell < 0) return;
      edges.set(cell * 4 + heading, side.edge);
      search.begin(cell, heading);
    });
    let left = bent.length;
    search.run((state) => {
      for (const { at, edge } of goals.get(state >> 2) ?? []) {
        if (ways[at]) continue;
        const states = search.wayTo(state);
        const points = corners(states.map((each) => this.#pointOf(each >> 2)));
        ways[at] = meet(edge, points, edges.get(states.at(-1)));
        left -= 1;
      }
      return left > 0;
    });
  }

  #cellOf({ x, y }) {
    const [column, row] = [Math.floor(x / this.#cell), Math.floor(y / this.#cell)];
    return column < 0 || row < 0 || column >= this.#across || row >= this.#down ? -1 : row * this.#across + column;
  }

  #pointOf(cell) {
    return { x: ((cell % this.#across) + 0.5) * this.#cell, y: (Math.floor(cell / this.#across) + 0.5) * this.#cell };
  }

  /** Make the cells of a way dearer for those to come. */
  #mark(way) {
    for (let at = 1; at < way.length; at += 1) {
      const [from, to] = [way[at - 1], way[at]];
      const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / this.#cell);
      for (let step = 0; step <= steps; step += 1) {
        const share = steps ? step / steps : 0;
        const cell = this.#cellOf({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
        if (cell >= 0) this.#costs[cell] = Math.min(200, this.#costs[cell] + SHARED);
      }
    }
  }
}

/** Dijkstra over cells and headings; costs are small whole numbers, so a queue is a list for each cost. */
class Search {
  #costs;
  #across;
  #down;
  #least;
  #before;
  #queue = [];

  constructor(costs, across, down) {
    [this.#costs, this.#across, this.#down] = [costs, across, down];
    this.#least = new Uint32Array(costs.length * 4).fill(0xffffffff);
    this.#before = new Int32Array(costs.length * 4).fill(-1);
  }

  begin(cell, heading) {
    this.#reach(cell * 4 + heading, this.#costs[cell], -1);
  }

  #reach(state, cost, from) {
    if (cost >= this.#least[state]) return;
    this.#least[state] = cost;
    this.#before[state] = from;
    (this.#queue[cost] ??= []).push(state);
  }

  /** Settle states by their cost as long as `goesOn(state)`. */
  run(goesOn) {
    for (let cost = 0; cost < this.#queue.length; cost += 1) {
      for (const state of this.#queue[cost] ?? []) {
        if (this.#least[state] !== cost) continue;
        if (!goesOn(state)) return;
        this.#spread(state, cost);
      }
    }
  }

  #spread(state, cost) {
    const [cell, heading] = [state >> 2, state & 3];
    const [x, y] = [cell % this.#across, Math.floor(cell / this.#across)];
    for (let turn = 0; turn < 4; turn += 1) {
      if ((turn + 2) % 4 === heading) continue;
      const [nextX, nextY] = [x + SIDES[turn][0], y + SIDES[turn][1]];
      if (nextX < 0 || nextY < 0 || nextX >= this.#across || nextY >= this.#down) continue;
      const next = nextY * this.#across + nextX;
      this.#reach(next * 4 + turn, cost + this.#costs[next] + (turn === heading ? 0 : TURN), state);
    }
  }

  /** The states from one back to where its way began. */
  wayTo(state) {
    const states = [];
    for (let at = state; at >= 0; at = this.#before[at]) states.push(at);
    return states;
  }
}

const middleOf = ({ left, right, top, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** The middle of each side of a box, a cell outside, with the point on its edge; in the order of `SIDES`. */
function middles({ left, right, top, bottom }, cell) {
  const { x, y } = middleOf({ left, right, top, bottom });
  const out = cell * 0.75;
  return [
    { x: right + out, y, edge: { x: right - INSIDE_PX, y } },
    { x, y: bottom + out, edge: { x, y: bottom - INSIDE_PX } },
    { x: left - out, y, edge: { x: left + INSIDE_PX, y } },
    { x, y: top - out, edge: { x, y: top + INSIDE_PX } },
  ];
}

/** Points without those between others on one line. */
const corners = (points) =>
  points.filter(({ x, y }, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    return !before || !after || (before.x - x) * (after.y - y) !== (before.y - y) * (after.x - x);
  });

/** A way of cells from edge to edge, in line with its first and its last stretch. */
function meet(start, points, end) {
  const [first, last] = [points[0], points.at(-1)];
  const level = (edge, point) => (Math.abs(edge.x - point.x) > Math.abs(edge.y - point.y) ? { x: edge.x, y: point.y } : { x: point.x, y: edge.y });
  return corners([level(start, first), ...points, level(end, last)]);
}
