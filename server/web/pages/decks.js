// The decks of a game: one's own and those that ship with it; what is in one, and one's own to be changed.

import { useArt } from "/card/art.js";
import { dress, el, keep, say } from "/dom.js";
import { Editor } from "/decks/editor.js";
import { gameOf, sceneOf } from "/decks/games.js";
import { decksAsFile, decksInFile, keepAll } from "/decks/carry.js";
import { changed, listOf } from "/decks/list_text.js";
import { DeckRows } from "/decks/rows.js";
import { readCard } from "/decks/read.js";
import { countOf, dropDeck, keepDeck, lastDeck, myDecks, newId, onDecks } from "/decks/store.js";
import { DeckView } from "/decks/view.js";
import { Connection } from "/net/connection.js";
import { fetchPart } from "/net/part.js";
import { showStatus } from "/table/status.js";
import { phrase } from "/words/phrase.js";

const MOST_LETTERS = 12288; // of a list that the server reads
const MOST_BYTES = 4 << 20; // of a file of decks

export async function showDecks(main, wanted) {
  dress("/decks/decks.css");
  for (const each of ["where", "title"]) say(document.getElementById(each), phrase("decks.decks"));
  document.title = `${phrase("decks.decks")} \u00b7 Stackloop`;
  const trouble = el("p", "empty");
  main.replaceChildren(trouble);
  try {
    const games = (await (await fetch("/api/games")).json()).map(({ name }) => name);
    const name = games.includes(wanted) ? wanted : games[0];
    new DecksPage(main, games, await gameOf(name));
  } catch {
    say(trouble, phrase("decks.unread"));
  }
}

class DecksPage {
  #game;
  #mine = el("ul", "deck-rows");
  #none = el("p", "empty");
  #trouble = el("p", "trouble");
  #starters = el("ul", "deck-rows");
  #view;
  #editor;
  #connection;
  #article = el("article", "deck");
  #body = el("div", "deck-body");
  #told = el("p", "deck-told");
  #search = null; // once somebody builds
  #rows;
  #games;
  #name = el("input", "deck-name");
  #title = el("h2", "deck-title");
  #actions = el("p", "deck-actions");
  #open = null; // "mine ID" or "starter KEY"
  #isEditing = false;
  #wantsList = false; // to have a list pasted

