export default {
  "sandbox.title": "Sandbox",
  "sandbox.head": "Sandbox: {game}",
  "sandbox.lead": "Put any cards anywhere, begin, and play all sides yourself.",
  "sandbox.unread": "The game could not be read. Load the page again.",
  "sandbox.games": "Games",
  "sandbox.find": "Find a card",
  "sandbox.none": "No card has these words.",
  "sandbox.where": "Put cards here",
  "sandbox.player": "Player {letter}",
  "sandbox.empty": "No cards yet.",
  "sandbox.remove": "Remove {card}",
  "sandbox.text": "The position as text",
  "sandbox.begin": "Begin",
  "sandbox.copy_link": "Copy link",
  "sandbox.save": "Save as file",
  "sandbox.too_long": "That is longer than a position may be: 16 KiB.",
  "sandbox.no_text": "This text is no position: a line means nothing."
};
