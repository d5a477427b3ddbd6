import type { Texts } from "../worded.js";

export const schedules: Texts["schedules"] = {
  never: "オンデマンド",
  daily: (time, zone) => `毎日 ${time} (${zone})`,
  interval: (minutes) => `${minutes} 分ごと`,
  cron: (pattern, zone) => `${pattern} (${zone})`,
  form: {
    when: "スケジュール",
    forms: { daily: "毎日", interval: "一定間隔", cron: "cron 式", never: "オンデマンドのみ" },
    time: "時刻",
    timeZone: "タイムゾーン",
    minutes: "間隔 (分)",
    cron: "cron 式",
    cronHint:
      "分、時、日、月、曜日の順です。たとえば 0 6,18 * * 1-5 は、月曜日から金曜日の 6:00 と 18:00 に実行されます。",
  },
};
