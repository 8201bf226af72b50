// The picture on a card: drawn by what kind of card it is and woven from its name, so that the same card looks the same
// everywhere. The game's table says which words of a type make which kind (PROTOCOL.md 6.1).

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH] = [120, 80];
const [X, Y] = [WIDE / 2, HIGH / 2];
const LAYERS = ["ground", "shape", "charge"];

const drawings = { place, being, leader, burst, swirl, rings, works, plan };
const known = new Map(); // kind and name -> the path of each layer

/** An element for the picture of a card. */
export function makePicture() {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${WIDE} ${HIGH}`);
  picture.setAttribute("preserveAspectRatio", "xMidYMid slice");
  picture.setAttribute("class", "picture");
  picture.setAttribute("aria-hidden", "true");
  for (const layer of LAYERS) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", layer);
    path.setAttribute("fill-rule", "evenodd");
    picture.append(path);
  }
  return picture;
}

export function drawPicture(picture, kind, name) {
  const key = `${kind} ${name}`;
  if (picture.dataset.key === key) return;
  picture.dataset.key = key;
  picture.dataset.kind = kind;
  if (!known.has(key)) known.set(key, drawings[kind](chances(name)));
  known.get(key).forEach((path, layer) => picture.children[layer].setAttribute("d", path));
}

/** The kind of a card: that of the first word of the table's list that its type has; else it is like most of what is used once. */
export function kindOf(object, table) {
  const words = (object.type ?? "").toLowerCase().split(" ");
  const kind = (table.pictures ?? []).find(([word]) => words.includes(word))?.[1];
  return kind in drawings ? kind : "rings";
}

/** Numbers made of a name, the same each time: `below(bound)`. */
function chances(name) {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  return (bound) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) ^ 3266489917;
    return ((state >>> 3) >>> 0) % bound;
  };
}

// ---------------------------------------------------------------- the drawings: ground, shape and charge

/** Hills under a sun. */
function place(below) {
  const sun = [18 + below(84), 16 + below(16)];
  return [circle(...sun, 9 + below(7)), ridge(below, 44, 15, 6 + below(4)), ridge(below, 61, 9, 4 + below(4))];
}

function ridge(below, level, rise, steps) {
  const tops = Array.from({ length: steps + 1 }, (_, step) => [(step * WIDE) / steps, level - below(2 * rise) + rise / 2]);
  return `M-2 ${HIGH + 2}L-2 ${tops[0][1]}${tops.map(([x, y]) => `L${x} ${y}`).join("")}L${WIDE + 2} ${level}L${WIDE + 2} ${HIGH + 2}Z`;
}

/** A shield with a charge on it. */
function being(below) {
  const shield = "M34 8H86V38C86 58 74 68 60 76C46 68 34 58 34 38Z";
  const parts = [
    "M34 8H60V76C46 68 34 58 34 38Z",
    "M34 8H86V30H34Z",
    "M34 50L60 30L86 50V38L60 18L34 38Z",
    "M34 8H50L86 52C84 57 82 60 79 63L34 14Z",
    "M34 8H60V40H86C86 58 74 68 60 76V40H34Z",
    "M52 8H68V30H86V44H68V71L60 76L52 71V44H34V30H52Z",
  ];
  const charges = [(at) => star(at[0], at[1], 5, 9, 4), (at) => circle(...at, 7), (at) => star(at[0], at[1], 4, 11, 5), (at) => star(at[0], at[1], 2, 10, 5), (at) => star(at[0], at[1], 7, 9, 5)];
  const charge = charges[below(charges.length)];
  const spots = [[[60, 41]], [[48, 24], [72, 24], [60, 52]], [[60, 26], [60, 54]]][below(3)];
  return [rays(8 + 2 * below(4), below(60)), shield, parts[below(parts.length)] + spots.map(charge).join("")];
}

/** A crown before the light. */
function leader(below) {
  const points = 3 + 2 * below(2);
  const [low, high] = [58, 24 - below(6)];
  const tips = Array.from({ length: points }, (_, tip) => {
    const x = 32 + (56 * tip) / (points - 1);
    const lift = Math.abs(tip - (points - 1) / 2) * 3;
    return { x, y: high + lift };
  });
  const edge = tips.map(({ x, y }, tip) => (tip ? `L${(x + tips[tip - 1].x) / 2} ${low - 16}L${x} ${y}` : `L${x} ${y}`)).join("");
  const crown = `M34 ${low}${edge}L86 ${low}V${low + 8}H34Z`;
  return [rays(20, below(18)) + circle(X, Y, 12), crown, tips.map(({ x, y }) => circle(x, y - 3, 3.4)).join("") + star(X, low - 4, 4, 7, 3)];
}

/** A star that bursts before rays. */
function burst(below) {
  const spikes = 7 + below(6);
  const turn = below(60);
  return [rays(spikes, turn), star(X, Y, spikes, 32 + below(5), 13 + below(5), turn), star(X, Y, spikes, 15, 6, turn + 12)];
}

/** Arms that turn around the middle. */
function swirl(below) {
  const arms = 3 + below(4);
  const turn = below(360);
  const arm = (far, wide, at) => {
    const side = (lag) => Array.from({ length: 7 }, (_, step) => spot(X, Y, (far * step) / 6, turn + (at * 360) / arms + step * 26 + lag * (1 - step / 6)));
    return polygon([...side(wide), ...side(-wide).reverse()]);
  };
  const every = (far, wide) => Array.from({ length: arms }, (_, at) => arm(far, wide, at)).join("");
  return [circle(X, Y, 36) + circle(X, Y, 30), every(40, 34), every(27, 13) + circle(X, Y, 4)];
}

/** Circles around one another, with what goes round on them. */
function rings(below) {
  const radii = [34, 25, 16].map((radius) => radius + below(4));
  const moons = radii.map((radius, at) => {
    const angle = below(628) / 100;
    return circle(X + radius * Math.cos(angle), Y + radius * Math.sin(angle), 6 - at);
  });
  const bands = radii.map((radius) => circle(X, Y, radius) + circle(X, Y, radius - 2.2)).join("");
  return [circle(X, Y, 38) + circle(X, Y, 20), bands, moons.join("") + star(X, Y, 4 + below(5), 11, 4, below(90))];
}

/** A wheel, or a cut stone. */
function works(below) {
  const teeth = 6 + below(6);
  if (below(2)) return [grid(below), star(X, Y, teeth * 2, 33, 25, below(30)) + circle(X, Y, 15), circle(X, Y, 10) + circle(X, Y, 4.5)];
  const sides = 6 + below(3);
  const corners = Array.from({ length: sides }, (_, at) => spot(X, Y, 30 + below(6), (at * 360) / sides + 15));
  const inner = corners.map(([x, y]) => [X + (x - X) * 0.5, Y + (y - Y) * 0.5]);
  const facets = corners.map((corner, at) => (at % 2 ? "" : polygon([corner, corners[(at + 1) % corners.length], inner[(at + 1) % inner.length], inner[at]])));
  return [grid(below), polygon(corners), facets.join("") + polygon(inner.map(([x, y]) => [X + (x - X) * 0.7, Y + (y - Y) * 0.7]))];
}

/** A plan with a way to its goal. */
function plan(below) {
  const stops = Array.from({ length: 4 }, (_, at) => [16 + at * 29, 18 + below(46)]);
  const way = stops.slice(1).map(([x, y], at) => ribbon(stops[at], [x, y])).join("");
  const [x, y] = stops[3];
  return [grid(below), way + stops.slice(0, 3).map((stop) => circle(...stop, 5)).join(""), star(x, y, 4, 13, 4, 45)];
}

// ---------------------------------------------------------------- shapes

const round = (number) => Math.round(number * 10) / 10;
const spot = (x, y, far, degrees) => [x + far * Math.cos(degrees / 57.3), y + far * Math.sin(degrees / 57.3)];
const polygon = (corners) => `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
const circle = (x, y, radius) => `M${round(x - radius)} ${round(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
const star = (x, y, spikes, far, near, turn = -90) => polygon(Array.from({ length: 2 * spikes }, (_, at) => spot(x, y, at % 2 ? near : far, turn + (at * 180) / spikes)));
const rays = (count, turn) => Array.from({ length: count }, (_, at) => polygon([[X, Y], spot(X, Y, 90, turn + (at * 360) / count), spot(X, Y, 90, turn + ((at + 0.5) * 360) / count)])).join("");

/** Lines across, as on paper to draw on. */
function grid(below) {
  const step = 12 + below(6);
  const lines = [];
  for (let x = step / 2; x < WIDE; x += step) lines.push(`M${x} 0h1v${HIGH}h-1Z`);
  for (let y = step / 2; y < HIGH; y += step) lines.push(`M0 ${y}h${WIDE}v1h${-WIDE}Z`);
  return lines.join("");
}

/** A broad line from one place to another. */
function ribbon([x, y], [toX, toY]) {
  const angle = Math.atan2(toY - y, toX - x);
  const [over, up] = [1.6 * Math.sin(angle), 1.6 * Math.cos(angle)];
  return polygon([[x - over, y + up], [toX - over, toY + up], [toX + over, toY - up], [x + over, y - up]]);
}
