import type { Texts } from "../worded.js";

export const states: Texts["states"] = {
  counts: { published: "Veröffentlicht", pending: "In der nächsten Datei", held: "Angehalten", invalid: "Mit Fehlern" },
  trend: {
    soon: "Die Zählung beginnt innerhalb einer Minute.",
    firstDay: "Erster Tag",
    title: "Verlauf",
    summary: (name, first, last) => `${name} in den letzten Tagen. ${first}, ${last}.`,
  },
  channel: { active: "Aktiv", paused: "Pausiert", archived: "Archiviert" },
  health: {
    good: "Keine Fehler",
    invalid: (products) => `${products} mit Fehlern`,
    atLeast: (products) => `mindestens ${products}`,
    underWay: "Wird geprüft",
  },
  channelStopped: { paused: "Keiner: Der Kanal ist pausiert", archived: "Keiner: Der Kanal ist archiviert" },
  run: {
    queued: "In der Warteschlange",
    generating: "Dateien werden erzeugt",
    held: "Angehalten",
    delivering: "Wird übertragen",
    succeeded: "Erfolgreich",
    succeeded_with_errors: "Erfolgreich mit ungültigen Zeilen",
    skipped: "Keine Änderungen",
    failed: "Fehlgeschlagen",
    cancelled: "Abgebrochen",
  },
  endpoint: { active: "Aktiv", paused: "Pausiert", disabled: "Deaktiviert" },
  failing: { status: "Fehlerhaft", first: "erster Fehler" },
  newImport: "Datei importieren",
  deletion: {
    note: "Dieser Workspace wird gelöscht. Deshalb kann nichts darin geändert werden.",
    review: "Löschung ansehen",
  },
};
