import type { Clock } from "@skucast/service-kit/clock";
import { createBreaker } from "./breaker.js";
import { createCapacityPool } from "./capacity-pool.js";
import {
  type Admission,
  bulkCapacityOf,
  capacityOf,
  dequeue,
  dropBeyond,
  type EndpointFeedback,
  type EndpointLimiter,
  enqueue,
  isFull,
  isResponsive,
  recordFeedback,
  waitingMaxOf,
} from "./endpoint-limiter.js";
import { countAtHost, createHostLimits, hasHostSlot } from "./host-limits.js";
import { createInFlightCap } from "./in-flight-cap.js";
import { createRateLimit } from "./rate-limit.js";

/** How many more deliveries an endpoint takes soon. */
export interface EndpointCapacity {
  readonly endpointId: string;
  readonly capacity: number;
  /** Whether a requested attempt may start in addition. */
  readonly canStartRequested: boolean;
}

/** An endpoint that gets no attempts because its breaker is not closed. */
export interface BlockedEndpoint {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** Version of the settings that the last attempt used. */
  readonly endpointVersion: string;
}

/** A delivery that needs a slot of its endpoint. */
export interface SlotRequest {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** The endpoint's configured maximum rate. */
  readonly ratePerSecond?: number | undefined;
  /** A client requested this attempt. One at a time starts at once, regardless of the endpoint's state. */
  readonly isRequested?: boolean;
  /** It is part of a bulk change or comes from the schedule, and waits behind new single changes. */
  readonly isBulk?: boolean | undefined;
}

/** Limits the attempts to each endpoint, so that no endpoint delays another one. */
export interface EndpointLimiters {
  /** Takes a slot if one is free now. On true, the caller must release it. */
  tryAcquire(request: SlotRequest): boolean;
  /** Waits for a slot. On `admitted`, the caller must release it. */
  acquire(request: SlotRequest): Promise<Admission>;
  /** Returns the slot. Without feedback nothing was sent. */
  release(request: SlotRequest, feedback?: EndpointFeedback): void;
  /** Resolves when less than this share of the process's capacity is used, or after `timeoutMs`. */
  waitForCapacity(timeoutMs: number, share?: number): Promise<void>;
  /** Turns away deliveries that would wait too long. Call it a few times a second. */
  shedExcess(): void;
  /** Admits deliveries whose endpoint's rate allows it now. The more often it runs, the more evenly they start. */
  admitRateLimited(): void;
  /** How many more deliveries the endpoint takes soon. */
  capacityFor(request: SlotRequest): number;
  /** How many bulk events of the workspace its endpoints take soon: as many as the endpoint with the most capacity. */
  bulkCapacityOf(workspaceId: string): number;
  /** The capacity of every endpoint that this process knows. */
  capacities(): EndpointCapacity[];
  blockedEndpoints(): BlockedEndpoint[];
  /** The endpoints that are themselves the reason why their deliveries wait. */
  heldBack(): Pick<SlotRequest, "workspaceId" | "endpointId">[];
  /** The hosts that have answered a challenge: their endpoints have slots of their own. */
  setVerifiedHosts(names: ReadonlySet<string>): void;
  /** Allows one attempt, to find out whether the endpoint works again. */
  probe(endpointId: string): void;
  /** Turns away all deliveries that wait, and all that come later. */
  close(): void;
}

export interface LimitersOptions {
  /** Maximum attempts in flight to one endpoint. Read each time, because dispatchers share it and their number changes. */
  readonly inFlightMax: () => number;
  /** The part of an endpoint's rate that this process may use. */
  readonly shareOfRate: () => number;
  /** Deliveries in hand for all endpoints together. More deliveries wait. */
  readonly inHandMax: number;
  /** The host that an endpoint names, if it is known. */
  readonly hostOf: (endpointId: string) => string | undefined;
  readonly clock: Clock;
}

/** Idle limiters are kept for what they have learned, up to this many limiters in total. */
const KEPT_MAX = 10_000;

