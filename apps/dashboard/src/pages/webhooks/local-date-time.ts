/** What a field of date and time holds is local; what is sent names its offset. */
export const toTimestamp = (local: string): string =>
  Number.isNaN(Date.parse(local)) ? local : new Date(local).toISOString();

/** A moment as such a field holds it. */
export function toLocalInput(ms: number): string {
  const shifted = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
