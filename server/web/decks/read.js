// A card of a deck, or of a search, as it is read: large, with what its keywords mean once that is there.

import { bigCard, keywordsOf } from "/card/big_card.js";
import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";

export async function readCard(face, scene, game) {
  const terms = el("div", "terms-of");
  openDialog(el("div", "inspected", bigCard(face, scene), terms));
  const keywords = keywordsOf(face);
  if (!keywords.length) return;
  const list = await import("/card/terms.js").then(({ termsOf }) => termsOf(game, keywords)).catch(() => null); // without the server it does without
  if (list) terms.append(list);
}
