export default {
  "magic.ask_attackers": "Choisis tes attaquants",
  "magic.ask_blockers": "Choisis tes bloqueurs",
  "magic.ask_bottom": "Choisis {n} cartes pour le dessous de ta bibliothèque",
  "magic.ask_damage_to": "Combien de blessures de {name} vont à {whom} ?",
  "magic.ask_divide": "Répartis les blessures de {name}",
  "magic.ask_divide_beyond": "Répartis les blessures de {name} au-delà des mortelles",
  "magic.ask_first": "Qui joue le premier tour ?",
  "magic.ask_gift": "À quel adversaire promets-tu le cadeau de {name} ?",
  "magic.ask_hand_size": "Défausse {n} cartes : ta main est trop grande",
  "magic.ask_how_cast": "Choisis comment lancer {name}",
  "magic.ask_manifest": "Choisis la carte à manifester",
  "magic.ask_mulligan": "Garder cette main ? Après un mulligan tu en garderais {n} sur 7",
  "magic.ask_room": "Choisis où t’aventurer",
  "magic.ask_splice": "Quelle carte imprègnes-tu sur {name} ?",
  "magic.ask_stays_tapped": "Choisis ce qui reste engagé",
  "magic.ask_symbol": "{name} : choisis comment payer {symbol}",
  "magic.ask_unblocked": "{name} assigne-t-il ses blessures à {whom}, comme s’il n’était pas bloqué ?"
};
