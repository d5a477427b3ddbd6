import type { AttemptOutcome } from "@skucast/contracts/deliveries/delivery";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Wait before each attempt, after the end of the previous one (Standard Webhooks, example schedule): ten attempts within
 * 75 h 35 min 5 s.
 */
export const SCHEDULE_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Share of a wait that is added or subtracted, so that deliveries that failed together are not retried together. */
export const JITTER = 0.2;

export interface AttemptEnd {
  readonly deliveryId: string;
  /** 1 for the first attempt. */
  readonly number: number;
  readonly outcome: AttemptOutcome;
  /** The value of Retry-After in the response. */
  readonly retryAfterMs: number | undefined;
  readonly endedAt: Date;
}

/** What follows an attempt. `gone`: the endpoint must not be called again. */
export type Decision =
  | { readonly type: "delivered" | "failed" | "gone" }
  | { readonly type: "retry"; readonly nextAttemptAt: Date };

/**
 * Decides by the schedule. Retry-After can extend the scheduled wait to at most twice its length, so that a receiver
 * cannot postpone a delivery for a year.
 */
export function decideNext({ deliveryId, number, outcome, retryAfterMs, endedAt }: AttemptEnd): Decision {
  if (outcome === "delivered") return { type: "delivered" };
  if (outcome === "gone") return { type: "gone" };
  const stepMs = SCHEDULE_MS[number];
  if (stepMs === undefined) return { type: "failed" };
  const jitteredMs = stepMs * (1 + JITTER * (2 * fractionOf(`${deliveryId}:${number}`) - 1));
  const waitMs = Math.max(jitteredMs, Math.min(retryAfterMs ?? 0, 2 * stepMs));
  return { type: "retry", nextAttemptAt: new Date(endedAt.getTime() + Math.round(waitMs)) };
}

/** A pseudo-random fraction in [0, 1) that is always the same for the same key (FNV-1a). */
function fractionOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  // Without this step the last characters do not affect the high bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
