// A pack of art from the player's own disk, kept in this browser and nowhere else: an image for each card, by game and
// name (IndexedDB).

const NAME = "stackloop art";
const STORE = "images";

/** The names that the pack holds images for, of a game; none where a browser keeps nothing. */
export async function ownNames(game) {
  try {
    const keys = await within("readonly", (store) => store.getAllKeys(rangeOf(game)));
    return new Set(keys.map((key) => key.slice(game.length + 1)));
  } catch {
    return new Set();
  }
}

export const ownImage = (game, name) => within("readonly", (store) => store.get(`${game}/${name}`));

/** Keep images by the names of their cards: pairs of name and file. */
export const keepImages = (game, images) =>
  within("readwrite", (store) => {
    for (const [name, file] of images) store.put(file, `${game}/${name}`);
    return store.count();
  });

export const dropImages = (game) => within("readwrite", (store) => store.delete(rangeOf(game)));

const rangeOf = (game) => IDBKeyRange.bound(`${game}/`, `${game}/\uffff`);

/** Make a request in the store; resolves to its result. */
async function within(mode, ask) {
  const base = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const change = base.transaction(STORE, mode);
      const request = ask(change.objectStore(STORE));
      change.oncomplete = () => resolve(request.result);
      change.onerror = change.onabort = () => reject(change.error);
    });
  } finally {
    base.close();
  }
}

const opened = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
