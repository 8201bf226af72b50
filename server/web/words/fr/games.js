export default {
  "games.about_magic": "Terrains, sorts et créatures. Réponds sur la pile à ce que fait l’autre, et fais-le passer de 20 points de vie à zéro.",
  "games.about_grand_archive": "Ton champion monte de niveau en niveau. Chaque carte en main sert aussi à payer, et te revient.",
  "games.about_marvel_champions": "Des héros côte à côte contre un méchant et sa manigance : arrêtez-la, et venez ensemble à bout du méchant."
};
