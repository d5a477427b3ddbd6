import type { Clock } from "@skucast/service-kit/clock";
import { createBreaker } from "./breaker.js";
import { createInFlightCap } from "./in-flight-cap.js";
import { type Admission, isFull, isSlow, type Lane, type LaneEnd, recordEnd, roomOf, waitingMaxOf } from "./lane.js";
import { createPace } from "./pace.js";

/** How many more orders an endpoint's lane takes soon. */
export interface Room {
  readonly endpointId: string;
  readonly room: number;
}

/** Places for attempts, endpoint by endpoint, so that none holds another up. */
export interface EndpointLanes {
  /** Takes a place that is free just now; answers whether there was one. Whoever has got it must leave. */
  tryEnter(endpointId: string, ratePerSecond?: number): boolean;
  /** Waits for a place. Whoever has `entered` must leave. */
  enter(endpointId: string, ratePerSecond?: number): Promise<Admission>;
  /** Resolves when a quarter of the window is free, or after so long. */
  roomy(timeoutMs: number): Promise<void>;
  /** Without `end` nothing was sent. */
  leave(endpointId: string, end?: LaneEnd): void;
  /** Sends away those who would wait too long; to be called a few times a second. */
  shed(): void;
  /** The endpoints that have less room than an unknown one. */
  rooms(): Room[];
  /** Sends away everybody who waits, and whoever comes. */
  close(): void;
}

export interface LanesOptions {
  /** Attempts under way to one endpoint, at most; asked each time, for it is divided among the dispatchers. */
  readonly inFlightMax: () => number;
  /** Which part of an endpoint's rate is ours. */
  readonly shareOfRate: () => number;
  /** Deliveries in all lanes together, at most; slow endpoints may fill the first half of it alone. Whoever comes later waits. */
  readonly windowMax: number;
  readonly clock: Clock;
}

/** Lanes of endpoints with nothing under way are remembered for what was learnt. */
const KEPT_MAX = 10_000;

export function createEndpointLanes({ inFlightMax, shareOfRate, windowMax, clock }: LanesOptions): EndpointLanes {
  const lanes = new Map<string, Lane>();
  /** Those who wait until there is room in the window, first come, first served. */
  const arrivals: (() => void)[] = [];
  /** Those who wait until a quarter of it is free. */
  const patient = new Set<() => void>();
  let heldCount = 0;
  let isClosed = false;
  const nowMs = () => clock.now().getTime();

  function laneOf(endpointId: string): Lane {
    const known = lanes.get(endpointId);
    if (known) return known;
    const lane: Lane = {
      ...{ cap: createInFlightCap(inFlightMax), breaker: createBreaker(), pace: createPace() },
      ...{ inFlightCount: 0, waiting: [] },
      ...{ latencyMs: undefined, movedAtMs: nowMs() },
    };
    lanes.set(endpointId, lane);
    return lane;
  }

  function mayBegin(lane: Lane): boolean {
    const state = lane.breaker.stateAt(nowMs());
    const hasPlace = state === "closed" ? !isFull(lane) : state === "probing" && lane.inFlightCount === 0;
    return hasPlace && lane.pace.mayBegin(nowMs());
  }

  function begin(lane: Lane): void {
    lane.inFlightCount += 1;
    lane.pace.count();
    if (isFull(lane)) lane.movedAtMs = nowMs();
  }

  /** The second half of the window is for those who answer. */
  const isCrowdedBy = (lane: Lane) => heldCount >= windowMax / 2 && isSlow(lane, nowMs());

  function mayWait(lane: Lane): boolean {
    if (lane.breaker.stateAt(nowMs()) !== "closed") return false;
    if (isCrowdedBy(lane)) return false;
    return lane.waiting.length < waitingMaxOf(lane, nowMs());
  }

  function sendAway(lane: Lane, keptCount: number, admission: Admission): void {
    const away = lane.waiting.splice(keptCount);
    heldCount -= away.length;
    for (const admit of away) admit(admission);
  }

  function letIn(lane: Lane): void {
    while (lane.waiting.length > 0 && mayBegin(lane)) {
      begin(lane);
      lane.waiting.shift()?.("entered");
    }
  }

  function laneAtRate(endpointId: string, ratePerSecond: number | undefined): Lane {
    const lane = laneOf(endpointId);
    lane.pace.set(ratePerSecond === undefined ? undefined : ratePerSecond * shareOfRate());
    return lane;
  }

  function beginNow(lane: Lane): boolean {
    if (lane.waiting.length > 0 || !mayBegin(lane)) return false;
    heldCount += 1;
    begin(lane);
    return true;
  }

  function admit(endpointId: string, ratePerSecond: number | undefined): Admission | Promise<Admission> {
    if (isClosed) return "closed";
    const lane = laneAtRate(endpointId, ratePerSecond);
    if (beginNow(lane)) return "entered";
    if (!mayWait(lane)) return "busy";
    heldCount += 1;
    return new Promise((resolve) => lane.waiting.push(resolve));
  }

  function admitArrivals(): void {
    while (arrivals.length > 0 && (isClosed || heldCount < windowMax)) arrivals.shift()?.();
    if (isClosed || isRoomy()) for (const goOn of patient) goOn();
  }

  const isRoomy = () => heldCount < windowMax * 0.75;

  function forgetIdle(): void {
    for (const [id, lane] of lanes) {
      if (lanes.size <= KEPT_MAX) return;
      if (lane.inFlightCount === 0 && lane.waiting.length === 0) lanes.delete(id);
    }
  }

  return {
    tryEnter(endpointId, ratePerSecond) {
      if (isClosed || heldCount >= windowMax) return false;
      const lane = laneAtRate(endpointId, ratePerSecond);
      return !isCrowdedBy(lane) && beginNow(lane);
    },
    roomy(timeoutMs) {
      if (isClosed || isRoomy()) return Promise.resolve();
      return new Promise((resolve) => {
        const goOn = () => {
          clearTimeout(timer);
          patient.delete(goOn);
          resolve();
        };
        const timer = setTimeout(goOn, timeoutMs);
        patient.add(goOn);
      });
    },
    async enter(endpointId, ratePerSecond) {
      if (heldCount < windowMax || isClosed) return admit(endpointId, ratePerSecond);
      return new Promise((resolve) => arrivals.push(() => resolve(admit(endpointId, ratePerSecond))));
    },
    leave(endpointId, end) {
      const lane = laneOf(endpointId);
      heldCount -= 1;
      if (end) recordEnd(lane, end, nowMs());
      else lane.movedAtMs = nowMs();
      lane.inFlightCount -= 1;
      letIn(lane);
      admitArrivals();
    },
    shed() {
      forgetIdle();
      for (const lane of lanes.values()) {
        if (lane.waiting.length === 0) continue;
        const isOpen = lane.breaker.stateAt(nowMs()) !== "closed";
        sendAway(lane, isOpen ? 0 : waitingMaxOf(lane, nowMs()), "busy");
        letIn(lane); // the pace allows more by now, and the cap may have grown with a dispatcher that left
      }
      admitArrivals();
    },
    rooms: () => [...lanes].map(([endpointId, lane]) => ({ endpointId, room: roomOf(lane, nowMs()) })),
    close() {
      isClosed = true;
      for (const lane of lanes.values()) sendAway(lane, 0, "closed");
      admitArrivals();
    },
  };
}
