// Lessons: those of each game, and one of them at a table. A match that begins at the lesson's position is played there.

import { dress, el, say } from "/dom.js";
import { doneOf } from "/learn/progress.js";
import { Teacher } from "/learn/teacher.js";
import { Connection } from "/net/connection.js";
import { keepSeat, nickname } from "/net/tokens.js";
import { showTable } from "/pages/table.js";
import { showStatus } from "/table/status.js";
import { told } from "/words/language.js";
import { aboutGame, phrase } from "/words/phrase.js";

const BEGIN = "lesson";

export async function showLessons(main, game) {
  dress("/learn/learn.css");
  addEventListener("hashchange", () => location.reload());
  say(document.getElementById("where"), phrase("learn.title"));
  say(document.getElementById("title"), phrase("learn.title"));
  document.title = `${phrase("learn.title")} \u00b7 Stackloop`;
  const trouble = el("p", "empty");
  trouble.setAttribute("role", "alert");
  main.replaceChildren(trouble);
  const complain = (words) => {
    main.replaceChildren(trouble);
    say(trouble, words);
  };
  try {
    const games = (await (await fetch("/api/games")).json()).filter(({ lessons }) => lessons);
    const lessons = game ? await (await fetch(`/api/lessons/${encodeURIComponent(game)}`)).json() : [];
    const number = Number(location.hash.slice(1));
    if (lessons[number - 1]) begin(main, lessons, number, complain);
    else showAll(main, games, game, lessons);
  } catch {
    complain(phrase("learn.unread"));
  }
}

/** The games, and under the one that is chosen its lessons. */
function showAll(main, games, chosen, lessons) {
  document.getElementById("status").remove(); // nothing is connected here
  const list = (game) => {
    const done = doneOf(game.name);
    const next = lessons.find(({ name }) => !done.includes(name));
    return el("ol", "lessons", ...lessons.map((lesson, at) => el("li", done.includes(lesson.name) ? "is-done" : "", go(told(lesson.title), `#${at + 1}`, lesson === next ? "strong" : ""), done.includes(lesson.name) ? el("span", "", phrase("learn.is_done")) : null)));
  };
  const parts = games.map((game) => {
    const head = el("h2", "", game.title);
    const isOpen = game.name === chosen;
    return el("article", "", head, el("p", "", aboutGame(game)), isOpen ? list(game) : go(phrase("learn.lessons", { count: game.lessons }), `/learn/${game.name}`, "strong"));
  });
  main.replaceChildren(el("div", "learn", el("h1", "", phrase("learn.head")), el("p", "lead", phrase("learn.lead")), ...parts, el("p", "learn-more", go(phrase("learn.keywords"), `/glossary/${chosen}`, ""), " ", go(phrase("learn.sandbox"), `/sandbox/${chosen}`, ""))));
}

function go(words, href, kind) {
  const element = el("a", `button ${kind}`.trim(), words);
  element.href = href;
  return element;
}

/** Begin the match of a lesson, and play it; over the same connection the other seat is played. */
function begin(main, lessons, number, complain) {
  const lesson = lessons[number - 1];
  const { game, position, seats } = lesson;
  let [isAsked, opponent] = [false, null];
  const ask = () => {
    if (isAsked) return opponent?.enter();
    isAsked = true;
    const names = [nickname() || phrase("learn.you"), phrase("learn.rival")].slice(0, seats);
    connection.send({ t: "create", r: BEGIN, game, position, private: true, own: true, names, seats: Array(seats).fill("open") });
  };
  const play = ({ m, seats: given }) => {
    keepSeat(m, given[0].token, { over: true }); // none to go on with
    const page = showTable(main, m, { isTaught: true });
    const next = number < lessons.length ? `#${number + 1}` : "";
    const teacher = new Teacher(page, { ...lesson, number, count: lessons.length, next, all: `/learn/${game}` });
    if (seats > 1) opponent = teacher.invite(m, given[1].token, connection);
  };
  const take = (frame) => {
    if (frame.r !== BEGIN) return opponent?.receive(frame);
    if (frame.t === "created") play(frame);
    else complain(frame.reason ?? phrase("learn.unread"));
  };
  const connection = new Connection({ status: () => opponent || showStatus(connection), welcome: ask, message: take });
}
