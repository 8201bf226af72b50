// A pile, opened: its cards as cards. Those that may be used now are used from here.

import { makeFace, updateFace, describe } from "/card/face.js";
import { openDialog } from "/card/dialog.js";
import { el, keep } from "/dom.js";
import { mark, markHeap } from "/table/card.js";
import { phrase } from "/words/phrase.js";

/** `ids()` are those of the pile's cards as it is now. */
export function openPile(title, ids, page) {
  const list = el("ol", "gallery");
  listenForReading(list, page);
  const draw = () => drawGallery(list, ids(), page, () => dialog.close());
  const dialog = openDialog(el("article", "opened", el("h2", "", title), list));
  draw();
  page.alsoDraw(draw, () => dialog.open && list.isConnected);
}

/** Right click, holding and the key for it read a card here as on the table. */
function listenForReading(list, page) {
  const read = (event) => page.read(event.target.closest("[data-id]")) && event.preventDefault();
  let held = 0;
  list.addEventListener("contextmenu", read);
  list.addEventListener("keydown", (event) => event.key === "i" && read(event));
  list.addEventListener("touchstart", (event) => (held = setTimeout(() => read(event), page.holdMs)), { passive: true });
  for (const name of ["touchend", "touchmove", "touchcancel"]) list.addEventListener(name, () => clearTimeout(held), { passive: true });
}

/** Cards in a gallery; a click uses one, or shows it whole. */
export function drawGallery(list, ids, page, used) {
  const { scene } = page;
  const drawn = new Map(ids.map((id) => [scene.shownAs(id), id])).keys();
  const cards = [...drawn].map((id) => scene.entity(id) ?? { id, name: phrase("card.a_card") });
  keep(list, cards, (card) => card.id, makeFaced, (item, card) => {
    const face = item.firstElementChild;
    updateFace(face, card, scene);
    mark(face, card.id, page.marks, describe(card, scene));
    markHeap(item, card.id, scene);
    face.onclick = (event) => {
      const isAble = page.marks.able.has(card.id);
      page.touch(card.id, face, event);
      if (isAble) used();
    };
    face.dataset.id = card.id;
  });
}

function makeFaced() {
  const face = el("button", "card whole", ...makeFace(), el("span", "badge"));
  face.type = "button";
  return el("li", "slot", face);
}
