// The truth about the line: whether what is on screen is what is, and if not, why and what is being done.

import { say } from "/dom.js";
import { phrase } from "/words/phrase.js";

const WORDS = { live: "page.live", connecting: "page.connecting", lost: "page.lost" };

/** Say how the connection and, if there is one, the match are. */
const withViewers = (words, { watching }) => (watching ? phrase("page.watching", { status: words, count: watching }) : words);

export function showStatus(connection, match = null) {
  const status = document.getElementById("status");
  const [state, words, why] = read(connection, match);
  status.dataset.state = state;
  status.title = why;
  say(status, words);
}

function read({ state, why, isSilent }, match) {
  if (match?.failure) return ["over", phrase("page.no_match"), match.failure];
  if (match?.result) return ["over", phrase("page.finished"), ""];
  if (state === "closed") return ["closed", phrase("page.closed", { why }), phrase("page.come_back")];
  if (state !== "live") return [state, why ? phrase("page.status_why", { status: phrase(WORDS[state]), why }) : phrase(WORDS[state]), phrase("page.may_be_old")];
  if (isSilent) return ["lost", phrase("page.silent"), phrase("page.may_be_old")];
  if (match?.moved) return ["lost", phrase("page.moved"), phrase("page.moved_why")];
  if (match?.hindrance) return ["lost", phrase("page.cannot_go_on"), match.busy];
  if (match?.busy) return ["lost", phrase("page.trying_again", { why: match.busy }), phrase("page.nothing_lost")];
  if (match && match.seq < 0) return ["connecting", phrase("page.joining"), ""];
  if (match?.delay_s) return ["live", withViewers(phrase("page.behind", { count: match.delay_s }), match), phrase("page.behind_why")];
  return ["live", match ? withViewers(phrase("page.live"), match) : phrase("page.live"), phrase("page.up_to_date")];
}
