import { type Database, inSystem } from "@skucast/db/database";
import type { Bus } from "./bus.js";
import type { SentEvent } from "./sent-event.js";

/** Notifies dispatchers that events wait for their workspace's turn. It may be lost, so dispatchers also poll. */
export const DEFERRED_EVENTS_TOPIC = "waiting-events";

export interface BulkRelayOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "broadcast">;
  /** Maximum events in one turn of a workspace. */
  readonly batchMax: number;
}

/**
 * Creates a function that relays the bulk events of one workspace, as many as fit into its turn; the next call takes
 * the next workspace. If the workspace has an endpoint, they go to the table from which dispatchers take workspaces in
 * turns, because a queue is first in, first out. Returns the relayed events.
 */
export function createBulkRelay({ db, bus, batchMax }: BulkRelayOptions): () => Promise<readonly SentEvent[]> {
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
         t.workspace_id AS "workspaceId",
         (SELECT v.type FROM events v WHERE v.workspace_id = t.workspace_id AND v.id = t.event_id LIMIT 1) AS type
  FROM taken t`;

interface Turn {
  readonly turn: string;
  readonly is_waiting: boolean;
}
/** The type is null if the event was deleted with its workspace. */
type TakenRow = Turn & (SentEvent | { readonly type: null });

const isEvent = (row: TakenRow): row is Turn & SentEvent => row.type !== null;

/** Saves an idle relay a transaction. */
async function hasBulk({ system }: Database): Promise<boolean> {
  const text = "SELECT FROM outbox WHERE is_bulk ORDER BY workspace_id, event_id LIMIT 1";
  const { rowCount } = await system.query({ name: "outbox_any_bulk", text });
  return rowCount === 1;
}
