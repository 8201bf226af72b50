// Chat of the players, below the log. A person whom one does not want to hear is muted, by name, until that is taken
// back.

import { el, keep, say } from "/dom.js";
import { phrase } from "/words/phrase.js";

const MUTED = "stackloop muted";
const OPEN = "stackloop chat";
const MOST_MUTED = 200;
const LONGEST = 280;

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: until the page is closed
  }
}

export class Chat {
  #match;
  #changed;
  #unread = el("span", "chat-unread");
  #people = el("ul", "chat-people");
  #lines = el("ol", "chat");
  #input = el("input", "chat-input");
  #form;
  #trouble = el("p", "trouble");
  #muted = read(MUTED, []);
  #seen = 0; // time of the last line that was on screen
  root = el("details", "panel chat-panel");

  constructor(match, changed) {
    this.#match = match;
    this.#changed = changed;
    this.#input.maxLength = LONGEST;
    this.#input.autocomplete = "off";
    this.#input.setAttribute("aria-label", phrase("table.say_to_all"));
    this.#input.placeholder = phrase("table.say_something");
    this.#lines.tabIndex = 0;
    this.#lines.setAttribute("aria-label", phrase("table.chat"));
    this.#trouble.setAttribute("role", "status");
    const send = el("button", "", phrase("table.say"));
    this.#form = el("form", "chat-form", this.#input, send);
    this.root.append(el("summary", "", el("h2", "", phrase("table.chat")), this.#unread), this.#people, this.#lines, this.#form, this.#trouble);
    this.root.open = read(OPEN, false) === true;
    this.root.addEventListener("toggle", () => {
      write(OPEN, this.root.open);
      this.#changed();
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#say();
    });
    this.#input.addEventListener("keydown", (event) => event.key === "Escape" && this.#input.blur());
  }

  get unread() {
    return this.#unread.textContent;
  }

  update(scene) {
    const { talk, you } = this.#match;
    const others = scene.players.filter((player) => player.seat !== you && player.seat < (scene.table.side ? scene.players.length - 1 : Infinity));
    const isMuted = (seat) => seat !== you && this.#muted.includes(scene.seatName(seat));
    const heard = talk.lines.filter(({ seat }) => !isMuted(seat));
    this.root.hidden = you === null && !talk.lines.length;
    this.#form.hidden = you === null;
    const isQuiet = !this.root.open || others.every(({ seat }) => isMuted(seat));
    this.#lines.setAttribute("aria-live", isQuiet ? "off" : "polite");
    const atEnd = this.#lines.scrollHeight - this.#lines.scrollTop - this.#lines.clientHeight < 24;
    keep(this.#lines, heard, ({ id }) => id, () => el("li", "", el("b"), el("span")), (row, line) => {
      row.dataset.seat = line.seat;
      say(row.children[0], `${scene.seatName(line.seat)}: `);
      say(row.children[1], line.text);
      row.title = new Date(line.at).toLocaleTimeString();
    });
    if (atEnd) this.#lines.scrollTop = this.#lines.scrollHeight;
    this.#count(heard);
    keep(this.#people, others, ({ seat }) => seat, (player) => this.#makePerson(player, scene), (row, { name, seat }) => {
      const [button] = row.children;
      say(button, phrase("table.mute", { name }));
      button.setAttribute("aria-pressed", String(isMuted(seat)));
    });
    this.#people.hidden = !talk.lines.length && !others.some(({ seat }) => isMuted(seat));
    this.#tell(talk);
  }

  /** The number of lines since the chat was open last. */
  #count(heard) {
    const last = this.root.open && heard.length ? heard[heard.length - 1].at : 0;
    this.#seen = Math.max(this.#seen, this.#match.talk.since ?? 0, last);
    const unread = heard.filter(({ at, seat }) => at > this.#seen && !this.#match.hands.includes(seat)).length;
    say(this.#unread, unread ? phrase("table.new_lines", { count: unread }) : "");
  }

  #tell(talk) {
    this.#input.readOnly = talk.pending !== "";
    this.#form.classList.toggle("pending", talk.pending !== "");
    if (!talk.pending && !talk.trouble && this.#sent !== "") this.#input.value = "";
    if (!talk.pending) this.#sent = "";
    say(this.#trouble, talk.trouble);
  }

  #sent = "";

  #say() {
    const text = this.#input.value.trim();
    if (!text || this.#match.talk.pending) return;
    this.#sent = text;
    this.#match.talk.say(text);
    this.#changed();
  }

  #makePerson({ seat }) {
    const button = el("button", "chat-mute");
    button.type = "button";
    button.addEventListener("click", () => this.#mute(seat));
    return el("li", "", button);
  }

  #mute(seat) {
    const name = this.#match.view[`p${seat + 1}`]?.name ?? "";
    const rest = this.#muted.filter((each) => each !== name);
    this.#muted = rest.length === this.#muted.length ? [...rest, name].slice(-MOST_MUTED) : rest;
    write(MUTED, this.#muted);
    this.#changed();
  }
}
