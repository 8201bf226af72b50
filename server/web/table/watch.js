// Letting somebody watch a private match: a link for one person, with the invite behind "#", where no server reads it.

import { openDialog } from "/card/dialog.js";
import { copyButton } from "/copy.js";
import { el, say } from "/dom.js";
import { phrase } from "/words/phrase.js";
import { refusal } from "/words/told.js";

const REFUSED = { too_many_invites: "table.too_many_invites" };

/** Show a new link in a dialog, and others one by one. */
export function inviteToWatch(match, id) {
  const link = el("code", "watch-link");
  const row = el("div", "watch-row", link, copyButton(() => link.textContent));
  const told = el("p", "watch-told");
  const trouble = el("p", "trouble");
  const another = el("button", "watch-another", phrase("table.another_link"));
  another.type = "button";
  told.setAttribute("role", "status");
  trouble.setAttribute("role", "alert");
  const ask = () => {
    row.hidden = another.disabled = true;
    say(told, phrase("table.asking_link"));
    say(trouble, "");
    match.invite(async (answer) => {
      const isThere = answer.t === "invited";
      row.hidden = !isThere;
      another.disabled = !isThere && !answer.retry_ms;
      say(link, isThere ? `${location.origin}/m/${encodeURIComponent(id)}#invite=${answer.token}` : "");
      say(told, isThere ? phrase("table.send_link") : "");
      say(trouble, isThere ? "" : (REFUSED[answer.code] ? phrase(REFUSED[answer.code]) : await refusal(answer)));
    });
  };
  another.addEventListener("click", ask);
  const note = el("p", "note", phrase("table.watcher_sees"));
  openDialog(el("article", "help watch", el("h2", "", phrase("table.invite_watcher")), told, row, trouble, note, another));
  ask();
}
