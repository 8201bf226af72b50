// The language of the page: what was chosen here, else the first of the browser's that there is. Its texts are loaded when
// it is spoken: those of every page, and those of one.

import { phrase, teach, unbroken } from "/words/phrase.js";

const KEPT = "stackloop language";
const FIRST = "en";
const BROUGHT = ["names", "games"]; // the server says these in English

/** The languages that there are, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français" };

/** The language that somebody reads. */
export function language() {
  const read = [kept(), ...navigator.languages].map((tag) => String(tag).toLowerCase().split("-")[0]);
  return read.find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? FIRST;
}

/** A text that the server has in several languages, in that which is spoken. */
export const told = (texts) => unbroken(texts[language()] ?? texts[FIRST]);

/** Speak another language from now on: the page is loaded anew, as its texts stand everywhere on it. */
export function choose(tag) {
  try {
    localStorage.setItem(KEPT, tag);
  } catch {
    return; // a browser that keeps nothing speaks as it is set up
  }
  location.reload();
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Load the texts of these parts. */
export async function learn(...parts) {
  const tag = language();
  const files = await Promise.all(parts.map((part) => import(`/words/${tag}/${part}.js`)));
  for (const { default: texts } of files) teach(tag, texts);
}

/** Load what a game and its log say, and what it asks, of one who `isAsked`; null where that is as the server writes it. */
export const learnGame = (game, isAsked) => learnTold("log", game, ...(isAsked ? ["ask", `${game}-ask`] : []));

/** Load the reasons for which something is refused, in a game if there is one; null where those are as the server writes them. */
export const learnReasons = (game) => learnTold("why", ...(game ? ["reason", `${game}-reason`] : []));

/** Whether what the server says is said in another language here. */
export const isTranslated = () => language() !== FIRST;

const learnTold = (...parts) => (isTranslated() ? learn(...parts).catch(() => {}) : null);

/** Load the texts of every page, and of these parts; then what the page began with is said in its language too. */
export async function speak(...parts) {
  const tag = language();
  const wanted = ["page", "names", ...parts].filter((part) => tag !== FIRST || !BROUGHT.includes(part));
  await learn(...wanted);
  document.documentElement.lang = tag;
  for (const element of document.querySelectorAll("[data-phrase]")) {
    element.textContent = phrase(element.dataset.phrase);
    delete element.dataset.phrase; // once: by the time that more texts come it may say something else
  }
}
