// The page by its address: the lobby at "/", a match at "/m/ID" (or "/?m=ID"), the decks of a game at "/decks/GAME".
// Each page is loaded when it is wanted.

function matchId() {
  const path = location.pathname.match(/^\/m\/([^/]+)\/?$/);
  return path ? decodeURIComponent(path[1]) : new URLSearchParams(location.search).get("m");
}

const decks = location.pathname.match(/^\/decks(?:\/([^/]+))?\/?$/);
/** A link with an invite, opened where its page is open already, is no news to the browser. */
addEventListener("hashchange", () => /^#(invite|table)=/.test(location.hash) && location.reload());

const { keepFiles, settle } = await import("/install/worker.js");
await settle();

const main = document.getElementById("main");
const id = matchId();
if (decks) (await import("/pages/decks.js")).showDecks(main, decodeURIComponent(decks[1] ?? ""));
else if (id) (await import("/pages/table.js")).showTable(main, id);
else (await import("/pages/lobby.js")).showLobby(main);

keepFiles();
