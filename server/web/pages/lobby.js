// The running matches, asked for again every few seconds; and a new one.

import { el, keep, say } from "/dom.js";
import { Connection } from "/net/connection.js";
import { newMatch } from "/pages/new.js";
import { showStatus } from "/table/status.js";

const EVERY_MS = 2000;

export function showLobby(main) {
  const list = el("ul", "matches");
  const empty = el("p", "empty");
  say(document.getElementById("where"), "");
  const form = newMatch((frame) => connection.send(frame));
  main.replaceChildren(el("section", "lobby", form.root, el("h2", "", "Matches being played"), list, empty));
  let timer = 0;

  const connection = new Connection({
    status() {
      clearInterval(timer);
      showStatus(connection);
    },
    welcome() {
      const ask = () => connection.send({ t: "list", r: "1" });
      ask();
      timer = setInterval(ask, EVERY_MS);
    },
    message(frame) {
      if (frame.t === "matches") draw(frame.matches ?? []);
      else form.told(frame);
    },
  });

  function draw(matches) {
    keep(list, matches, (match) => match.m, makeRow, updateRow);
    say(empty, matches.length ? "" : "No match is running.");
  }
}

function makeRow(match) {
  const link = el("a", "match", el("span", "match-names"), el("span", "match-game"), el("span", "match-when"));
  link.href = `/m/${encodeURIComponent(match.m)}`;
  return el("li", "", link);
}

function updateRow(row, match) {
  const [names, game, when] = row.firstElementChild.children;
  say(names, (match.names ?? []).join(" \u2013 ") || match.m);
  say(game, match.game);
  const status = match.status && match.status !== "running" ? `, ${match.status}` : "";
  say(when, `turn ${match.turn ?? 0}${match.phase ? `, ${match.phase}` : ""}${status}`);
}
