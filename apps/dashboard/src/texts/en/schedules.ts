export const schedules = {
  never: "on demand",
  daily: (time: string, zone: string) => `every day at ${time} (${zone})`,
  interval: (minutes: number) => `every ${minutes} min`,
  cron: (pattern: string, zone: string) => `${pattern} (${zone})`,
  form: {
    when: "When",
    forms: { daily: "every day", interval: "at an interval", cron: "by a cron pattern", never: "on demand only" },
    time: "At",
    timeZone: "Time zone",
    minutes: "Minutes between two times",
    cron: "Cron pattern",
    cronHint:
      "Minute, hour, day of the month, month, day of the week: 0 6,18 * * 1-5 is at 6:00 and 18:00 from Monday to Friday.",
  },
};
