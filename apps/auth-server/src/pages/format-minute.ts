import type { Language } from "@skucast/contracts/languages";

/** To the minute, in UTC: without scripts, the page does not know the reader's time zone. English uses ISO 8601. */
export function formatMinute(time: Date, language: Language): string {
  if (language === "en") return `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(time)} UTC`;
}

/** A date in UTC. English uses ISO 8601. */
export const formatDate = (time: Date, language: Language): string =>
  language === "en"
    ? time.toISOString().slice(0, 10)
    : new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(time);
