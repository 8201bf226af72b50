export default {
  "grand-archive.ask_attacked": "choose what {name} attacks",
  "grand-archive.ask_called": "a card that you look at may be played for {name}",
  "grand-archive.ask_champion": "choose the champion to begin with",
  "grand-archive.ask_materialize": "materialize a card or pass",
  "grand-archive.ask_phase": "{step} phase: act or pass",
  "grand-archive.ask_retaliate": "choose which units retaliate against {name}",
  "grand-archive.ask_retaliators": "order the units that retaliate against {name}",
  "grand-archive.ask_weapon": "choose the weapon that {name} attacks with"
};
