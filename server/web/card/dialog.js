// The one dialog of the page.

import { el } from "/dom.js";
import { phrase } from "/words/phrase.js";

export function openDialog(content) {
  const dialog = document.getElementById("dialog");
  const close = el("button", "close", phrase("page.close"));
  close.type = "button";
  close.addEventListener("click", () => dialog.close());
  if (!content.querySelector("a, button, input, select, textarea, summary")) content.tabIndex = 0; // read, and scrolled, by keys
  dialog.replaceChildren(content, close);
  dialog.onclick = (event) => { // returns nothing: by "false" it would keep clicks from what is in the dialog
    if (event.target === dialog) dialog.close();
  };
  if (!dialog.open) dialog.showModal();
  return dialog;
}
