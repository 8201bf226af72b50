// Which page this is: the list of matches at "/", a match at "/m/ID" (or "/match.html?m=ID").

import { showList } from "/list.js";
import { showMatch } from "/match.js";

function matchId() {
  const path = location.pathname.match(/^\/m\/([^/]+)\/?$/);
  return path ? decodeURIComponent(path[1]) : new URLSearchParams(location.search).get("m");
}

const main = document.getElementById("main");
const id = matchId();
if (id) showMatch(main, id);
else showList(main);
