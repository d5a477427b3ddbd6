import type { Breaker } from "./breaker.js";
import type { InFlightCap } from "./in-flight-cap.js";
import type { Pace } from "./pace.js";
import type { Holder } from "./window.js";

/** `busy`: the endpoint cannot be called soon. `closed`: no attempt begins any more. */
export type Admission = "entered" | "busy" | "closed";

/** What an attempt showed of its endpoint. */
export interface LaneEnd {
  readonly startedAtMs: number;
  readonly isGood: boolean;
  /** It timed out, could not be reached, or said that it has too much to do. */
  readonly isPushedBack: boolean;
  /** Of the endpoint's settings, as the attempt was made with them. */
  readonly endpointVersion: string;
}

/** What one process knows of one endpoint. */
export interface Lane extends Holder {
  readonly cap: InFlightCap;
  readonly breaker: Breaker;
  readonly pace: Pace;
  /** Single changes first; changed by `stand`, `next` and `cut` alone. */
  readonly waiting: ((admission: Admission) => void)[];
  /** Of those who wait, how many are of bulk changes: the last ones. */
  bulkWaitingCount: number;
  /** Whether one is under way that somebody asked for. */
  isAskedUnderWay: boolean;
  /** Moving average; undefined before the first answer. */
  latencyMs: number | undefined;
  /** When an attempt ended last, or one began while none was under way, or the lane became full. */
  movedAtMs: number;
  /** Of the endpoint's settings, with which the last attempt was made that ended. */
  endpointVersion: string | undefined;
}

/** Nobody waits in a process for longer than about this: the schedule brings those back who cannot begin before. */
const WAIT_MAX_MS = 1_000;
/** So many may wait however slow the endpoint is, so that a place that becomes free is taken at once. */
const WAITING_MIN = 2;
const SLOW_MS = 1_000;
const NEW_SHARE = 0.2;

/** Puts somebody into the line: behind his like, and a single change before all bulk changes. */
export function stand(lane: Lane, admit: Lane["waiting"][number], isBulk: boolean): void {
  lane.waiting.splice(lane.waiting.length - (isBulk ? 0 : lane.bulkWaitingCount), 0, admit);
  if (isBulk) lane.bulkWaitingCount += 1;
}

/** Takes the first one out of the line. */
export function next(lane: Lane): Lane["waiting"][number] | undefined {
  const first = lane.waiting.shift();
  lane.bulkWaitingCount = Math.min(lane.bulkWaitingCount, lane.waiting.length);
  return first;
}

/** Takes all but the first so many out of the line: bulk changes before others. */
export function cut(lane: Lane, keptCount: number): Lane["waiting"] {
  const away = lane.waiting.splice(keptCount);
  lane.bulkWaitingCount = Math.max(0, lane.bulkWaitingCount - away.length);
  return away;
}

export const isFull = (lane: Lane): boolean => lane.inFlightCount >= lane.cap.current();

/** What an attempt takes, as far as can be seen: a lane in which nothing ends is as slow as it has been still. */
function latencyOf(lane: Lane, nowMs: number): number {
  const stillMs = lane.inFlightCount > 0 ? nowMs - lane.movedAtMs : 0;
  return Math.max(lane.latencyMs ?? 0, stillMs, 1);
}

/** Whether it has shown that it answers soon, and still does. */
export const answersSoon = (lane: Lane, nowMs: number): boolean =>
  lane.latencyMs !== undefined && latencyOf(lane, nowMs) <= SLOW_MS;

/** As many as the endpoint's rate lets begin within the longest wait. */
const pacedMaxOf = ({ pace }: Lane): number => Math.max(WAITING_MIN, Math.floor(pace.within(WAIT_MAX_MS)));

/** As many as will begin within the longest wait (Little's law). */
export function waitingMaxOf(lane: Lane, nowMs: number): number {
  const soon = (lane.cap.current() * WAIT_MAX_MS) / latencyOf(lane, nowMs);
  return Math.max(WAITING_MIN, Math.min(Math.floor(soon), pacedMaxOf(lane)));
}

/** How many more may come for the endpoint, of whom none need be sent away: nobody while its breaker is open, one to probe it. */
export function roomOf(lane: Lane, nowMs: number): number {
  const state = lane.breaker.stateAt(nowMs);
  if (state === "open") return 0;
  if (state === "probing") return lane.inFlightCount === 0 ? 1 : 0;
  const placesLeft = Math.max(0, lane.cap.current() - lane.inFlightCount);
  const mayCome = placesLeft + Math.max(0, waitingMaxOf(lane, nowMs) - lane.waiting.length);
  return Math.min(mayCome, Math.max(0, pacedMaxOf(lane) - lane.waiting.length));
}

/** Of the longest wait, what bulk changes may fill: a single change waits behind no more. */
const BULK_SHARE = 0.5;

/**
 * How many bulk changes may come for the endpoint: none until half of what may wait has begun, so that they come in
 * portions.
 */
export function bulkRoomIn(lane: Lane, nowMs: number): number {
  const placesLeft = Math.max(0, lane.cap.current() - lane.inFlightCount);
  const max = Math.max(1, Math.floor(waitingMaxOf(lane, nowMs) * BULK_SHARE));
  return lane.waiting.length > max / 2 ? 0 : placesLeft + max - lane.waiting.length;
}

/** Whether its owner has changed the endpoint since the attempt that ended last. */
const isNewer = (end: LaneEnd, { endpointVersion }: Lane): boolean =>
  endpointVersion !== undefined && Number(end.endpointVersion) > Number(endpointVersion);

/** Learns from an attempt. Called while it still has its place. */
export function recordEnd(lane: Lane, end: LaneEnd, nowMs: number): void {
  const tookMs = Math.max(0, nowMs - end.startedAtMs);
  lane.latencyMs = lane.latencyMs === undefined ? tookMs : lane.latencyMs + NEW_SHARE * (tookMs - lane.latencyMs);
  lane.movedAtMs = nowMs;
  if (isNewer(end, lane)) lane.breaker.forget();
  lane.endpointVersion = end.endpointVersion;
  if (end.isPushedBack) lane.cap.shrink({ startedAtMs: end.startedAtMs, endedAtMs: nowMs });
  else if (end.isGood && isFull(lane)) lane.cap.grow();
  // After an outage: one at a time, then more.
  if (lane.breaker.record(end.isGood, nowMs)) lane.cap.reset();
}
