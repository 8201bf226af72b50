// The lobby: games to play at once, the table at which one waits, seats to take, matches to go on with and to watch.

import { el, keep, say } from "/dom.js";
import { GameTile } from "/lobby/game.js";
import { Invited } from "/lobby/invited.js";
import { finishedRow, matchRow, mineRow, tableRow } from "/lobby/rows.js";
import { since } from "/lobby/words.js";
import { Waiting } from "/lobby/waiting.js";
import { dayRow } from "/lobby/day.js";
import { Connection } from "/net/connection.js";
import { keepNickname, keepOver, mySeats, nickname, seatToken } from "/net/tokens.js";
import { showStatus } from "/table/status.js";
import { choose, LANGUAGES, language } from "/words/language.js";
import { phrase } from "/words/phrase.js";

const EVERY_MS = 2000;
const TICK_MS = 1000;
const AGAIN_MS = 3000; // after the games could not be read
const OWN = "own";
const OWN_EVERY = 5; // askings
const RUNNING = "running";
const MOST_ASKED = 32; // matches of which one shows a token at once
const MOST_FINISHED = 12;

export function showLobby(main) {
  new Lobby(main);
}

class Lobby {
  #tiles = new Map(); // by the game's name
  #matches = [];
  #tables = [];
  #finished = [];
  #held = new Map(); // matches of one's own that run, as told to who shows a token
  #asked = []; // of which that was asked
  #games = el("div", "games");
  #mine = list(phrase("lobby.mine"), "");
  #open = list(phrase("lobby.seats"), phrase("lobby.no_seats"));
  #running = list(phrase("lobby.running"), phrase("lobby.none_running"));
  #over = list(phrase("lobby.over"), phrase("lobby.none_over"));
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
    const others = el("div", "lists", this.#open.root, this.#running.root, this.#over.root);
    main.replaceChildren(
      el("div", "lobby", this.#head(), this.invited.root, this.waiting.root, this.#trouble, this.#games, dayRow(), this.#mine.root, others),
    );
    this.#mine.root.hidden = true; // nothing is known of any yet
    this.#readGames();
    addEventListener("online", () => this.#lookAgain());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#lookAgain());
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** The name of a game. */
  title(name) {
    return this.#tiles.get(name)?.game.title ?? name;
  }

  /** A game as the server told of it; undefined until it has. */
  game(name) {
    return this.#tiles.get(name)?.game;
  }

  /** The deck that is chosen for a game; nothing to leave the choice to the server. */
  deck(name) {
    const deck = this.#tiles.get(name)?.deck();
    return deck ? { deck } : {};
  }

  /** Further decks for a game, where one plays several hands, at a table with so many free seats. */
  also(name, free) {
    return this.#tiles.get(name)?.also(free) ?? {};
  }

  /** The name of this person; empty for a name as guests have. */
  called() {
    const name = nickname();
    return name ? { name } : {};
  }

  /** The time since something happened, in words, by the server's clock. */
  ago(time) {
    return since(this.connection.now() - time);
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
    name.placeholder = phrase("lobby.guest");
    name.autocomplete = "nickname";
    name.addEventListener("change", () => keepNickname(name.value.trim()));
    const words = el("div", "", el("h1", "", phrase("lobby.head")), el("p", "lead", phrase("lobby.lead")));
    const way = (words, href) => Object.assign(el("a", "button", words), { href });
    const learn = way(mySeats().length ? phrase("lobby.learn") : phrase("lobby.new_here"), "/learn");
    const ways = el("nav", "lobby-ways", learn, way(phrase("lobby.decks"), "/decks"), way(phrase("lobby.sandbox"), "/sandbox"));
    const called = el("label", "nickname", phrase("lobby.your_name"), name);
    return el("header", "lobby-head", words, ways, called, el("label", "nickname", phrase("lobby.language"), languageChoice()));
  }

  /** The page may be old: the browser was offline, or nobody looked. */
  #lookAgain() {
    if (this.connection.state === "live") this.#ask(true);
  }

  /** Read the games, and again a while after that failed. */
  #readGames() {
    fetch("/api/games")
      .then((response) => response.json())
      .then((games) => {
        this.complain("");
        for (const game of games) this.#tiles.set(game.name, new GameTile(game, this));
        this.#games.replaceChildren(...[...this.#tiles.values()].map(({ root }) => root));
        this.invited.update();
        this.settled();
      })
      .catch(() => {
        this.complain(phrase("lobby.no_games"));
        setTimeout(() => this.#readGames(), AGAIN_MS);
      });
  }

  // ---------------------------------------------------------------- what the server says

  #status() {
    if (this.connection.state !== "live") clearInterval(this.#timer);
    showStatus(this.connection);
    for (const tile of this.#tiles.values()) tile.update(this.waiting.table);
  }

  #welcome() {
    let asks = 0;
    const ask = () => document.visibilityState === "visible" && this.#ask(asks++ % OWN_EVERY === 0);
    ask();
    clearInterval(this.#timer);
    this.#timer = setInterval(ask, EVERY_MS);
    this.waiting.resume();
    this.invited.look();
  }

  /** Ask for the lists, and now and then for the matches of one's own, which may be private. */
  #ask(isOwn) {
    if (!isOwn) return this.connection.send({ t: "list", r: "list" });
    this.#asked = matchSeats().filter(({ about }) => !about.over).slice(0, MOST_ASKED).map(({ m }) => m);
    this.connection.send({ t: "list", r: OWN, tokens: this.#asked.map(seatToken) });
  }

  #take(frame) {
    if (frame.t === "matches") {
      const matches = frame.matches ?? [];
      const isGone = this.#matches.some(({ m }) => this.#held.has(m) && !matches.some((line) => line.m === m));
      this.#matches = matches;
      this.#tables = frame.tables ?? [];
      this.#finished = frame.finished ?? [];
      if (frame.r === OWN) this.#hold(frame.held ?? []);
      else if (isGone) this.#ask(true); // one of one's own is over, or quiet
      this.#draw();
    } else if (!this.invited.take(frame)) {
      this.waiting.take(frame);
    }
  }

  /** Of one's own matches those that run are shown; one that is over is noted so. */
  #hold(held) {
    const lines = new Map(held.map((line) => [line.m, line]));
    for (const m of this.#asked) {
      const line = lines.get(m);
      const isRunning = line && (line.status ?? RUNNING) === RUNNING;
      if (isRunning) this.#held.set(m, line);
      else this.#held.delete(m);
      if (line && !isRunning) keepOver(m, { winners: line.winners, ended: line.ended, title: line.title, game: line.game, names: line.names, code: line.status });
    }
  }

  // ---------------------------------------------------------------- drawing

  #tick() {
    this.waiting.tick();
    keep(this.#open.rows, this.#tables, (table) => table.id, (table) => tableRow(table, this), (row, table) => row.update(table));
  }

  #draw() {
    const running = new Map(this.#matches.map((match) => [match.m, match]));
    const seats = matchSeats();
    const mine = seats.filter(({ about }) => !about.over).map(({ m }) => running.get(m) ?? this.#held.get(m)).filter(Boolean);
    const own = new Set(mine.map(({ m }) => m));
    const others = this.#matches.filter(({ m }) => !own.has(m));
    const draw = (row, item) => row.update(item);
    keep(this.#mine.rows, mine, ({ m }) => m, (line) => mineRow(line, this), draw);
    keep(this.#open.rows, this.#tables, ({ id }) => id, (table) => tableRow(table, this), draw);
    keep(this.#running.rows, others, ({ m }) => m, (match) => matchRow(match, this), draw);
    const over = this.#finishedOf(seats);
    keep(this.#over.rows, over, ({ m }) => m, (line) => finishedRow(line, this), draw);
    this.#over.empty.hidden = over.length > 0;
    this.#mine.root.hidden = !mine.length;
    this.#open.empty.hidden = this.#tables.length > 0;
    this.#running.empty.hidden = others.length > 0;
  }

  /** The matches that ended last: one's own, and those that everybody may see. */
  #finishedOf(seats) {
    const own = seats.filter(({ about }) => about.over && about.ended).map(({ m, about }) => ({ m, ...about, status: about.code }));
    const known = new Set(own.map(({ m }) => m));
    const all = [...own, ...this.#finished.filter(({ m }) => !known.has(m))];
    return all.sort((one, other) => other.ended - one.ended).slice(0, MOST_FINISHED);
  }
}

/** The seats that one holds; those of the sandbox are no match to go on with, or to look back at. */
const matchSeats = () => mySeats().filter(({ about }) => !about.sandbox);

/** Each language stands there by its own name, and is read out so. */
function languageChoice() {
  const select = el("select");
  for (const [tag, name] of Object.entries(LANGUAGES)) {
    const option = new Option(name, tag);
    option.lang = tag;
    select.append(option);
  }
  select.value = language();
  select.addEventListener("change", () => choose(select.value));
  return select;
}

function list(heading, nothing) {
  const rows = el("ul", "rows");
  const empty = el("p", "empty", nothing);
  empty.hidden = !nothing;
  return { root: el("section", "list", el("h2", "", heading), rows, empty), rows, empty };
}
