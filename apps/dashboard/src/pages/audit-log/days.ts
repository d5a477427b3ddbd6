/** The start of a day such as `2026-11-21` in the user's time zone. */
export const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** The end of that day. */
export function endOf(day: string): string {
  const next = new Date(`${day}T00:00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}

/** The day of a timestamp in the user's time zone. */
export function dayOf(timestamp: string): string {
  const at = new Date(timestamp);
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${at.getFullYear()}-${month}-${day}`;
}

/** The last day that is over at a timestamp. */
export const dayBefore = (timestamp: string): string => dayOf(new Date(Date.parse(timestamp) - 1).toISOString());
