export default {
  "games.about_magic": "Länder, Zaubersprüche und Kreaturen. Antworte auf dem Stapel auf das, was der andere tut, und bring ihn von 20 Lebenspunkten auf null.",
  "games.about_grand_archive": "Dein Champion steigt Stufe um Stufe auf. Mit jeder Handkarte bezahlst du auch, und sie kommt zu dir zurück.",
  "games.about_marvel_champions": "Helden Seite an Seite gegen einen Schurken mit einem Plan: Haltet den Plan auf und ringt den Schurken gemeinsam nieder."
};
