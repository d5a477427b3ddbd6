const DEFAULT_MS = 5_000;
const SECONDS = /^[1-9]\d{0,2}$/;

/**
 * How long a request may wait for a connection: `?connect_timeout=SECONDS` in the connection string, as in libpq.
 * Default 5 s. Throws if it is not an integer from 1 to 999.
 */
export function connectTimeoutMs(url: string): number {
  const seconds = URL.canParse(url) ? new URL(url).searchParams.get("connect_timeout") : null;
  if (seconds === null) return DEFAULT_MS;
  if (SECONDS.test(seconds)) return Number(seconds) * 1_000;
  throw new Error("connect_timeout of the connection string must be an integer from 1 to 999 (seconds).");
}
