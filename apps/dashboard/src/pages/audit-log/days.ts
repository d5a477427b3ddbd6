/** The moment at which a day such as `2026-11-21` begins where the reader is. */
export const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** The moment at which that day is over. */
export function endOf(day: string): string {
  const next = new Date(`${day}T00:00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}

/** The day of a moment where the reader is. */
export function dayOf(moment: string): string {
  const at = new Date(moment);
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${at.getFullYear()}-${month}-${day}`;
}

/** The last day that is over at a moment. */
export const dayBefore = (moment: string): string => dayOf(new Date(Date.parse(moment) - 1).toISOString());
