import type { Texts } from "../worded.js";

export const schedules: Texts["schedules"] = {
  never: "Bajo demanda",
  daily: (time, zone) => `Todos los días a las ${time} (${zone})`,
  interval: (minutes) => `Cada ${minutes} min`,
  cron: (pattern, zone) => `${pattern} (${zone})`,
  form: {
    when: "Programación",
    forms: {
      daily: "Todos los días",
      interval: "A intervalos",
      cron: "Expresión cron",
      never: "Solo bajo demanda",
    },
    time: "Hora",
    timeZone: "Zona horaria",
    minutes: "Intervalo (minutos)",
    cron: "Expresión cron",
    cronHint:
      "Minuto, hora, día del mes, mes, día de la semana. Por ejemplo, 0 6,18 * * 1-5 se ejecuta a las 6:00 y a las 18:00, de lunes a viernes.",
  },
};
