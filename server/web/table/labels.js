// Labels of things of which there are several: "Shock#2". A sentence does without the number where it tells nothing.

const NUMBER = /#\d+$/;
const patterns = new WeakMap(); // what was seen -> its pattern, made anew when more was seen

/** Matches what cards were called, with or without a number; null as long as none was seen. */
export function namesIn(seen) {
  const known = patterns.get(seen);
  if (known?.size === seen.size) return known.pattern;
  const names = [...new Set([...seen.keys()].map((name) => name.replace(NUMBER, "")))].sort((one, other) => other.length - one.length).map(escaped);
  const pattern = names.length ? new RegExp(`(?<![\\w])(?:${names.join("|")})(?:#\\d+)?(?![\\w])`, "g") : null;
  patterns.set(seen, { size: seen.size, pattern });
  return pattern;
}

/** The names of which several lie on the board or wait to happen: there a number tells which. */
export function severalNames(view, { board }, stack) {
  const count = new Map();
  const cast = new Set(stack.map((item) => view[`s${item}`]?.card));
  for (const { id, zone, name, label } of Object.values(view)) {
    const isThere = label && label !== name && (zone === board || cast.has(id));
    if (isThere) count.set(name, (count.get(name) ?? 0) + 1);
  }
  return new Set([...count].filter(([, times]) => times > 1).map(([name]) => name));
}

/** A text without the numbers of names that are not among `several`. */
export function unnumbered(text, seen, several) {
  const pattern = text.includes("#") ? namesIn(seen) : null;
  if (!pattern) return text;
  return text.replace(pattern, (found) => (several.has(found.replace(NUMBER, "")) ? found : found.replace(NUMBER, "")));
}

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
