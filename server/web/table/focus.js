// A player who plays by keys begins where they are asked, and stays where they are when the table is drawn anew.

/**
 * A person who comes to a table and is nowhere yet begins at the open question, or its place; a watcher, at the table's
 * name.
 */
export function beginFocus(root) {
  const now = document.activeElement ?? document.body;
  if (now !== document.body && now.checkVisibility?.() !== false) return; // somebody is at something already
  (root.querySelector(".ask:not([hidden])") ?? document.getElementById("title")).focus({ preventScroll: true });
}

/**
 * Draw, and give the focus back to what had it, or to what is there now. As long as an answer is on its way, or others
 * decide, there may be nothing: then the panel of questions keeps it for what is asked next.
 */
export function keepFocus(root, draw) {
  const had = document.activeElement;
  if (!root.contains(had)) {
    draw();
    if (had !== document.body) beginFocus(root); // what had it may be gone: a card that was read, say
    return;
  }
  const ask = root.querySelector(".ask");
  const list = had.closest("ul, ol");
  const place = [...(list?.children ?? [])].indexOf(had.closest("li"));
  const asked = () => `${ask.dataset.w} ${ask.dataset.state}`;
  const before = asked();
  draw();
  const now = document.activeElement;
  if (now === had && (had !== ask || asked() === before)) return;
  if (had.isConnected && had !== ask) had.focus({ preventScroll: true });
  else if (now === ask || now === document.body) (instead(root, list, place) ?? ask).focus({ preventScroll: true });
}

/** The answer to the question that is open: there Space answers it; without one what lies there now. */
function instead(root, list, place) {
  const answer = root.querySelector(".ask .main:not(:disabled)") ?? root.querySelector(".ask-body button:not(:disabled)");
  const next = list?.isConnected && (list.children[place] ?? list.lastElementChild);
  return answer ?? (next && next.querySelector("button"));
}
