export default {
  "sandbox.title": "Sandkasten",
  "sandbox.head": "Sandkasten: {game}",
  "sandbox.lead": "Leg beliebige Karten irgendwohin, fang an, und spiele alle Seiten selbst.",
  "sandbox.unread": "Das Spiel konnte nicht gelesen werden. Lade die Seite neu.",
  "sandbox.games": "Spiele",
  "sandbox.find": "Eine Karte suchen",
  "sandbox.none": "Keine Karte hat diese Wörter.",
  "sandbox.where": "Karten hierhin legen",
  "sandbox.player": "Spieler {letter}",
  "sandbox.empty": "Noch keine Karten.",
  "sandbox.remove": "{card} entfernen",
  "sandbox.text": "Die Stellung als Text",
  "sandbox.begin": "Anfangen",
  "sandbox.copy_link": "Link kopieren",
  "sandbox.save": "Als Datei speichern",
  "sandbox.too_long": "Das ist länger, als eine Stellung sein darf: 16 KiB.",
  "sandbox.no_text": "Dieser Text ist keine Stellung: Eine Zeile bedeutet nichts."
};
