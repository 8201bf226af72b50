// Going from one thing of a list to the next by arrows, as they stand on the screen.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Give what lies next in the direction of the key the focus; whether anything does. Home and End lead to both ends. */
export function walk(list, things, { key, target }) {
  const all = [...list.querySelectorAll(things)].filter((each) => each.offsetParent !== null);
  if (key === "Home" || key === "End") return give(all.at(key === "End" ? -1 : 0));
  const way = WAYS[key];
  const from = (target.closest(things) ?? target).getBoundingClientRect();
  if (!way || !all.length) return false;
  let best = null;
  let least = Infinity;
  for (const each of all) {
    const to = each.getBoundingClientRect();
    const across = Math.abs(way[0] ? middle(to)[1] - middle(from)[1] : middle(to)[0] - middle(from)[0]);
    const along = way[0] ? (middle(to)[0] - middle(from)[0]) * way[0] : (middle(to)[1] - middle(from)[1]) * way[1];
    if (along > 2 && along + 3 * across < least) {
      least = along + 3 * across;
      best = each;
    }
  }
  if (best === null && way[0]) best = all[all.indexOf(target.closest(things)) + way[0]]; // a row ends, the next one begins
  return give(best);
}

function give(thing) {
  thing?.focus();
  return Boolean(thing);
}

const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
