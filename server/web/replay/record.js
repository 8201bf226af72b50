// The record of a match that is over: fetched, read, saved as a file, and its shuffles worked out again.

import { openDialog } from "/card/dialog.js";
import { el } from "/dom.js";
import { seatToken } from "/net/tokens.js";
import { checks } from "/replay/verify.js";

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
  const verdict = el("p", "verdict", "working it out\u2026");
  verdict.setAttribute("role", "status");
  openDialog(el("article", "help opened verify", el("h2", "", "The shuffle"), el("p", "note", "Worked out by this browser, from the secret that the record reveals."), list, verdict));
  const counts = { good: 0, bad: 0, open: 0 };
  for await (const { outcome, words, more } of checks(await fetchRecord(id), match.commitment)) {
    counts[outcome] += 1;
    const line = el("li", outcome, el("span", "sign", SIGNS[outcome]), el("div", "", el("strong", "", words), ...more.map((each) => el("p", "", each))));
    list.append(line);
  }
  verdict.className = `verdict ${counts.bad ? "bad" : counts.open ? "open" : "good"}`;
  verdict.textContent = counts.bad
    ? `This record does not hold: ${counts.bad} of ${counts.good + counts.bad + counts.open} checks failed.`
    : counts.open
      ? "All parts that could be checked here hold; some of the record could not be checked."
      : "All of it holds: nobody steered the shuffle.";
}

const SIGNS = { good: "\u2713 holds", bad: "\u2717 fails", open: "? not checked" };
