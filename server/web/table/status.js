// The truth about the line: whether what is on screen is what is, and if not, why and what is being done.

import { say } from "/dom.js";

const WORDS = { live: "live", connecting: "connecting", lost: "reconnecting" };

/** Say how the connection and, if there is one, the match are. */
export function showStatus(connection, match = null) {
  const status = document.getElementById("status");
  const [state, words, why] = read(connection, match);
  status.dataset.state = state;
  status.title = why;
  say(status, words);
}

function read({ state, why }, match) {
  if (match?.failure) return ["over", "no match", match.failure];
  if (match?.result) return ["over", "finished", ""];
  if (state === "closed") return ["closed", `closed: ${why}`, "come back by loading the page again"];
  if (state !== "live") return [state, why ? `${WORDS[state]} \u2014 ${why}` : WORDS[state], "what you see may be old; nothing is lost"];
  if (match?.moved) return ["lost", "the match has moved: resuming", "another server runs it now"];
  if (match && match.seq < 0) return ["connecting", "joining", ""];
  if (match?.delay_s) return ["live", `live, ${match.delay_s} s behind`, "spectators of this match see it later"];
  return ["live", "live", "what you see is what is"];
}
