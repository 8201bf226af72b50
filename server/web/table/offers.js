// What players offer each other: a draw, taking back, open hands, a rematch; and how the match ended.

import { el, keep, say } from "/dom.js";
import { invites } from "/net/tokens.js";

const WORDS = { draw: "a draw", takeback: "to take back the last decision", open: "to open all hands", rematch: "a rematch" };

export class Offers {
  #list = el("ul", "offers");
  #said = el("span", "said");
  #links = el("span", "links");
  #banner = el("p", "banner", this.#said, this.#links);
  #trouble = el("p", "trouble");
  #invites;
  #match;
  #id;
  root;

  constructor(match, id) {
    this.#match = match;
    this.#id = id;
    this.#invites = invitations(id);
    this.#banner.hidden = true;
    this.#trouble.setAttribute("role", "alert");
    this.root = el("div", "notices", this.#banner, this.#invites, this.#list, this.#trouble);
  }

  update(scene) {
    const { match } = scene;
    const offers = Object.entries(scene.view.offers ?? {});
    keep(this.#list, offers, ([what]) => what, ([what]) => this.#make(what), (item, [what, offer]) => update(item, what, offer, scene));
    this.#invites.hidden ||= Boolean(match.result);
    say(this.#trouble, match.trouble && !match.decision ? match.trouble : "");
    this.#end(scene);
  }

  #make(what) {
    const yes = button("Agree", () => this.#match.agree(what));
    const no = button("Decline", () => this.#match.agree(what, false));
    yes.classList.add("strong");
    return el("li", "offer", el("span"), yes, no);
  }

  #end({ match, players, table }) {
    const { result, failure, rematch } = match;
    this.#banner.hidden = !(result || failure);
    if (this.#banner.hidden) return;
    say(this.#said, failure || ending(result, players, table.side));
    const links = [];
    if (result && match.you !== null && !rematch?.next) links.push(["again", "Play again", null]);
    if (rematch?.next) links.push(["next", "To the next match", `/m/${encodeURIComponent(rematch.next)}`]);
    if (result) links.push(["record", "Record", `/records/${encodeURIComponent(this.#id)}.txt`]);
    links.push(["all", "All matches", "/"]);
    const make = ([, words, address]) => (address ? link(words, address) : button(words, () => match.agree("rematch")));
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

/** The addresses for those whom one has invited. */
function invitations(id) {
  const addresses = invites(id);
  const root = el("details", "invites", el("summary", "", "Invite the other players: send each one of these links"));
  root.open = true;
  root.append(...addresses.map((address) => el("p", "", el("code", "", address), copier(address))));
  root.hidden = addresses.length === 0;
  return root;
}

function copier(address) {
  const copy = button("Copy", () => navigator.clipboard?.writeText(address).then(() => say(copy, "Copied")));
  return copy;
}

function ending(result, players, side) {
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
