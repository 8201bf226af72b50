// Who plays by keys stays where they are when the table is drawn anew.

/** Draw, and give the focus back to what had it, or to what is there now. */
export function keepFocus(root, draw) {
  const had = document.activeElement;
  if (!root.contains(had)) return draw();
  const list = had.closest("ul, ol");
  const place = [...(list?.children ?? [])].indexOf(had.closest("li"));
  draw();
  if (document.activeElement === had) return;
  if (had.isConnected) had.focus({ preventScroll: true });
  else if (document.activeElement === document.body) instead(root, list, place)?.focus({ preventScroll: true });
}

/** The answer to the question that is open: there Space answers it; without one what lies there now. */
function instead(root, list, place) {
  const answer = root.querySelector(".ask .main:not(:disabled)") ?? root.querySelector(".ask-body button:not(:disabled)");
  const next = list?.isConnected && (list.children[place] ?? list.lastElementChild);
  return answer ?? (next && next.querySelector("button"));
}
