import type { Texts } from "../worded.js";

export const schedules: Texts["schedules"] = {
  never: "Auf Anforderung",
  daily: (time, zone) => `Täglich um ${time} (${zone})`,
  interval: (minutes) => `Alle ${minutes} Min.`,
  cron: (pattern, zone) => `${pattern} (${zone})`,
  form: {
    when: "Zeitplan",
    forms: { daily: "Täglich", interval: "In einem Abstand", cron: "Cron-Muster", never: "Nur auf Anforderung" },
    time: "Uhrzeit",
    timeZone: "Zeitzone",
    minutes: "Abstand (Minuten)",
    cron: "Cron-Muster",
    cronHint:
      "Minute, Stunde, Tag des Monats, Monat, Wochentag. 0 6,18 * * 1-5 läuft zum Beispiel um 6:00 und 18:00 Uhr, Montag bis Freitag.",
  },
};
