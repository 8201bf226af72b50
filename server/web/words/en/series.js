export default {
  "series.ready": "Ready",
  "series.ready_again": "Say it again with other cards",
  "series.ready_for": "Ready for game {game}",
  "series.series": "Best of {best} · game {game} · {wins}",
  "series.game_comes": "Game {game} comes: exchange cards, or go on as you are",
  "series.game_comes_as_is": "Game {game} comes; your deck has no sideboard, and stays as it is",
  "series.begins_waiting": "waiting for {names}; it begins in {left} at the latest",
  "series.begins_in": "it begins in {left} at the latest",
  "series.deck": "Deck",
  "series.sideboard": "Sideboard",
  "series.put_in": "{count} {name}: put one into the deck",
  "series.put_out": "{count} {name}: put one into the sideboard"
};
