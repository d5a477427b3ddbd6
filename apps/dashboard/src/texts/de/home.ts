import { countText } from "../format.js";
import type { Texts } from "../worded.js";
import { nouns } from "./general.js";

export const home: Texts["home"] = {
  lead: "Was veröffentlicht ist, und was Ihre Aufmerksamkeit braucht.",
  attention: {
    title: "Erfordert Ihre Aufmerksamkeit",
    good: "Alles in Ordnung",
    nothing: "Nichts wartet auf eine Entscheidung oder Korrektur.",
    tones: { bad: "Dringend", warn: "Bald" },
    held: (feed) =>
      `Ein Lauf von ${feed} ist angehalten. Nichts wird übertragen, bis Sie ihn freigeben oder verwerfen.`,
    failed: (feed) => `Der letzte Lauf von ${feed} ist fehlgeschlagen. Die Partner haben die Dateien des Laufs davor.`,
    undelivered: (feed) => `Der letzte Lauf von ${feed} hat nicht jedes Ziel erreicht.`,
    noAccess: (feed) => `Noch kein Partner kann die Dateien von ${feed} abrufen.`,
    destination: (name) => `Der letzte Test von ${name} ist fehlgeschlagen.`,
    disabled: (url) => `${url} ist deaktiviert und erhält keine Ereignisse.`,
    failing: (url) => `Zustellungen an ${url} schlagen fehl.`,
    sourceHeld: (name) => `Ein Import aus ${name} ist angehalten.`,
    sourceFailing: (name) => `${name} kann nicht abgerufen werden.`,
    invalid: (channel, count) =>
      `${countText(count, nouns.product)} mit Fehlern, ausgelassen in den Dateien von ${channel}.`,
    decide: "Prüfen",
    seeWhy: "Grund ansehen",
    repair: "Beheben",
    giveAccess: "Zugang erstellen",
    fix: "Produkte korrigieren",
    actionOn: (action, text) => `${action}: ${text}`,
  },
  checklist: {
    title: "Erste Schritte",
    lead: "Vom ersten Produkt bis zur ersten übertragenen Datei.",
    done: "Erledigt",
    open: "Offen",
    steps: {
      product: {
        title: "Produkt hinzufügen",
        why: "Importieren Sie die Datei, die Ihr Shop exportiert, legen Sie es hier an, oder senden Sie es über die API.",
      },
      channel: {
        title: "Kanal erstellen",
        why: "Ein Kanal legt fest, was ein Partner annimmt, und zeigt, was jedem Produkt fehlt.",
      },
      destination: {
        title: "SFTP-Server eines Partners verbinden",
        why: "Dateien werden dorthin übertragen. Nicht nötig, wenn der Partner die Dateien von einer URL abholt.",
        untested: "Sie haben ein Ziel hinzugefügt, aber noch kein Test war erfolgreich.",
        failed: "Der letzte Test Ihres Ziels ist fehlgeschlagen. Öffnen Sie es, um den Grund zu sehen.",
      },
      feed: {
        title: "Feed erstellen",
        why: "Ein Feed erzeugt die Datei des Kanals jede Nacht oder auf Anforderung.",
      },
      delivered: {
        title: "Feed starten und Übertragung prüfen",
        why: "Danach läuft er nach seinem Zeitplan.",
      },
    },
    progress: (done, all) => `${done} von ${all} erledigt`,
  },
  feeds: {
    title: "Feeds",
    caption: "Feeds und ihre letzten Läufe",
    columns: { feed: "Feed", last: "Letzter Lauf", when: "Wann", rows: "Zeilen", next: "Nächster" },
    never: "Noch nicht gelaufen",
    none: "Noch keine Feeds.",
    create: "Feed erstellen",
  },
  webhooks: {
    title: "Webhook-Zustellungen der letzten 24 Stunden",
    caption: "Webhook-Endpunkte und ihre Zustellungen",
    columns: { endpoint: "Endpunkt", status: "Status", attempts: "Versuche", rate: "Erfolgsquote" },
    none: "Noch keine Webhook-Endpunkte.",
    create: "Endpunkt erstellen",
    nothingSent: "Nichts gesendet",
  },
  channels: {
    title: "Kanäle",
    caption: "Kanäle, ihr Status und ihre Produkte",
    none: "Noch keine Kanäle.",
    create: "Kanal erstellen",
    columns: { name: "Kanal", status: "Status" },
  },
};
