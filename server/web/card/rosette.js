// The picture on a card: a rosette woven from its name, so that the same card looks the same everywhere.

const SVG = "http://www.w3.org/2000/svg";
const POINTS = 96;
const known = new Map();

/** An element with the rosette of a name. */
export function rosette() {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "-50 -50 100 100");
  picture.setAttribute("class", "rosette");
  picture.setAttribute("aria-hidden", "true");
  for (const weight of ["outer", "inner"]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("class", weight);
    picture.append(path);
  }
  return picture;
}

export function drawRosette(picture, name) {
  if (picture.dataset.name === name) return;
  picture.dataset.name = name;
  if (!known.has(name)) known.set(name, woven(name));
  const [outer, inner] = known.get(name);
  picture.firstElementChild.setAttribute("d", outer);
  picture.lastElementChild.setAttribute("d", inner);
}

function woven(name) {
  let state = 2166136261;
  for (const letter of name) state = Math.imul(state ^ letter.codePointAt(0), 16777619);
  const below = (bound) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) ^ 3266489917;
    return (state >>> 0) % bound;
  };
  const petals = 3 + below(8);
  const turn = below(360) / 57.3;
  return [curve(petals, 30, 12 + below(7), turn, 1 + below(2)), curve(petals + below(4), 12 + below(6), 4 + below(9), -turn, 1)];
}

/** A closed curve around the middle that swings `petals` times. */
function curve(petals, radius, swing, turn, twist) {
  const points = [];
  for (let step = 0; step < POINTS; step += 1) {
    const angle = (step / POINTS) * 2 * Math.PI;
    const reach = radius + swing * Math.cos(petals * angle) * (twist === 2 ? Math.cos(angle * petals * 2 + turn) : 1);
    points.push(`${(reach * Math.cos(angle + turn)).toFixed(1)} ${(reach * Math.sin(angle + turn)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}
