import { type Database, inSystem } from "@skucast/db/database";
import type { Bus, BusMessage } from "./bus.js";
import { type EventRow, renderEnvelope } from "./envelope.js";
import { QUEUES } from "./topology.js";

/** Tells dispatchers that events wait for their workspace's turn. May be lost: they look by themselves, too. */
export const WAITING_TOPIC = "waiting-events";

/** An event as it is handed on, with the trace of the request that caused it. */
export type StoredEvent = EventRow & { readonly traceparent: string | null };

export interface BulkRelayTools {
  readonly db: Database;
  readonly bus: Pick<Bus, "publish" | "broadcast">;
  /** Events in one turn of a workspace. */
  readonly batchMax: number;
}

/**
 * Makes the function that hands on one workspace's bulk events, as many as fit into its turn; the next call is the next
 * workspace's. They go to the table in which the dispatchers take workspaces in turns, where the workspace has an
 * endpoint, and to the search by the bus: a queue is first come, first served. Answers what it has handed on.
 */
export function createBulkRelay({ db, bus, batchMax }: BulkRelayTools): () => Promise<readonly StoredEvent[]> {
  let lastWorkspaceId = "";

  return async () => {
    if (!(await hasBulk(db))) return [];
    const { events, isWaiting } = await inSystem(db, async (client) => {
      const { rows } = await client.query<TakenRow>({
        name: "outbox_take_bulk",
        text: TAKE,
        values: [batchMax, lastWorkspaceId],
      });
      const events = rows.filter(isEvent);
      lastWorkspaceId = rows[0]?.turn ?? "";
      await bus.publish(events.filter(isOfSearch).map(toSearch));
      return { events, isWaiting: rows.some((row) => row.is_waiting) };
    });
    // Whoever does not hear it looks a moment later.
    if (isWaiting) await bus.broadcast(WAITING_TOPIC, "").catch(() => {});
    return events;
  };
}

/**
 * Deletes rows of the workspace whose turn it is; the deletion holds only if the transaction commits. Rows are deleted by
 * their place and events looked up one by one, as in the relay of single events.
 */
const TAKE = `
  WITH turn AS MATERIALIZED (
    SELECT coalesce(
      (SELECT workspace_id FROM outbox WHERE is_bulk AND workspace_id > $2 ORDER BY workspace_id, event_id LIMIT 1),
      (SELECT workspace_id FROM outbox WHERE is_bulk ORDER BY workspace_id, event_id LIMIT 1)) AS workspace_id
  ), taken AS MATERIALIZED (
    SELECT ctid AS place, workspace_id, event_id FROM outbox WHERE is_bulk AND workspace_id = (SELECT workspace_id FROM turn)
    ORDER BY event_id LIMIT $1 FOR UPDATE SKIP LOCKED
  ), deleted AS (
    DELETE FROM outbox WHERE ctid = ANY (ARRAY (SELECT place FROM taken))
  ), heard AS MATERIALIZED (
    SELECT EXISTS (
      SELECT FROM webhook_endpoints w
      WHERE w.workspace_id = (SELECT workspace_id FROM turn) AND w.status IN ('active', 'paused')) AS is_heard
  ), waiting AS (
    INSERT INTO waiting_events (workspace_id, event_id)
    SELECT workspace_id, event_id FROM taken WHERE (SELECT is_heard FROM heard) ORDER BY event_id
    ON CONFLICT DO NOTHING
  )
  SELECT t.workspace_id AS turn, (SELECT is_heard FROM heard) AS is_waiting,
         e.id, e.type, e.workspace_id, e.sequence, e.data, e.created_at, e.traceparent
  FROM taken t LEFT JOIN LATERAL (
    SELECT * FROM events v WHERE v.workspace_id = t.workspace_id AND v.id = t.event_id LIMIT 1
  ) e ON true
  ORDER BY t.event_id`;

interface Turn {
  readonly turn: string;
  readonly is_waiting: boolean;
}
/** The event is gone where its workspace is. */
type TakenRow = Turn & (StoredEvent | { readonly id: null });

const isEvent = (row: TakenRow): row is Turn & StoredEvent => row.id !== null;

const isOfSearch = ({ type }: StoredEvent): boolean => type.startsWith("product.");

const toSearch = (row: StoredEvent): BusMessage => ({
  id: row.id,
  routingKey: QUEUES.searchProducts.workKey,
  body: renderEnvelope(row),
  headers: row.traceparent === null ? {} : { traceparent: row.traceparent },
});

/** Saves an idle relay the transaction. */
async function hasBulk({ system }: Database): Promise<boolean> {
  const text = "SELECT FROM outbox WHERE is_bulk ORDER BY workspace_id, event_id LIMIT 1";
  const { rowCount } = await system.query({ name: "outbox_any_bulk", text });
  return rowCount === 1;
}
