export default {
  "fork.bots": "Bots",
  "fork.friends": "Freunde, über einen Link",
  "fork.begin": "Los geht’s",
  "fork.beginning": "Es geht los …",
  "fork.from_last": "Ab der letzten Entscheidung weiterspielen",
  "fork.from_move": "Ab Schritt {move} weiterspielen",
  "fork.note": "Ein neues Spiel beginnt, und alles liegt wie dort. Karten, die danach gezogen werden, sind neu gemischt.",
  "fork.you_play": "Du spielst",
  "fork.others": "Die anderen spielen:",
  "fork.share": "Hier dürfen alle beginnen:",
  "fork.too_long": "Dieses Spiel ist zu lang, um von dort weiterzuspielen.",
  "fork.for": "Für {name}:",
  "fork.to_match": "Zum Spiel",
  "fork.send": "Schick allen einen Link"
};
