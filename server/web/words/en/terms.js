export default {
  "terms.title": "Keywords",
  "terms.head": "Keywords of {game}",
  "terms.games": "Games",
  "terms.keywords": "Keywords on this card",
  "terms.all": "All keywords",
  "terms.seek": "Find",
  "terms.none": "No keyword has that in its name.",
  "terms.unread": "The keywords could not be read. Load the page again."
};
