// Answers that name many things, in few words: as runs of their ids, or as a gesture with spans of their numbers, where
// others came between them (PROTOCOL.md 4.5).

const LONG = 64; // so many are named one by one
const MOST = 1024; // refs, and runs, of an answer
const MOST_LETTERS = 16000; // a frame has 16 KiB
const WORDS = { cards: "choose", targets: "target" };
const LABEL = /^([^"#]+)#(\d+)$/;

/** An answer as it is sent; null if there is no way to say it. */
export function inFewWords(answer, view) {
  if ((answer?.refs?.length ?? 0) <= LONG) return answer;
  return [asRuns, asGesture].map((say) => say(answer, view)).find(isShort) ?? null;
}

const isShort = (said) => said !== null && JSON.stringify(said).length <= MOST_LETTERS && (said.refs ?? said.runs ?? []).length <= MOST;

function asRuns(answer) {
  const { refs, amounts, ...rest } = answer;
  const runs = [];
  refs.forEach((ref, at) => {
    const last = runs.at(-1);
    if (last && ref === last[0] + last[1] && (!amounts || goesOn(last, amounts[at]))) last[1] += 1;
    else runs.push(amounts ? [ref, 1, amounts[at], 0] : [ref, 1]);
  });
  return runs.length * 2 > refs.length ? answer : { ...rest, runs };
}

/** Whether the next amount of a run is this one; its second one says by how much they rise. */
function goesOn(run, amount) {
  if (run[1] === 1) run[3] = amount - run[2];
  return amount === run[2] + run[3] * run[1];
}

function asGesture({ do: kind, refs, amounts }, view) {
  const spans = [];
  for (const ref of refs) {
    const [, name, digits] = view[`o${ref}`]?.label?.match(LABEL) ?? [];
    if (!name || amounts || !WORDS[kind]) return null;
    const number = Number(digits);
    const last = spans.at(-1);
    if (last?.name === name && last.to + 1 === number) last.to = number;
    else spans.push({ name, from: number, to: number });
  }
  return [WORDS[kind], ...spans.map(({ name, from, to }) => `"${name}#${from}${to > from ? `-${to}` : ""}"`)].join(" ");
}
