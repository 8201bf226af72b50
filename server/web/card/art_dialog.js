// The dialog for art: images of one's own, and whether to load those that the server names.

import { hostOfArt, isArtOff, readPack, slug, turnArt } from "/card/art.js";
import { openDialog } from "/card/dialog.js";
import { dropImages, keepImages, ownNames } from "/card/pack.js";
import { el, say } from "/dom.js";

const NOT_KEPT = "This browser keeps no images.";

export async function openArt(game) {
  const status = el("p", "note");
  status.setAttribute("role", "status");
  const count = async () => say(status, counted((await ownNames(game)).size));
  const take = async (files) => {
    const images = [...files].filter(({ type }) => type.startsWith("image/")).map((file) => [slug(file.name.replace(/\.\w+$/, "")), file]);
    try {
      await keepImages(game, images);
      await readPack();
      await count();
    } catch {
      say(status, NOT_KEPT);
    }
  };
  const clear = el("button", "", "Remove all");
  clear.type = "button";
  clear.addEventListener("click", async () => {
    await dropImages(game).catch(() => {});
    await readPack();
    await count();
  });
  const own = el(
    "section",
    "",
    el("h3", "", "Your own pictures"),
    el("p", "note", "Each is named after its card: \u201cLightning Bolt.jpg\u201d. They stay in this browser; nobody else gets them."),
    chooser("Choose pictures", take, false),
    chooser("Choose a folder", take, true),
    status,
    clear,
  );
  const dialog = openDialog(el("article", "opened art-choice", el("h2", "", "Card art"), own, served()));
  dialog.setAttribute("aria-label", "card art");
  await count();
}

const counted = (count) => (count ? `${count} ${count === 1 ? "picture" : "pictures"} in your pack` : "No pictures in your pack");

function chooser(words, take, isFolder) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "image/*";
  input.multiple = true;
  input.webkitdirectory = isFolder;
  input.addEventListener("change", async () => {
    await take(input.files);
    input.value = "";
  });
  return el("label", "", el("span", "", words), input);
}

/** The art that the server names, with what its host learns. */
function served() {
  const host = hostOfArt();
  if (host === null) return null;
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = !isArtOff();
  box.addEventListener("change", () => turnArt(!box.checked));
  const note = host ? `It comes from ${host}, which learns which cards you look at.` : "It comes from this server.";
  return el("section", "", el("h3", "", "Art of this server"), el("label", "", box, el("span", "", "Show it")), el("p", "note", note));
}
