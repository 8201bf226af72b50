export default {
  "fork.bots": "bots",
  "fork.friends": "friends, by a link",
  "fork.begin": "Begin",
  "fork.beginning": "Beginning…",
  "fork.from_last": "Play on from the last decision",
  "fork.from_move": "Play on from move {move}",
  "fork.note": "A new match begins with everything as it lay there. Cards that are drawn from there on are shuffled anew.",
  "fork.you_play": "You play",
  "fork.others": "Played by the others:",
  "fork.share": "Anybody may begin here:",
  "fork.too_long": "This match is too long to be played on from there.",
  "fork.for": "For {name}:",
  "fork.to_match": "To the match",
  "fork.send": "Send each friend a link"
};
