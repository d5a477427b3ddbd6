/*
 * Recognizes errors of a database that cannot be reached. node-postgres reports them by SQLSTATE, by system error code, or
 * only by message.
 */

/** System errors of the network, and SQLSTATEs of a server that cannot be used at present. */
const UNAVAILABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "25006", // read-only: a standby, after a failover
  "53000", // insufficient resources
  "53100", // disk full
  "53200", // out of memory
  "53300", // too many connections
  "57P01", // shutting down
  "57P02", // crashed
  "57P03", // starting up
  "58030", // the disk fails
]);

const UNAVAILABLE_SENTENCE =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed and is not queryable)/;

const CHAIN_MAX = 20;

/**
 * Whether an error or one of its causes means that PostgreSQL cannot be reached at present. The work can be retried.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  errorChain(error).some(
    ({ code, message }) => UNAVAILABLE_CODES.has(code) || /^08\w{3}$/.test(code) || UNAVAILABLE_SENTENCE.test(message),
  );

/**
 * An error with its causes and the errors that it aggregates. Recognized by shape, not by class: Node's own errors,
 * such as that of a refused connection, may come from another realm.
 */
export function errorChain(error: unknown): { code: string; message: string }[] {
  const chain: { code: string; message: string }[] = [];
  const open = [error];
  while (open.length > 0 && chain.length < CHAIN_MAX) {
    const link = open.shift();
    if (typeof link !== "object" || link === null || !("message" in link)) continue;
    chain.push({ code: "code" in link ? String(link.code) : "", message: String(link.message) });
    if ("cause" in link) open.push(link.cause);
    if ("errors" in link && Array.isArray(link.errors)) open.push(...link.errors);
  }
  return chain;
}
