import { type Database, inSystem } from "@skucast/db/database";
import type { Bus, BusMessage } from "./bus.js";
import { type EventRow, renderEnvelope } from "./envelope.js";
import { QUEUES } from "./topology.js";

/** Notifies dispatchers that events wait for their workspace's turn. It may be lost, so dispatchers also poll. */
export const DEFERRED_EVENTS_TOPIC = "waiting-events";

/** An event with the trace context of the request that caused it. */
export type StoredEvent = EventRow & { readonly traceparent: string | null };

export interface BulkRelayOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "publish" | "broadcast">;
  /** Maximum events in one turn of a workspace. */
  readonly batchMax: number;
}

/**
 * Creates a function that relays the bulk events of one workspace, as many as fit into its turn; the next call takes
 * the next workspace. If the workspace has an endpoint, they go to the table from which dispatchers take workspaces in
 * turns, because a queue is first in, first out. Product events also go to the search through the bus. Returns the
 * relayed events.
 */
export function createBulkRelay({ db, bus, batchMax }: BulkRelayOptions): () => Promise<readonly StoredEvent[]> {
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
      await bus.publish(events.filter(isSearched).map(toSearchMessage));
      return { events, isWaiting: rows.some((row) => row.is_waiting) };
    });
    // Dispatchers that miss it poll soon after.
    if (isWaiting) await bus.broadcast(DEFERRED_EVENTS_TOPIC, "").catch(() => {});
    return events;
  };
}

/** Deletes outbox rows of the workspace whose turn it is, and returns their events; see `TAKE` in relay.ts for the form. */
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
  ), listening AS MATERIALIZED (
    SELECT EXISTS (
      SELECT FROM webhook_endpoints w
      WHERE w.workspace_id = (SELECT workspace_id FROM turn) AND w.status IN ('active', 'paused')) AS has_endpoint
  ), waiting AS (
    INSERT INTO waiting_events (workspace_id, event_id)
    SELECT workspace_id, event_id FROM taken WHERE (SELECT has_endpoint FROM listening) ORDER BY event_id
    ON CONFLICT DO NOTHING
  )
  SELECT t.workspace_id AS turn, (SELECT has_endpoint FROM listening) AS is_waiting,
         e.id, e.type, e.workspace_id, e.sequence, e.data, e.created_at, e.traceparent
  FROM taken t LEFT JOIN LATERAL (
    SELECT * FROM events v WHERE v.workspace_id = t.workspace_id AND v.id = t.event_id LIMIT 1
  ) e ON true
  ORDER BY t.event_id`;

interface Turn {
  readonly turn: string;
  readonly is_waiting: boolean;
}
/** The id is null if the event was deleted with its workspace. */
type TakenRow = Turn & (StoredEvent | { readonly id: null });

const isEvent = (row: TakenRow): row is Turn & StoredEvent => row.id !== null;

const isSearched = ({ type }: StoredEvent): boolean => type.startsWith("product.");

const toSearchMessage = (row: StoredEvent): BusMessage => ({
  id: row.id,
  routingKey: QUEUES.searchProducts.workKey,
  body: renderEnvelope(row),
  headers: row.traceparent === null ? {} : { traceparent: row.traceparent },
});

/** Saves an idle relay a transaction. */
async function hasBulk({ system }: Database): Promise<boolean> {
  const text = "SELECT FROM outbox WHERE is_bulk ORDER BY workspace_id, event_id LIMIT 1";
  const { rowCount } = await system.query({ name: "outbox_any_bulk", text });
  return rowCount === 1;
}
