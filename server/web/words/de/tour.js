export default {
  "tour.about": "Über den Tisch",
  "tour.hand": "Das ist deine Hand. Ein grüner Rahmen zeigt, was du jetzt einsetzen kannst; ein Klick setzt es ein. Rechtsklick oder langes Drücken zeigt eine Karte groß.",
  "tour.ask": "Hier wirst du gefragt, was du tust. Der große Knopf passt oder geht weiter und sagt, was von beidem; die Leertaste tut dasselbe.",
  "tour.steps": "Die Schritte eines Zugs. Du wirst nur dort gefragt, wo die meisten es wollen; „…“ neben dem großen Knopf ändert das.",
  "tour.stack": "Was gespielt wird, wartet hier, bevor es geschieht, das Oberste zuerst. Bis dahin können andere antworten.",
  "tour.log": "Hier steht alles, was geschehen ist. Unter „Menü“ nimmst du zurück oder gibst auf und findest die Liste der Tasten.",
  "tour.next": "Weiter",
  "tour.done": "Verstanden",
  "tour.skip": "Alle Hinweise überspringen"
};
