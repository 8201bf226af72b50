// Playing on from a moment of a match that is over: a new match begins there, from the record, with bots of the house or
// with friends, each by a link of their own.

import { openDialog } from "/card/dialog.js";
import { copyButton } from "/copy.js";
import { el, say } from "/dom.js";
import { unreached } from "/net/part.js";
import { keepSeat } from "/net/tokens.js";
import { fetchRecord } from "/replay/record.js";
import { phrase } from "/words/phrase.js";
import { refusal } from "/words/told.js";

const FORK = "fork";
const BOT = "bot:greedy";
const MOST_LETTERS = 30000; // of a record in a frame, packed
const MOVE = /^[A-H]: /;
const TEXTS = { chance: "chance = '''", end: "'''" };

/** Ask who plays, and begin; `move` is the last move that stays, null for all before the last decision of one's own. */
export async function playOn(page, id, move) {
  const trouble = el("p", "trouble");
  trouble.setAttribute("role", "alert");
  const { match } = page;
  const players = page.scene.players.slice(0, page.scene.players.length - (page.scene.table.side ? 1 : 0));
  const seat = choice(players.map((player) => [player.seat, player.name]), match.you ?? page.scene.near.seat);
  const others = choice([[BOT, phrase("fork.bots")], ["invite", phrase("fork.friends")]], BOT);
  const begin = el("button", "strong", phrase("fork.begin"));
  begin.type = "button";
  const head = el("h2", "", move === null ? phrase("fork.from_last") : phrase("fork.from_move", { move }));
  const note = el("p", "note", phrase("fork.note"));
  const fields = [el("label", "", `${phrase("fork.you_play")} `, seat), players.length > 1 ? el("label", "", `${phrase("fork.others")} `, others) : null];
  const link = linkTo(id, move);
  const share = link ? el("p", "fork-link", `${phrase("fork.share")} `, copyButton(() => link)) : null;
  openDialog(el("article", "help fork", ...[head, note, ...fields, begin, share, trouble].filter(Boolean)));
  const work = (isAtWork) => {
    begin.disabled = isAtWork;
    say(begin, phrase(isAtWork ? "fork.beginning" : "fork.begin"));
  };
  const fail = (words) => {
    work(false);
    say(trouble, words);
  };
  begin.addEventListener("click", async () => {
    work(true);
    say(trouble, "");
    try {
      const frame = await asked(page, id, move, Number(seat.value), others.value, players);
      if (page.connection.state !== "live") throw new Error(unreached());
      page.forked = async (answer) => {
        page.forked = null;
        if (answer.t === "created") enter(answer, page, Number(seat.value), frame.names, players);
        else fail(await refusal(answer));
      };
      page.connection.send(frame);
    } catch (error) {
      fail(error instanceof TypeError ? unreached() : error.message); // of a fetch: nobody answered
    }
  });
}

/** The address that opens this position, to be played on from. */
function linkTo(id, move) {
  return move === null ? "" : `${location.origin}/m/${encodeURIComponent(id)}?move=${move}&play`;
}

/** The frame that asks for the match. */
async function asked(page, id, move, own, others, players) {
  const text = await fetchRecord(id);
  const at = move ?? lastDecision(text, own);
  const record = await packed(text, at);
  if (record.length > MOST_LETTERS) throw new Error(phrase("fork.too_long"));
  const seats = players.map(({ seat }) => (seat === own ? "open" : others));
  const names = players.map(({ seat, name }) => (seats[seat] === BOT && !name.endsWith(" (bot)") ? `${name} (bot)` : name));
  const isPrivate = page.match.isPrivate || text.includes("\n[[card]]\n");
  return { t: "create", r: FORK, game: page.scene.game.name, seats, names, private: isPrivate, fork: { record, at } };
}

/** The number of moves before the last one that a seat made, or before the end if it made none. */
function lastDecision(text, seat) {
  const moves = movesOf(text);
  const letter = String.fromCharCode(65 + seat);
  const last = moves.findLastIndex((line) => line.startsWith(`${letter}: `));
  return Math.max(0, last < 0 ? moves.length - 1 : last);
}

function movesOf(text) {
  let isChance = false;
  return text.split("\n").filter((line) => {
    if (line === TEXTS.chance) isChance = true;
    else if (line === TEXTS.end) isChance = false;
    return !isChance && MOVE.test(line);
  });
}

/** As much of a record as a fork needs, to be sent. */
async function packed(text, at) {
  let isChance = false;
  let count = 0;
  const kept = text.split("\n").filter((line) => {
    if (line === TEXTS.chance) isChance = true;
    const isKept = !isChance && !line.startsWith("# ") && !(MOVE.test(line) && ++count > at);
    if (line === TEXTS.end) isChance = false;
    return isKept;
  });
  const stream = new Blob([kept.join("\n")]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(""));
}

/** Sit down there; friends are given their links first. */
function enter({ m, seats, invites = [] }, page, own, names, players) {
  const address = `/m/${encodeURIComponent(m)}`;
  keepSeat(m, seats[0].token, { game: page.scene.game.name, names, you: own, private: page.match.isPrivate });
  if (!invites.length) return location.assign(address);
  const rows = invites.map(({ seat = 0, token }) => {
    const link = el("code", "watch-link", `${location.origin}${address}#invite=${token}`);
    return el("div", "", el("p", "", phrase("fork.for", { name: players[seat].name })), el("div", "watch-row", link, copyButton(() => link.textContent)));
  });
  const go = el("a", "button strong", phrase("fork.to_match"));
  go.href = address;
  openDialog(el("article", "help watch fork", el("h2", "", phrase("fork.send")), ...rows, go));
}

function choice(options, chosen) {
  const select = el("select");
  for (const [value, words] of options) select.append(new Option(words, String(value), false, value === chosen));
  return select;
}
