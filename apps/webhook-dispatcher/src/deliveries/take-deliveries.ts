import { int8Array, textArray } from "@skucast/db/array-parameter";
import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";
import type { EventBody, ReadEvents } from "./event-bodies.js";
import { leaseFrom } from "./leases.js";
import type { ReadEndpoints, StoredEndpoint } from "./stored-endpoints.js";

/** A delivery that this process alone may attempt until its lease runs out. */
export interface TakenDelivery {
  readonly workspaceId: string;
  readonly id: string;
  /** The object whose line it stands in; null outside of lines. */
  readonly line: string | null;
  /** The fence: an outcome is written only by the newest claim. */
  readonly claim: string;
  /** From then on another process may attempt it. */
  readonly leaseUntil: Date;
  readonly attemptCount: number;
  /** So many of the attempts belong to schedules before the present one. */
  readonly scheduleStart: number;
  /** The endpoint took it before, and somebody asked for it once more: it stays delivered whatever becomes of that. */
  readonly wasDelivered: boolean;
  /** Attempts in a row that began and whose outcome nobody wrote: their processes died, or lost the database. */
  readonly unfinishedCount: number;
  readonly endpoint: StoredEndpoint;
  /** Since when none of the endpoint's attempts has succeeded; null while it works. */
  readonly failingSince: Date | null;
  /** The last of its failures that was noted. */
  readonly lastFailedAt: Date | null;
  readonly event: EventBody;
}

export interface TakeTools {
  readonly ctx: Pick<DispatcherContext, "db" | "clock" | "limits">;
  readonly readEvents: ReadEvents;
  readonly readEndpoints: ReadEndpoints;
}

interface TakenRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly line: string | null;
  readonly claim: string;
  readonly attempt_count: number;
  readonly schedule_start: number;
  readonly was_delivered: boolean;
  readonly unfinished_count: number;
  readonly endpoint_version: string;
  readonly failing_since: Date | null;
  readonly last_failed_at: Date | null;
}

/**
 * Raising the claim is the taking: of several orders for the same delivery one matches, and the rest are void. It does not
 * wait for the disk: a crash of PostgreSQL that forgets it has the delivery attempted once more, which receivers know.
 * The endpoint's status is asked row by row: joined, PostgreSQL may look deliveries up by endpoint, a whole backlog each;
 * and what is pending is told by its missing end, since PostgreSQL might go through all that is pending by its index.
 */
const TAKE = {
  name: "webhook-dispatcher.take",
  text: `
    WITH taken AS (
      UPDATE deliveries d SET claim = d.claim + 1, unfinished_count = d.unfinished_count + 1, lease_until = $4
      FROM (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS o (workspace_id, id, claim) ORDER BY 1, 2) o,
           (SELECT set_config('synchronous_commit', 'off', true)) quick
      WHERE d.workspace_id = o.workspace_id AND d.id = o.id AND d.claim = o.claim AND d.completed_at IS NULL
        AND (SELECT e.status FROM webhook_endpoints e WHERE e.workspace_id = d.workspace_id AND e.id = d.endpoint_id) = 'active'
      RETURNING d.workspace_id, d.id, d.endpoint_id, d.event_id, d.claim, d.attempt_count, d.schedule_start, d.unfinished_count, d.line,
        d.is_asked AND EXISTS (
          SELECT FROM delivery_attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id AND a.outcome = 'delivered'
        ) AS was_delivered
    )
    SELECT t.*, e.version AS endpoint_version, e.failing_since, e.last_failed_at
    FROM taken t JOIN webhook_endpoints e ON e.workspace_id = t.workspace_id AND e.id = t.endpoint_id`,
};

/**
 * Takes the deliveries that the orders name, each with what its attempt needs, in the orders' order; undefined where the
 * delivery is finished, was taken by someone else, or its endpoint is not active.
 */
export async function takeDeliveries(
  { ctx, readEvents, readEndpoints }: TakeTools,
  orders: readonly AttemptOrder[],
): Promise<(TakenDelivery | undefined)[]> {
  const leaseUntil = leaseFrom(ctx);
  const { rows } = await ctx.db.system.query<TakenRow>(TAKE, [
    textArray(orders.map((order) => order.workspaceId)),
    textArray(orders.map((order) => order.deliveryId)),
    int8Array(orders.map((order) => Number(order.claim))),
    leaseUntil,
  ]);
  const [events, endpoints] = await Promise.all([
    readEvents(rows.map((row) => ({ workspaceId: row.workspace_id, eventId: row.event_id }))),
    readEndpoints(
      rows.map((row) => ({
        workspaceId: row.workspace_id,
        endpointId: row.endpoint_id,
        version: row.endpoint_version,
      })),
    ),
  ]);
  const taken = new Map(rows.map((row) => [row.id, row]));
  return orders.map(({ deliveryId }) => {
    const row = taken.get(deliveryId);
    // The same order twice in one statement: the first one has it.
    taken.delete(deliveryId);
    const event = row && events.get(row.event_id);
    const endpoint = row && endpoints.get(row.endpoint_id);
    return row && event && endpoint && { ...deliveryOf(row, event, endpoint), leaseUntil };
  });
}

const deliveryOf = (row: TakenRow, event: EventBody, endpoint: StoredEndpoint): Omit<TakenDelivery, "leaseUntil"> => ({
  ...{ workspaceId: row.workspace_id, id: row.id, line: row.line, claim: row.claim },
  ...{ attemptCount: row.attempt_count, scheduleStart: row.schedule_start, wasDelivered: row.was_delivered },
  unfinishedCount: row.unfinished_count - 1,
  ...{ failingSince: row.failing_since, lastFailedAt: row.last_failed_at, endpoint, event },
});
