// A button that copies a text.

import { el, say } from "/dom.js";
import { phrase } from "/words/phrase.js";

const SAID_MS = 2000;

/** `textOf` gives the text when it is wanted; what could not be copied is said. `called`: the words on the button. */
export function copyButton(textOf, called = phrase("page.copy")) {
  const button = el("button", "copy", called);
  button.type = "button";
  const tell = (words) => {
    say(button, words);
    setTimeout(() => say(button, called), SAID_MS);
  };
  button.addEventListener("click", () => {
    const copied = navigator.clipboard?.writeText(textOf()) ?? Promise.reject(new Error("no clipboard"));
    copied.then(() => tell(phrase("page.copied")), () => tell(phrase("page.not_copied")));
  });
  return button;
}
