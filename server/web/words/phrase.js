// The texts of the page in the language that is spoken: by their key, with named arguments, in the plural that a count takes.
// Texts come from outside (words/language.js): whoever asks for one before they are there has made a mistake.

const texts = new Map(); // key -> a text, or texts by plural category: {one, other}
let plurals;
let lists;
let choices;

/** From now on speak a language by these texts, beside those that it has spoken by. */
export function teach(language, more) {
  plurals = new Intl.PluralRules(language);
  lists = new Intl.ListFormat(language);
  choices = new Intl.ListFormat(language, { type: "disjunction" });
  for (const [key, text] of Object.entries(more)) texts.set(key, typeof text === "string" ? unbroken(text) : mapped(text));
}

const mapped = (forms) => Object.fromEntries(Object.entries(forms).map(([form, text]) => [form, unbroken(text)]));

/** A text in which no line begins with a mark that French sets apart by a space. */
export const unbroken = (text) => text.replace(/ (?=[:;!?\u00bb])|(?<=\u00ab) /g, "\u00a0");

/** A text as it stands in its file; undefined where there is none. */
export const textOf = (key) => texts.get(key);

/** A name of the rules as it stands in a key: "first-strike damage" -> "first_strike_damage". */
export const inKey = (name) => name.toLowerCase().replace(/[^a-z]+/g, "_").replace(/^_|_$/g, "");

/** A term of the rules: a step, a zone, a kind of counter. One without a text is said as the rules write it. */
export const term = (name) => texts.get(`names.${inKey(name)}`) ?? name;

/** A line about a game. One without a text is said as the server writes it. */
export const aboutGame = ({ name, about }) => texts.get(`games.about_${inKey(name)}`) ?? about;

/** The text of a key; `args` fill what stands in braces, and `args.count` chooses the plural. */
export function phrase(key, args = {}) {
  const text = texts.get(key);
  if (text === undefined) throw new Error(`no text for ${key}`);
  const chosen = typeof text === "string" ? text : (text[plurals.select(args.count)] ?? text.other);
  return chosen.replace(/\{(\w+)\}/g, (_, name) => args[name]);
}

/** Things of which one will do: "the end of the turn or something". */
export const either = (names) => choices.format(names);

/** Names as one lists them: "Ann, Bob, and Cleo". */
export const listed = (names) => lists.format(names);
