import type { Breaker } from "./breaker.js";
import type { PoolMember } from "./capacity-pool.js";
import { type HostMember, hasHostSlot, recordHostSuccess, slotsOf } from "./host-limits.js";
import type { RateLimit } from "./rate-limit.js";

/** `busy`: the endpoint cannot be called soon. `closed`: no attempt starts any more. */
export type Admission = "admitted" | "busy" | "closed";

/** What an attempt showed about its endpoint. */
export interface EndpointFeedback {
  readonly startedAtMs: number;
  readonly isSuccess: boolean;
  /** It timed out, could not be reached, or answered that it is overloaded. */
  readonly isOverloaded: boolean;
  /** Version of the endpoint's settings that the attempt used. */
  readonly endpointVersion: string;
}

/** What one process knows about one endpoint. */
export interface EndpointLimiter extends PoolMember, HostMember<EndpointLimiter> {
  readonly breaker: Breaker;
  readonly rateLimit: RateLimit;
  /** New single changes come before everything else. Only `enqueue`, `dequeue` and `dropBeyond` change it. */
  readonly waiting: ((admission: Admission) => void)[];
  /** How many of those waiting are bulk changes or come from the schedule; they are the last ones. */
  bulkWaitingCount: number;
  /** How many single changes have gone before them in a row. */
  singlesInRow: number;
  hasRequestedInFlight: boolean;
  /** Moving average; undefined before the first answer. */
  latencyMs: number | undefined;
  /** When an attempt last ended, or one started while none was in flight, or all slots became taken. */
  lastProgressMs: number;
  /** Version of the endpoint's settings that the attempt that ended last used. */
  endpointVersion: string | undefined;
}

/** Deliveries that would wait in a process for longer than about this go back to the schedule. */
const WAIT_MS_MAX = 1_000;
/** This many may wait even if the endpoint is slow, so that a free slot is used at once. */
const WAITING_MIN = 2;
const SLOW_MS = 1_000;
/** Weight of a new value in the moving average. */
const NEW_SHARE = 0.2;

/** After this many single changes, one of those behind them starts, so that they do not wait forever. */
const SINGLES_IN_ROW_MAX = 3;

/** Adds a delivery to the queue. A new single change goes before all others that are not one. */
export function enqueue(limiter: EndpointLimiter, admit: EndpointLimiter["waiting"][number], isBulk: boolean): void {
  limiter.waiting.splice(limiter.waiting.length - (isBulk ? 0 : limiter.bulkWaitingCount), 0, admit);
  if (isBulk) limiter.bulkWaitingCount += 1;
}

/** Takes the delivery out of the queue that starts next. */
export function dequeue(limiter: EndpointLimiter): EndpointLimiter["waiting"][number] | undefined {
  const singleCount = limiter.waiting.length - limiter.bulkWaitingCount;
  const isBulkNext = limiter.bulkWaitingCount > 0 && (singleCount === 0 || limiter.singlesInRow >= SINGLES_IN_ROW_MAX);
  limiter.singlesInRow = isBulkNext || limiter.bulkWaitingCount === 0 ? 0 : limiter.singlesInRow + 1;
  if (isBulkNext) limiter.bulkWaitingCount -= 1;
  return limiter.waiting.splice(isBulkNext ? singleCount : 0, 1)[0];
}

/** Takes all but the first `keptCount` deliveries out of the queue, which drops bulk changes first. */
export function dropBeyond(limiter: EndpointLimiter, keptCount: number): EndpointLimiter["waiting"] {
  const dropped = limiter.waiting.splice(keptCount);
  limiter.bulkWaitingCount = Math.max(0, limiter.bulkWaitingCount - dropped.length);
  return dropped;
}

export const isFull = (limiter: EndpointLimiter): boolean => limiter.inFlightCount >= limiter.cap.current();