export function createEndpointLimiters({
  inFlightMax,
  shareOfRate,
  inHandMax,
  hostOf,
  clock,
}: LimitersOptions): EndpointLimiters {
  const limiters = new Map<string, EndpointLimiter>();
  /** Deliveries that wait for the process's capacity, first come, first served. */
  const arrivals: (() => void)[] = [];
  /** Callers of `waitForCapacity`, with the share that they wait for. */
  const capacityWaiters = new Map<() => void, number | undefined>();
  /** Limiters with waiting deliveries whose endpoints have a rate. */
  const rateLimited = new Set<EndpointLimiter>();
  const pool = createCapacityPool(inHandMax);
  const hosts = createHostLimits<EndpointLimiter>(inFlightMax);
  let isClosed = false;
  const nowMs = () => clock.now().getTime();

  function limiterOf({ workspaceId, endpointId }: Pick<SlotRequest, "workspaceId" | "endpointId">): EndpointLimiter {
    const known = limiters.get(endpointId);
    if (known) return known;
    const limiter: EndpointLimiter = {
      workspaceId,
      cap: createInFlightCap(inFlightMax),
      breaker: createBreaker(),
      rateLimit: createRateLimit(),
      inFlightCount: 0,
      waiting: [],
      bulkWaitingCount: 0,
      singlesInRow: 0,
      hasRequestedInFlight: false,
      host: undefined,
      latencyMs: undefined,
      lastProgressMs: nowMs(),
      isProven: false,
      endpointVersion: undefined,
    };
    limiters.set(endpointId, limiter);
    return limiter;
  }

  /** The limiter, with its rate and its standing in the pool brought up to date. */
  function currentLimiter(request: SlotRequest): EndpointLimiter {
    const limiter = limiterOf(request);
    const { ratePerSecond } = request;
    limiter.rateLimit.set(ratePerSecond === undefined ? undefined : ratePerSecond * shareOfRate());
    pool.setProven(limiter, isResponsive(limiter, nowMs()));
    const host = hostOf(request.endpointId);
    if (host !== undefined) hosts.join(limiter, host);
    return limiter;
  }

  function canStart(limiter: EndpointLimiter): boolean {
    const state = limiter.breaker.stateAt(nowMs());
    const hasSlot = state === "closed" ? !isFull(limiter) : state === "probing" && limiter.inFlightCount === 0;
    return hasSlot && pool.canStart(limiter) && limiter.rateLimit.canStart(nowMs()) && hasHostSlot(limiter);
  }

  function start(limiter: EndpointLimiter): void {
    pool.start(limiter);
    countAtHost(limiter, 1);
    limiter.rateLimit.count();
    if (limiter.inFlightCount === 1 || isFull(limiter)) limiter.lastProgressMs = nowMs();
  }

  function canWait(limiter: EndpointLimiter): boolean {
    if (limiter.breaker.stateAt(nowMs()) !== "closed") return false;
    return pool.hasShare(limiter) && limiter.waiting.length < waitingMaxOf(limiter, nowMs());
  }

  /** Turns deliveries away that would wait behind a single change, as long as it cannot wait because of them. */
  function makeRoom(limiter: EndpointLimiter): void {
    if (limiter.breaker.stateAt(nowMs()) !== "closed") return;
    while (limiter.bulkWaitingCount > 0 && !canWait(limiter)) turnAway(limiter, limiter.waiting.length - 1, "busy");
  }

  function turnAway(limiter: EndpointLimiter, keptCount: number, admission: Admission): void {
    const count = Math.max(0, limiter.waiting.length - keptCount);
    pool.hold(limiter, -count);
    for (const admit of dropBeyond(limiter, keptCount)) admit(admission);
  }

  function admitWaiting(limiter: EndpointLimiter): void {
    while (limiter.waiting.length > 0 && canStart(limiter)) {
      start(limiter);
      dequeue(limiter)?.("admitted");
    }
    if (limiter.waiting.length === 0) limiter.host?.waiters.delete(limiter);
    else if (!hasHostSlot(limiter)) limiter.host?.waiters.add(limiter);
  }

  /** Gives the slots that a host has left to its endpoints in turn, one each. */
  function admitAtHost({ host }: EndpointLimiter): void {
    if (host === undefined) return;
    for (const limiter of [...host.waiters]) {
      if (limiter.waiting.length > 0 && !canStart(limiter)) continue;
      host.waiters.delete(limiter);
      if (limiter.waiting.length === 0) continue;
      start(limiter);
      dequeue(limiter)?.("admitted");
      host.waiters.add(limiter);
      if (host.inFlightCount >= host.cap.current()) return;
    }
  }

  function startNow(limiter: EndpointLimiter): boolean {
    if (limiter.waiting.length > 0 || pool.isFull() || !pool.hasShare(limiter) || !canStart(limiter)) return false;
    pool.hold(limiter);
    start(limiter);
    return true;
  }

  function startRequested(limiter: EndpointLimiter): boolean {
    if (limiter.hasRequestedInFlight || !pool.canStartRequested(limiter)) return false;
    limiter.hasRequestedInFlight = true;
    pool.countRequested(limiter, 1);
    pool.hold(limiter);
    start(limiter);
    return true;
  }

  function admit(request: SlotRequest): Admission | Promise<Admission> {
    if (isClosed) return "closed";
    const limiter = currentLimiter(request);
    if (request.isRequested ? startRequested(limiter) : startNow(limiter)) return "admitted";
    if (!request.isRequested && !request.isBulk) makeRoom(limiter);
    if (!canWait(limiter) || request.isRequested) return "busy";
    if (pool.isCrowded()) return new Promise((resolve) => arrivals.push(() => resolve(admit(request))));
    pool.hold(limiter);
    if (limiter.rateLimit.isSet()) rateLimited.add(limiter);
    if (!hasHostSlot(limiter)) limiter.host?.waiters.add(limiter);
    return new Promise((resolve) => enqueue(limiter, resolve, request.isBulk ?? false));
  }

  function admitArrivals(): void {
    while (arrivals.length > 0 && (isClosed || !pool.isCrowded())) arrivals.shift()?.();
    for (const [resume, share] of capacityWaiters) if (isClosed || pool.hasCapacity(share)) resume();
  }

  const capacityIn = (limiter: EndpointLimiter) => Math.min(capacityOf(limiter, nowMs()), pool.capacityOf(limiter));

  /** While this process is at its capacity, a full limiter says nothing about its endpoint. */
  function isHeldBack(limiter: EndpointLimiter): boolean {
    if (limiter.breaker.stateAt(nowMs()) !== "closed") return true;
    const inHandCount = limiter.inFlightCount + limiter.waiting.length;
    return !pool.isCrowded() && inHandCount > 0 && capacityOf(limiter, nowMs()) === 0;
  }

  function deleteIdle(): void {
    for (const [id, limiter] of limiters) {
      if (limiters.size <= KEPT_MAX) return;
      if (limiter.inFlightCount > 0 || limiter.waiting.length > 0) continue;
      hosts.leave(limiter);
      limiters.delete(id);
    }
  }

  return {
    tryAcquire: (request) => !isClosed && startNow(currentLimiter(request)),
    acquire: async (request) => admit(request),
    release(request, feedback) {
      const limiter = limiterOf(request);
      if (feedback) recordFeedback(limiter, feedback, nowMs());
      else limiter.lastProgressMs = nowMs();
      if (request.isRequested) {
        limiter.hasRequestedInFlight = false;
        pool.countRequested(limiter, -1);
      }
      pool.finish(limiter);
      countAtHost(limiter, -1);
      pool.hold(limiter, -1);
      pool.setProven(limiter, isResponsive(limiter, nowMs()));
      if (limiter.host && limiter.host.waiters.size > 0) admitAtHost(limiter);
      admitWaiting(limiter);
      admitArrivals();
    },
    waitForCapacity(timeoutMs, share) {
      if (isClosed || pool.hasCapacity(share)) return Promise.resolve();
      return new Promise((resolve) => {
        const resume = () => {
          clearTimeout(timer);
          capacityWaiters.delete(resume);
          resolve();
        };
        const timer = setTimeout(resume, timeoutMs);
        capacityWaiters.set(resume, share);
      });
    },
    shedExcess() {
      deleteIdle();
      for (const limiter of limiters.values()) {
        pool.setProven(limiter, isResponsive(limiter, nowMs()));
        if (limiter.waiting.length === 0) continue;
        const isBlocked = limiter.breaker.stateAt(nowMs()) !== "closed" || pool.isOverShare(limiter);
        turnAway(limiter, isBlocked ? 0 : waitingMaxOf(limiter, nowMs()), "busy");
        admitWaiting(limiter); // the cap grows when a dispatcher leaves
      }
      admitArrivals();
    },
    admitRateLimited() {
      for (const limiter of rateLimited) {
        admitWaiting(limiter);
        if (limiter.waiting.length === 0) rateLimited.delete(limiter);
      }
    },
    capacityFor: (request) => (isClosed ? 0 : capacityIn(currentLimiter(request))),
    bulkCapacityOf(workspaceId) {
      const own = [...limiters.values()].filter((limiter) => limiter.workspaceId === workspaceId);
      const open = own.filter(({ breaker }) => breaker.stateAt(nowMs()) === "closed");
      // Endpoints that are unknown or blocked do not limit the workspace.
      return open.length === 0
        ? Number.POSITIVE_INFINITY
        : Math.max(...open.map((limiter) => Math.min(bulkCapacityOf(limiter, nowMs()), pool.capacityOf(limiter))));
    },
    capacities: () =>
      [...limiters].map(([endpointId, limiter]) => ({
        endpointId,
        capacity: capacityIn(limiter),
        canStartRequested: !limiter.hasRequestedInFlight && pool.canStartRequested(limiter),
      })),
    blockedEndpoints: () =>
      [...limiters].flatMap(([endpointId, { workspaceId, breaker, endpointVersion }]) =>
        endpointVersion === undefined || breaker.stateAt(nowMs()) === "closed"
          ? []
          : { workspaceId, endpointId, endpointVersion },
      ),
    heldBack: () =>
      [...limiters].flatMap(([endpointId, limiter]) =>
        isHeldBack(limiter) ? { workspaceId: limiter.workspaceId, endpointId } : [],
      ),
    setVerifiedHosts: hosts.setVerified,
    probe: (endpointId) => limiters.get(endpointId)?.breaker.probe(nowMs()),
    close() {
      isClosed = true;
      for (const limiter of limiters.values()) turnAway(limiter, 0, "closed");
      admitArrivals();
    },
  };
}
