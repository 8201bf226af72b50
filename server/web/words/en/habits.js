export default {
  "habits.full_control_note": "you are asked everything; nothing is passed for you",
  "habits.own_resolves": "Let what I play resolve",
  "habits.own_resolves_note": "you are not asked to respond to yourself",
  "habits.smart": "Pass at once where I can do nothing",
  "habits.smart_note": "others can tell from it what your hand holds",
  "habits.patient": "Answer for me where there is one answer",
  "habits.patient_note": "also pass; after a moment, where others could learn from it",
  "habits.habits": "How you are asked",
  "habits.stops_note": "Steps to stop at while nothing waits to happen: ▲ in others’ turns, ▼ in yours."
};
