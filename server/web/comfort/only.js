// The one answer to a question that leaves nothing to choose. To answer it is no choice, so nobody is asked.
//
// A target is different: it can be one's own and the question be taken back. Then the player decides.

import { refOf } from "/ask/kind.js";

const CHOSEN = new Set(["targets", "cards", "players", "modes", "costs"]);

/** The one answer to a decision of a match's seat, as it is sent; null if there are several, or one that may be regretted. */
export function onlyAnswer(decision, { view, you }) {
  const { kind, options = [], least = 0, most = 0, total = 0 } = decision;
  const refs = options.map(refOf);
  if (kind === "act" || kind === "confirm") return options.length === 1 ? options[0].n : null;
  if (kind === "pay") return isWhole(decision, refs) ? { do: "auto" } : null;
  if (kind === "number") return least === most && !options.length ? { do: "number", amounts: [least] } : null;
  if (kind === "divide") return refs.length === 1 ? { do: "divide", refs, amounts: [total] } : null;
  if (kind === "order") return refs.length === 1 ? { do: "order", refs } : null;
  if (kind === "assign") return options.length || least ? null : { do: "assign", refs: [], amounts: [] };
  if (!CHOSEN.has(kind)) return null;
  if (decision.auto && isWhole(decision, refs)) return { do: "auto" };
  const isForced = least === refs.length && (most === least || !refs.length);
  return isForced && !mayRegret(decision, refs, view, you) ? { do: kind, refs } : null;
}

/** Whether the rules would pay with all that there is: then there is one way to pay. */
function isWhole({ proposal = [], options = [] }, refs) {
  const would = new Set(proposal);
  return options.length > 0 && options.length === would.size && new Set(refs).size === refs.length && refs.every((ref) => would.has(ref));
}

/** Whether the player may want to take the play back rather than choose what is there: something of the own side. */
function mayRegret({ kind, cancel }, refs, view, you) {
  if (!cancel) return false;
  const isOwn = (ref) => (view[`o${ref}`] ?? view[`s${ref}`])?.controller === you;
  return !["targets", "players"].includes(kind) || refs.some(isOwn);
}
