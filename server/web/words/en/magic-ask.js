export default {
  "magic.ask_attackers": "declare attackers",
  "magic.ask_blockers": "declare blockers",
  "magic.ask_bottom": "choose {n} for the bottom of your library",
  "magic.ask_damage_to": "how much of {name}'s damage goes to {whom}",
  "magic.ask_divide": "divide the damage of {name}",
  "magic.ask_divide_beyond": "divide the damage of {name} beyond lethal damage",
  "magic.ask_first": "who takes the first turn?",
  "magic.ask_gift": "to which opponent do you promise the gift of {name}?",
  "magic.ask_hand_size": "discard {n} to your maximum hand size",
  "magic.ask_how_cast": "choose how to cast {name}",
  "magic.ask_manifest": "choose which card is manifested",
  "magic.ask_mulligan": "take a mulligan? you draw 7 new cards and keep {n}",
  "magic.ask_room": "choose where to venture",
  "magic.ask_splice": "which card do you splice onto {name}?",
  "magic.ask_stays_tapped": "choose what stays tapped",
  "magic.ask_symbol": "choose how to pay {symbol} of {name}",
  "magic.ask_unblocked": "does {name} assign its damage to {whom}, as though it weren't blocked?"
};
