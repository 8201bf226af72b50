// The menu beside answering: a player offers something to the others, or gives up, which is asked twice. Everybody else
// who looks on has what is theirs to choose: art on cards, and help.

import { el, say } from "/dom.js";
import { fetchPart } from "/net/part.js";
import { phrase } from "/words/phrase.js";

/** The button that opens pace and sound, for everybody who looks at a table. */
export function paceButton(page) {
  const button = el("button", "pace-button", "\u266a");
  button.type = "button";
  button.setAttribute("aria-label", phrase("table.pace"));
  button.title = phrase("table.pace");
  button.setAttribute("aria-haspopup", "dialog");
  button.addEventListener("click", async () => {
    const part = await fetchPart(() => import("/stage/panel.js"), (words) => page.match.complain(words), "help");
    part?.openPace(page);
  });
  return button;
}

export class Menu {
  root = el("details", "menu", el("summary", "", phrase("table.menu")));
  #match;
  #list = el("div", "menu-list");
  #watch;
  #concede;
  #played = []; // what those alone may do who play
  #summons;
  #summon;

  constructor(match, id, help, lookBack, summons) {
    this.#match = match;
    this.#summons = summons;
    const played = (words, act) => {
      this.#played.push(this.#item(words, act));
      return this.#played.at(-1);
    };
    this.#watch = this.#item(phrase("table.invite_watcher"), () => this.#invite(match, id));
    this.#concede = played(phrase("table.concede"), () => this.#giveUp());
    this.#concede.classList.add("grave");
    this.#summon = this.#item("", () => this.#turnSummons());
    this.#list.append(
      played(phrase("table.offer_draw"), () => match.agree("draw")),
      played(phrase("table.ask_back"), () => match.agree("takeback")),
      played(phrase("table.offer_open"), () => match.agree("open")),
      this.#watch,
      played(phrase("table.look_back"), lookBack), // others have the bar before them
      this.#summon,
      this.#item(phrase("table.card_art"), () => this.#chooseArt()),
      this.#item(phrase("table.help"), help),
      this.#concede,
    );
    this.root.append(this.#list);
    this.root.addEventListener("toggle", () => this.#sayConcede(false));
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    document.addEventListener("click", (event) => !this.root.contains(event.target) && this.#close());
  }

  async #invite(match, id) {
    const part = await fetchPart(() => import("/table/watch.js"), (words) => match.complain(words));
    part?.inviteToWatch(match, id);
  }

  async #chooseArt() {
    const part = await fetchPart(() => import("/card/art_dialog.js"), (words) => this.#match.complain(words), "art");
    part?.openArt(this.#match.view.game.name);
  }

  async #turnSummons() {
    const isOn = await this.#summons.toggle();
    if (!isOn && Notification.permission === "denied") this.#match.complain(phrase("table.no_notices"));
    this.update();
  }

  update() {
    const isPlaying = this.#match.you !== null && this.#match.result === null;
    this.root.hidden = !this.#match.view.game;
    for (const item of this.#played) item.hidden = !isPlaying;
    this.#summon.hidden = !isPlaying || !this.#summons.isPossible;
    say(this.#summon, this.#summons.isOn ? phrase("table.tell_me_not") : phrase("table.tell_me"));
    this.#watch.hidden = !isPlaying || !this.#match.isPrivate; // the address alone lets others in to watch
  }

  #item(words, act) {
    const element = el("button", "", words);
    element.type = "button";
    element.addEventListener("click", () => {
      if (element !== this.#concede) this.#close();
      act();
    });
    return element;
  }

  /** The focus goes back to what opened it, and from there to a dialog that opens and closes. */
  #close() {
    if (this.#list.contains(document.activeElement)) this.root.firstElementChild.focus();
    this.root.open = false;
  }

  #giveUp() {
    if (!this.#concede.classList.contains("sure")) return this.#sayConcede(true);
    this.#match.concede();
    this.#close();
  }

  #sayConcede(isSure) {
    this.#concede.classList.toggle("sure", isSure);
    say(this.#concede, isSure ? phrase("table.concede_sure") : phrase("table.concede"));
  }
}
