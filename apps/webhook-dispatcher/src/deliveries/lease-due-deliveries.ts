import { WAITING_ENDPOINTS } from "@skucast/db/deliveries/waiting-endpoints";
import type { DispatcherContext } from "../context.js";
import type { EndpointCapacity } from "../flow/endpoint-limiters.js";
import { type LocalOrder, type LocalRow, toLocalOrder } from "./leased-delivery.js";
import { ORDER_LEASE_MS } from "./leases.js";

/** Maximum deliveries leased in one poll: of one endpoint, of an endpoint with unknown capacity, of all endpoints. */
const OF_ENDPOINT_MAX = 200;
const OF_UNKNOWN_MAX = 50;
const LEASED_MAX = 400;
/** Maximum requested attempts leased in one poll; at most one of each endpoint. */
const REQUESTED_MAX = 100;
/**
 * Requested attempts come first, one of each endpoint. Then endpoints take turns: the longest overdue delivery of each,
 * then the second of each. `IS TRUE` keeps the planner from using the index by workspace and endpoint: without
 * statistics, it would read all deliveries of the endpoint there, ended ones included.
 */
const LEASE = {
  name: "webhook-dispatcher.lease-due",
  text: `
    WITH ${WAITING_ENDPOINTS}, capacities AS (
      SELECT * FROM unnest($3::text[], $4::int[]) AS c (endpoint_id, capacity)
    ), turns AS (
      SELECT due.workspace_id, due.id, e.rate_per_second, row_number() OVER (PARTITION BY p.endpoint_id ORDER BY due.next_attempt_at) AS turn
      FROM waiting_endpoints p
      JOIN webhook_endpoints e ON e.workspace_id = p.workspace_id AND e.id = p.endpoint_id AND e.status = 'active'
      LEFT JOIN capacities c ON c.endpoint_id = p.endpoint_id
      CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.id, d.next_attempt_at FROM deliveries d
        WHERE d.endpoint_id = p.endpoint_id AND (d.workspace_id = p.workspace_id) IS TRUE AND d.is_waiting
          AND NOT d.is_asked AND d.next_attempt_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
        ORDER BY d.next_attempt_at LIMIT least(coalesce(c.capacity, ${OF_UNKNOWN_MAX}), ${OF_ENDPOINT_MAX})
      ) due
    ), requesting AS (
      (SELECT workspace_id, endpoint_id FROM deliveries WHERE is_asked AND is_waiting ORDER BY endpoint_id LIMIT 1)
      UNION ALL
      SELECT following.* FROM requesting r CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.endpoint_id FROM deliveries d
        WHERE d.is_asked AND d.is_waiting AND d.endpoint_id > r.endpoint_id ORDER BY d.endpoint_id LIMIT 1
      ) following
    ), requested AS (
      SELECT due.workspace_id, due.id, e.rate_per_second, 0 AS turn
      FROM requesting r
      JOIN webhook_endpoints e ON e.workspace_id = r.workspace_id AND e.id = r.endpoint_id AND e.status = 'active'
      CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.id FROM deliveries d
        WHERE d.endpoint_id = r.endpoint_id AND (d.workspace_id = r.workspace_id) IS TRUE AND d.is_asked AND d.is_waiting
          AND d.next_attempt_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
        ORDER BY d.next_attempt_at LIMIT 1
      ) due
      WHERE r.endpoint_id <> ALL ($5::text[])
      LIMIT ${REQUESTED_MAX}
    ), free AS (
      SELECT d.workspace_id, d.id, t.rate_per_second
      FROM (TABLE requested UNION ALL SELECT workspace_id, id, rate_per_second, turn FROM turns) t
      JOIN deliveries d ON d.workspace_id = t.workspace_id AND d.id = t.id
      WHERE d.is_waiting AND d.next_attempt_at <= $1 AND (d.lease_until IS NULL OR d.lease_until <= $1)
      ORDER BY t.turn LIMIT ${LEASED_MAX} FOR UPDATE OF d SKIP LOCKED
    )
    UPDATE deliveries d SET lease_until = $2 FROM free
    WHERE d.workspace_id = free.workspace_id AND d.id = free.id
    RETURNING d.workspace_id, d.id, d.endpoint_id, d.claim, d.unfinished_count, d.is_asked, free.rate_per_second`,
};

export interface DueOrders {
  readonly orders: readonly LocalOrder[];
  /** Whether more deliveries may be due. */
  readonly mayHaveMore: boolean;
}

/**
 * Leases due deliveries of active endpoints, as far as this process has capacity: retries, deliveries of dead processes,
 * lost orders, and deliveries that were put off. If this process dies, they are due again when the lease expires. Any
 * number of dispatchers may call it concurrently.
 */
export async function leaseDueDeliveries(
  ctx: Pick<DispatcherContext, "db" | "clock">,
  capacities: readonly EndpointCapacity[],
): Promise<DueOrders> {
  const now = ctx.clock.now();
  const { rows } = await ctx.db.system.query<LocalRow>(LEASE, [
    now,
    new Date(now.getTime() + ORDER_LEASE_MS),
    capacities.map(({ endpointId }) => endpointId),
    capacities.map(({ capacity }) => capacity),
    capacities.filter(({ canStartRequested }) => !canStartRequested).map(({ endpointId }) => endpointId),
  ]);
  return { orders: rows.map(toLocalOrder), mayHaveMore: mayHaveMore(rows, capacities) };
}

function mayHaveMore(rows: readonly LocalRow[], capacities: readonly EndpointCapacity[]): boolean {
  if (rows.length === LEASED_MAX) return true;
  const capacityOf = new Map(capacities.map(({ endpointId, capacity }) => [endpointId, capacity]));
  const inTurn = rows.filter((row) => !row.is_asked);
  return [...Map.groupBy(inTurn, (row) => row.endpoint_id)].some(
    ([endpointId, { length }]) => length >= Math.min(capacityOf.get(endpointId) ?? OF_UNKNOWN_MAX, OF_ENDPOINT_MAX),
  );
}
