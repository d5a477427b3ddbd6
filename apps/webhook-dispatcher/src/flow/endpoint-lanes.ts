import type { Clock } from "@skucast/service-kit/clock";

/** `busy`: the endpoint answers too slowly to wait for. `closed`: no attempt begins any more. */
export type Admission = "entered" | "busy" | "closed";

/** At most so many attempts per endpoint at once; the others wait, and hold nobody else up. */
export interface EndpointLanes {
  /** Waits for a place. Whoever has `entered` must leave. */
  enter(endpointId: string): Promise<Admission>;
  leave(endpointId: string): void;
  /** Sends away those who wait for endpoints that do not move; to be called about every second. */
  shed(): void;
  /** Sends away everybody who waits, and whoever comes. */
  close(): void;
}

/** A full lane in which nobody left for this long does not move. */
const STUCK_AFTER_MS = 1_000;
/** So many may wait for an endpoint that does not move; the others would fill the window that all endpoints share. */
const WAITING_MAX_WHEN_STUCK = 10;

interface Lane {
  inFlightCount: number;
  movedAt: number;
  readonly waiting: ((admission: Admission) => void)[];
}

export function createEndpointLanes(options: { readonly inFlightMax: number; readonly clock: Clock }): EndpointLanes {
  const { inFlightMax, clock } = options;
  const lanes = new Map<string, Lane>();
  let isClosed = false;

  const nowMs = () => clock.now().getTime();
  const isFull = (lane: Lane) => lane.inFlightCount >= inFlightMax;
  const isStuck = (lane: Lane) => isFull(lane) && nowMs() - lane.movedAt > STUCK_AFTER_MS;

  function laneOf(endpointId: string): Lane {
    const known = lanes.get(endpointId);
    if (known) return known;
    const lane: Lane = { inFlightCount: 0, movedAt: nowMs(), waiting: [] };
    lanes.set(endpointId, lane);
    return lane;
  }

  function sendAway(lane: Lane, keptCount: number, admission: Admission): void {
    for (const admit of lane.waiting.splice(keptCount)) admit(admission);
  }

  return {
    async enter(endpointId) {
      if (isClosed) return "closed";
      const lane = laneOf(endpointId);
      if (!isFull(lane)) {
        lane.inFlightCount += 1;
        if (isFull(lane)) lane.movedAt = nowMs();
        return "entered";
      }
      if (isStuck(lane) && lane.waiting.length >= WAITING_MAX_WHEN_STUCK) return "busy";
      return new Promise((admit) => lane.waiting.push(admit));
    },
    leave(endpointId) {
      const lane = laneOf(endpointId);
      lane.movedAt = nowMs();
      const next = lane.waiting.shift();
      if (next) next("entered");
      else lane.inFlightCount -= 1;
      if (lane.inFlightCount === 0) lanes.delete(endpointId);
    },
    shed() {
      for (const lane of lanes.values()) if (isStuck(lane)) sendAway(lane, WAITING_MAX_WHEN_STUCK, "busy");
    },
    close() {
      isClosed = true;
      for (const lane of lanes.values()) sendAway(lane, 0, "closed");
    },
  };
}
