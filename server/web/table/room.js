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
const [TRIES, SMALLER] = [10, 0.97]; // until no pile stands in two lines
export const COVERED = 0.34; // of a card that lies under the next one, what is seen of it
const LEAST_SHOWN_PX = 26; // and at least so much, so that it can be touched
const NOTHING = { count: 1, turned: 0, up: 0, tall: 1, piles: [1], apart: 0 };

const sizes = new WeakMap(); // part -> its size in px
const leasts = new WeakMap(); // part -> how narrow its cards may be, in rem
const needs = new WeakMap(); // part -> what lies in it
const pairs = new WeakMap(); // part -> the two parts of its seat: in front and behind
const seen = new ResizeObserver((entries) => {
  rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const { target, contentRect } of entries) {
    sizes.set(target, contentRect);
    leasts.set(target, parseFloat(getComputedStyle(target).getPropertyValue("--least")));
  }
  const waiting = new Set(entries.map(({ target }) => target)); // those of a pair once
  for (const part of waiting) for (const other of fitPair(part)) waiting.delete(other);
});
let rem = 16;

/** Size the cards in the two parts of a seat from now on. */
export function watchRoom(front, behind) {
  for (const part of [front, behind]) {
    pairs.set(part, [front, behind]);
    seen.observe(part);
  }
}

/**
 * Say what has to find room in a part: `count` cards side by side, of which `turned` lie on their sides and none has more
 * than `up` on it, each `tall` times as high as wide; `piles` says how many each pile of them holds, and `apart` how many
 * rem lie between them beside the gaps.
 */
export function makeRoom(part, need) {
  const before = needs.get(part);
  if (before && Object.keys(need).every((name) => String(before[name]) === String(need[name]))) return;
  needs.set(part, need);
  part.style.setProperty("--n", Math.max(1, Math.ceil(need.count)));
  part.style.setProperty("--up", need.up);
  part.style.setProperty("--tall", need.tall);
  if (sizes.has(part)) fitPair(part);
}

/** Size the cards of both parts of a seat; returns the parts. */
function fitPair(part) {
  const pair = pairs.get(part);
  if (pair.every((each) => sizes.has(each))) share(pair);
  for (const each of pair) if (sizes.has(each)) fit(each);
  return pair;
}

/**
 * Part a seat between what lies in front and behind. One part lies above the other; beside it only if that makes all
 * cards clearly larger, so that they seldom move.
 */
function share(pair) {
  const seat = pair[0].parentElement;
  const [front, behind] = pair.map((part) => sizes.get(part));
  const isBeside = seat.classList.contains("beside");
  const style = getComputedStyle(seat);
  const height = isBeside ? front.height : front.height + behind.height;
  const width = seat.clientWidth;
  const above = bestShare(pair, (share) => [[width, height * (1 - share)], [width, height * share]]);
  const room = width - (Number(style.getPropertyValue("--beside-head")) + 1) * rem;
  const beside = bestShare(pair, (share) => [[room * (1 - share), height], [room * share, height]]);
  const mayPart = style.getPropertyValue("--may-part") === "1" && !pair.some(isEmpty);
  const parts = mayPart && beside.score > above.score * (isBeside ? STAYS : MOVES);
  const [more, less] = parts ? ["1fr", `${Math.round(beside.share * room)}px`] : [`${Math.round((1 - above.share) * 1000)}fr`, `${Math.round(above.share * 1000)}fr`];
  if (parts === isBeside && seat.style.getPropertyValue("--rear") === less) return;
  requestAnimationFrame(() => { // a size must not change while it is told
    seat.classList.toggle("beside", parts);
    seat.style.setProperty("--front", more);
    seat.style.setProperty("--rear", less);
    tellLaid(seat);
  });
}

/** The share of what lies behind with which the cards come out largest; `roomOf(share)` is the room of both parts. */
function bestShare([front, behind], roomOf) {
  if (isEmpty(behind)) return { share: 0, score: 0 };
  if (isEmpty(front)) return { share: 0.7, score: 0 };
  let best = { share: 0, score: -1 };
  for (const share of SHARES) {
    const [one, other] = roomOf(share);
    const [wide, rear] = [widest(front, ...one), widest(behind, ...other)];
    const score = Math.min(wide, rear * REAR) + 0.1 * (wide + rear);
    if (score > best.score) best = { share, score };
  }
  return best;
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

/** How many lines piles of so many cards take; endless if one of them would be parted. */
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
