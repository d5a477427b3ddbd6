import type { Texts } from "../worded.js";

export const forms: Texts["forms"] = {
  unsaved: "Nicht gespeicherte Änderungen",
  discardAll: "Änderungen verwerfen",
  reset: {
    title: "Änderungen verwerfen?",
    effect: "Was Sie auf dieser Seite eingegeben haben, ist nicht gespeichert.",
    act: "Verwerfen",
    stay: "Weiter bearbeiten",
  },
  restored: "Ihre vorherigen Eingaben sind wieder da. Sie sind noch nicht gespeichert.",
  discard: "Meine Änderungen verwerfen",
  conflictTitle: "Jemand anderes hat dieselben Felder geändert.",
  conflictLead:
    "Alle anderen Änderungen sind zusammengeführt. Wählen Sie, welche Werte bleiben sollen, und speichern Sie dann.",
  yours: "Ihr Wert",
  theirs: "Von jemand anderem gespeichert",
  keepYours: "Ihren behalten",
  takeTheirs: "Den anderen übernehmen",
  keepYoursOf: (field) => `Ihren behalten: ${field}`,
  takeTheirsOf: (field) => `Den anderen übernehmen: ${field}`,
  empty: "(leer)",
};
