import type { Clock } from "@skucast/service-kit/clock";
import { createBreaker } from "./breaker.js";
import { createInFlightCap } from "./in-flight-cap.js";
import {
  type Admission,
  answersSoon,
  bulkRoomIn,
  cut,
  isFull,
  type Lane,
  type LaneEnd,
  next,
  recordEnd,
  roomOf,
  stand,
  waitingMaxOf,
} from "./lane.js";
import { createPace } from "./pace.js";
import { createWindow } from "./window.js";

/** How many more orders an endpoint's lane takes soon. */
export interface Room {
  readonly endpointId: string;
  readonly room: number;
  /** Whether one that somebody asked for may begin beside them. */
  readonly mayAsk: boolean;
}

/** An endpoint whose breaker keeps attempts back. */
export interface ShutLane {
  readonly workspaceId: string;
  readonly endpointId: string;
  readonly endpointVersion: string;
}

/** Who wants a place. */
export interface Entrant {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** What the endpoint's owner wants at most. */
  readonly ratePerSecond?: number | undefined;
  /** Somebody asked for this very attempt: one at a time goes out at once, whatever the lane is like. */
  readonly isAsked?: boolean;
  /** Of a bulk change: it waits behind single changes. */
  readonly isBulk?: boolean | undefined;
}

/** Places for attempts, endpoint by endpoint, so that none holds another up. */
export interface EndpointLanes {
  /** Takes a place that is free just now; answers whether there was one. Whoever has got it must leave. */
  tryEnter(entrant: Entrant): boolean;
  /** Waits for a place. Whoever has `entered` must leave. */
  enter(entrant: Entrant): Promise<Admission>;
  /** Resolves when there is room in the window, or less than this share of it is taken, or after so long. */
  roomy(timeoutMs: number, share?: number): Promise<void>;
  /** Without `end` nothing was sent. */
  leave(entrant: Entrant, end?: LaneEnd): void;
  /** Sends away those who would wait too long; to be called a few times a second. */
  shed(): void;
  /** Lets in those whose endpoint's rate allows it by now; the more often it is called, the more evenly they begin. */
  letInPaced(): void;
  /** How many more the endpoint's lane takes soon. */
  roomFor(entrant: Entrant): number;
  /** How many bulk events of the workspace its endpoints take soon: what the one takes that has most room. */
  bulkRoomOf(workspaceId: string): number;
  /** The endpoints that have less room than an unknown one. */
  rooms(): Room[];
  /** The endpoints that get no attempts for now, with the version of their settings that the last attempt was made with. */
  shut(): ShutLane[];
  /** The endpoints that keep deliveries waiting: no process of ours could send them faster. */
  heldBack(): Pick<Entrant, "workspaceId" | "endpointId">[];
  /** Lets one attempt through to the endpoint, to see whether it is back. */
  probe(endpointId: string): void;
  /** Sends away everybody who waits, and whoever comes. */
  close(): void;
}

export interface LanesOptions {
  /** Attempts under way to one endpoint, at most; asked each time, for it is divided among the dispatchers. */
  readonly inFlightMax: () => number;
  /** Which part of an endpoint's rate is ours. */
  readonly shareOfRate: () => number;
  /** Deliveries in all lanes together, at most. Whoever comes later waits. */
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
  const patient = new Map<() => void, number | undefined>();
  /** Lanes of endpoints with a rate in which somebody waits. */
  const paced = new Set<Lane>();
  const window = createWindow(windowMax);
  let isClosed = false;
  const nowMs = () => clock.now().getTime();

  function laneOf({ workspaceId, endpointId }: Pick<Entrant, "workspaceId" | "endpointId">): Lane {
    const known = lanes.get(endpointId);
    if (known) return known;
    const lane: Lane = {
      ...{ cap: createInFlightCap(inFlightMax), breaker: createBreaker(), pace: createPace() },
      ...{ workspaceId, inFlightCount: 0, waiting: [], bulkWaitingCount: 0, isAskedUnderWay: false },
      ...{ latencyMs: undefined, movedAtMs: nowMs(), isProven: false, endpointVersion: undefined },
    };
    lanes.set(endpointId, lane);
    return lane;
  }

  function laneNow(entrant: Entrant): Lane {
    const lane = laneOf(entrant);
    const { ratePerSecond } = entrant;
    lane.pace.set(ratePerSecond === undefined ? undefined : ratePerSecond * shareOfRate());
    window.prove(lane, answersSoon(lane, nowMs()));
    return lane;
  }

  function mayBegin(lane: Lane): boolean {
    const state = lane.breaker.stateAt(nowMs());
    const hasPlace = state === "closed" ? !isFull(lane) : state === "probing" && lane.inFlightCount === 0;
    return hasPlace && window.mayBegin(lane) && lane.pace.mayBegin(nowMs());
  }

  function begin(lane: Lane): void {
    window.begin(lane);
    lane.pace.count();
    if (lane.inFlightCount === 1 || isFull(lane)) lane.movedAtMs = nowMs();
  }

  function mayWait(lane: Lane): boolean {
    if (lane.breaker.stateAt(nowMs()) !== "closed") return false;
    return window.hasShare(lane) && lane.waiting.length < waitingMaxOf(lane, nowMs());
  }

  function sendAway(lane: Lane, keptCount: number, admission: Admission): void {
    const awayCount = Math.max(0, lane.waiting.length - keptCount);
    window.hold(lane, -awayCount);
    for (const admit of cut(lane, keptCount)) admit(admission);
  }

