// Choosing a deck to play with: one's own, and those that ship with the game.

import { el, say } from "/dom.js";
import { gameOf } from "/decks/games.js";
import { phrase } from "/words/phrase.js";
import { countOf, keepLast, lastDeck, myDecks, onDecks, toWire } from "/decks/store.js";

/**
 * A choice for a game: `root` to show, and `deck()` as `create` wants it, null as long as none is known. If one chooses
 * for several games, `title` tells those who hear it which one this is. `inPart()` tells whether cards of it are
 * understood in part alone, and `chosen` is called whenever that may have changed.
 */
export function pickDeck(game, title = "", chosen = () => {}) {
  const select = el("select");
  const note = el("span", "note");
  const edit = el("a", "deck-edit", phrase("lobby.edit_decks"));
  edit.href = `/decks/${encodeURIComponent(game)}`;
  if (title) for (const [element, words] of [[select, phrase("lobby.deck")], [edit, phrase("lobby.edit_decks")]]) element.setAttribute("aria-label", `${words}: ${title}`);
  const root = el("div", "deck-choice", el("label", "", phrase("lobby.deck"), select), el("p", "deck-said", note, edit));
  let starters = [];
  let wanted = lastDeck(game);
  const find = () => {
    const [kind, key] = select.value.split(" ");
    return kind === "mine" ? myDecks(game).find(({ id }) => id === key) : starters.find((deck) => deck.key === key);
  };
  const tell = () => {
    const deck = find();
    const beside = countOf(deck?.side);
    const partly = deck?.partial?.length;
    const facts = deck ? [phrase("lobby.cards", { count: countOf(deck.cards) })] : [];
    if (beside) facts.push(phrase("lobby.in_sideboard", { count: beside }));
    if (partly) facts.push(phrase("lobby.in_part", { count: partly }));
    say(note, facts.join(", "));
    chosen();
  };
  const fill = () => {
    const mine = group(phrase("lobby.my_decks"), myDecks(game).map((deck) => choice(`mine ${deck.id}`, deck)));
    const others = group(phrase("lobby.starters"), starters.map((deck) => choice(`starter ${deck.key}`, { ...deck, legal: true })));
    select.replaceChildren(...[mine, others].filter((each) => each.children.length));
    const found = [...select.options].find((each) => each.value === wanted && !each.disabled);
    if (found) select.value = wanted;
    tell();
  };
  select.addEventListener("change", () => {
    wanted = select.value;
    keepLast(game, wanted);
    tell();
  });
  onDecks(game, fill);
  queueMicrotask(fill); // whoever chooses has the choice first
  gameOf(game).then(
    (found) => {
      starters = found.decks;
      fill();
    },
    () => say(note, phrase("lobby.no_decks")),
  );
  return {
    root,
    deck() {
      const deck = find();
      return deck?.key ?? (deck?.legal ? toWire(deck) : null);
    },
    inPart: () => Boolean(find()?.partial?.length),
  };
}

export function choice(value, deck) {
  const option = new Option(deck.legal ? deck.name : phrase("lobby.not_legal", { deck: deck.name }), value);
  option.disabled = !deck.legal;
  return option;
}

export function group(label, options) {
  const element = el("optgroup", "", ...options);
  element.label = label;
  return element;
}
