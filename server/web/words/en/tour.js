export default {
  "tour.about": "About the table",
  "tour.hand": "This is your hand. A green frame marks what you can use now, and a click uses it. Right-click a card, or hold a finger on it, to read it.",
  "tour.ask": "Here you are asked what you do. The large button passes or goes on, and says which; so does the space bar.",
  "tour.steps": "The steps of a turn. You are asked only where most players want to be; “…” beside the large button changes that.",
  "tour.stack": "What is played waits here before it happens, and the top one happens first. Until then, others may respond.",
  "tour.log": "All that has happened can be read here. Under “Menu” you take back or concede, and find the list of keys.",
  "tour.next": "Next",
  "tour.done": "Got it",
  "tour.skip": "Skip all hints"
};
