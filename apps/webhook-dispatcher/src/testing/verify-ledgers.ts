import { DELIVERED_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { JITTER, SCHEDULE_MS } from "../attempts/decide-next.js";

/** The records of the API's clients, of PostgreSQL, and of the receivers. */
export interface Ledgers {
  /** Changes that the API confirmed to a client. */
  readonly accepted: readonly { readonly objectId: string; readonly sequence: number }[];
  readonly events: readonly {
    readonly id: string;
    readonly workspaceId: string;
    readonly type: string;
    readonly objectId: string;
    readonly sequence: number;
    /** Hash of the bytes that its endpoints should receive. */
    readonly bodyHash: string;
  }[];
  readonly endpoints: readonly {
    readonly id: string;
    readonly workspaceId: string;
    readonly eventTypes: readonly string[];
    readonly isOrdered?: boolean;
  }[];
  readonly deliveries: readonly { readonly eventId: string; readonly endpointId: string; readonly status: string }[];
  /** By delivery and number. */
  readonly attempts: readonly {
    readonly deliveryId: string;
    readonly number: number;
    /** Number of the delivery's attempts before its current schedule started. */
    readonly scheduleStart: number;
    readonly startedAtMs: number;
  }[];
  /** In the order of arrival. */
  readonly received: readonly {
    readonly endpointId: string;
    readonly eventId: string;
    readonly bodyHash: string;
    /** Whether the official library creates the same signature with the endpoint's secret. */
    readonly isVerified: boolean;
    readonly status: number;
  }[];
}

/** Each list has the violations of an invariant; it is empty if the invariant holds. */
export interface Breaches {
  /** Confirmed to a client and missing in the event log. */
  readonly unrecorded: readonly string[];
  /** I1: neither answered with 2xx nor in a final state. */
  readonly lost: readonly string[];
  /** I2: received although no such event was committed. */
  readonly ghosts: readonly string[];
  /** I3: other bytes than the event was committed with. */
  readonly changed: readonly string[];
  /** I4: the signature is not the endpoint's. */
  readonly unverified: readonly string[];
  /** I5: an endpoint with ordered delivery accepted an older state of an object after a newer one. */
  readonly inversions: readonly string[];
  /** I6: an event of another workspace. */
  readonly foreign: readonly string[];
  /** I7: more attempts than the schedule has, or an attempt before its time. */
  readonly unscheduled: readonly string[];
}

export interface Verdict {
  readonly breaches: Breaches;
  readonly eventCount: number;
  readonly expectedCount: number;
  readonly receivedCount: number;
  /** Received repeatedly with the same id; receivers drop these. */
  readonly duplicateCount: number;
}

type EventEntry = Ledgers["events"][number];

const DELIVERED_TYPES = new Set<string>(DELIVERED_EVENT_TYPES);
const FINAL = new Set(["delivered", "failed", "cancelled"]);

/** Compares the ledgers with each other and returns the violations of each invariant. */
export function verifyLedgers(ledgers: Ledgers): Verdict {
  const events = new Map(ledgers.events.map((event) => [event.id, event]));
  const expected = expectedPairs(ledgers);
  const pairs = new Set(ledgers.received.map(pairOf));
  return {
    breaches: {
      unrecorded: findUnrecorded(ledgers),
      lost: findLost(ledgers, expected),
      ghosts: ledgers.received.filter(({ eventId }) => !events.has(eventId)).map(pairOf),
      changed: findChanged(ledgers, events),
      unverified: ledgers.received.filter(({ isVerified }) => !isVerified).map(pairOf),
      inversions: findInversions(ledgers, events),
      foreign: findForeign(ledgers, events),
      unscheduled: findUnscheduled(ledgers),
    },
    eventCount: ledgers.events.length,
    expectedCount: expected.length,
    receivedCount: ledgers.received.length,
    duplicateCount: ledgers.received.length - pairs.size,
  };
}

const pairOf = ({ eventId, endpointId }: { readonly eventId: string; readonly endpointId: string }) =>
  `${eventId} ${endpointId}`;

function expectedPairs({ events, endpoints }: Ledgers): string[] {
  const ofWorkspace = Map.groupBy(endpoints, ({ workspaceId }) => workspaceId);
  return events
    .filter(({ type }) => DELIVERED_TYPES.has(type))
    .flatMap(({ id, type, workspaceId }) =>
      (ofWorkspace.get(workspaceId) ?? [])
        .filter(({ eventTypes }) => eventTypes.includes("*") || eventTypes.includes(type))
        .map((endpoint) => pairOf({ eventId: id, endpointId: endpoint.id })),
    );
}

function findUnrecorded({ accepted, events }: Ledgers): string[] {
  const recorded = new Set(events.map(({ objectId, sequence }) => `${objectId} ${sequence}`));
  return accepted.map(({ objectId, sequence }) => `${objectId} ${sequence}`).filter((change) => !recorded.has(change));
}

function findLost({ received, deliveries }: Ledgers, expected: readonly string[]): string[] {
  const arrived = new Set(received.filter(isAccepted).map(pairOf));
  // A delivery with the status `delivered` must be in the receivers' ledger.
  const excused = new Set(deliveries.filter(({ status }) => FINAL.has(status) && status !== "delivered").map(pairOf));
  return expected.filter((pair) => !arrived.has(pair) && !excused.has(pair));
}

const isAccepted = ({ status }: { readonly status: number }) => status >= 200 && status < 300;

function findChanged({ received }: Ledgers, events: ReadonlyMap<string, EventEntry>): string[] {
  return received
    .filter(({ eventId, bodyHash }) => {
      const event = events.get(eventId);
      return event !== undefined && event.bodyHash !== bodyHash;
    })
    .map(pairOf);
}

/** Only the first success of each event counts: a repeat of an accepted event is no inversion. */
function findInversions({ received, endpoints }: Ledgers, events: ReadonlyMap<string, EventEntry>): string[] {
  const ordered = new Set(endpoints.filter(({ isOrdered }) => isOrdered).map(({ id }) => id));
  const seen = new Set<string>();
  const newest = new Map<string, number>();
  const inversions: string[] = [];
  for (const request of received.filter(isAccepted)) {
    const event = events.get(request.eventId);
    if (!event || !ordered.has(request.endpointId) || seen.has(pairOf(request))) continue;
    seen.add(pairOf(request));
    const line = `${request.endpointId} ${event.objectId}`;
    if ((newest.get(line) ?? 0) > event.sequence) inversions.push(pairOf(request));
    else newest.set(line, event.sequence);
  }
  return inversions;
}

function findForeign({ received, endpoints }: Ledgers, events: ReadonlyMap<string, EventEntry>): string[] {
  const workspaceOf = new Map(endpoints.map(({ id, workspaceId }) => [id, workspaceId]));
  return received
    .filter(({ endpointId, eventId }) => {
      const event = events.get(eventId);
      return event !== undefined && event.workspaceId !== workspaceOf.get(endpointId);
    })
    .map(pairOf);
}

function findUnscheduled({ attempts }: Ledgers): string[] {
  const startedAt = new Map(
    attempts.map(({ deliveryId, number, startedAtMs }) => [`${deliveryId} ${number}`, startedAtMs]),
  );
  return attempts
    .filter(({ deliveryId, number, scheduleStart, startedAtMs }) => {
      const step = (number > scheduleStart ? number - scheduleStart : number) - 1;
      if (step === 0) return false;
      const before = startedAt.get(`${deliveryId} ${number - 1}`);
      const stepMs = SCHEDULE_MS[step];
      return before === undefined || stepMs === undefined || startedAtMs < before + stepMs * (1 - JITTER);
    })
    .map(({ deliveryId, number }) => `${deliveryId} ${number}`);
}
