import type { AttemptOutcome } from "@skucast/contracts/deliveries/delivery";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Wait before each attempt, from the end of the one before (Standard Webhooks, example schedule): ten attempts within
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

/** Share of a wait that is added or taken away, so that deliveries that failed together do not come back together. */
export const JITTER = 0.2;

export interface AttemptEnd {
  readonly deliveryId: string;
  /** 1 for the first attempt. */
  readonly number: number;
  readonly outcome: AttemptOutcome;
  /** What the receiver asked for in Retry-After. */
  readonly retryAfterMs: number | undefined;
  readonly endedAt: Date;
}

/** What follows an attempt. `gone`: the endpoint asked never to be called again. */
export type Decision =
  | { readonly type: "delivered" | "failed" | "gone" }
  | { readonly type: "retry"; readonly nextAttemptAt: Date };

/**
 * Decides by the schedule. Retry-After is honoured from the scheduled wait up to twice of it, so that a receiver can ask
 * for room but cannot park a delivery for a year.
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

/** A fraction from 0 up to 1 drawn from the text (FNV-1a): spread like chance, the same each time it is asked. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  // The last characters reach the high bits only by mixing once more.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}
