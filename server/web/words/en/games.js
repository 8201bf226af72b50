export default {
  "games.about_magic": "Lands, spells and creatures. Answer what the other does on the stack, and bring them from 20 life to none.",
  "games.about_grand_archive": "Your champion rises level by level. Every card in hand is also what you pay with, and it comes back to you.",
  "games.about_marvel_champions": "Heroes side by side against a villain with a scheme: stop the scheme, and wear the villain down together."
};
