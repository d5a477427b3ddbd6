import { Problem } from "@skucast/contracts/problem";
import { SHARE_IN_USE } from "./connection-shares.js";
import { errorChain, isDatabaseUnavailable } from "./unavailable.js";

const TOO_MUCH_UNDER_WAY =
  "The workspace has too many requests under way; send fewer at once, and this one again later.";

/** Asked to try again: statement timeout, serialization failure, deadlock. */
const TRY_AGAIN = new Set(["57014", "40001", "40P01"]);

/** Invalid byte sequence, untranslatable character: NUL or a lone surrogate that no schema caught. */
const UNSTORABLE_TEXT = new Set(["22021", "22P05"]);

/** Row-level security refused the new row; or, in Prisma's words, the row that was there to be changed. */
const isWalled = (error: unknown): boolean =>
  errorChain(error).some(
    ({ code, message }) => code === "P2025" || message.includes("violates row-level security policy"),
  );

/** The refusal of what a membership does not reach. */
export const hiddenProblem = (cause?: unknown): Problem =>
  new Problem("forbidden", "Your membership does not reach what this would change.", { cause });

/** The same for an error by which the database says so; null for any other error. */
export const wallProblem = (error: unknown): Problem | null => (isWalled(error) ? hiddenProblem(error) : null);

/**
 * What an error of PostgreSQL is to a client: 429 when its workspace holds its share of the connections, 403 when row-level security refused it, 503 unavailable when it cannot be reached or asks to try again, 400 when
 * it refused a text because of a character in it; null when the error is neither.
 */
export function databaseProblem(error: unknown): Problem | null {
  const chain = errorChain(error);
  const codes = chain.map(({ code }) => code);
  if (chain.some(({ message }) => message === SHARE_IN_USE)) {
    return new Problem("rate_limited", TOO_MUCH_UNDER_WAY, { headers: { "Retry-After": "2" }, cause: error });
  }
  if (isDatabaseUnavailable(error) || codes.some((code) => TRY_AGAIN.has(code))) {
    return new Problem("unavailable", undefined, { headers: { "Retry-After": "2" }, cause: error });
  }
  if (codes.some((code) => UNSTORABLE_TEXT.has(code))) {
    return new Problem("bad_request", "A text holds a character that cannot be stored, such as NUL.", { cause: error });
  }
  return wallProblem(error);
}
