// The sandbox: any cards in any zones, as text and as lists of cards; begin there, and play all seats.

import { copyButton } from "/copy.js";
import { dress, el, say } from "/dom.js";
import { Connection } from "/net/connection.js";
import { keepAlso, keepSeat } from "/net/tokens.js";
import { Finder } from "/sandbox/finder.js";
import { isTooLong, packed, unpacked } from "/sandbox/link.js";
import { markControls, markedByKey } from "/sandbox/marks.js";
import { cardsIn, keyOf, putCards, readPosition, writePosition } from "/sandbox/text.js";
import { showStatus } from "/table/status.js";
import { learnGame } from "/words/language.js";
import { phrase, term } from "/words/phrase.js";
import { refusal, wordsOf } from "/words/told.js";

const BEGIN = "sandbox";
const SEATS = ["A", "B", "C", "D"];

export async function showSandbox(main, wanted) {
  dress("/sandbox/sandbox.css");
  const title = phrase("sandbox.title");
  for (const id of ["where", "title"]) say(document.getElementById(id), title);
  document.title = `${title} \u00b7 Stackloop`;
  const trouble = el("p", "empty");
  trouble.setAttribute("role", "alert");
  main.replaceChildren(trouble);
  try {
    const games = await (await fetch("/api/games")).json();
    const game = games.find(({ name }) => name === wanted) ?? games[0];
    const read = (what) => fetch(`/api/${what}/${encodeURIComponent(game.name)}`).then((response) => response.json());
    const [{ table }, lessons] = await Promise.all([read("games"), read("lessons"), learnGame(game.name)]);
    new Sandbox(main, games, game, table, unpacked(location.hash.slice(1)) ?? lessons.at(-1).position);
  } catch {
    say(trouble, phrase("sandbox.unread"));
  }
}

class Sandbox {
  #main;
  #game;
  #zones;
  #turned; // the word for a card on its side, in a position and as it is called here
  #marked = ""; // the place of the card whose marks are open
  #text = el("textarea");
  #boards = el("div", "sandbox-boards");
  #where = el("select");
  #trouble = el("p", "trouble");
  #begin = el("button", "strong", phrase("sandbox.begin"));
  #connection;

