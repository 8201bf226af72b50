export default {
  "magic.ask_attackers": "Wähle deine Angreifer",
  "magic.ask_blockers": "Wähle deine Blocker",
  "magic.ask_bottom": "Wähle {n} Karten für unter die Bibliothek",
  "magic.ask_damage_to": "Wie viel Schaden von {name} bekommt {whom}?",
  "magic.ask_divide": "Teil den Schaden von {name} auf",
  "magic.ask_divide_beyond": "Teil den Schaden von {name} auf, der mehr als tödlich ist",
  "magic.ask_first": "Wer beginnt?",
  "magic.ask_gift": "Welchem Gegner versprichst du das Geschenk von {name}?",
  "magic.ask_hand_size": "Wirf {n} Karten ab: So viele sind zu viel auf der Hand",
  "magic.ask_how_cast": "Wähle, wie du {name} wirkst",
  "magic.ask_manifest": "Wähle, welche Karte manifestiert wird",
  "magic.ask_mulligan": "Diese Hand behalten? Nach einem Mulligan behältst du {n} von 7",
  "magic.ask_room": "Wähle, wohin du vordringst",
  "magic.ask_splice": "Welche Karte verbindest du mit {name}?",
  "magic.ask_stays_tapped": "Wähle, was getappt bleibt",
  "magic.ask_symbol": "{name}: Wähle, wie du {symbol} bezahlst",
  "magic.ask_unblocked": "Teilt {name} seinen Schaden {whom} zu, als wäre nicht geblockt worden?"
};
