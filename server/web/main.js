// The page by its address: the lobby at "/", a match at "/m/ID" (or "/?m=ID"), the decks of a game at "/decks/GAME",
// its lessons at "/learn/GAME", its keywords at "/glossary/GAME", positions of one's own at "/sandbox/GAME", the puzzles at
// "/puzzles", one of them at "/puzzle/NAME".
// Each page is loaded when it is wanted.

function matchId() {
  const path = location.pathname.match(/^\/m\/([^/]+)\/?$/);
  return path ? decodeURIComponent(path[1]) : new URLSearchParams(location.search).get("m");
}

const learn = location.pathname.match(/^\/learn(?:\/([^/]+))?\/?$/);
const glossary = location.pathname.match(/^\/glossary(?:\/([^/]+))?\/?$/);
const sandbox = location.pathname.match(/^\/sandbox(?:\/([^/]+))?\/?$/);
const decks = location.pathname.match(/^\/decks(?:\/([^/]+))?\/?$/);
const puzzle = location.pathname.match(/^\/puzzles?(?:\/([^/]+))?\/?$/);
/** A link with an invite, opened where its page is open already, is no news to the browser. */
addEventListener("hashchange", () => /^#(invite|table)=/.test(location.hash) && location.reload());

const [{ keepFiles, settle }, { speak }] = await Promise.all([import("/install/worker.js"), import("/words/language.js")]);
await settle();

const main = document.getElementById("main");
const id = matchId();
/** A page, once its words are there too. */
const load = async (page, ...words) => (await Promise.all([import(page), speak(...words)]))[0];

/** A style sheet of one page, in its place: what those behind it say goes before what it says. */
function style(href) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const loaded = new Promise((done) => (link.onload = link.onerror = done));
  document.querySelector('[href="/table/table.css"]').before(link);
  return loaded;
}

/** A page that looks as the lobby does. */
const dressed = async (...of) => (await Promise.all([load(...of), style("/pages/lobby.css")]))[0];

if (decks) (await load("/pages/decks.js", "decks", "card")).showDecks(main, decodeURIComponent(decks[1] ?? ""));
else if (glossary) (await dressed("/pages/glossary.js", "terms")).showGlossary(main, decodeURIComponent(glossary[1] ?? ""));
else if (sandbox) (await dressed("/pages/sandbox.js", "sandbox")).showSandbox(main, decodeURIComponent(sandbox[1] ?? ""));
else if (learn) (await dressed("/pages/learn.js", "learn", "games", "table", "card")).showLessons(main, decodeURIComponent(learn[1] ?? ""));
else if (puzzle) (await dressed("/pages/puzzle.js", "puzzle")).showPuzzles(main, decodeURIComponent(puzzle[1] ?? ""));
else if (id) (await load("/pages/table.js", "table", "card")).openTable(main, id);
else (await dressed("/pages/lobby.js", "lobby", "games")).showLobby(main);

keepFiles();
