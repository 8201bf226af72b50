// Cards that are very many and look alike lie on a heap: it is drawn as one card with a number, and chosen from by number.
//
// Alike is what the view says the same of, but for its number: what lies on it, blocks it or is aimed at it counts as
// well. If nothing is so many there is no heap, and a table is drawn as it is. In a row that a small window folds two of a
// kind are many.

const FEW = 12; // so many that are alike lie side by side
const OBJECT = /^o\d/;
const NUMBER = /#\d+$/;

const looks = new WeakMap(); // entity -> what is to be seen of it alone

/**
 * The heaps of a view: each of its ids -> `{id, ids}`, in which `id` is the one that is drawn and `ids` ascend. The
 * drawn card of a heap does not change while others come, or are used from the end. `isFolded(card)`: two are a heap.
 */
export function heapsOf(view, stack, isFolded = () => false) {
  const heaps = new Map();
  const isCrowd = (alike) => alike.length > (isFolded(alike[0]) ? 1 : FEW);
  const cards = Object.keys(view).filter((key) => OBJECT.test(key)).map((key) => view[key]);
  const crowds = grouped(cards, lookOf).filter(isCrowd);
  if (crowds.length) {
    const beside = besides(cards, view, stack);
    const place = ({ id, attached }) => `${attached ? (heaps.get(attached)?.id ?? attached) : ""} ${beside.get(id)?.sort().join() ?? ""}`;
    const [loose, on] = [crowds.filter(([card]) => !card.attached), crowds.filter(([card]) => card.attached)];
    for (const crowd of [...loose, ...on]) for (const alike of grouped(crowd, place).filter(isCrowd)) lay(heaps, alike); // hosts first
  }
  if (stack.length > FEW) for (const each of runsOf(stack.map((id) => view[`s${id}`]).filter(Boolean), heaps).filter(({ length }) => length > FEW)) lay(heaps, each);
  return heaps;
}

/** The number of cards as it is written: "9,988". */
export const many = (count) => count.toLocaleString("en");

function lay(heaps, entities) {
  const ids = entities.map(({ id }) => id).sort((one, other) => one - other);
  const heap = { id: ids[0], ids };
  for (const id of ids) heaps.set(id, heap);
}

/** Things parted by what `keyOf` says of them, in the order in which each part was met first. */
export function grouped(things, keyOf) {
  const groups = new Map();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return [...groups.values()];
}

function lookOf(entity) {
  const known = looks.get(entity);
  if (known !== undefined) return known;
  const { id: _, label, attached, blocking: __, sick, ...rest } = entity;
  const shownSick = rest.toughness !== undefined && Boolean(sick); // of nothing else it says anything (table/card.js)
  const look = JSON.stringify([label?.replace(NUMBER, ""), Boolean(attached), shownSick, rest]);
  looks.set(entity, look);
  return look;
}

/** The facts that concern each card from beside it: id -> words, equal for equal facts. */
function besides(cards, view, stack) {
  const words = new Map();
  const kinds = new Map(); // what something looks like -> a number for it, as that is shorter
  const kindOf = (entity) => {
    const look = entity ? lookOf(entity) : "";
    if (!kinds.has(look)) kinds.set(look, kinds.size);
    return kinds.get(look);
  };
  const say = (id, word) => {
    const said = words.get(id);
    if (said) said.push(word);
    else words.set(id, [word]);
  };
  for (const card of cards) {
    if (card.attached) say(card.attached, `has ${kindOf(card)}`);
    for (const id of card.blocking ?? []) {
      say(card.id, `blocks ${kindOf(view[`o${id}`])}`);
      say(id, `blocked ${kindOf(card)}`);
    }
  }
  for (const item of stack.map((id) => view[`s${id}`])) for (const id of item?.targets ?? []) say(id, `aim ${item.controller} ${item.name} ${item.text}`);
  return words;
}

/** The things that lie on the stack one on the other and are alike. */
function runsOf(items, heaps) {
  const runs = [];
  let last = null;
  for (const item of items) {
    const { id: _, card: __, source: ___, targets = [], ...rest } = item;
    const look = JSON.stringify([targets.map((id) => heaps.get(id)?.id ?? id), rest]);
    if (look === last) runs.at(-1).push(item);
    else runs.push([item]);
    last = look;
  }
  return runs;
}
