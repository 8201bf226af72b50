// The size of the cards in a part of the table: as large as its room lets them be, in one line or in several.
//
// Its own size never depends on what lies in it (`contain: size`), so it is read only when it changes, and nothing is
// laid out twice for a change that leaves it as it is. Cards are never narrower than the style's `--least`: where that takes
// more lines than there is room for, the part grows and the table is scrolled.

const MOST_REM = 11;
const MOST_LINES = 4;
const GAP_REM = 0.55;
const ABOVE_REM = 0.9; // beside each line, for what stands out of a card
const ATTACHED_REM = 1.65; // the head of each card that is attached to one
const LOOSE = 0.7; // of a card, what a line may lack because cards are not cut in two

const sizes = new WeakMap(); // part -> its size in px
const leasts = new WeakMap(); // part -> how narrow its cards may be, in rem
const needs = new WeakMap(); // part -> what lies in it
const seen = new ResizeObserver((entries) => {
  rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (const { target, contentRect } of entries) {
    sizes.set(target, contentRect);
    leasts.set(target, parseFloat(getComputedStyle(target).getPropertyValue("--least")));
    fit(target);
  }
});
let rem = 16;

/** Size the cards in a part of the table from now on. */
export const watchRoom = (part) => seen.observe(part);

/** `count` cards side by side, of which none has more than `up` on it, each `tall` times as high as wide. */
export function makeRoom(part, count, up, tall) {
  const need = { count: Math.max(1, Math.ceil(count)), up, tall };
  const before = needs.get(part);
  if (before && before.count === need.count && before.up === up && before.tall === tall) return;
  needs.set(part, need);
  part.style.setProperty("--n", need.count);
  part.style.setProperty("--up", up);
  part.style.setProperty("--tall", tall);
  if (sizes.has(part)) fit(part);
}

function fit(part) {
  const { count, up, tall } = needs.get(part) ?? { count: 1, up: 0, tall: 1 };
  const { width, height } = sizes.get(part);
  const least = leasts.get(part) * rem;
  grow(part, Math.ceil(count / Math.max(1, Math.floor((width + GAP_REM * rem) / (least + GAP_REM * rem)))));
  const above = (ABOVE_REM + up * ATTACHED_REM) * rem;
  let best = 0;
  for (let lines = 1; lines <= MOST_LINES; lines += 1) {
    const across = (lines * width) / (count + LOOSE * (lines - 1)) - GAP_REM * rem;
    best = Math.max(best, Math.min(across, (height / lines - above) / tall));
  }
  const wide = `${Math.round(Math.min(Math.max(best, least), MOST_REM * rem))}px`;
  if (part.style.getPropertyValue("--w") !== wide) part.style.setProperty("--w", wide);
}

/** Have room for so many lines of the narrowest cards; in the next frame, as a size must not change while it is told. */
function grow(part, lines) {
  if (part.style.getPropertyValue("--lines") !== String(lines)) requestAnimationFrame(() => part.style.setProperty("--lines", lines));
}