  constructor(main, games, game) {
    this.#game = game;
    this.#games = games;
    this.#view = new DeckView(game);
    this.#rows = new DeckRows(game, sceneOf(game), (what, face, isBeside) => this.#act(what, face, isBeside));
    this.#editor = new Editor(game, (deck) => this.#changed(deck));
    this.#told.setAttribute("role", "status");
    this.#connection = new Connection({
      status: () => showStatus(this.#connection),
      welcome: () => this.#editor.ask((frame) => this.#connection.send(frame)),
      message: (frame) => this.#editor.receive(frame),
    });
    this.#trouble.setAttribute("role", "alert");
    this.#name.setAttribute("aria-label", phrase("decks.name"));
    this.#name.maxLength = 64;
    this.#name.addEventListener("input", () => this.#rename());
    this.#article.append(el("header", "deck-header", this.#name, this.#title, this.#actions), this.#body);
    this.#body.append(el("div", "deck-now", el("h2", "unseen", phrase("decks.in_this")), this.#told, this.#editor.found, this.#view.root), this.#editor.root);
    const side = el("aside", "deck-side", tabs(games, game), this.#tools(), this.#trouble, el("h2", "", phrase("decks.mine")), this.#mine, this.#none, el("h2", "", phrase("decks.starters")), this.#starters);
    main.replaceChildren(el("section", "decks", side, this.#article));
    onDecks(game.name, () => this.#draw());
    addEventListener("hashchange", () => this.#follow());
    main.addEventListener("dragover", (event) => event.preventDefault());
    main.addEventListener("drop", (event) => this.#dropped(event));
    document.addEventListener("paste", (event) => this.#pasted(event));
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#follow();
    useArt(game.name, () => {
      this.#view.redraw();
      this.#search?.redraw();
    });
  }

  // ---------------------------------------------------------------- what people do

  #tools() {
    const fresh = button(phrase("decks.new"), () => this.#add("", phrase("decks.new")));
    const paste = button(phrase("decks.paste"), () => {
      this.#add("", phrase("decks.new"));
      this.#wantsList = true;
    });
    const along = button(phrase("decks.save_all"), () => download("stackloop decks.json", decksAsFile(this.#games), "application/json"));
    along.title = phrase("decks.save_all_note");
    const file = el("input", "deck-file");
    file.type = "file";
    file.accept = ".txt,.dec,.dek,.mwDeck,.json,text/plain,application/json";
    file.addEventListener("change", () => {
      this.#upload(file.files[0]);
      file.value = "";
    });
    return el("p", "deck-tools", fresh, paste, el("label", "button", phrase("decks.open_file"), file), along, button(phrase("decks.art"), () => this.#chooseArt()));
  }

  async #chooseArt() {
    say(this.#trouble, "");
    const part = await fetchPart(() => import("/card/art_dialog.js"), (words) => say(this.#trouble, words), "art");
    part?.openArt(this.#game.name);
  }

  #dropped(event) {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    this.#upload(file);
  }

  async #upload(file) {
    say(this.#trouble, "");
    const isOfDecks = file.name.endsWith(".json");
    if (file.size > (isOfDecks ? MOST_BYTES : 4 * MOST_LETTERS)) return say(this.#trouble, phrase("decks.file_too_long", { file: file.name }));
    const text = (await file.text()).replaceAll("\r\n", "\n");
    const decks = decksInFile(text, this.#games);
    if (decks) return this.#taken(decks, file.name);
    if (isOfDecks) return say(this.#trouble, phrase("decks.no_decks_in", { file: file.name }));
    this.#add(text.slice(0, MOST_LETTERS), file.name.replace(/\.\w+$/, "") || phrase("decks.new"));
  }

  /** Decks of a file are kept beside those that are here. */
  #taken(decks, name) {
    const { fresh, lost } = keepAll(decks);
    if (lost) return say(this.#trouble, phrase("decks.no_room", { lost, file: name }));
    const there = decks.length - fresh;
    const words = [phrase("decks.taken_in", { count: fresh }), there ? phrase("decks.here_already", { count: there }) : ""];
    this.#draw();
    say(this.#told, words.filter(Boolean).join(", "));
  }

  /** A list that is pasted beside any field is a new deck. */
  #pasted(event) {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const text = (event.clipboardData?.getData("text/plain") ?? "").replaceAll("\r\n", "\n");
    if (!/\S\s*\n\s*\S/.test(text)) return;
    event.preventDefault();
    if (text.length > MOST_LETTERS) return say(this.#trouble, phrase("decks.too_long"));
    this.#add(text, phrase("decks.new"));
  }

  #key(event) {
    if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey || !this.#search || this.#search.root.hidden) return;
    if (event.target.closest("input, textarea, select") || document.getElementById("dialog").open) return;
    event.preventDefault();
    this.#search.focus();
  }

  /** Do what a click or a key on a card says: to the deck that is open. */
  #act(what, face, isBeside = false) {
    if (what === "read") return readCard(face, sceneOf(this.#game), this.#game.name);
    const deck = this.#found();
    if (!deck?.id) return;
    if (what === "beside" && !this.#game.sideboard) return;
    this.#editor.change((problems) => this.#put(what, face, isBeside, problems));
  }

  /** Change the open deck; returns its text then. */
  #put(what, face, isBeside, problems) {
    const deck = this.#found();
    let [cards, side] = [deck.cards ?? {}, deck.side ?? {}];
    const by = what === "remove" ? -1 : what === "move" ? (isBeside ? 1 : -1) : 1;
    const isInSide = isBeside || what === "beside" || (what === "remove" && !cards[face.name]);
    if (what === "move" || !isInSide) cards = changed(cards, face.name, by);
    if (what === "move") side = changed(side, face.name, -by);
    else if (isInSide) side = changed(side, face.name, by);
    const text = listOf({ cards, side, text: deck.text, problems });
    const there = [phrase("decks.in_deck", { cards: cards[face.name] ?? 0 }), side[face.name] ? phrase("decks.in_side", { cards: side[face.name] }) : ""];
    say(this.#told, `${face.name}: ${there.filter(Boolean).join(", ")}`);
    this.#changed({ cards, side, text, legal: false });
    return text;
  }

  /** Keep a new deck, and open it. */
  #add(text, name) {
    const id = newId();
    if (!keepDeck(this.#game.name, { id, name: name.slice(0, 64), text, cards: null, side: null, legal: false })) {
      return say(this.#trouble, phrase("decks.keeps_nothing"));
    }
    this.#isEditing = true;
    location.hash = `mine ${id}`;
  }

  #rename() {
    const deck = this.#found();
    if (!deck?.id) return;
    keepDeck(this.#game.name, { ...deck, name: this.#name.value.trim() || phrase("decks.unnamed") });
    this.#drawList();
  }

  /** The editor has something new of the open deck. */
  #changed(part) {
    const deck = this.#found();
    if (!deck?.id) return;
    const now = { ...deck, ...part };
    if (part.title && deck.name === phrase("decks.new")) this.#name.value = now.name = part.title.slice(0, 64);
    delete now.title;
    if (!keepDeck(this.#game.name, now)) say(this.#trouble, phrase("decks.keeps_no_more"));
    this.#drawList();
    this.#view.show(now);
    this.#count(now);
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
    this.#drawActions(isMine, isEditing);
    this.#editor.root.hidden = !isEditing;
    this.#editor.found.hidden = !isMine;
    this.#body.classList.toggle("built", isEditing);
    this.#view.build(isEditing ? this.#rows : null);
    if (isEditing) this.#build();
    else if (this.#search) this.#search.root.hidden = true;
    if (isMine) this.#editor.open(deck);
    else this.#editor.close();
    this.#view.show(isMine ? deck : { ...deck, legal: true });
    this.#count(deck);
  }

  /** The search is fetched once somebody builds a deck. */
  async #build() {
    if (this.#search) this.#search.root.hidden = false;
    else {
      dress("/decks/build.css");
      const part = await fetchPart(() => import("/decks/search.js"), (words) => say(this.#trouble, words));
      if (!part || this.#search) return;
      this.#search = new part.Search(this.#game, (what, face) => this.#act(what, face));
      this.#body.prepend(this.#search.root);
      this.#search.root.hidden = !this.#body.classList.contains("built");
      this.#count(this.#found());
    }
    if (this.#wantsList) this.#editor.focus();
    this.#wantsList = false;
  }

  /** Tell the search how many of each card are in the open deck. */
  #count(deck) {
    this.#search?.count((name) => (deck?.cards?.[name] ?? 0) + (deck?.side?.[name] ?? 0), countOf(deck?.cards));
  }

  #drawActions(isMine, isEditing) {
    const edit = button(phrase(isEditing ? "decks.done" : "decks.edit"), () => {
      this.#isEditing = !isEditing;
      this.#draw();
    });
    if (!isEditing) edit.classList.add("main");
    const copy = button(phrase(isMine ? "decks.copy" : "decks.copy_to_mine"), () => this.#add(this.#found().text, phrase("decks.copy_of", { name: this.#found().name })));
    const keep = button(phrase("decks.download"), () => save(this.#found()));
    const clip = button(phrase("decks.export"), () => this.#clip(clip, this.#found().text));
    clip.title = phrase("decks.export_note");
    const remove = button(phrase("decks.delete"), () => {
      if (!remove.classList.contains("sure")) {
        remove.classList.add("sure");
        return say(remove, phrase("decks.delete_sure"));
      }
      dropDeck(this.#game.name, this.#found().id);
      this.#isEditing = false;
      if (location.hash) location.hash = "";
      else this.#follow();
    });
    remove.classList.add("grave");
    this.#actions.replaceChildren(...(isMine ? [edit, copy, clip, keep, remove] : [copy, clip, keep]));
  }

  async #clip(pressed, text) {
    try {
      await navigator.clipboard.writeText(text);
      say(pressed, phrase("decks.copied"));
    } catch {
      say(this.#trouble, phrase("decks.not_copied"));
    }
  }

  #drawList() {
    const mine = myDecks(this.#game.name).map((deck) => ({ ...deck, key: `mine ${deck.id}` }));
    const starters = this.#game.decks.map((deck) => ({ ...deck, key: `starter ${deck.key}`, legal: true }));
    const update = (row, deck) => updateRow(row, deck, deck.key === this.#open);
    keep(this.#mine, mine, (deck) => deck.key, makeRow, update);
    keep(this.#starters, starters, (deck) => deck.key, makeRow, update);
    say(this.#none, mine.length ? "" : phrase("decks.none_yet"));
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
  nav.setAttribute("aria-label", phrase("decks.games"));
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
  say(state, deck.legal ? phrase("decks.cards", { count: total }) : phrase(deck.cards ? "decks.not_legal" : "decks.not_checked"));
  state.dataset.legal = deck.legal;
  if (isOpen) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

/** Hand a deck to whoever sits there as a file. */
function save(deck) {
  download(`${deck.name.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "deck"}.txt`, deck.text, "text/plain");
}

function download(name, text, type) {
  const link = el("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
