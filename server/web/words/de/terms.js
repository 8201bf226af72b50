export default {
  "terms.title": "Schlüsselwörter",
  "terms.head": "Schlüsselwörter von {game}",
  "terms.games": "Spiele",
  "terms.keywords": "Schlüsselwörter dieser Karte",
  "terms.all": "Alle Schlüsselwörter",
  "terms.seek": "Suche",
  "terms.none": "Kein Schlüsselwort hat das im Namen.",
  "terms.unread": "Die Schlüsselwörter konnten nicht gelesen werden. Lade die Seite neu."
};
