// The page's own files, kept by the browser: it opens at once, and without a network it says so instead of not at all.
//
// FILES are those of one version of the page, each with a digest, as the server wrote them below. A version is kept as a
// whole, or not at all: a file that is not the one of its digest ends the installation, which is tried again with the
// next page. A page that is open keeps the version that it began with; the next one begins with a page beside which no other
// is open. Nothing else is kept or answered: what the server says of matches, games and cards comes from the server.

const VERSION = ""; // the server writes it
const FILES = {}; // path -> the beginning of its SHA-256, in hexadecimal: the server writes them
const INDEX = "/index.html";
const PAGE = /^\/(?:$|m\/[^/]+\/?$|(?:decks|glossary|learn|sandbox|puzzles?)(?:\/[^/]*)?\/?$)/;
const PREFIX = "stackloop ";
const REPLACE = "replace"; // as in install/worker.js
const STAY = "stay";
const TRIES = 25;
const AGAIN_MS = 60;

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(dropOthers()));
addEventListener("message", (event) => event.data === REPLACE && event.waitUntil(replace(event.source)));
addEventListener("notificationclick", (event) => event.waitUntil(openTable(event.notification)));
addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(answer(event.request, path));
});

/** The file that a request is for; null if it is not ours to answer. */
function pathOf({ url, method, mode }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return null;
  if (mode === "navigate") return PAGE.test(pathname) ? INDEX : null;
  return pathname in FILES ? pathname : null;
}

async function answer(request, path) {
  const kept = await caches.open(PREFIX + VERSION);
  return (await kept.match(path)) ?? fetch(request);
}

/** Take over from the version before, if no page but the one that asks is open; that one is loaded anew then. */
async function replace(page) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
    if (!open.some(({ id }) => id !== page.id)) return skipWaiting();
    await new Promise((done) => setTimeout(done, AGAIN_MS)); // the page that is left by this one may not be gone yet
  }
  page.postMessage(STAY);
}

async function keepAll() {
  const found = await Promise.all(Object.entries(FILES).map(async ([path, digest]) => [path, await fetched(path, digest)]));
  const kept = await caches.open(PREFIX + VERSION);
  await Promise.all(found.map(([path, response]) => kept.put(path, response)));
}

/** A file of this version, and no other. */
async function fetched(path, digest) {
  const response = await fetch(path, { cache: "no-cache" });
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  const hex = Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!response.ok || !hex.startsWith(digest)) throw new Error(`${path} is of another version`);
  return response;
}

async function dropOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION);
  await Promise.all(others.map((name) => caches.delete(name)));
}

/** Show the page that a notification came from, or open its table anew. */
async function openTable(notification) {
  notification.close();
  const open = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = open.find(({ url }) => new URL(url).pathname === notification.data);
  await (page ? page.focus() : clients.openWindow(notification.data));
}
