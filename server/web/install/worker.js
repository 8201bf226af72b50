// The service worker (sw.js): it keeps the page's files, all of one version. It is told to the browser once the page has
// what it needs itself. A page that begins while a newer version waits lets that one take over, and is loaded anew, if no
// other page of the older one is open.

const AFTER_MS = 5000;
const LONGEST_MS = 2000; // that a page waits for a newer version before it begins
const REPLACE = "replace";
const STAY = "stay";

/** The one address that a script is ever made of (the policy wants to see that). */
const trusted = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => "/sw.js" });

/** Have the page's files kept, in browsers that can; without that all goes on as before. */
export function keepFiles() {
  if (!navigator.serviceWorker) return;
  setTimeout(() => {
    navigator.serviceWorker.register(trusted?.createScriptURL("") ?? "/sw.js", { updateViaCache: "none" }).catch(() => {});
  }, AFTER_MS);
}

/** Wait until it is known that this version of the page is the one to go on with; else the page is loaded anew. */
export async function settle() {
  const worker = navigator.serviceWorker;
  worker?.addEventListener("controllerchange", () => location.reload()); // whenever that is: no page is of two versions
  const waiting = (await worker?.getRegistration())?.waiting;
  if (!waiting) return;
  await new Promise((resolve) => {
    worker.addEventListener("message", ({ data }) => data === STAY && resolve());
    waiting.postMessage(REPLACE);
    setTimeout(resolve, LONGEST_MS);
  });
}
