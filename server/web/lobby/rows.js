// The rows of the lobby's lists: a table with a free seat, a match that is being played, one of one's own.

import { el, say } from "/dom.js";
import { ago, termsOf } from "/lobby/words.js";
import { listed, phrase, term } from "/words/phrase.js";

/** A table with a free seat. */
export function tableRow(table, lobby) {
  const [who, what] = [el("span", "row-names"), el("span", "row-what")];
  const sit = el("button", "row-do", phrase("lobby.sit"));
  sit.type = "button";
  sit.addEventListener("click", () => lobby.waiting.ask({ t: "sit", table: table.id, ...lobby.deck(table.game), ...lobby.also(table.game, free), ...lobby.called() }));
  let free = 0;
  const row = el("li", "row", el("div", "", who, what), sit);
  row.update = ({ game, seats, since, best, clock, scenario, id }) => {
    const names = seats.filter(({ name }) => name).map(({ name, away }) => (away ? phrase("lobby.away", { name }) : name));
    const isOwn = lobby.waiting.table?.id === id;
    free = seats.filter(({ name }) => !name).length;
    say(who, names.join(", "));
    say(what, `${lobby.title(game)} \u00b7 ${termsOf({ seats, best, clock, scenario })} \u00b7 ${phrase("lobby.waiting_since", { time: ago(lobby.connection.now() - since) })}`);
    say(sit, isOwn ? phrase("lobby.sit_here") : phrase("lobby.sit"));
    sit.disabled = Boolean(lobby.waiting.table) || lobby.connection.state !== "live";
    sit.setAttribute("aria-label", `${sit.textContent}: ${names.join(", ")}, ${lobby.title(game)}`);
  };
  return row;
}

/** A match that is being played. */
export function matchRow({ m }, lobby) {
  const row = linkRow(m, phrase("lobby.watch"));
  row.update = (line) => row.say(namesOf(line), whereIs(line, lobby));
  return row;
}

/** A match in which one holds a seat, as the list tells of it. */
export function mineRow({ m }, lobby) {
  const row = linkRow(m, phrase("lobby.resume"));
  row.classList.add("row-mine");
  row.update = (line) => row.say(namesOf(line), whereIs(line, lobby));
  return row;
}

/** A match that is over; `you` is one's own seat, if one had one there. */
export function finishedRow({ m }, lobby) {
  const row = linkRow(m, phrase("lobby.look_back"));
  row.update = (line) => {
    row.classList.toggle("row-mine", line.you !== undefined);
    row.say(namesOf(line), [line.title, lobby.title(line.game), outcome(line), lobby.ago(line.ended)].filter(Boolean).join(" \u00b7 "));
  };
  return row;
}

function outcome({ winners = [], names = [], you, status }) {
  if (status === "closed") return phrase("lobby.no_result");
  if (you !== undefined && winners.length) return winners.includes(you) ? phrase("lobby.you_won") : phrase("lobby.you_lost");
  const won = winners.map((seat) => names[seat]).filter(Boolean);
  return won.length ? phrase("lobby.won", { names: listed(won), count: won.length }) : phrase("lobby.nobody_won");
}

function linkRow(m, words) {
  const [who, what] = [el("span", "row-names"), el("span", "row-what")];
  const link = el("a", "row-link match", el("div", "", who, what), el("span", "row-do", words));
  link.href = `/m/${encodeURIComponent(m)}`;
  const row = el("li", "row", link);
  row.say = (names, place) => {
    say(who, names);
    say(what, place);
  };
  return row;
}

function namesOf({ names, series, m }) {
  const shown = (names ?? []).map((name, seat) => (series ? `${name} ${series.wins?.[seat] ?? 0}` : name));
  return shown.join(" \u2013 ") || m;
}

function whereIs({ game, title, since, turn, phase, series }, lobby) {
  const parts = [title, lobby.title(game), series ? phrase("lobby.best_of", { games: series.best }) : null, turn ? phrase("lobby.turn", { turn }) : null, phase ? term(phase) : null];
  if (since) parts.push(phrase("lobby.began", { ago: lobby.ago(since) }));
  return parts.filter(Boolean).join(" \u00b7 ");
}
