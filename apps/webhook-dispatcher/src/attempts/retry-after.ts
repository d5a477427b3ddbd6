/**
 * Milliseconds that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or a date), without an upper bound; undefined
 * when it is neither.
 */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
