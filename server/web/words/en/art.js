export default {
  "art.head": "Card art",
  "art.not_kept": "This browser keeps no images.",
  "art.remove_all": "Remove all",
  "art.own": "Your own pictures",
  "art.own_note": "Each is named after its card: “Lightning Bolt.jpg”. They stay in this browser; nobody else gets them.",
  "art.choose": "Choose pictures",
  "art.choose_folder": "Choose a folder",
  "art.pictures": { "one": "{count} picture in your pack", "other": "{count} pictures in your pack" },
  "art.no_pictures": "No pictures in your pack",
  "art.from_host": "It comes from {host}, which learns which cards you look at.",
  "art.from_here": "It comes from this server.",
  "art.of_server": "Art of this server",
  "art.show": "Show it"
};
