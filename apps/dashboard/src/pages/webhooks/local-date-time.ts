/** Converts the local time of a datetime-local input to a timestamp. */
export const toTimestamp = (local: string): string =>
  Number.isNaN(Date.parse(local)) ? local : new Date(local).toISOString();

/** A time as the value of a datetime-local input. */
export function toLocalInput(ms: number): string {
  const shifted = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