/** The latency of an attempt. If no attempt ends, the endpoint is as slow as the time since its last progress. */
function latencyOf(limiter: EndpointLimiter, nowMs: number): number {
  const stalledMs = limiter.inFlightCount > 0 ? nowMs - limiter.lastProgressMs : 0;
  return Math.max(limiter.latencyMs ?? 0, stalledMs, 1);
}

/** Whether the endpoint has shown that it answers soon, and still does. */
export const isResponsive = (limiter: EndpointLimiter, nowMs: number): boolean =>
  limiter.latencyMs !== undefined && latencyOf(limiter, nowMs) <= SLOW_MS;

/** How many attempts the endpoint's rate allows within the longest wait. */
const rateMaxOf = ({ rateLimit }: EndpointLimiter): number =>
  Math.max(WAITING_MIN, Math.floor(rateLimit.allowedWithin(WAIT_MS_MAX)));

/** How many deliveries will start within the longest wait (Little's law). */
export function waitingMaxOf(limiter: EndpointLimiter, nowMs: number): number {
  const soon = (slotsOf(limiter) * WAIT_MS_MAX) / latencyOf(limiter, nowMs);
  return Math.max(WAITING_MIN, Math.min(Math.floor(soon), rateMaxOf(limiter)));
}

const slotsLeftOf = (limiter: EndpointLimiter): number =>
  hasHostSlot(limiter) ? Math.max(0, slotsOf(limiter) - limiter.inFlightCount) : 0;

/** How many more deliveries will start soon: none while the breaker is open, and one to probe the endpoint. */
export function capacityOf(limiter: EndpointLimiter, nowMs: number): number {
  const state = limiter.breaker.stateAt(nowMs);
  if (state === "open") return 0;
  if (state === "probing") return limiter.inFlightCount === 0 ? 1 : 0;
  const slotsLeft = slotsLeftOf(limiter);
  const canCome = slotsLeft + Math.max(0, waitingMaxOf(limiter, nowMs) - limiter.waiting.length);
  return Math.min(canCome, Math.max(0, rateMaxOf(limiter) - limiter.waiting.length));
}

/** Share of the longest wait that bulk changes may fill, so that a single change does not wait longer than that. */
const BULK_SHARE = 0.5;

/**
 * How many more bulk changes the endpoint takes: none until half of those allowed to wait have started, so that they
 * come in batches.
 */
export function bulkCapacityOf(limiter: EndpointLimiter, nowMs: number): number {
  const slotsLeft = slotsLeftOf(limiter);
  const max = Math.max(1, Math.floor(waitingMaxOf(limiter, nowMs) * BULK_SHARE));
  return limiter.waiting.length > max / 2 ? 0 : slotsLeft + max - limiter.waiting.length;
}

/** Whether the endpoint's owner has changed it since the attempt that ended last. */
const isNewer = (feedback: EndpointFeedback, { endpointVersion }: EndpointLimiter): boolean =>
  endpointVersion !== undefined && Number(feedback.endpointVersion) > Number(endpointVersion);

/** Learns from an attempt. The attempt must still hold its slot. */
export function recordFeedback(limiter: EndpointLimiter, feedback: EndpointFeedback, nowMs: number): void {
  const tookMs = Math.max(0, nowMs - feedback.startedAtMs);
  const { latencyMs } = limiter;
  limiter.latencyMs = latencyMs === undefined ? tookMs : latencyMs + NEW_SHARE * (tookMs - latencyMs);
  limiter.lastProgressMs = nowMs;
  if (isNewer(feedback, limiter)) limiter.breaker.resetCounts();
  limiter.endpointVersion = feedback.endpointVersion;
  if (feedback.isOverloaded) limiter.cap.shrink({ startedAtMs: feedback.startedAtMs, endedAtMs: nowMs });
  else if (feedback.isSuccess && isFull(limiter)) limiter.cap.grow();
  if (feedback.isSuccess) recordHostSuccess(limiter);
  // After an outage the endpoint starts with one attempt at a time.
  if (limiter.breaker.record(feedback.isSuccess, nowMs)) limiter.cap.reset();
}
