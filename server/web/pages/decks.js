// The decks of a game: one's own and those that ship with it; what is in one, and one's own to be changed.

import { useArt } from "/card/art.js";
import { el, keep, say } from "/dom.js";
import { Editor } from "/decks/editor.js";
import { gameOf } from "/decks/games.js";
import { countOf, dropDeck, keepDeck, lastDeck, myDecks, newId, onDecks } from "/decks/store.js";
import { DeckView } from "/decks/view.js";
import { Connection } from "/net/connection.js";
import { showStatus } from "/table/status.js";

const MOST_LETTERS = 12288; // of a list that the server reads

export async function showDecks(main, wanted) {
  style("/decks/decks.css");
  say(document.getElementById("where"), "Decks");
  say(document.getElementById("title"), "Decks");
  document.title = "Decks \u00b7 Stackloop";
  const trouble = el("p", "empty");
  main.replaceChildren(trouble);
  try {
    const games = (await (await fetch("/api/games")).json()).map(({ name }) => name);
    const name = games.includes(wanted) ? wanted : games[0];
    new DecksPage(main, games, await gameOf(name));
  } catch {
    say(trouble, "The decks could not be read. Reload to try again.");
  }
}

function style(href) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = el("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}

class DecksPage {
  #game;
  #mine = el("ul", "deck-rows");
  #none = el("p", "empty");
  #starters = el("ul", "deck-rows");
  #view;
  #editor;
  #connection;
  #article = el("article", "deck");
  #name = el("input", "deck-name");
  #title = el("h2", "deck-title");
  #actions = el("p", "deck-actions");
  #open = null; // "mine ID" or "starter KEY"
  #isEditing = false;

  constructor(main, games, game) {
    this.#game = game;
    this.#view = new DeckView(game);
    this.#editor = new Editor(game, (deck) => this.#changed(deck));
    this.#connection = new Connection({
      status: () => showStatus(this.#connection),
      welcome: () => this.#editor.ask((frame) => this.#connection.send(frame)),
      message: (frame) => this.#editor.receive(frame),
    });
    this.#name.setAttribute("aria-label", "name of the deck");
    this.#name.maxLength = 64;
    this.#name.addEventListener("input", () => this.#rename());
    this.#article.append(el("header", "deck-header", this.#name, this.#title, this.#actions), this.#editor.root, this.#view.root);
    const side = el("aside", "deck-side", tabs(games, game), this.#tools(), el("h2", "", "My decks"), this.#mine, this.#none, el("h2", "", "Starter decks"), this.#starters);
    main.replaceChildren(el("section", "decks", side, this.#article));
    onDecks(game.name, () => this.#draw());
    addEventListener("hashchange", () => this.#follow());
    main.addEventListener("dragover", (event) => event.preventDefault());
    main.addEventListener("drop", (event) => this.#dropped(event));
    this.#follow();
    useArt(game.name, () => this.#view.redraw());
  }

  // ---------------------------------------------------------------- what people do

  #tools() {
    const fresh = button("New deck", () => this.#add("", "New deck"));
    const file = el("input", "deck-file");
    file.type = "file";
    file.accept = ".txt,.dec,.dek,.mwDeck,text/plain";
    file.addEventListener("change", () => {
      this.#upload(file.files[0]);
      file.value = "";
    });
    return el("p", "deck-tools", fresh, el("label", "button", "Upload a list", file), button("Card art", () => this.#chooseArt()));
  }

  async #chooseArt() {
    const part = await import("/card/art_dialog.js").catch(() => null);
    if (part) part.openArt(this.#game.name);
  }

  #dropped(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    this.#upload(file);
  }

  async #upload(file) {
    if (file.size > 4 * MOST_LETTERS) return this.#editor.complain(`${file.name} is too long for a deck list`);
    const text = (await file.text()).replaceAll("\r\n", "\n");
    this.#add(text.slice(0, MOST_LETTERS), file.name.replace(/\.\w+$/, "") || "New deck");
  }

  /** Keep a new deck, and open it. */
  #add(text, name) {
    const id = newId();
    if (!keepDeck(this.#game.name, { id, name: name.slice(0, 64), text, cards: null, side: null, legal: false })) {
      return this.#editor.complain("This browser keeps nothing: a deck would be lost with this page.");
    }
    this.#isEditing = true;
    location.hash = `mine ${id}`;
  }

  #rename() {
    const deck = this.#found();
    if (!deck?.id) return;
    keepDeck(this.#game.name, { ...deck, name: this.#name.value.trim() || "unnamed" });
    this.#drawList();
  }

  /** The editor has something new of the open deck. */
  #changed(part) {
    const deck = this.#found();
    if (!deck?.id) return;
    const changed = { ...deck, ...part };
    if (part.title && deck.name === "New deck") this.#name.value = changed.name = part.title.slice(0, 64);
    delete changed.title;
    if (!keepDeck(this.#game.name, changed)) this.#editor.complain("This browser does not keep the deck any more: download it.");
    this.#drawList();
    if (changed.cards) this.#view.show(changed);
  }

  // ---------------------------------------------------------------- drawing

  #follow() {
    const wanted = decodeURIComponent(location.hash.slice(1)).replace("+", " ");
    const first = myDecks(this.#game.name)[0];
    this.#open = [wanted, lastDeck(this.#game.name), first ? `mine ${first.id}` : ""].find((key) => key && this.#at(key)) ?? `starter ${this.#game.decks[0]?.key}`;
    this.#draw();
  }

  #at(key) {
    const [kind, id] = key.split(" ");
    if (kind === "mine") return myDecks(this.#game.name).find((deck) => deck.id === id);
    return this.#game.decks.find((deck) => deck.key === id);
  }

  #found() {
    return this.#at(this.#open);
  }

  #draw() {
    const deck = this.#found();
    this.#drawList();
    this.#article.hidden = !deck;
    if (!deck) return;
    const isMine = Boolean(deck.id);
    const isEditing = isMine && (this.#isEditing || !deck.cards);
    this.#name.hidden = !isMine;
    this.#title.hidden = isMine;
    if (this.#name.value !== deck.name) this.#name.value = deck.name;
    say(this.#title, deck.name);
    this.#drawActions(deck, isMine, isEditing);
    this.#editor.root.hidden = !isEditing;
    if (isMine) this.#editor.open(deck);
    else this.#editor.close();
    this.#view.show(isMine ? deck : { ...deck, legal: true });
  }

  #drawActions(deck, isMine, isEditing) {
    const edit = button(isEditing ? "Done" : "Edit", () => {
      this.#isEditing = !isEditing;
      this.#draw();
    });
    if (!isEditing) edit.classList.add("main");
    const copy = button(isMine ? "Copy" : "Copy to my decks", () => this.#add(deck.text, `${deck.name} (copy)`));
    const download = button("Download", () => save(deck));
    const remove = button("Delete", () => {
      if (!remove.classList.contains("sure")) {
        remove.classList.add("sure");
        return say(remove, "Delete for good?");
      }
      dropDeck(this.#game.name, deck.id);
      this.#isEditing = false;
      if (location.hash) location.hash = "";
      else this.#follow();
    });
    remove.classList.add("grave");
    this.#actions.replaceChildren(...(isMine ? [edit, copy, download, remove] : [copy, download]));
  }

  #drawList() {
    const mine = myDecks(this.#game.name).map((deck) => ({ ...deck, key: `mine ${deck.id}` }));
    const starters = this.#game.decks.map((deck) => ({ ...deck, key: `starter ${deck.key}`, legal: true }));
    const update = (row, deck) => updateRow(row, deck, deck.key === this.#open);
    keep(this.#mine, mine, (deck) => deck.key, makeRow, update);
    keep(this.#starters, starters, (deck) => deck.key, makeRow, update);
    say(this.#none, mine.length ? "" : "None yet. Copy a starter deck, paste a list into a new one, or upload it.");
  }
}

function tabs(games, game) {
  const links = games.map((name) => {
    const link = el("a", "", name.replaceAll("-", " "));
    link.href = `/decks/${encodeURIComponent(name)}`;
    if (name === game.name) link.setAttribute("aria-current", "page");
    return link;
  });
  const nav = el("nav", "deck-games", ...links);
  nav.setAttribute("aria-label", "games");
  return nav;
}

function button(words, act) {
  const element = el("button", "", words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function makeRow(deck) {
  const link = el("a", "deck-row", el("span", "deck-called"), el("span", "deck-state"));
  link.href = `#${deck.key.replace(" ", "+")}`;
  return el("li", "", link);
}

function updateRow(row, deck, isOpen) {
  const [link] = row.children;
  const [called, state] = link.children;
  say(called, deck.name);
  const total = countOf(deck.cards);
  say(state, deck.legal ? `${total} cards` : deck.cards ? "not legal" : "not checked");
  state.dataset.legal = deck.legal;
  if (isOpen) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/** Hand a deck to whoever sits there as a file. */
function save(deck) {
  const link = el("a");
  link.href = URL.createObjectURL(new Blob([deck.text], { type: "text/plain" }));
  link.download = `${deck.name.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "deck"}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
