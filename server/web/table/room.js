// The size of the cards in a part of the table: as large as its room lets them be, in one line or in several.
//
// The two parts of a seat share its height so that the cards of both come out largest. Their own size never depends on
// what lies in them (`contain: size`), so it is read only when it changes, and nothing is laid out twice for a change that
// leaves it as it is. Cards are never narrower than the style's `--least`: where that takes more lines than there is room
// for, the part grows and the table is scrolled. A card that is turned takes more room across only where there is some:
// no other one gets smaller for it.

const MOST_REM = 15;
const MOST_LINES = 4;
const GAP_REM = 0.55;
const ABOVE_REM = 0.9; // beside each line, for what stands out of a card
const ATTACHED_REM = 1.65; // the head of each card that is attached to one
const LOOSE = 0.7; // of a card, what a line may lack because cards are not cut in two
const REAR = 1.2; // so many times as wide as it is counts a card behind: those in front may be larger
const FLATTER = 0.82; // times as high, a turned card that is flat already
const SHARES = Array.from({ length: 20 }, (_, step) => 0.2 + step * 0.025); // of a seat's room, for what lies behind
const [MOVES, STAYS] = [1.18, 0.95]; // so many times as large must cards be beside one another, to begin with and later
const BETTER = 1.04; // so many times as large they must be for a seat to be parted otherwise
const MOST_PARTINGS = 4; // of a seat for one view and one size of the window: how it is parted acts on its own size
const [TRIES, SMALLER] = [10, 0.97]; // until no pile stands in two lines
export const COVERED = 0.34; // of a card that lies under the next one, what is seen of it
const LEAST_SHOWN_PX = 26; // and at least so much, so that it can be touched
const NOTHING = { count: 1, turned: 0, up: 0, tall: 1, piles: [1], apart: 0 };

const sizes = new WeakMap(); // part -> its size in px
const leasts = new WeakMap(); // part -> how narrow its cards may be, in rem
const needs = new WeakMap(); // part -> what lies in it
const seats = new WeakMap(); // seat -> its width in px, whether its parts may lie beside one another, and what stands before them then
const shares = new WeakMap(); // seat -> the share of what lies behind
const partings = new WeakMap(); // seat -> how often it may be parted anew until the view or the window changes
const seen = new ResizeObserver((entries) => {
  rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const changed = new Set();
  for (const { target, contentRect } of entries) {
    sizes.set(target, contentRect);
    leasts.set(target, parseFloat(getComputedStyle(target).getPropertyValue("--least")));
    changed.add(target.parentElement);
  }
  for (const seat of changed) {
    const style = getComputedStyle(seat);
    const [mayPart, head] = ["--may-part", "--beside-head"].map((name) => Number(style.getPropertyValue(name)));
    seats.set(seat, { width: seat.clientWidth, mayPart: mayPart === 1, head });
  }
  for (const seat of changed) fitSeat(seat, true);
});
let rem = 16;
addEventListener("resize", () => document.querySelectorAll(".seat").forEach((seat) => partings.set(seat, MOST_PARTINGS)));

/** Size the cards in the two parts of a seat from now on. */
export function watchRoom(seat) {
  for (const part of partsOf(seat)) seen.observe(part);
}

const partsOf = (seat) => [seat.querySelector(":scope > .lines"), seat.querySelector(":scope > .behind")];

/**
 * Say what has to find room in front and behind: `count` cards side by side, of which `turned` lie on their sides and none
 * has more than `up` on it, each `tall` times as high as wide; `piles` says how many each pile of them holds, and `apart`
 * how many rem lie between them beside the gaps.
 */
export function makeRoom(seat, front, behind) {
  partings.set(seat, MOST_PARTINGS);
  const parts = partsOf(seat);
  const changes = [front, behind].map((need, at) => changeOf(needs.get(parts[at]), need));
  if (!changes.some((names) => names.length)) return;
  [front, behind].forEach((need, at) => take(parts[at], need));
  if (parts.every((part) => sizes.has(part))) fitSeat(seat, changes.flat().some((name) => name !== "turned"));
}

/** The names of all that has changed in a need. */
const changeOf = (before, need) => Object.keys(need).filter((name) => String(before?.[name]) !== String(need[name]));

function take(part, need) {
  needs.set(part, need);
  set(part, "--n", String(Math.max(1, Math.ceil(need.count))));
  set(part, "--up", String(need.up));
  set(part, "--tall", String(need.tall));
}

/** Size the cards of a seat; `anew`: with the seat parted anew between what lies in front and behind. */
function fitSeat(seat, anew) {
  const parts = partsOf(seat).filter((part) => sizes.has(part));
  if (anew && parts.length === 2) share(seat, parts);
  for (const part of parts) fit(part);
}

/**
 * Part a seat between what lies in front and behind. One part lies above the other; beside it only if that makes all
 * cards clearly larger, so that they seldom move.
 */
