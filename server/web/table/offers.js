// Offers between players: a draw, taking back, open hands, a rematch; and how the match ended.

import { el, keep, say } from "/dom.js";

const WORDS = { draw: "a draw", takeback: "to take back the last decision", open: "to open all hands", rematch: "a rematch" };

export class Offers {
  #list = el("ul", "offers");
  #said = el("span", "said");
  #links = el("span", "links");
  #banner = el("p", "banner", this.#said, this.#links);
  #trouble = el("p", "trouble");
  #match;
  #id;
  root;

  constructor(match, id) {
    this.#match = match;
    this.#id = id;
    this.#banner.hidden = true;
    this.#trouble.setAttribute("role", "alert");
    this.root = el("div", "notices", this.#banner, this.#list, this.#trouble);
  }

  update(scene) {
    const { match } = scene;
    const offers = Object.entries(scene.view.offers ?? {});
    keep(this.#list, offers, ([what]) => what, ([what]) => this.#make(what), (item, [what, offer]) => update(item, what, offer, scene));
    say(this.#trouble, match.trouble && !match.decision ? match.trouble : "");
    this.#end(scene);
  }

  #make(what) {
    const yes = button("Agree", () => this.#match.agree(what));
    const no = button("Decline", () => this.#match.agree(what, false));
    yes.classList.add("strong");
    return el("li", "offer", el("span"), yes, no);
  }

  /** The record of a private match is shown to those who have a token, which a link cannot carry. */
  async #save() {
    try {
      const { download } = await import("/replay/record.js");
      await download(this.#id);
    } catch ({ message }) {
      say(this.#trouble, message);
    }
  }

  #end({ match, players, table }) {
    const { result, rematch } = match;
    const failure = match.failure || match.hindrance;
    this.#banner.hidden = !(result || failure);
    if (this.#banner.hidden) return;
    say(this.#said, failure || ending(result, players, table.side));
    const links = [];
    if (result && match.you !== null && !rematch?.next && !rematch?.series) links.push(["again", "Play again", null]);
    if (rematch?.next) links.push(["next", rematch.series ? "To the next game" : "To the next match", `/m/${encodeURIComponent(rematch.next)}`]);
    if (result) links.push(["record", "Record", match.isPrivate ? null : `/records/${encodeURIComponent(this.#id)}.txt`]);
    links.push(["all", "All matches", "/"]);
    const acts = { again: () => match.agree("rematch"), record: () => this.#save() };
    const make = ([key, words, address]) => (address ? link(words, address) : button(words, acts[key]));
    keep(this.#links, links, ([key]) => key, make, () => {});
  }
}

function update(item, what, offer, scene) {
  const [words, yes, no] = item.children;
  const you = scene.match.you;
  const isAgreed = offer.seats?.includes(you);
  const who = scene.whose(offer.by);
  say(words, `${who === "you" ? "You offer" : `${who} offers`} ${WORDS[what] ?? what}.`);
  yes.hidden = you === null || isAgreed;
  no.hidden = you === null;
  say(no, isAgreed ? "Withdraw" : "Decline");
}

function ending(result, players, side) {
  if (result.code === "closed") return `The match was closed without a result${result.reason ? ` \u2014 ${result.reason}` : ""}`;
  const winners = (result.winners ?? []).map((seat) => players[seat]?.name ?? `seat ${seat}`);
  const reason = result.reason ?? "";
  if (winners.length && reason.startsWith(winners[0])) return reason;
  const said = reason ? ` \u2014 ${reason}` : "";
  if (side && !winners.length) return `The ${side} won${said}`;
  return (winners.length ? `${winners.join(" and ")} won` : "A draw") + said;
}

function button(words, act) {
  const element = el("button", "", words);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

function link(words, address) {
  const element = el("a", "", words);
  element.href = address;
  return element;
}
