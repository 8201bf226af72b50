export default {
  "grand-archive.ask_attacked": "Choisis ce qu’attaque {name}",
  "grand-archive.ask_called": "{name} : une carte que tu regardes peut être jouée",
  "grand-archive.ask_champion": "Choisis ton premier champion",
  "grand-archive.ask_materialize": "Matérialise une carte, ou passe",
  "grand-archive.ask_phase": "{step} : agis, ou passe",
  "grand-archive.ask_retaliate": "Choisis qui riposte contre {name}",
  "grand-archive.ask_retaliators": "Ordonne ceux qui ripostent contre {name}",
  "grand-archive.ask_weapon": "Choisis l’arme avec laquelle {name} attaque"
};
