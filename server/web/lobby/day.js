// The puzzle of the day in the lobby: one of those that ship, by the date, the same for everybody.

import { el, say } from "/dom.js";
import { ofDay } from "/puzzle/day.js";
import { told } from "/words/language.js";
import { phrase } from "/words/phrase.js";

/** The section of the lobby, empty and hidden until the puzzles are known. */
export function dayRow() {
  const name = el("span", "row-names");
  const game = el("span");
  const about = el("div", "", name, el("span", "row-what", game, ` \u00b7 ${phrase("lobby.day_until")}`));
  const go = el("a", "row-link", about, el("span", "row-do", phrase("lobby.solve")));
  const all = el("a", "", phrase("lobby.puzzles"));
  all.href = "/puzzles";
  const root = el("section", "list day", el("h2", "", phrase("lobby.day")), el("ul", "rows", el("li", "row", go)), el("p", "", all));
  root.hidden = true;
  fetch("/api/puzzles").then((response) => response.json()).then((puzzles) => {
    const today = ofDay(puzzles, Date.now());
    if (!today) return;
    say(name, told(today.titles));
    say(game, today.of);
    go.href = `/puzzle/${encodeURIComponent(today.name)}`;
    root.hidden = false;
  }, () => {}); // the lobby is there without it
  return root;
}
