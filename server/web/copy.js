// A button that copies a text.

import { el, say } from "/dom.js";

const SAID_MS = 2000;

/** `textOf` gives the text when it is wanted; what could not be copied is said. */
export function copyButton(textOf) {
  const button = el("button", "copy", "Copy");
  button.type = "button";
  const tell = (words) => {
    say(button, words);
    setTimeout(() => say(button, "Copy"), SAID_MS);
  };
  button.addEventListener("click", () => {
    const copied = navigator.clipboard?.writeText(textOf()) ?? Promise.reject(new Error("no clipboard"));
    copied.then(() => tell("Copied"), () => tell("Copy it by hand"));
  });
  return button;
}
