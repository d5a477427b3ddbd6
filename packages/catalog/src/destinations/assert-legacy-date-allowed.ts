import { LIMITS } from "@skucast/contracts/limits";
import { validationFailed } from "@skucast/contracts/problem";

const DAY_MS = 86_400_000;

/** Rejects a day in the past, or too far in the future for a temporary exception. */
export function assertLegacyDateAllowed(until: string | null, now: Date): void {
  if (until === null) return;
  const today = now.toISOString().slice(0, 10);
  const last = new Date(now.getTime() + LIMITS.legacyAlgorithmDaysMax * DAY_MS).toISOString().slice(0, 10);
  if (until >= today && until <= last) return;
  const message = `must be a day from ${today} to ${last}, or null`;
  throw validationFailed([{ pointer: "/legacy_algorithms_until", code: "not_allowed", message }]);
}
