// The lobby: games to play at once, the table at which one waits, seats to take, matches to go on with and to watch.

import { el, keep, say } from "/dom.js";
import { GameTile } from "/lobby/game.js";
import { Invited } from "/lobby/invited.js";
import { matchRow, mineRow, tableRow } from "/lobby/rows.js";
import { Waiting } from "/lobby/waiting.js";
import { Connection } from "/net/connection.js";
import { keepNickname, mySeats, nickname } from "/net/tokens.js";
import { showStatus } from "/table/status.js";

const EVERY_MS = 2000;
const TICK_MS = 1000;

export function showLobby(main) {
  new Lobby(main);
}

class Lobby {
  #tiles = new Map(); // by the game's name
  #matches = [];
  #tables = [];
  #games = el("div", "games");
  #mine = list("Your matches", "");
  #open = list("Seats to take", "Nobody waits at a table. Begin with a quick match: whoever comes next sits down with you.");
  #running = list("Being played", "No match is being played right now.");
  #trouble = el("p", "trouble");
  #timer = 0;

  constructor(main) {
    say(document.getElementById("where"), "");
    document.title = "Stackloop";
    this.connection = new Connection({
      status: () => this.#status(),
      welcome: (frame) => this.#welcome(frame),
      message: (frame) => this.#take(frame),
    });
    this.waiting = new Waiting(this);
    this.invited = new Invited(this);
    this.#trouble.setAttribute("role", "alert");
    const others = el("div", "lists", this.#open.root, this.#running.root);
    main.replaceChildren(
      el("div", "lobby", this.#head(), this.invited.root, this.waiting.root, this.#trouble, this.#games, this.#mine.root, others),
    );
    this.#readGames();
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** The name of a game. */
  title(name) {
    return this.#tiles.get(name)?.game.title ?? name;
  }

  /** The deck that is chosen for a game; nothing to leave the choice to the server. */
  deck(name) {
    const deck = this.#tiles.get(name)?.deck();
    return deck ? { deck } : {};
  }

  /** The name of this person; empty for a name as guests have. */
  called() {
    const name = nickname();
    return name ? { name } : {};
  }

  /** Say why something did not come about. */
  complain(words) {
    say(this.#trouble, words);
  }

  /** Whether one waits somewhere has changed. */
  settled() {
    this.#trouble.textContent = "";
    for (const tile of this.#tiles.values()) tile.update(this.waiting.table);
    this.#draw();
  }

  #head() {
    const name = el("input");
    name.value = nickname() ?? "";
    name.maxLength = 32;
    name.placeholder = "guest";
    name.autocomplete = "nickname";
    name.addEventListener("change", () => keepNickname(name.value.trim()));
    const words = el("div", "", el("h1", "", "Sit down and play"), el("p", "lead", "Three card games, every rule kept. Your first decision is one click away."));
    const decks = el("a", "button lobby-decks", "Decks");
    decks.href = "/decks";
    return el("header", "lobby-head", words, decks, el("label", "nickname", "Your name", name));
  }

  #readGames() {
    fetch("/api/games")
      .then((response) => response.json())
      .then((games) => {
        for (const game of games) this.#tiles.set(game.name, new GameTile(game, this));
        this.#games.replaceChildren(...[...this.#tiles.values()].map(({ root }) => root));
        this.invited.update();
        this.settled();
      })
      .catch(() => this.complain("The games could not be read. Load the page again in a moment."));
  }

  // ---------------------------------------------------------------- what the server says

  #status() {
    if (this.connection.state !== "live") clearInterval(this.#timer);
    showStatus(this.connection);
    for (const tile of this.#tiles.values()) tile.update(this.waiting.table);
  }

  #welcome() {
    const ask = () => document.visibilityState === "visible" && this.connection.send({ t: "list", r: "list" });
    ask();
    clearInterval(this.#timer);
    this.#timer = setInterval(ask, EVERY_MS);
    this.waiting.resume();
    this.invited.look();
  }

  #take(frame) {
    if (frame.t === "matches") {
      this.#matches = frame.matches ?? [];
      this.#tables = frame.tables ?? [];
      this.#draw();
    } else if (!this.invited.take(frame)) {
      this.waiting.take(frame);
    }
  }

  // ---------------------------------------------------------------- drawing

  #tick() {
    this.waiting.tick();
    keep(this.#open.rows, this.#tables, (table) => table.id, (table) => tableRow(table, this), (row, table) => row.update(table));
  }

  #draw() {
    const running = new Map(this.#matches.map((match) => [match.m, match]));
    const mine = mySeats().filter(({ m, about }) => !about.over && (running.has(m) || about.private));
    const own = new Set(mine.map(({ m }) => m));
    const others = this.#matches.filter(({ m }) => !own.has(m));
    const draw = (row, item) => row.update(item);
    keep(this.#mine.rows, mine, ({ m }) => m, (seat) => mineRow(seat, this), (row, seat) => row.update(seat, running.get(seat.m)));
    keep(this.#open.rows, this.#tables, ({ id }) => id, (table) => tableRow(table, this), draw);
    keep(this.#running.rows, others, ({ m }) => m, (match) => matchRow(match, this), draw);
    this.#mine.root.hidden = !mine.length;
    this.#open.empty.hidden = this.#tables.length > 0;
    this.#running.empty.hidden = others.length > 0;
  }
}

function list(heading, nothing) {
  const rows = el("ul", "rows");
  const empty = el("p", "empty", nothing);
  empty.hidden = !nothing;
  return { root: el("section", "list", el("h2", "", heading), rows, empty), rows, empty };
}
