export default {
  "fork.bots": "des bots",
  "fork.friends": "des amis, par un lien",
  "fork.begin": "Commencer",
  "fork.beginning": "Ça commence…",
  "fork.from_last": "Rejouer depuis la dernière décision",
  "fork.from_move": "Rejouer depuis le coup {move}",
  "fork.note": "Une nouvelle partie commence, tout étant posé comme alors. Les cartes piochées ensuite sont mélangées de nouveau.",
  "fork.you_play": "Tu joues",
  "fork.others": "Les autres sont joués par :",
  "fork.share": "N’importe qui peut commencer ici :",
  "fork.too_long": "Cette partie est trop longue pour être rejouée de là.",
  "fork.for": "Pour {name} :",
  "fork.to_match": "Vers la partie",
  "fork.send": "Envoie un lien à chaque ami"
};
