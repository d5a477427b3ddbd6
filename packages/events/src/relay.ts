import { firstIdAt } from "@skucast/contracts/ids";
import { type Database, inSystem } from "@skucast/db/database";
import type { Clock } from "@skucast/service-kit/clock";
import type { Logger } from "@skucast/service-kit/logger";
import { type Loop, startLoop } from "@skucast/service-kit/loop";
import { METRICS } from "@skucast/service-kit/metric-names";
import type { Metrics } from "@skucast/service-kit/metrics";
import type { Service } from "@skucast/service-kit/service";
import { reconnectDelayMs } from "./back-off.js";
import type { Bus, BusMessage } from "./bus.js";
import { renderEnvelope } from "./envelope.js";
import { createBulkRelay, type StoredEvent } from "./relay-bulk.js";

const BATCH_MAX = 200;
const POLL_MS = 200;
/**
 * Most looks pass over what is older than this: while somebody holds a snapshot open, rows that were sent stay where they
 * were, and each look from the beginning reads them all.
 */
const RECENT_MS = 60_000;
/** All is looked at again after so long: what was committed late, or could not be sent. */
const WHOLE_LOOK_MS = 1_000;
/** Wakes gather for so long, so that a burst of writes leaves as one batch. */
const GATHER_MS = 10;
/** Bulk events in one turn of a workspace, and the pause after a look that found none. */
const BULK_BATCH_MAX = 500;
const BULK_POLL_MS = 1_000;

export interface RelayOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "publish" | "broadcast">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Told of events that the bus has confirmed. */
  readonly onSent?: (events: readonly SentEvent[]) => void;
  /** Events per transaction and publish. */
  readonly batchMax?: number;
  /** The same for bulk events. */
  readonly bulkBatchMax?: number;
}

/** What an event that was sent is about. */
export interface SentEvent {
  readonly workspaceId: string;
  readonly type: string;
}

/** Hands committed events to the bus. */
export interface Relay extends Service {
  /** Says that there may be something to send; cheap enough for every write. */
  wake(): void;
}

/**
 * Sends every committed event at least once, always with the same id and the same bytes, and nothing that was rolled
 * back. Rows are claimed by their being there, never by a position, so that an early id that commits late is not
 * passed over. Any number of relays may run side by side; one alone sends an object's events in their order,
 * those of transactions that took longer than a minute perhaps excepted. Bulk events go a way of their own, see
 * createBulkRelay: a single change does not wait for them, and one of an object that is both may leave before the other.
 */
export function createRelay(options: RelayOptions): Relay {
  const { db, bus, clock, logger, metrics, batchMax = BATCH_MAX, onSent = () => {} } = options;
  const published = metrics.counter(METRICS.eventsPublished);
  const relayBulk = createBulkRelay({ db, bus, batchMax: options.bulkBatchMax ?? BULK_BATCH_MAX });
  let loops: Loop[] = [];
  let gathering: NodeJS.Timeout | undefined;
  let wholeLookAtMs = 0;

  async function run(): Promise<"more" | "idle"> {
    const nowMs = clock.now().getTime();
    const isWhole = nowMs >= wholeLookAtMs;
    const taken = await takeFrom(isWhole ? "" : firstIdAt("evt", nowMs - RECENT_MS));
    const isMore = taken.rowCount === batchMax;
    // What is old leaves before what is new.
    if (isWhole && !isMore) wholeLookAtMs = nowMs + WHOLE_LOOK_MS;
    tellSent(taken.events);
    return isMore ? "more" : "idle";
  }

  async function runBulk(): Promise<"more" | "idle"> {
    const events = await relayBulk();
    tellSent(events);
    return events.length > 0 ? "more" : "idle";
  }

  function tellSent(events: readonly StoredEvent[]): void {
    published.inc(events.length);
    onSent(events.map(({ workspace_id: workspaceId, type }) => ({ workspaceId, type })));
  }

  /** Sends what stands in the outbox from this id on, as much as fits. */
  async function takeFrom(firstId: string): Promise<{ rowCount: number; events: StoredEvent[] }> {
    if (!(await hasUnsent(db, firstId))) return { rowCount: 0, events: [] };
    return inSystem(db, async (client) => {
      const { rows } = await client.query<OutboxRow>({ name: "outbox_take", text: TAKE, values: [batchMax, firstId] });
      const events = rows.filter(isEvent);
      await bus.publish(events.map(toMessage));
      return { rowCount: rows.length, events };
    });
  }

  async function halt(): Promise<void> {
    clearTimeout(gathering);
    gathering = undefined;
    const stopping = loops;
    loops = [];
    await Promise.all(stopping.map((loop) => loop.stop()));
  }

  function tellFailure(error: unknown, failures: number): void {
    logger.warn({ event: "relay.failed", err: error, failures }, "events could not be sent; they stay and wait");
  }

  return {
    name: "outbox-relay",
    start: async () => {
      const common = { retryMs: reconnectDelayMs, logger, onError: tellFailure };
      loops = [
        startLoop({ ...common, name: "outbox-relay", run, intervalMs: POLL_MS }),
        startLoop({ ...common, name: "outbox-relay.bulk", run: runBulk, intervalMs: BULK_POLL_MS }),
      ];
    },
    drain: halt,
    stop: async () => {
      await halt();
    },
    wake: () => {
      if (loops.length === 0) return;
      gathering ??= setTimeout(() => {
        gathering = undefined;
        for (const loop of loops) loop.wake();
      }, GATHER_MS);
    },
  };
}

/**
 * Deletes the first rows and answers their events; the deletion holds only if the transaction commits, which it does
 * after the bus has confirmed. A row whose event went with its workspace is deleted and sends nothing. Rows are deleted by
 * their place and events looked up one by one: joined, a planner that believes the tables to be empty reads all of both.
 */
const TAKE = `
  WITH taken AS MATERIALIZED (
    SELECT ctid AS place, workspace_id, event_id FROM outbox
    WHERE NOT is_bulk AND event_id >= $2 ORDER BY event_id LIMIT $1 FOR UPDATE SKIP LOCKED
  ), deleted AS (
    DELETE FROM outbox WHERE ctid = ANY (ARRAY (SELECT place FROM taken))
  )
  SELECT e.id, e.type, e.workspace_id, e.sequence, e.data, e.created_at, e.traceparent
  FROM taken t LEFT JOIN LATERAL (
    SELECT * FROM events v WHERE v.workspace_id = t.workspace_id AND v.id = t.event_id LIMIT 1
  ) e ON true
  ORDER BY e.created_at, e.sequence`;

type OutboxRow = StoredEvent | { readonly id: null };

function isEvent(row: OutboxRow): row is StoredEvent {
  return row.id !== null;
}

function toMessage(row: StoredEvent): BusMessage {
  return {
    id: row.id,
    routingKey: row.type,
    body: renderEnvelope(row),
    headers: row.traceparent === null ? {} : { traceparent: row.traceparent },
  };
}

/** Saves an idle relay the transaction. */
async function hasUnsent(db: Database, firstId: string): Promise<boolean> {
  const text = "SELECT FROM outbox WHERE NOT is_bulk AND event_id >= $1 ORDER BY event_id LIMIT 1";
  const { rowCount } = await db.system.query({ name: "outbox_any", text, values: [firstId] });
  return rowCount === 1;
}
