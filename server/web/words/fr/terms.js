export default {
  "terms.title": "Mots-clés",
  "terms.head": "Mots-clés de {game}",
  "terms.games": "Jeux",
  "terms.keywords": "Mots-clés de cette carte",
  "terms.all": "Tous les mots-clés",
  "terms.seek": "Chercher",
  "terms.none": "Aucun mot-clé ne contient cela.",
  "terms.unread": "Impossible de charger les mots-clés. Recharge la page."
};
