// A new match: which game, how many people and bots. Who starts it sits first; the other people get an address each.

import { el, say } from "/dom.js";
import { keepInvites, keepSeat } from "/net/tokens.js";

export function newMatch(send) {
  const game = el("select");
  const people = number(1);
  const bots = number(1);
  const name = el("input");
  name.placeholder = "your name";
  name.maxLength = 32;
  const note = el("p", "note");
  const start = el("button", "start", "Start");
  const root = el(
    "form",
    "new",
    el("h2", "", "Play"),
    field("game", game),
    field("people", people),
    field("bots", bots),
    field("you", name),
    start,
    note,
  );
  let games = [];
  fetch("/api/games")
    .then((response) => response.json())
    .then((found) => {
      games = found;
      game.replaceChildren(...games.map((each) => new Option(each.name, each.name)));
    })
    .catch(() => say(note, "the games could not be read"));
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const [most] = games.filter((each) => each.name === game.value).map((each) => each.seats[1]);
    const others = Number(people.value) - 1;
    const seats = ["open", ...Array(others).fill("invite"), ...Array(Number(bots.value)).fill("bot:greedy")];
    if (seats.length > most) return say(note, `${game.value} is played by ${most} at most`);
    send({ t: "create", r: "new", game: game.value, seats, names: [name.value.trim() || "player 1"] });
  });
  return { root, told: (frame) => frame.r === "new" && enter(frame, note) };
}

function enter(frame, note) {
  if (frame.t !== "created") return say(note, frame.reason || frame.code);
  keepSeat(frame.m, frame.seats[0].token);
  const address = `${location.origin}/m/${encodeURIComponent(frame.m)}`;
  const invites = (frame.invites ?? []).map((each) => `${address}#invite=${each.token}`);
  if (invites.length) keepInvites(frame.m, invites);
  location.assign(address);
}

function number(value) {
  const input = el("input");
  input.type = "number";
  input.min = 0;
  input.max = 8;
  input.value = value;
  return input;
}

const field = (words, input) => el("label", "", words, input);
