export const schedules = {
  never: "On demand",
  daily: (time: string, zone: string) => `Every day at ${time} (${zone})`,
  interval: (minutes: number) => `Every ${minutes} min`,
  cron: (pattern: string, zone: string) => `${pattern} (${zone})`,
  form: {
    when: "Schedule",
    forms: { daily: "Every day", interval: "At an interval", cron: "Cron pattern", never: "On demand only" },
    time: "Time",
    timeZone: "Time zone",
    minutes: "Interval (minutes)",
    cron: "Cron pattern",
    cronHint:
      "Minute, hour, day of month, month, day of week. For example, 0 6,18 * * 1-5 runs at 6:00 and 18:00, Monday to Friday.",
  },
};
