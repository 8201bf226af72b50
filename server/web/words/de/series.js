export default {
  "series.ready": "Bereit",
  "series.ready_again": "Mit anderen Karten noch einmal",
  "series.ready_for": "Bereit für Spiel {game}",
  "series.series": "Best of {best} · Spiel {game} · {wins}",
  "series.game_comes": "Gleich kommt Spiel {game}: Tausch Karten, oder spiel so weiter",
  "series.game_comes_as_is": "Gleich kommt Spiel {game}; dein Deck hat kein Sideboard und bleibt, wie es ist",
  "series.begins_waiting": "warten auf {names}; spätestens in {left} geht es los",
  "series.begins_in": "spätestens in {left} geht es los",
  "series.deck": "Deck",
  "series.sideboard": "Sideboard",
  "series.put_in": "{count} {name}: eine ins Deck",
  "series.put_out": "{count} {name}: eine ins Sideboard"
};