function share(seat, parts) {
  if (!partings.get(seat)) return;
  const { width, mayPart, head } = seats.get(seat);
  const [front, behind] = parts.map((part) => sizes.get(part));
  const isBeside = seat.classList.contains("beside");
  const height = isBeside ? front.height : front.height + behind.height;
  const above = bestShare(parts, (share) => [[width, height * (1 - share)], [width, height * share]], isBeside ? null : shares.get(seat));
  const room = width - (head + 1) * rem;
  const may = mayPart && !parts.some(isEmpty);
  const beside = may ? bestShare(parts, (share) => [[room * (1 - share), height], [room * share, height]], isBeside ? shares.get(seat) : null) : { score: 0 };
  const becomes = may && beside.score > above.score * (isBeside ? STAYS : MOVES);
  const [more, less] = becomes ? ["1fr", `${Math.round(beside.share * room)}px`] : shareOfRows(above.share);
  shares.set(seat, becomes ? beside.share : above.share);
  if (becomes === isBeside && seat.style.getPropertyValue("--rear") === less) return;
  partings.set(seat, partings.get(seat) - 1);
  requestAnimationFrame(() => { // a size must not change while it is told
    seat.classList.toggle("beside", becomes);
    seat.style.setProperty("--front", more);
    seat.style.setProperty("--rear", less);
    tellLaid(seat);
  });
}

/**
 * Two rows by the share of the second. The parts sum to one: where a row holds a head, its height times larger parts
 * would be the least height of the seat, and the table would be hundreds of windows tall.
 */
function shareOfRows(share) {
  const less = Math.round(share * 1000) / 1000;
  return [`${(1 - less).toFixed(3)}fr`, `${less.toFixed(3)}fr`];
}

/**
 * The share of what lies behind with which the cards come out largest; `roomOf(share)` is the room of both parts. The one
 * that there is stays as long as another is hardly better.
 */
function bestShare([front, behind], roomOf, now) {
  if (isEmpty(behind)) return { share: 0, score: 0 };
  if (isEmpty(front)) return { share: 0.7, score: 0 };
  const scored = (share) => {
    const [one, other] = roomOf(share);
    const [wide, rear] = [widest(front, ...one), widest(behind, ...other)];
    return { share, score: Math.min(wide, rear * REAR) + 0.1 * (wide + rear) };
  };
  const best = SHARES.map(scored).reduce((one, other) => (other.score > one.score ? other : one));
  const kept = SHARES.includes(now) ? scored(now) : null;
  return kept && kept.score * BETTER >= best.score ? kept : best;
}

const isEmpty = (part) => !needs.get(part)?.count;

/** The width of the cards of a part if it had so much room, all in px. */
function widest(part, width, height) {
  const { count, up, tall, piles, apart } = needs.get(part) ?? NOTHING;
  const across = width - apart * rem;
  const many = Math.max(1, count);
  const above = (ABOVE_REM + up * ATTACHED_REM) * rem;
  let best = 0;
  for (let lines = 1; lines <= MOST_LINES; lines += 1) {
    const each = (lines * across) / (many + LOOSE * (lines - 1)) - GAP_REM * rem;
    let wide = Math.min(each, (height / lines - above) / tall, MOST_REM * rem);
    for (let tries = 0; lines > 1 && tries < TRIES && linesOf(piles, wide, across) > lines; tries += 1) wide *= SMALLER;
    best = Math.max(best, wide);
  }
  return best;
}

/** The number of lines that piles of so many cards take; endless if one of them would be parted. */
function linesOf(piles, wide, width) {
  const gap = GAP_REM * rem;
  const shown = Math.max(COVERED * wide, LEAST_SHOWN_PX);
  let [lines, at] = [1, 0];
  for (const cards of piles) {
    const begin = at ? at + gap + wide : wide;
    at = begin > width ? wide : begin;
    if (begin > width) lines += 1;
    at += (cards - 1) * shown;
    if (cards > 1 && at > width) return Infinity;
  }
  return lines;
}

function fit(part) {
  const { count, turned, tall, apart } = needs.get(part) ?? NOTHING;
  const { width, height } = sizes.get(part);
  const gap = GAP_REM * rem;
  const least = leasts.get(part) * rem;
  const across = Math.max(1, Math.floor((width + gap) / (least + gap)));
  grow(part, Math.ceil(Math.max(1, count) / across));
  const wide = Math.round(Math.max(widest(part, width, height), least));
  set(part, "--w", `${wide}px`);
  const [long, high] = turned ? turnedSize(wide, width - 2 - apart * rem - count * (wide + gap), turned, tall) : [wide, wide];
  set(part, "--across", `${Math.round(long)}px`);
  set(part, "--down", `${Math.round(high)}px`);
}

/** The size of a turned card: a flat one lies as wide as the others, another as wide as there is room left in its line. */
function turnedSize(wide, left, turned, tall) {
  if (tall <= 1) return [wide, wide * tall * FLATTER];
  const long = Math.min(wide * tall, wide + Math.max(0, left / turned));
  return [long, long / tall];
}

function set(part, name, value) {
  if (part.style.getPropertyValue(name) === value) return;
  part.style.setProperty(name, value);
  tellLaid(part);
}

/** Tell those who draw over cards that they lie elsewhere now. */
const tellLaid = (part) => part.dispatchEvent(new Event("laid", { bubbles: true }));

/** Have room for so many lines of the narrowest cards; in the next frame, as a size must not change while it is told. */
function grow(part, lines) {
  if (part.style.getPropertyValue("--lines") !== String(lines)) requestAnimationFrame(() => set(part, "--lines", String(lines)));
}
