// The truth about the line: whether what is on screen is what is, and if not, why and what is being done.

import { say } from "/dom.js";

const WORDS = { live: "live", connecting: "connecting", lost: "reconnecting" };

/** Say how the connection and, if there is one, the match are. */
const withViewers = (words, { watching }) => (watching ? `${words} \u00b7 ${watching} watching` : words);

export function showStatus(connection, match = null) {
  const status = document.getElementById("status");
  const [state, words, why] = read(connection, match);
  status.dataset.state = state;
  status.title = why;
  say(status, words);
}

function read({ state, why, isSilent }, match) {
  if (match?.failure) return ["over", "no match", match.failure];
  if (match?.result) return ["over", "finished", ""];
  if (state === "closed") return ["closed", `closed: ${why}`, "come back by loading the page again"];
  if (state !== "live") return [state, why ? `${WORDS[state]} \u2014 ${why}` : WORDS[state], "the table you see may be old; nothing is lost"];
  if (isSilent) return ["lost", "no answer from the server", "the table you see may be old; nothing is lost"];
  if (match?.moved) return ["lost", "the match has moved: resuming", "another server runs it now; nothing is lost"];
  if (match?.hindrance) return ["lost", "cannot go on", match.busy];
  if (match?.busy) return ["lost", `trying again \u2014 ${match.busy}`, "nothing is lost"];
  if (match && match.seq < 0) return ["connecting", "joining", ""];
  if (match?.delay_s) return ["live", withViewers(`live, ${match.delay_s} s behind`, match), "spectators of this match see it later"];
  return ["live", match ? withViewers("live", match) : "live", "the table you see is up to date"];
}
