// Which page this is: the lobby at "/", a match at "/m/ID" (or "/match.html?m=ID"). Each page is loaded when it is wanted.

function matchId() {
  const path = location.pathname.match(/^\/m\/([^/]+)\/?$/);
  return path ? decodeURIComponent(path[1]) : new URLSearchParams(location.search).get("m");
}

const main = document.getElementById("main");
const id = matchId();
if (id) (await import("/pages/table.js")).showTable(main, id);
else (await import("/pages/lobby.js")).showLobby(main);
