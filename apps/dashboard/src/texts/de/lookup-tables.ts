import type { Texts } from "../worded.js";

export const lookupTables: Texts["lookupTables"] = {
  title: "Zuordnungstabellen",
  lead: "Werte nach Schlüssel, zum Beispiel unsere Farbnamen und die eines Partners. Die Regeln aller Kanäle können sie verwenden.",
  caption: "Zuordnungstabellen",
  newOne: "Zuordnungstabelle erstellen",
  columns: { name: "Name", rows: "Zeilen", updated: "Geändert" },
  empty: {
    title: "Keine Zuordnungstabellen",
    sentence: "Erstellen Sie eine Tabelle für Werte, die mehrere Kanäle übersetzen.",
  },
  form: {
    name: "Name",
    create: "Zuordnungstabelle erstellen",
    created: "Zuordnungstabelle erstellt. Fügen Sie jetzt ihre Zeilen hinzu.",
  },
  rows: {
    title: "Zeilen",
    caption: "Zeilen der Zuordnungstabelle",
    key: "Schlüssel",
    value: "Wert",
    none: "Keine Zeilen",
    noneSentence: "Importieren Sie eine CSV-Datei, oder fügen Sie Zeilen einzeln hinzu.",
    filter: "Schlüssel, die beginnen mit",
    set: "Wert festlegen",
    setAct: "Wert speichern",
    setLead:
      "Fügt den Schlüssel hinzu oder ändert seinen Wert. Die Produkte der Kanäle, die diese Tabelle verwenden, werden neu geprüft.",
    isSet: "Wert gespeichert.",
    import: "CSV importieren",
    importAct: "Alle Zeilen ersetzen",
    importLead: "Eine Datei mit den Spalten key und value. Sie ersetzt alle Zeilen der Tabelle.",
    file: "CSV-Datei",
    csv: "Inhalt",
    imported: "Zeilen ersetzt.",
  },
  remove: {
    button: "Zuordnungstabelle löschen",
    title: (name) => `${name} löschen?`,
    effect:
      "Die Tabelle wird mit ihren Zeilen gelöscht. Eine Tabelle, die ein Kanal verwendet, kann nicht gelöscht werden.",
    act: "Zuordnungstabelle löschen",
    done: "Zuordnungstabelle gelöscht.",
  },
};
