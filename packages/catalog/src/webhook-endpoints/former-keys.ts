import { LIMITS } from "@skucast/contracts/limits";
import { Problem } from "@skucast/contracts/problem";
import { formerKeySchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { z } from "zod";
import type { StoredFormerKey } from "./new-keys.js";

const HOUR_MS = 3_600_000;

const storedSchema = z.array(formerKeySchema.extend({ sealed: z.string() }));

/** The former keys of a stored endpoint. */
export const formerKeysOf = (stored: unknown): StoredFormerKey[] => storedSchema.parse(stored);

/** A key that is being replaced. */
export type ReplacedKey = Omit<StoredFormerKey, "signs_until">;

/**
 * The former keys after a rotation: those that still sign, and the replaced ones until the overlap ends. Without an overlap
 * there are no former keys of the replaced kinds. Throws limit_reached if there would be too many.
 */
export function formerKeysAfter(
  former: readonly StoredFormerKey[],
  { replaced, overlapHours, now }: { replaced: readonly ReplacedKey[]; overlapHours: number; now: Date },
): StoredFormerKey[] {
  const kinds = new Set(replaced.map(({ kind }) => kind));
  const signing = former.filter(
    ({ kind, signs_until }) => Date.parse(signs_until) > now.getTime() && !(overlapHours === 0 && kinds.has(kind)),
  );
  if (overlapHours === 0) return signing;
  const until = new Date(now.getTime() + Math.round(overlapHours * HOUR_MS)).toISOString();
  const after = [...replaced.map((key) => ({ ...key, signs_until: until })), ...signing];
  if (after.length > LIMITS.formerKeysMax) {
    const detail = `An endpoint signs with at most ${LIMITS.formerKeysMax} replaced keys; wait until one expires, or rotate without overlap.`;
    throw new Problem("limit_reached", detail);
  }
  return after;
}
