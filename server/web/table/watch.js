// Letting somebody watch a private match: a link for one person, with the invite behind "#", where no server reads it.

import { openDialog } from "/card/dialog.js";
import { copyButton } from "/copy.js";
import { el, say } from "/dom.js";

const REFUSED = { too_many_invites: "This match has given out all the invites that it may." };

/** Show a new link in a dialog, and others one by one. */
export function inviteToWatch(match, id) {
  const link = el("code", "watch-link");
  const row = el("div", "watch-row", link, copyButton(() => link.textContent));
  const told = el("p", "watch-told");
  const trouble = el("p", "trouble");
  const another = el("button", "watch-another", "Another link, for somebody else");
  another.type = "button";
  told.setAttribute("role", "status");
  trouble.setAttribute("role", "alert");
  const ask = () => {
    row.hidden = another.disabled = true;
    say(told, "Asking for a link\u2026");
    say(trouble, "");
    match.invite((answer) => {
      const isThere = answer.t === "invited";
      row.hidden = !isThere;
      another.disabled = !isThere && !answer.retry_ms;
      say(link, isThere ? `${location.origin}/m/${encodeURIComponent(id)}#invite=${answer.token}` : "");
      say(told, isThere ? "Send this link to one person: the first to open it may watch, also after a reload." : "");
      say(trouble, isThere ? "" : (REFUSED[answer.code] ?? `${answer.reason || answer.code}.`));
    });
  };
  another.addEventListener("click", ask);
  const note = el("p", "note", "A watcher sees what the public may see: no hand that is hidden.");
  openDialog(el("article", "help watch", el("h2", "", "Invite somebody to watch"), told, row, trouble, note, another));
  ask();
}
