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
import { type EventRow, renderEnvelope } from "./envelope.js";
import { createBulkRelay } from "./relay-bulk.js";
import type { SentEvent } from "./sent-event.js";

const BATCH_MAX = 200;
const POLL_MS = 200;
/**
 * Most scans start this far back. While a long transaction holds a snapshot, deleted rows remain in the table, and each
 * scan from the beginning reads all of them.
 */
const RECENT_MS = 60_000;
/** Interval of full scans, which find rows that were committed late or could not be sent. */
const FULL_SCAN_MS = 1_000;
/** Delay after the first wake, so that a burst of writes is sent as one batch. */
const WAKE_DELAY_MS = 10;
/** Maximum bulk events in one turn of a workspace, and the pause after a scan that found none. */
const BULK_BATCH_MAX = 500;
const BULK_POLL_MS = 1_000;

export interface RelayOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "publish" | "broadcast">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Called with events that the bus has confirmed. */
  readonly onSent?: (events: readonly SentEvent[]) => void;
  /** Maximum events per transaction and publish. */
  readonly batchMax?: number;
  /** Maximum bulk events per turn. */
  readonly bulkBatchMax?: number;
}

/** Publishes committed events to the bus. */
export interface Relay extends Service {
  /** Signals that there may be something to send. It costs little enough to be called after every write. */
  wake(): void;
}

/**
 * Sends every committed event at least once, always with the same id and bytes, and nothing that was rolled back. It
 * takes all rows that exist and keeps no position, so that an early id that commits late is not skipped. Any number of
 * relays may run concurrently. A single relay sends an object's events in order, with the possible exception of
 * transactions longer than a minute. Bulk events are relayed separately (see createBulkRelay), so that single changes do
 * not wait for them; single and bulk events of one object may therefore overtake each other.
 */
export function createRelay(options: RelayOptions): Relay {
  const { db, bus, clock, logger, metrics, batchMax = BATCH_MAX, onSent = () => {} } = options;
  const published = metrics.counter(METRICS.eventsPublished);
  const relayBulk = createBulkRelay({ db, bus, clock, batchMax: options.bulkBatchMax ?? BULK_BATCH_MAX });
  let loops: Loop[] = [];
  let wakeTimer: NodeJS.Timeout | undefined;
  let nextFullScanMs = 0;

  async function run(): Promise<"more" | "idle"> {
    const nowMs = clock.now().getTime();
    const isFullScan = nowMs >= nextFullScanMs;
    const sent = await sendFrom(isFullScan ? "" : firstIdAt("evt", nowMs - RECENT_MS));
    const isMore = sent.rowCount === batchMax;
    // A full scan repeats until nothing is left, so that old rows are sent before new ones.
    if (isFullScan && !isMore) nextFullScanMs = nowMs + FULL_SCAN_MS;
    reportSent(sent.events.map(({ workspace_id: workspaceId, type }) => ({ workspaceId, type })));
    return isMore ? "more" : "idle";
  }

  async function runBulk(): Promise<"more" | "idle"> {
    const events = await relayBulk();
    reportSent(events);
    return events.length > 0 ? "more" : "idle";
  }

  function reportSent(events: readonly SentEvent[]): void {
    published.inc(events.length);
    onSent(events);
  }

  /** Sends one batch of the outbox, from this id on. */
  async function sendFrom(firstId: string): Promise<{ rowCount: number; events: StoredEvent[] }> {
    if (!(await hasUnsent(db, firstId))) return { rowCount: 0, events: [] };
    return inSystem(db, async (client) => {
      const { rows } = await client.query<OutboxRow>({ name: "outbox_take", text: TAKE, values: [batchMax, firstId] });
      const events = rows.filter(isEvent);
      await bus.publish(events.map(toMessage));
      return { rowCount: rows.length, events };
    });
  }

  async function stopLoops(): Promise<void> {
    clearTimeout(wakeTimer);
    wakeTimer = undefined;
    const stopping = loops;
    loops = [];
    await Promise.all(stopping.map((loop) => loop.stop()));
  }

  function logFailure(error: unknown, failures: number): void {
    logger.warn(
      { event: "relay.failed", err: error, failures },
      "events could not be sent; they stay in the outbox and are retried",
    );
  }

  return {
    name: "outbox-relay",
    start: async () => {
      const common = { retryMs: reconnectDelayMs, logger, onError: logFailure };
      loops = [
        startLoop({ ...common, name: "outbox-relay", run, intervalMs: POLL_MS }),
        startLoop({ ...common, name: "outbox-relay.bulk", run: runBulk, intervalMs: BULK_POLL_MS }),
      ];
    },
    drain: stopLoops,
    stop: stopLoops,
    wake: () => {
      if (loops.length === 0) return;
      wakeTimer ??= setTimeout(() => {
        wakeTimer = undefined;
        for (const loop of loops) loop.wake();
      }, WAKE_DELAY_MS);
    },
  };
}

/**
 * Deletes the first rows and returns their events. The transaction commits after the bus has confirmed. A row whose event
 * was deleted with its workspace is deleted, too. Rows are deleted by ctid and events looked up one by one: in a join, a
 * planner that assumes empty tables reads both of them entirely.
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

/** An event with the trace context of the request that caused it. */
type StoredEvent = EventRow & { readonly traceparent: string | null };
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

/** Saves an idle relay a transaction. */
async function hasUnsent(db: Database, firstId: string): Promise<boolean> {
  const text = "SELECT FROM outbox WHERE NOT is_bulk AND event_id >= $1 ORDER BY event_id LIMIT 1";
  const { rowCount } = await db.system.query({ name: "outbox_any", text, values: [firstId] });
  return rowCount === 1;
}
