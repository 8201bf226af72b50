export default {
  "sandbox.title": "Bac à sable",
  "sandbox.head": "Bac à sable : {game}",
  "sandbox.lead": "Pose n’importe quelles cartes n’importe où, commence, et joue toi-même tous les côtés.",
  "sandbox.unread": "Impossible de charger le jeu. Recharge la page.",
  "sandbox.games": "Jeux",
  "sandbox.find": "Chercher une carte",
  "sandbox.none": "Aucune carte n’a ces mots.",
  "sandbox.where": "Poser les cartes ici",
  "sandbox.player": "Joueur {letter}",
  "sandbox.empty": "Pas encore de carte.",
  "sandbox.remove": "Enlever {card}",
  "sandbox.text": "La position en texte",
  "sandbox.begin": "Commencer",
  "sandbox.copy_link": "Copier le lien",
  "sandbox.save": "Enregistrer comme fichier",
  "sandbox.too_long": "C’est plus long qu’une position ne peut l’être : 16 Kio.",
  "sandbox.no_text": "Ce texte n’est pas une position : une ligne ne veut rien dire."
};
