// The menu beside answering: a player offers something to the others, or gives up, which is asked twice. Everybody else
// who looks on has what is theirs to choose: art on cards, and help.

import { el, say } from "/dom.js";

const DENIED = "This browser may not tell you: its settings for this page forbid notifications.";
const UNREACHED = "The server cannot be reached now: try again.";

export class Menu {
  root = el("details", "menu", el("summary", "", "Menu"));
  #match;
  #list = el("div", "menu-list");
  #watch;
  #concede;
  #played; // what those alone may do who play
  #summons;
  #summon;

  constructor(match, id, help, lookBack, summons) {
    this.#match = match;
    this.#summons = summons;
    const offer = (words, what) => this.#item(words, () => match.agree(what));
    this.#watch = this.#item("Invite somebody to watch", () => this.#invite(match, id));
    this.#concede = this.#item("Concede", () => this.#giveUp());
    this.#concede.classList.add("grave");
    this.#summon = this.#item("", () => this.#turnSummons());
    this.#played = [
      offer("Offer a draw", "draw"),
      offer("Ask to take back", "takeback"),
      offer("Offer open hands", "open"),
      this.#item("Look back", lookBack), // others have the bar before them
      this.#concede,
    ];
    this.#list.append(
      ...this.#played.slice(0, -2),
      this.#watch,
      this.#played.at(-2),
      this.#summon,
      this.#item("Card art", () => this.#chooseArt()),
      this.#item("Keys and help", help),
      this.#concede,
    );
    this.root.append(this.#list);
    this.root.addEventListener("toggle", () => this.#sayConcede(false));
    this.root.addEventListener("keydown", (event) => event.key === "Escape" && this.#close());
    document.addEventListener("click", (event) => !this.root.contains(event.target) && this.#close());
  }

  async #invite(match, id) {
    const part = await import("/table/watch.js").catch(() => null);
    if (part) part.inviteToWatch(match, id);
    else match.complain(UNREACHED);
  }

  async #chooseArt() {
    const part = await import("/card/art_dialog.js").catch(() => null);
    if (part) part.openArt(this.#match.view.game.name);
    else this.#match.complain(UNREACHED);
  }

  async #turnSummons() {
    const isOn = await this.#summons.toggle();
    if (!isOn && Notification.permission === "denied") this.#match.complain(DENIED);
    this.update();
  }

  update() {
    const isPlaying = this.#match.you !== null && this.#match.result === null;
    this.root.hidden = !this.#match.view.game;
    for (const item of this.#played) item.hidden = !isPlaying;
    this.#summon.hidden = !isPlaying || !this.#summons.isPossible;
    say(this.#summon, this.#summons.isOn ? "Do not tell me when it is my turn" : "Tell me when it is my turn");
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
    say(this.#concede, isSure ? "Concede: click again if you are sure" : "Concede");
  }
}
