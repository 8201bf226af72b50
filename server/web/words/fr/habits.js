export default {
  "habits.full_control_note": "on te demande tout ; rien n’est passé pour toi",
  "habits.own_resolves": "Laisser se résoudre ce que je joue",
  "habits.own_resolves_note": "on ne te demande pas de te répondre à toi-même",
  "habits.smart": "Passer aussitôt où je ne peux rien faire",
  "habits.smart_note": "les autres peuvent en deviner ce que tu as en main",
  "habits.patient": "Répondre pour moi où il n’y a qu’une réponse",
  "habits.patient_note": "passer aussi ; après un moment, où les autres pourraient en apprendre quelque chose",
  "habits.habits": "Comment on te demande",
  "habits.stops_note": "Étapes où s’arrêter quand rien n’est en attente : ▲ aux tours des autres, ▼ aux tiens."
};
