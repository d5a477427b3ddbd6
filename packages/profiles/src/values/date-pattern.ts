const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const TOKEN = /YYYY|YY|MM|DD|HH|mm|ss|ZZ/g;
const MINUTE_MS = 60_000;

type Fields = Readonly<Record<string, string>>;

/** Writes a date or date-time (ISO 8601); undefined for text that is neither. */
export type WriteDate = (text: string) => string | undefined;

/**
 * Compiles a date pattern (see `valueFormatSchema`). Times are written in `timeZone`; a date without a time is not moved
 * and has the time 00:00:00.
 */
export function compileDatePattern(pattern: string, timeZone = "UTC"): WriteDate {
  const shownAt = clockIn(timeZone);
  return (text) => {
    const ms = dateMs(text);
    if (ms === undefined) return undefined;
    const fields = fieldsOf(DATE.test(text) ? ms : shownAt(ms), DATE.test(text) ? 0 : shownAt(ms) - ms);
    return pattern.replace(TOKEN, (token) => fields[token] ?? token);
  };
}

/** The instant of a date or date-time that exists, in milliseconds; a date without a time begins in UTC. */
export function dateMs(text: string): number | undefined {
  const ms = Date.parse(DATE.test(text) ? `${text}T00:00Z` : text);
  if (!/^\d{4}-\d\d-\d\d(?:T|$)/.test(text) || Number.isNaN(ms)) return undefined;
  const day = Date.parse(`${text.slice(0, 10)}T00:00Z`);
  // Date.parse reads 30 February as 2 March.
  return new Date(day).toISOString().startsWith(text.slice(0, 10)) ? ms : undefined;
}

function fieldsOf(shown: number, offsetMs: number): Fields {
  const [year = "", month = "", day = "", hours = "", minutes = "", seconds = ""] = new Date(shown)
    .toISOString()
    .split(/[-T:.]/);
  const offset = Math.round(Math.abs(offsetMs) / MINUTE_MS);
  const zone = [Math.floor(offset / 60), offset % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return {
    YYYY: year,
    YY: year.slice(-2),
    MM: month,
    DD: day,
    HH: hours,
    mm: minutes,
    ss: seconds,
    ZZ: `${offsetMs < 0 ? "-" : "+"}${zone}`,
  };
}

/** Converts an instant to the milliseconds of the same local date and time in UTC. */
function clockIn(timeZone: string): (ms: number) => number {
  if (timeZone === "UTC") return (ms) => ms;
  const numeric = "numeric" as const;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const [year = 0, month = 0, day = 0] = [parts.get("year"), parts.get("month"), parts.get("day")];
    const shown = Date.UTC(year, month - 1, day, parts.get("hour"), parts.get("minute"), parts.get("second"));
    return shown + (((ms % 1000) + 1000) % 1000);
  };
}
