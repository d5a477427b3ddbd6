import type { IncomingMessage } from "node:http";
import { checksVersion, type Route, writes } from "@skucast/contracts/define-route";
import { Problem } from "@skucast/contracts/problem";

const PRECONDITIONS = ["If-Match", "If-None-Match", "If-Unmodified-Since"] as const;
export type Precondition = (typeof PRECONDITIONS)[number];

/**
 * The preconditions that a route does not check. A write checks entity tags or nothing: two changes within a second have
 * the same time.
 */
export function ignoredPreconditionsOf(route: Route): readonly Precondition[] {
  if (!writes(route)) return [];
  return checksVersion(route) ? ["If-Unmodified-Since"] : PRECONDITIONS;
}

/**
 * Rejects a write with a precondition that would not be checked, because it could overwrite the change that it was meant
 * to protect. If-Unmodified-Since does not count next to If-Match (RFC 9110, section 13.1.4).
 */
export function checkPreconditions({ headers }: IncomingMessage, ignored: readonly Precondition[]): void {
  for (const name of ignored) {
    if (headers[name.toLowerCase()] === undefined) continue;
    if (name !== "If-Unmodified-Since")
      throw new Problem("bad_request", `This operation does not check ${name}. Omit it.`);
    if (headers["if-match"] !== undefined) continue;
    throw new Problem("bad_request", "Writes do not check If-Unmodified-Since. Use If-Match with an ETag, or omit it.");
  }
}