  function letIn(lane: Lane): void {
    while (lane.waiting.length > 0 && mayBegin(lane)) {
      begin(lane);
      next(lane)?.("entered");
    }
  }

  function beginNow(lane: Lane): boolean {
    if (lane.waiting.length > 0 || window.isFull() || !window.hasShare(lane) || !mayBegin(lane)) return false;
    window.hold(lane);
    begin(lane);
    return true;
  }

  function beginAsked(lane: Lane): boolean {
    if (lane.isAskedUnderWay || !window.mayAsk(lane)) return false;
    lane.isAskedUnderWay = true;
    window.ask(lane, 1);
    window.hold(lane);
    begin(lane);
    return true;
  }

  function admit(entrant: Entrant): Admission | Promise<Admission> {
    if (isClosed) return "closed";
    const lane = laneNow(entrant);
    if (entrant.isAsked ? beginAsked(lane) : beginNow(lane)) return "entered";
    if (!mayWait(lane) || entrant.isAsked) return "busy";
    if (window.isCrowded()) return new Promise((resolve) => arrivals.push(() => resolve(admit(entrant))));
    window.hold(lane);
    if (lane.pace.isSet()) paced.add(lane);
    return new Promise((resolve) => stand(lane, resolve, entrant.isBulk ?? false));
  }

  function admitArrivals(): void {
    while (arrivals.length > 0 && (isClosed || !window.isCrowded())) arrivals.shift()?.();
    for (const [goOn, share] of patient) if (isClosed || window.isRoomy(share)) goOn();
  }

  const roomIn = (lane: Lane) => Math.min(roomOf(lane, nowMs()), window.roomOf(lane));

  /** While this process has its hands full, a lane that is full says nothing about its endpoint. */
  function isHeldBack(lane: Lane): boolean {
    if (lane.breaker.stateAt(nowMs()) !== "closed") return true;
    return !window.isCrowded() && lane.inFlightCount + lane.waiting.length > 0 && roomOf(lane, nowMs()) === 0;
  }

  function forgetIdle(): void {
    for (const [id, lane] of lanes) {
      if (lanes.size <= KEPT_MAX) return;
      if (lane.inFlightCount === 0 && lane.waiting.length === 0) lanes.delete(id);
    }
  }

  return {
    tryEnter(entrant) {
      return !isClosed && beginNow(laneNow(entrant));
    },
    roomy(timeoutMs, share) {
      if (isClosed || window.isRoomy(share)) return Promise.resolve();
      return new Promise((resolve) => {
        const goOn = () => {
          clearTimeout(timer);
          patient.delete(goOn);
          resolve();
        };
        const timer = setTimeout(goOn, timeoutMs);
        patient.set(goOn, share);
      });
    },
    enter: async (entrant) => admit(entrant),
    leave(entrant, end) {
      const lane = laneOf(entrant);
      if (end) recordEnd(lane, end, nowMs());
      else lane.movedAtMs = nowMs();
      if (entrant.isAsked) {
        lane.isAskedUnderWay = false;
        window.ask(lane, -1);
      }
      window.end(lane);
      window.hold(lane, -1);
      window.prove(lane, answersSoon(lane, nowMs()));
      letIn(lane);
      admitArrivals();
    },
    shed() {
      forgetIdle();
      for (const lane of lanes.values()) {
        window.prove(lane, answersSoon(lane, nowMs()));
        if (lane.waiting.length === 0) continue;
        const isShut = lane.breaker.stateAt(nowMs()) !== "closed" || window.isOver(lane);
        sendAway(lane, isShut ? 0 : waitingMaxOf(lane, nowMs()), "busy");
        letIn(lane); // the cap may have grown with a dispatcher that left
      }
      admitArrivals();
    },
    letInPaced() {
      for (const lane of paced) {
        letIn(lane);
        if (lane.waiting.length === 0) paced.delete(lane);
      }
    },
    roomFor: (entrant) => (isClosed ? 0 : roomIn(laneNow(entrant))),
    bulkRoomOf(workspaceId) {
      const own = [...lanes.values()].filter((lane) => lane.workspaceId === workspaceId);
      const open = own.filter(({ breaker }) => breaker.stateAt(nowMs()) === "closed");
      // Who has shown nothing yet, or gets nothing for now, holds nobody up.
      return open.length === 0
        ? Number.POSITIVE_INFINITY
        : Math.max(...open.map((lane) => Math.min(bulkRoomIn(lane, nowMs()), window.roomOf(lane))));
    },
    rooms: () =>
      [...lanes].map(([endpointId, lane]) => ({
        endpointId,
        room: roomIn(lane),
        mayAsk: !lane.isAskedUnderWay && window.mayAsk(lane),
      })),
    shut: () =>
      [...lanes].flatMap(([endpointId, { workspaceId, breaker, endpointVersion }]) =>
        endpointVersion === undefined || breaker.stateAt(nowMs()) === "closed"
          ? []
          : { workspaceId, endpointId, endpointVersion },
      ),
    heldBack: () =>
      [...lanes].flatMap(([endpointId, lane]) =>
        isHeldBack(lane) ? { workspaceId: lane.workspaceId, endpointId } : [],
      ),
    probe: (endpointId) => lanes.get(endpointId)?.breaker.probe(nowMs()),
    close() {
      isClosed = true;
      for (const lane of lanes.values()) sendAway(lane, 0, "closed");
      admitArrivals();
    },
  };
}
