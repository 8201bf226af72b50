// The dialog for art: images of one's own, and whether to load those that the server names.

import { hostOfArt, isArtOff, readPack, slug, turnArt } from "/card/art.js";
import { openDialog } from "/card/dialog.js";
import { dropImages, keepImages, ownNames } from "/card/pack.js";
import { el, say } from "/dom.js";
import { phrase } from "/words/phrase.js";

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
      say(status, phrase("art.not_kept"));
    }
  };
  const clear = el("button", "", phrase("art.remove_all"));
  clear.type = "button";
  clear.addEventListener("click", async () => {
    await dropImages(game).catch(() => {});
    await readPack();
    await count();
  });
  const own = el(
    "section",
    "",
    el("h3", "", phrase("art.own")),
    el("p", "note", phrase("art.own_note")),
    chooser(phrase("art.choose"), take, false),
    chooser(phrase("art.choose_folder"), take, true),
    status,
    clear,
  );
  const dialog = openDialog(el("article", "opened art-choice", el("h2", "", phrase("art.head")), own, served()));
  dialog.setAttribute("aria-label", phrase("art.head"));
  await count();
}

const counted = (count) => (count ? phrase("art.pictures", { count }) : phrase("art.no_pictures"));

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
  const note = host ? phrase("art.from_host", { host }) : phrase("art.from_here");
  return el("section", "", el("h3", "", phrase("art.of_server")), el("label", "", box, el("span", "", phrase("art.show"))), el("p", "note", note));
}
