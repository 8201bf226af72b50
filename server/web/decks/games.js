// Facts of a game beside any match, from the server: how its cards are drawn, its decks, the faces of its cards.

import { nameSymbols } from "/card/symbols.js";

const AT_ONCE = 40; // cards asked for in one address
const games = new Map();
const faces = new Map();

async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** A game: name, set, sideboard, table, decks. */
export function gameOf(name) {
  if (!games.has(name)) {
    const found = read(`/api/games/${encodeURIComponent(name)}`);
    found.catch(() => games.delete(name)); // asked for again the next time
    games.set(name, found);
  }
  return games.get(name);
}

/** The faces of the cards of these names; a name that no card has is left out. */
export async function facesOf(game, names) {
  const known = faces.get(game.name) ?? new Map();
  faces.set(game.name, known);
  const wanted = names.filter((name) => !known.has(name));
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const path = [game.name, game.set, ...wanted.slice(from, from + AT_ONCE)].map(encodeURIComponent).join("/");
    for (const face of await read(`/api/cards/${path}`)) known.set(face.name, face);
  }
  return new Map(names.filter((name) => known.has(name)).map((name) => [name, known.get(name)]));
}

/** Faces that came by another way, so that nobody asks for them again. */
export function knowFaces(game, found) {
  const known = faces.get(game.name) ?? new Map();
  faces.set(game.name, known);
  for (const face of found) if (!known.has(face.name)) known.set(face.name, face);
}

/** The facts of a match that components of cards ask for, for use without a match. */
export function sceneOf(game) {
  nameSymbols(game.table.symbols);
  const plain = (text) => text;
  return { table: game.table, words: game.table.words ?? {}, plain, nameOf: String, seatName: String };
}
