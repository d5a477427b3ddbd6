/*
 * node-postgres tells failures by SQLSTATE, by system error codes, or by sentence alone. This file knows them, so that a
 * surface can answer "try again" without knowing the driver.
 */

const UNREACHABLE_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "53300", // too many connections
  "57014", // statement timeout
  "57P01", // shutting down
  "57P02",
  "57P03", // starting up
  "40001", // serialization failure
  "40P01", // deadlock
]);

const UNREACHABLE_SENTENCE =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed and is not queryable)/;

/** Invalid byte sequence, untranslatable character: NUL or a lone surrogate that no schema caught. */
const UNSTORABLE_CODES = new Set(["22021", "22P05"]);

const CAUSES_MAX = 5;

/** Whether the error, or one of its causes, says that PostgreSQL cannot be reached or asks to try again. */
export function isDatabaseUnreachable(error: unknown): boolean {
  return chainOf(error).some(
    ({ code, message }) => UNREACHABLE_CODES.has(code) || /^08\w{3}$/.test(code) || UNREACHABLE_SENTENCE.test(message),
  );
}

/** Whether PostgreSQL refused a text because of a character in it. */
export function isUnstorableText(error: unknown): boolean {
  return chainOf(error).some(({ code }) => UNSTORABLE_CODES.has(code));
}

/** By form, not by class: an error of Node's own, such as that of a refused connection, may be of another realm. */
function chainOf(error: unknown): { code: string; message: string }[] {
  const chain: { code: string; message: string }[] = [];
  let link = error;
  while (typeof link === "object" && link !== null && "message" in link && chain.length < CAUSES_MAX) {
    const code = "code" in link ? String(link.code) : "";
    chain.push({ code, message: String(link.message) });
    link = "cause" in link ? link.cause : null;
  }
  return chain;
}
