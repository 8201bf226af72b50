export default {
  "tour.about": "À propos de la table",
  "tour.hand": "Voici ta main. Un cadre vert marque ce que tu peux utiliser maintenant ; un clic l’utilise. Un clic droit, ou un appui long, montre une carte en grand.",
  "tour.ask": "Ici, on te demande ce que tu fais. Le grand bouton passe ou continue, et dit lequel des deux ; la barre d’espace fait de même.",
  "tour.steps": "Les étapes d’un tour. On ne te demande que là où la plupart le veulent ; « … » à côté du grand bouton change cela.",
  "tour.stack": "Ce qui est joué attend ici avant d’avoir lieu, le plus haut d’abord. D’ici là, les autres peuvent répondre.",
  "tour.log": "Tout ce qui s’est passé se lit ici. Sous « Menu », tu reviens en arrière ou abandonnes, et tu trouves la liste des touches.",
  "tour.next": "Suivant",
  "tour.done": "Compris",
  "tour.skip": "Passer tous les conseils"
};
