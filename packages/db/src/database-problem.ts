import { Problem } from "@skucast/contracts/problem";
import { SHARE_IN_USE } from "./connection-shares.js";
import { errorChain, isDatabaseUnavailable } from "./unavailable.js";

const TOO_MANY_REQUESTS =
  "The workspace has too many concurrent requests. Send fewer at once, and retry this one later.";

/** SQLSTATEs that ask the client to retry: statement timeout, serialization failure, deadlock. */
const RETRYABLE = new Set(["57014", "40001", "40P01"]);

/**
 * Invalid byte sequence, untranslatable character: NUL or a lone surrogate that no schema rejected. Prisma names them in its
 * message only, and not the code of a lone surrogate in JSON.
 */
const UNSTORABLE_TEXT = /^(?:22021|22P05)$|Code: `(?:22021|22P05)`|invalid input syntax for type json/;

/** Row-level security rejected the new row, or Prisma did not find the row to change (P2025). */
const isRlsViolation = (error: unknown): boolean =>
  errorChain(error).some(
    ({ code, message }) => code === "P2025" || message.includes("violates row-level security policy"),
  );

/** The problem of a change that row-level security does not allow. */
export const invisibleRowProblem = (cause?: unknown): Problem =>
  new Problem("forbidden", "Your role, or the scopes or channels of your key, do not allow this change.", { cause });

/** The same for an error of PostgreSQL or Prisma. Null for any other error. */
export const rlsViolationProblem = (error: unknown): Problem | null =>
  isRlsViolation(error) ? invisibleRowProblem(error) : null;

/**
 * Converts an error of PostgreSQL into a problem: 429 if the workspace uses its share of the connections, 403 if
 * row-level security rejected the change, 503 if the database cannot be reached or asks to retry, and 400 if it
 * rejected a string because of a character in it. Null for other errors.
 */
export function databaseProblem(error: unknown): Problem | null {
  const chain = errorChain(error);
  const codes = chain.map(({ code }) => code);
  if (chain.some(({ message }) => message === SHARE_IN_USE)) {
    return new Problem("rate_limited", TOO_MANY_REQUESTS, { headers: { "Retry-After": "2" }, cause: error });
  }
  if (isDatabaseUnavailable(error) || codes.some((code) => RETRYABLE.has(code))) {
    return new Problem("unavailable", undefined, { headers: { "Retry-After": "2" }, cause: error });
  }
  if (chain.some(({ code, message }) => UNSTORABLE_TEXT.test(code) || UNSTORABLE_TEXT.test(message))) {
    return new Problem("bad_request", "A string contains a character that cannot be stored, such as NUL.", {
      cause: error,
    });
  }
  return rlsViolationProblem(error);
}
