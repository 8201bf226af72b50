// The puzzles: a list of all, or one of them with its goal, its link and the button that begins it.

import { copyButton } from "/copy.js";
import { dress, el, say } from "/dom.js";
import { Connection } from "/net/connection.js";
import { addressOf, asking, linkTo, readPuzzle, readPuzzles, sitDown } from "/puzzle/begin.js";
import { ofDay } from "/puzzle/day.js";
import { solved } from "/puzzle/kept.js";
import { showStatus } from "/table/status.js";
import { phrase } from "/words/phrase.js";
import { refusal } from "/words/told.js";

const BEGIN = "puzzle";

export async function showPuzzles(main, name) {
  dress("/puzzle/puzzle.css");
  const trouble = el("p", "empty");
  main.replaceChildren(trouble);
  try {
    if (name) showOne(main, await readPuzzle(name));
    else await showAll(main);
  } catch (error) {
    if (!error.message) throw error;
    say(trouble, error.message);
  }
}

function title(words) {
  document.title = `${words} \u00b7 Stackloop`;
  say(document.getElementById("where"), words);
  say(document.getElementById("title"), words);
}

async function showAll(main) {
  title(phrase("puzzle.head"));
  const puzzles = await readPuzzles();
  const done = solved();
  const today = ofDay(puzzles, Date.now());
  const lists = [...new Set(puzzles.map(({ of }) => of))].map((of) => {
    const own = puzzles.filter((puzzle) => puzzle.of === of);
    return el("section", "puzzle-list", el("h2", "", of), el("ul", "", ...own.map((puzzle) => row(puzzle, done, puzzle === today))));
  });
  connect();
  main.replaceChildren(el("div", "puzzles", el("h1", "", phrase("puzzle.head")), el("p", "lead", phrase("puzzle.lead")), ...lists));
}

function row({ name, title: words }, done, isToday) {
  const link = el("a", "", words);
  link.href = addressOf(name);
  const mark = (key) => el("span", "puzzle-mark", phrase(key));
  return el("li", "", link, isToday ? mark("puzzle.today") : null, done.has(name) ? mark("puzzle.done") : null);
}

function showOne(main, puzzle) {
  title(puzzle.title);
  const trouble = el("p", "trouble");
  trouble.setAttribute("role", "alert");
  const begin = el("button", "strong", phrase("puzzle.begin"));
  begin.type = "button";
  begin.disabled = true;
  const connection = connect(async (frame) => {
    if (frame.r !== BEGIN) return;
    if (frame.t === "created") return sitDown(frame, puzzle);
    say(trouble, await refusal(frame));
    say(begin, phrase("puzzle.begin"));
    begin.disabled = false;
  }, ({ state }) => (begin.disabled = state !== "live"));
  begin.addEventListener("click", () => {
    begin.disabled = true;
    say(begin, phrase("puzzle.beginning")); // a server that has just started takes seconds for the first one
    say(trouble, "");
    connection.send(asking(puzzle, BEGIN));
  });
  const link = linkTo(puzzle.name);
  const all = el("a", "", phrase("puzzle.all"));
  all.href = "/puzzles";
  const mark = solved().has(puzzle.name) ? el("p", "puzzle-mark", phrase("puzzle.you_solved")) : null;
  const share = el("p", "puzzle-share", phrase("puzzle.share"), " ", el("code", "", link), copyButton(() => link, phrase("puzzle.copy_link")));
  main.replaceChildren(el("article", "puzzles puzzle", el("h1", "", puzzle.title), el("p", "lead", `${puzzle.of} \u00b7 ${puzzle.text}`), mark, begin, trouble, share, all));
}

/** A connection that shows how it stands; `changed` is told of each change, `message` of each frame. */
function connect(message = () => {}, changed = () => {}) {
  const connection = new Connection({
    status: () => {
      showStatus(connection);
      changed(connection);
    },
    message,
  });
  return connection;
}