  constructor(main, games, game, table, text) {
    this.#main = main;
    this.#game = game;
    this.#zones = [table.board, "hand", ...table.piles];
    this.#turned = { word: table.words?.tapped ?? "tapped", called: wordsOf(table, game.name).tapped ?? phrase("sandbox.tapped") };
    this.#text.value = text.trim() ? `${text.trim()}\n` : "";
    this.#text.spellcheck = false;
    this.#text.rows = 18;
    this.#text.addEventListener("input", () => this.#changed());
    this.#trouble.setAttribute("role", "alert");
    this.#begin.type = "button";
    this.#begin.disabled = true;
    this.#begin.addEventListener("click", () => this.#ask());
    const finder = new Finder(game.name, (name) => this.#add(name));
    const copy = copyButton(() => this.#link, phrase("sandbox.copy_link"));
    const save = button(phrase("sandbox.save"), () => this.#save());
    const tools = el("div", "sandbox-tools", this.#begin, copy, save);
    const place = el("label", "", phrase("sandbox.where"), this.#where);
    const edit = el("div", "sandbox-edit", place, finder.root, this.#boards);
    const asText = el("div", "sandbox-text", el("label", "", phrase("sandbox.text"), this.#text), tools, this.#trouble);
    main.replaceChildren(el("div", "sandbox", el("h1", "", phrase("sandbox.head", { game: game.title })), el("p", "lead", phrase("sandbox.lead")), this.#others(games), edit, asText));
    this.#connection = new Connection({ status: () => this.#status(), message: (frame) => this.#take(frame) });
    this.#changed();
  }

  #others(games) {
    const nav = el("nav", "sandbox-games", ...games.map((each) => {
      const link = el("a", "", each.title);
      link.href = `/sandbox/${each.name}`;
      if (each === this.#game) link.setAttribute("aria-current", "page");
      return link;
    }));
    nav.setAttribute("aria-label", phrase("sandbox.games"));
    return nav;
  }

  get #link() {
    return `${location.origin}/sandbox/${this.#game.name}#${packed(this.#text.value)}`;
  }

  /** Seats that the text has, as many as the game needs at least, and the side at which nobody sits. */
  #sides(tables) {
    const last = Math.max(this.#game.seats[0] - 1, ...SEATS.map((seat, at) => (tables.has(seat) ? at : 0)));
    return [...SEATS.slice(0, last + 1), ...(this.#game.side ? [this.#game.side] : [])];
  }

  /** The text is another: draw what lies where, and have the address hold it. */
  #changed() {
    const text = this.#text.value;
    const isLong = isTooLong(text);
    if (!isLong) history.replaceState(null, "", `#${packed(text)}`);
    const tables = readPosition(text);
    say(this.#trouble, isLong ? phrase("sandbox.too_long") : tables ? "" : phrase("sandbox.no_text"));
    const { does } = document.activeElement.dataset;
    this.#boards.replaceChildren(...(tables ? this.#sides(tables).map((side) => this.#board(tables, side)) : []));
    if (tables) this.#offer(tables);
    if (does) [...this.#boards.querySelectorAll("[data-does]")].find((each) => each.dataset.does === does)?.focus();
  }

  #offer(tables) {
    const chosen = this.#where.value;
    const options = this.#sides(tables).flatMap((side) => this.#zones.map((zone) => new Option(`${this.#called(side)}: ${term(zone)}`, `${side}|${zone}`)));
    this.#where.replaceChildren(...options);
    if (options.some(({ value }) => value === chosen)) this.#where.value = chosen;
  }

  #called(side) {
    return SEATS.includes(side) ? phrase("sandbox.player", { letter: side }) : side;
  }

  #board(tables, side) {
    const zones = [...(tables.get(side) ?? [])].filter(([, cards]) => Array.isArray(cards));
    const parts = zones.flatMap(([zone, cards]) => [el("h3", "", term(zone.replaceAll("_", " "))), el("ul", "chips", ...cards.map((card, at) => this.#chip(side, zone, cards, at)))]);
    return el("section", "sandbox-side", el("h2", "", this.#called(side)), ...(parts.length ? parts : [el("p", "hint", phrase("sandbox.empty"))]));
  }

  /** A card; in play its name opens its marks. */
  #chip(side, zone, cards, at) {
    const card = cards[at];
    const away = button("\u00d7", () => this.#put(side, zone, cards.filter((_, each) => each !== at)));
    away.setAttribute("aria-label", phrase("sandbox.remove", { card }));
    if (!this.#isInPlay(zone)) return el("li", "", el("span", "", card), away);
    const place = `${side} ${zone} ${at}`;
    const put = (marked) => this.#put(side, zone, cards.with(at, marked));
    const isOpen = this.#marked === place;
    const name = button(card, () => {
      this.#marked = isOpen ? "" : place;
      this.#changed();
    });
    name.dataset.does = place;
    name.setAttribute("aria-expanded", String(isOpen));
    name.setAttribute("aria-keyshortcuts", "t + -");
    name.addEventListener("keydown", (event) => {
      const marked = event.ctrlKey || event.altKey || event.metaKey ? null : markedByKey(card, event.key, this.#turned.word);
      if (marked !== null) put(marked);
    });
    return el("li", isOpen ? "is-open" : "", name, away, isOpen ? markControls(card, this.#turned, put) : null);
  }

  /** A card is in play on the board, or in a place with a name of its own, as a champion is. */
  #isInPlay(zone) {
    return zone === keyOf(this.#zones[0]) || !this.#zones.some((each) => keyOf(each) === zone);
  }

  #add(name) {
    const tables = readPosition(this.#text.value);
    if (!tables) return;
    const [side, zone] = this.#where.value.split("|");
    this.#put(side, zone, [...cardsIn(tables, side, zone), name]);
  }

  #put(side, zone, cards) {
    const tables = readPosition(this.#text.value);
    putCards(tables, side, zone, cards);
    this.#text.value = writePosition(tables);
    this.#changed();
  }

  #save() {
    const link = el("a");
    link.href = URL.createObjectURL(new Blob([this.#text.value], { type: "text/plain" }));
    link.download = `${this.#game.name}-position.toml`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }

  // ---------------------------------------------------------------- playing there

  #status() {
    showStatus(this.#connection);
    this.#begin.disabled = this.#connection.state !== "live";
  }

  #ask() {
    const sides = this.#sides(readPosition(this.#text.value) ?? new Map()).filter((side) => SEATS.includes(side));
    say(this.#trouble, "");
    this.#begin.disabled = true;
    const names = sides.map((letter) => phrase("sandbox.player", { letter }));
    this.#connection.send({ t: "create", r: BEGIN, game: this.#game.name, position: this.#text.value, private: true, own: true, names, seats: sides.map(() => "open") });
  }

  async #take(frame) {
    if (frame.r !== BEGIN) return;
    this.#begin.disabled = false;
    if (frame.t !== "created") return say(this.#trouble, await refusal(frame));
    const [first, ...others] = frame.seats;
    keepSeat(frame.m, first.token, { game: this.#game.name, names: [phrase("sandbox.title")], you: first.seat, private: true, sandbox: true });
    for (const { seat, token } of others) keepAlso(frame.m, seat, token);
    location.assign(`/m/${encodeURIComponent(frame.m)}`);
  }
}

function button(words, act) {
  const element = el("button", "", words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}
