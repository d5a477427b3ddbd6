import { WAITING_ENDPOINTS } from "@skucast/db/deliveries/waiting-endpoints";
import type { DispatcherContext } from "../context.js";
import type { Room } from "../flow/endpoint-lanes.js";
import { ORDER_LEASE_MS } from "./leases.js";
import { type OwnOrder, type OwnRow, ownOrderOf } from "./ordered-row.js";

/** Claimed in one look: of one endpoint, of one whose room nobody knows yet, and of all together. */
const OF_ENDPOINT_MAX = 200;
const OF_UNKNOWN_MAX = 50;
const CLAIMED_MAX = 400;
/** Of them those that somebody asked for: one of an endpoint, the others at the next look. */
const ASKED_MAX = 100;
/**
 * First what somebody asked for, one of each endpoint however many wait; then endpoints take turns: each one's longest overdue delivery first, then each one's
 * second. `IS TRUE` keeps a planner that does not know yet how many deliveries there are from the index by workspace and
 * endpoint, in which it would read all of the endpoint's, those that ended too.
 */
const CLAIM = {
  name: "webhook-dispatcher.claim-due",
  text: `
    WITH ${WAITING_ENDPOINTS}, rooms AS (
      SELECT * FROM unnest($3::text[], $4::int[]) AS r (endpoint_id, room)
    ), turns AS (
      SELECT due.workspace_id, due.id, e.rate_per_second, row_number() OVER (PARTITION BY p.endpoint_id ORDER BY due.next_attempt_at) AS turn
      FROM waiting_endpoints p
      JOIN webhook_endpoints e ON e.workspace_id = p.workspace_id AND e.id = p.endpoint_id AND e.status = 'active'
      LEFT JOIN rooms r ON r.endpoint_id = p.endpoint_id
      CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.id, d.next_attempt_at FROM deliveries d
        WHERE d.endpoint_id = p.endpoint_id AND (d.workspace_id = p.workspace_id) IS TRUE AND d.is_waiting
          AND NOT d.is_asked AND d.next_attempt_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
        ORDER BY d.next_attempt_at LIMIT least(coalesce(r.room, ${OF_UNKNOWN_MAX}), ${OF_ENDPOINT_MAX})
      ) due
    ), asking AS (
      (SELECT workspace_id, endpoint_id FROM deliveries WHERE is_asked AND is_waiting ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT following.* FROM asking a CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.endpoint_id FROM deliveries d
        WHERE d.is_asked AND d.is_waiting AND d.endpoint_id > a.endpoint_id ORDER BY d.endpoint_id LIMIT 1
      ) following
    ), asked AS (
      SELECT due.workspace_id, due.id, e.rate_per_second, 0 AS turn
      FROM asking a
      JOIN webhook_endpoints e ON e.workspace_id = a.workspace_id AND e.id = a.endpoint_id AND e.status = 'active'
      CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.id FROM deliveries d
        WHERE d.endpoint_id = a.endpoint_id AND (d.workspace_id = a.workspace_id) IS TRUE AND d.is_asked AND d.is_waiting
          AND d.next_attempt_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
        ORDER BY d.next_attempt_at LIMIT 1
      ) due
      WHERE a.endpoint_id <> ALL ($5::text[])
      LIMIT ${ASKED_MAX}
    ), free AS (
      SELECT d.workspace_id, d.id, t.rate_per_second
      FROM (TABLE asked UNION ALL SELECT workspace_id, id, rate_per_second, turn FROM turns) t
      JOIN deliveries d ON d.workspace_id = t.workspace_id AND d.id = t.id
      WHERE d.is_waiting AND d.next_attempt_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
      ORDER BY t.turn LIMIT ${CLAIMED_MAX} FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE deliveries d SET lease_until = $2 FROM free
    WHERE d.workspace_id = free.workspace_id AND d.id = free.id
    RETURNING d.workspace_id, d.id, d.endpoint_id, d.claim, d.unfinished_count, d.is_asked, free.rate_per_second`,
};

export interface Claimed {
  readonly orders: readonly OwnOrder[];
  /** Whether some may have been left for the next look. */
  readonly isCut: boolean;
}

/**
 * Orders for the deliveries of active endpoints that are due and that nobody works on, as far as this process has room:
 * retries, what a dead process left behind, orders that were lost or sent away. Each is leased; were it lost, it is found
 * again when its lease is over. Any number of dispatchers may do it at once.
 */
export async function claimDueDeliveries(
  ctx: Pick<DispatcherContext, "db" | "clock">,
  rooms: readonly Room[],
): Promise<Claimed> {
  const now = ctx.clock.now();
  const { rows } = await ctx.db.system.query<OwnRow>(CLAIM, [
    now,
    new Date(now.getTime() + ORDER_LEASE_MS),
    rooms.map(({ endpointId }) => endpointId),
    rooms.map(({ room }) => room),
    rooms.filter(({ mayAsk }) => !mayAsk).map(({ endpointId }) => endpointId),
  ]);
  return { orders: rows.map(ownOrderOf), isCut: isCut(rows, rooms) };
}

function isCut(rows: readonly OwnRow[], rooms: readonly Room[]): boolean {
  if (rows.length === CLAIMED_MAX) return true;
  const roomOf = new Map(rooms.map(({ endpointId, room }) => [endpointId, room]));
  const inTurn = rows.filter((row) => !row.is_asked);
  return [...Map.groupBy(inTurn, (row) => row.endpoint_id)].some(
    ([endpointId, { length }]) => length >= Math.min(roomOf.get(endpointId) ?? OF_UNKNOWN_MAX, OF_ENDPOINT_MAX),
  );
}
