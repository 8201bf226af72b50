// The keywords of a game, each in a few words.

import { nameSymbols } from "/card/symbols.js";
import { listTerms, termsIn } from "/card/terms.js";
import { el, say } from "/dom.js";
import { phrase } from "/words/phrase.js";

export async function showGlossary(main, wanted) {
  const title = phrase("terms.title");
  for (const id of ["where", "title"]) say(document.getElementById(id), title);
  document.getElementById("status").remove(); // nothing is connected here
  document.title = `${title} \u00b7 Stackloop`;
  const trouble = el("p", "empty");
  trouble.setAttribute("role", "alert");
  main.replaceChildren(trouble);
  try {
    const games = await (await fetch("/api/games")).json();
    const game = games.find(({ name }) => name === wanted) ?? games[0];
    const about = await (await fetch(`/api/games/${encodeURIComponent(game.name)}`)).json();
    nameSymbols(about.table?.symbols);
    show(main, games, game, await termsIn(game.name));
  } catch {
    say(trouble, phrase("terms.unread"));
  }
}

function show(main, games, game, terms) {
  const links = games.map((each) => {
    const link = el("a", "", each.title);
    link.href = `/glossary/${each.name}`;
    if (each === game) link.setAttribute("aria-current", "page");
    return link;
  });
  const nav = el("nav", "term-games", ...links);
  nav.setAttribute("aria-label", phrase("terms.games"));
  const sought = el("input");
  sought.type = "search";
  const list = el("div");
  list.setAttribute("role", "status");
  const draw = () => {
    const names = Object.keys(terms).filter((name) => name.includes(sought.value.trim().toLowerCase()));
    list.replaceChildren(names.length ? listTerms(terms, names) : el("p", "empty", phrase("terms.none")));
  };
  sought.addEventListener("input", draw);
  draw();
  main.replaceChildren(el("div", "glossary", el("h1", "", phrase("terms.head", { game: game.title })), nav, el("label", "", phrase("terms.seek"), " ", sought), list));
}
