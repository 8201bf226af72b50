export default {
  "series.ready": "Prêt",
  "series.ready_again": "Le redire avec d’autres cartes",
  "series.ready_for": "Prêt pour la manche {game}",
  "series.series": "Au meilleur de {best} · manche {game} · {wins}",
  "series.game_comes": "La manche {game} arrive : échange des cartes, ou continue ainsi",
  "series.game_comes_as_is": "La manche {game} arrive ; ton deck n’a pas de réserve et reste tel quel",
  "series.begins_waiting": "on attend {names} ; début dans {left} au plus tard",
  "series.begins_in": "début dans {left} au plus tard",
  "series.deck": "Deck",
  "series.sideboard": "Réserve",
  "series.put_in": "{count} {name} : en mettre une dans le deck",
  "series.put_out": "{count} {name} : en mettre une dans la réserve"
};
