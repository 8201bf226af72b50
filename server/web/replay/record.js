// The record of a match that is over: fetched, read, saved as a file, and its shuffles worked out again.

import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";
import { seatToken } from "/net/tokens.js";
import { checks } from "/replay/verify.js";
import { phrase } from "/words/phrase.js";

const USUAL_WAIT_S = 1;

/** The text; rejects with what the server said. */
export async function fetchRecord(id) {
  const token = seatToken(id);
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  for (;;) {
    const response = await fetch(`/records/${encodeURIComponent(id)}.txt`, { headers });
    const text = await response.text();
    if (response.ok) return text;
    if (response.status !== 503 && response.status !== 429) throw new Error(text.trim());
    const wait_s = Number(response.headers.get("Retry-After")) || USUAL_WAIT_S;
    await new Promise((resolve) => setTimeout(resolve, wait_s * 1000)); // it is being worked out
  }
}

/** Save the record as a file. */
export async function download(id) {
  const link = el("a");
  link.href = URL.createObjectURL(new Blob([await fetchRecord(id)], { type: "text/plain" }));
  link.download = `${id}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** Show, one after the other, what was checked of what the record says was left to chance, and what came of it. */
export async function verify(id, match) {
  const list = el("ol", "checks");
  const verdict = el("p", "verdict", phrase("shuffle.working"));
  verdict.setAttribute("role", "status");
  openDialog(el("article", "help opened verify", el("h2", "", phrase("shuffle.shuffle")), el("p", "note", phrase("shuffle.shuffle_note")), list, verdict));
  const counts = { good: 0, bad: 0, open: 0 };
  for await (const { outcome, words, more } of checks(await fetchRecord(id), match.commitment)) {
    counts[outcome] += 1;
    const line = el("li", outcome, el("span", "sign", phrase(SIGNS[outcome])), el("div", "", el("strong", "", words), ...more.map((each) => el("p", "", each))));
    list.append(line);
  }
  verdict.className = `verdict ${counts.bad ? "bad" : counts.open ? "open" : "good"}`;
  verdict.textContent = counts.bad
    ? phrase("shuffle.verdict_bad", { bad: counts.bad, all: counts.good + counts.bad + counts.open })
    : phrase(counts.open ? "shuffle.verdict_open" : "shuffle.verdict_good");
}

const SIGNS = { good: "shuffle.holds", bad: "shuffle.fails", open: "shuffle.not_checked" };
