export default {
  "grand-archive.ask_attacked": "Wähle, was {name} angreift",
  "grand-archive.ask_called": "{name}: Eine Karte, die du dir ansiehst, darf gespielt werden",
  "grand-archive.ask_champion": "Wähle deinen ersten Champion",
  "grand-archive.ask_materialize": "Materialisiere eine Karte, oder passe",
  "grand-archive.ask_phase": "{step}: handeln, oder passen",
  "grand-archive.ask_retaliate": "Wähle, wer gegen {name} zurückschlägt",
  "grand-archive.ask_retaliators": "Ordne, wer gegen {name} zurückschlägt",
  "grand-archive.ask_weapon": "Wähle die Waffe, mit der {name} angreift"
};
