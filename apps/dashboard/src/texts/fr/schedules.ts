import type { Texts } from "../worded.js";

export const schedules: Texts["schedules"] = {
  never: "À la demande",
  daily: (time, zone) => `Tous les jours à ${time} (${zone})`,
  interval: (minutes) => `Toutes les ${minutes} min`,
  cron: (pattern, zone) => `${pattern} (${zone})`,
  form: {
    when: "Planification",
    forms: {
      daily: "Tous les jours",
      interval: "À intervalle régulier",
      cron: "Expression cron",
      never: "À la demande uniquement",
    },
    time: "Heure",
    timeZone: "Fuseau horaire",
    minutes: "Intervalle (minutes)",
    cron: "Expression cron",
    cronHint:
      "Minute, heure, jour du mois, mois, jour de la semaine. Par exemple, 0 6,18 * * 1-5 s'exécute à 6 h 00 et à 18 h 00, du lundi au vendredi.",
  },
};
