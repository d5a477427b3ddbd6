/** Errors of the network and of the pool that say that the server is not there, rather than that a statement is wrong. */
const NETWORK_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "EHOSTUNREACH",
]);

const NO_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/**
 * Whether an error means that PostgreSQL cannot be reached just now (connection failures of class 08, shutdown and
 * start-up 57P0x, too many connections 53300, a pool that got no connection in time), so that the work may be tried again.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  // By form, not by class: errors of another realm (worker, test environment) are no instances of this one's Error.
  if (typeof error !== "object" || error === null || !("message" in error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (NETWORK_CODES.has(code) || code.startsWith("08") || /^57P0[123]$/.test(code) || code === "53300") return true;
  if (NO_CONNECTION.test(String(error.message))) return true;
  const causes = [
    ...("errors" in error && Array.isArray(error.errors) ? error.errors : []),
    "cause" in error ? error.cause : null,
  ];
  return causes.some(isDatabaseUnavailable);
}
