// Who plays by keys stays where they are when the table is drawn anew.

/**
 * Draw, and give the focus back to what had it, or to what is there now. As long as an answer is on its way, or others
 * decide, there may be nothing: then the panel of questions keeps it for what is asked next.
 */
export function keepFocus(root, draw) {
  const had = document.activeElement;
  if (!root.contains(had)) return draw();
  const ask = root.querySelector(".ask");
  const list = had.closest("ul, ol");
  const place = [...(list?.children ?? [])].indexOf(had.closest("li"));
  draw();
  const now = document.activeElement;
  if (now === had && had !== ask) return;
  if (had.isConnected && had !== ask) had.focus({ preventScroll: true });
  else if (now === ask || now === document.body) (instead(root, list, place) ?? ask).focus({ preventScroll: true });
}

/** The answer to the question that is open: there Space answers it; without one what lies there now. */
function instead(root, list, place) {
  const answer = root.querySelector(".ask .main:not(:disabled)") ?? root.querySelector(".ask-body button:not(:disabled)");
  const next = list?.isConnected && (list.children[place] ?? list.lastElementChild);
  return answer ?? (next && next.querySelector("button"));
}
