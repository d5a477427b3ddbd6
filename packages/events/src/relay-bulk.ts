import { type Database, inSystem } from "@skucast/db/database";
import { createTurnPlaces, nextWorkspaceText } from "@skucast/db/queues/turn-places";
import type { Clock } from "@skucast/service-kit/clock";
import type { Bus } from "./bus.js";
import type { SentEvent } from "./sent-event.js";

/** Notifies dispatchers that events wait for their workspace's turn. It may be lost, so dispatchers also poll. */
export const DEFERRED_EVENTS_TOPIC = "waiting-events";

export interface BulkRelayOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "broadcast">;
  readonly clock: Clock;
  /** Maximum events in one turn of a workspace. */
  readonly batchMax: number;
}

/**
 * Creates a function that relays the bulk events of one workspace, as many as fit into its turn; the next call takes
 * the next workspace. If the workspace has an endpoint, they go to the table from which dispatchers take workspaces in
 * turns, because a queue is first in, first out. Returns the relayed events.
 */
export function createBulkRelay({ db, bus, clock, batchMax }: BulkRelayOptions): () => Promise<readonly SentEvent[]> {
  const places = createTurnPlaces(clock);
  let lastWorkspaceId = "";

  /** Takes a turn of the workspace, from the last one on; from the oldest event if there are no others. */
  async function take(workspaceId: string): Promise<readonly TakenRow[]> {
    const start = places.startOf(workspaceId);
    const values = [batchMax, workspaceId, start];
    const { rows } = await inSystem(db, (client) =>
      client.query<TakenRow>({ name: "outbox_take_bulk", text: TAKE, values }),
    );
    if (rows.length === batchMax) places.move(workspaceId, start, lastIdOf(rows));
    else places.forget(workspaceId);
    return rows.length === 0 && start !== "" ? take(workspaceId) : rows;
  }

  return async () => {
    const workspaceId = await nextWorkspace(db, lastWorkspaceId, places.startOf(lastWorkspaceId));
    lastWorkspaceId = workspaceId ?? "";
    if (workspaceId === undefined) return [];
    const rows = await take(workspaceId);
    // Dispatchers that miss it poll soon after.
    if (rows.some((row) => row.is_waiting)) await bus.broadcast(DEFERRED_EVENTS_TOPIC, "").catch(() => {});
    return rows.filter(isEvent);
  };
}

/** Deletes outbox rows of a workspace, and returns their events; see `TAKE` in relay.ts for the form. */
const TAKE = `
  WITH taken AS MATERIALIZED (
    SELECT ctid AS place, workspace_id, event_id FROM outbox WHERE is_bulk AND workspace_id = $2 AND event_id > $3
    ORDER BY event_id LIMIT $1 FOR UPDATE SKIP LOCKED
  ), deleted AS (
    DELETE FROM outbox WHERE ctid = ANY (ARRAY (SELECT place FROM taken))
  ), listening AS MATERIALIZED (
    SELECT EXISTS (
      SELECT FROM webhook_endpoints w
      WHERE w.workspace_id = $2 AND w.status IN ('active', 'paused')) AS has_endpoint
  ), waiting AS (
    INSERT INTO waiting_events (workspace_id, event_id)
    SELECT workspace_id, event_id FROM taken WHERE (SELECT has_endpoint FROM listening) ORDER BY event_id
    ON CONFLICT DO NOTHING
  )
  SELECT t.event_id, (SELECT has_endpoint FROM listening) AS is_waiting, t.workspace_id AS "workspaceId",
         (SELECT v.type FROM events v WHERE v.workspace_id = t.workspace_id AND v.id = t.event_id LIMIT 1) AS type
  FROM taken t`;

interface Taken {
  readonly event_id: string;
  readonly is_waiting: boolean;
}
/** The type is null if the event was deleted with its workspace. */
type TakenRow = Taken & (SentEvent | { readonly type: null });

const isEvent = (row: TakenRow): row is Taken & SentEvent => row.type !== null;

const lastIdOf = (rows: readonly Taken[]): string =>
  rows.reduce((last, { event_id: id }) => (id > last ? id : last), "");

const NEXT_WORKSPACE = nextWorkspaceText("outbox", "event_id", "is_bulk");

async function nextWorkspace({ system }: Database, lastId: string, start: string): Promise<string | undefined> {
  const query = { name: "outbox_next_bulk", text: NEXT_WORKSPACE, values: [lastId, start] };
  const { rows } = await system.query<{ workspace_id: string | null }>(query);
  return rows[0]?.workspace_id ?? undefined;
}
