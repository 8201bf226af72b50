export default {
  "art.head": "Kartenbilder",
  "art.not_kept": "Dieser Browser behält keine Bilder.",
  "art.remove_all": "Alle entfernen",
  "art.own": "Deine eigenen Bilder",
  "art.own_note": "Jedes heißt wie seine Karte: „Lightning Bolt.jpg“. Sie bleiben in diesem Browser; sonst bekommt sie niemand.",
  "art.choose": "Bilder wählen",
  "art.choose_folder": "Ordner wählen",
  "art.pictures": { "one": "{count} Bild in deiner Sammlung", "other": "{count} Bilder in deiner Sammlung" },
  "art.no_pictures": "Keine Bilder in deiner Sammlung",
  "art.from_host": "Sie kommen von {host}, und dort erfährt man, welche Karten du ansiehst.",
  "art.from_here": "Sie kommen von diesem Server.",
  "art.of_server": "Bilder dieses Servers",
  "art.show": "Anzeigen"
};
