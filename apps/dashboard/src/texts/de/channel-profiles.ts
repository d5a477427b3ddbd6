import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const channelProfiles: Texts["channelProfiles"] = {
  title: "Kanalprofile",
  lead: "Was Partner annehmen: die Spalten ihrer Dateien und wie Werte geschrieben werden. Beschreiben Sie hier einen Partner, der nicht in der Liste ist.",
  caption: "Kanalprofile",
  newOne: "Profil erstellen",
  columns: { title: "Profil", id: "Name", formats: "Formate", kind: "Art" },
  own: "Aus diesem Workspace",
  builtIn: "Mitgeliefert",
  empty: { title: "Keine Profile", sentence: "Erstellen Sie ein Profil für das Format eines Partners." },
  copy: "Kopieren",
  otherVersions: "Andere Versionen:",
  remove: {
    button: "Profil löschen",
    title: (name) => `${name} löschen?`,
    effect:
      "Alle Versionen des Profils werden gelöscht. Ein Profil, das ein Kanal verwendet, kann nicht gelöscht werden.",
    act: "Profil löschen",
    done: "Profil gelöscht.",
  },
  editor: {
    lead: "Ein Profil besteht aus Daten: Spalten, der Herkunft ihrer Werte und der Form der Datei.",
    general: "Allgemein",
    name: "Name",
    nameHint: "custom_ und Kleinbuchstaben, Ziffern oder Unterstriche. So benennen Kanäle das Profil.",
    definition: "Definition",
    json: "Definition als JSON",
    jsonHint: "Die Bestandteile sind in der Anleitung zu Partnerformaten beschrieben.",
    noFaults: "Keine Fehler gefunden.",
    faults: (count) => `${countText(count, nouns.fault)}:`,
    line: (line) => `Zeile ${line}`,
    sample: "Beispiel",
    sampleHint: "Eine Datei Ihrer ersten Produkte, wie ein Kanal in diesem Markt sie veröffentlichen würde.",
    working: "Das Beispiel wird erzeugt.",
    file: (format) => `Datei (${format})`,
    severities: { error: "ausgelassen", warning: "Warnung" },
    create: "Profil erstellen",
    save: "Als neue Version speichern",
    created: "Profil erstellt. Kanäle können es jetzt verwenden.",
    saved: (id) => `Gespeichert als ${id}.`,
  },
};
