// Building and keeping elements. Text goes in as text, never as markup.

/** An element with classes ("name a b" or "a.b"), and children that are elements or text. */
export function el(tag, className = "", ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Have a style sheet on the page, behind those that are there; whether it came or not, that is done then. */
export function dress(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = el("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
  return new Promise((done) => (link.onload = link.onerror = done));
}

/** Set text only if it differs, so that a screen reader hears what changed and nothing else. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Make the children of `parent` those of `items`, in order, keeping the elements of items that stay: what stays can
 * move and turn instead of blinking.
 */
export function keep(parent, items, keyOf, make, update) {
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const wanted = new Set(items.map((item) => String(keyOf(item))));
  for (const [key, child] of known) if (!wanted.has(key)) child.remove(); // first, so that those that stay need not move
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let child = known.get(key);
    if (!child) {
      child = make(item);
      child.dataset.key = key;
    }
    update(child, item);
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
}

/**
 * Run `draw` before the next frame, once, however often it is asked for. A page that is not looked at has no frames: it
 * is drawn at once, so that its title is right and it answers what needs no person.
 */
export function onFrame(draw) {
  let asked = false;
  const run = () => {
    if (!asked) return;
    asked = false;
    draw();
  };
  document.addEventListener("visibilitychange", () => document.hidden && run());
  return () => {
    if (asked) return;
    asked = true;
    if (document.hidden) setTimeout(run);
    else requestAnimationFrame(run);
  };
}
