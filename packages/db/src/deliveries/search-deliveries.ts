import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

export interface DeliverySearch {
  readonly binding: Binding;
  /** The range of ids. `lt` is exclusive. */
  readonly ids: { readonly gte: string; readonly lt: string };
  readonly endpointId?: string | undefined;
  readonly eventId?: string | undefined;
  readonly status?: string | undefined;
  /** Undefined for all event types. */
  readonly eventTypes?: readonly string[] | undefined;
  /** At least one attempt got a status code in this range. `lt` is exclusive. */
  readonly statusCodes?: { readonly gte: number; readonly lt: number } | undefined;
  readonly limit: number;
}

export interface FoundDeliveries {
  /** Newest first. */
  readonly ids: readonly string[];
  /** The id before which the next page starts. Null at the end. */
  readonly next: string | null;
}

/**
 * Deliveries of a workspace, or of one endpoint, that meet all conditions. Reads at most LIMITS.deliveryScanRowsMax
 * deliveries per page, because no index covers the conditions. So a page may be short although there is a next one.
 */
export function searchDeliveries(db: Database, search: DeliverySearch): Promise<FoundDeliveries> {
  const { binding, ids, endpointId, eventId, status, eventTypes, statusCodes, limit } = search;
  const scanned = [
    binding.workspaceId,
    ids.gte,
    ids.lt,
    endpointId ?? null,
    eventId ?? null,
    LIMITS.deliveryScanRowsMax,
  ];
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT d.id FROM (${SCAN}) AS d
       WHERE ($7::text IS NULL OR d.status = $7)
         AND ($8::text[] IS NULL OR EXISTS (
           SELECT FROM events e WHERE e.workspace_id = $1 AND e.id = d.event_id AND e.type = ANY($8)))
         AND ($9::int IS NULL OR EXISTS (
           SELECT FROM delivery_attempts a
           WHERE a.workspace_id = $1 AND a.delivery_id = d.id AND a.status_code >= $9 AND a.status_code < $10))
       ORDER BY d.id DESC LIMIT $11`,
      [...scanned, status ?? null, eventTypes ?? null, statusCodes?.gte ?? null, statusCodes?.lt ?? null, limit + 1],
    );
    const shown = rows.slice(0, limit).map(({ id }) => id);
    if (rows.length > limit) return { ids: shown, next: shown.at(-1) ?? null };
    const { rows: ends } = await client.query<{ count: number; last: string | null }>(
      `SELECT count(*)::int AS count, min(id) AS last FROM (${SCAN}) AS d`,
      scanned,
    );
    const { count = 0, last = null } = ends[0] ?? {};
    return { ids: shown, next: count < LIMITS.deliveryScanRowsMax ? null : last };
  });
}

const SCAN = `
  SELECT * FROM deliveries WHERE workspace_id = $1 AND id >= $2 AND id < $3
    AND ($4::text IS NULL OR endpoint_id = $4) AND ($5::text IS NULL OR event_id = $5)
  ORDER BY id DESC LIMIT $6`;
