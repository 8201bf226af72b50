// Parts of the page that are fetched when somebody wants them.

import { learn } from "/words/language.js";
import { phrase } from "/words/phrase.js";

export const unreached = () => phrase("page.unreached");

/**
 * Fetch a part by `load`, with the `words` that it says; where the server cannot be reached that is said by `complain`,
 * and the answer is null.
 */
export async function fetchPart(load, complain, ...words) {
  const [part] = await Promise.all([load(), learn(...words)]).catch(() => [null]);
  if (!part) complain(unreached());
  return part;
}
