// The server's account of a card that is asked about: its possible uses, step by step, and the effects that made it so.

import { withSymbols } from "/card/symbols.js";
import { el } from "/dom.js";
import { inKey, phrase, textOf } from "/words/phrase.js";
import { reasonFor, toldBy } from "/words/told.js";

const SIGNS = { true: "\u2713", false: "\u2717", undefined: "\u00b7" };
const STATES = { true: "card.passed", false: "card.fails", undefined: "card.not_looked_at" };

/** Each way to use a card; the steps of one that is barred stand open where it is the only one. */
export function usesOf(uses, { words }) {
  if (!uses.length) return null;
  const items = uses.map((use) => useOf(use, words, uses.length === 1));
  return el("section", "told", el("h3", "", phrase("card.uses")), el("ul", "uses", ...items));
}

function useOf(use, words, isOnly) {
  const can = use.code === "can";
  const sign = el("span", "sign", SIGNS[can]);
  sign.setAttribute("aria-hidden", "true");
  const what = el("span", "use-name", ...withSymbols([doing(use.do, words), use.name].filter(Boolean).join(": ")));
  const why = el("span", "use-why", ...withSymbols(can ? phrase("card.can_be_done") : reasonOf(use)));
  const details = el("details", "", el("summary", "", sign, what, why), el("ol", "steps", ...(use.steps ?? []).map(stepOf)));
  details.open = isOnly && !can;
  const item = el("li", "use", details);
  item.dataset.can = can;
  return item;
}

/** A verb as the game's players say it, in the language that is spoken. */
const doing = (verb, words) => words[`do ${verb}`] ?? textOf(`names.do_${inKey(verb)}`) ?? verb;

function stepOf({ says, key, rule, ok }) {
  const sign = el("span", "sign", SIGNS[ok]);
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", phrase(STATES[ok]));
  const step = el("li", "step", sign, el("span", "", toldBy({ key }) ?? says), rule ? el("span", "rule", rule) : null);
  step.dataset.ok = ok ?? "open";
  return step;
}

/** The reason against it, in a sentence, with the missing part and the rule. */
export function reasonOf(refusal) {
  return [reasonFor(refusal), refusal.rule ? ` (${refusal.rule})` : ""].join("");
}

/** The effects that made a card as it is, in the order in which they apply. */
export function changesOf(changes, own, page) {
  if (!changes?.length) return null;
  const rows = changes.map(({ change, key, args, name, source, by, until, lasts, rule }) =>
    el(
      "li",
      "change",
      el("span", "change-what", ...withSymbols(toldBy({ key, args }) ?? change)),
      el("span", "change-by", ...sourceOf(toldBy(source) ?? name, by, own, page), until ? el("span", "until", ` ${toldBy(lasts) ?? until}`) : null),
      rule ? el("span", "rule", rule) : null,
    ),
  );
  return el("section", "told", el("h3", "", phrase("card.changes")), el("ol", "changes", ...rows));
}

/** The text that runs: what is printed, what is lost of that, and what was given by whom. */
export function linesOf(lines, card, page) {
  return lines.map(({ text, name, source, by, lost }) => {
    const said = withSymbols(text.replaceAll("~", card.name ?? "~"));
    if (lost) return el("p", "card-line lost", el("s", "", ...said), " ", el("span", "from", phrase("card.lost")));
    if (!name) return el("p", "card-line", ...said);
    return el("p", "card-line given", ...said, " ", el("span", "from", `${phrase("card.from")} `, ...sourceOf(toldBy(source) ?? name, by, card, page)));
  });
}

/** The name of what a change comes from; what is there can be looked at. */
function sourceOf(name, by, own, page) {
  if (by && by === own.id) return [phrase("card.own_ability")];
  const said = page.scene.plain(name);
  if (!by || !page.scene.entity(by)) return [said];
  const link = el("button", "named", said);
  link.type = "button";
  link.addEventListener("click", () => page.readCard(by));
  return [link];
}
