export default {
  "habits.full_control_note": "du wirst alles gefragt; nichts wird für dich gepasst",
  "habits.own_resolves": "Was ich spiele, wird gleich verrechnet",
  "habits.own_resolves_note": "du wirst nicht gefragt, ob du dir selbst antwortest",
  "habits.smart": "Sofort passen, wo ich nichts tun kann",
  "habits.smart_note": "andere können daraus schließen, was du auf der Hand hast",
  "habits.patient": "Für mich antworten, wo es nur eine Antwort gibt",
  "habits.patient_note": "auch passen; nach einem Moment, wo andere daraus etwas lernen könnten",
  "habits.habits": "Wie du gefragt wirst",
  "habits.stops_note": "Hier wirst du gefragt, auch wenn nichts ansteht: ▲ in den Zügen der anderen, ▼ in deinen."
};
