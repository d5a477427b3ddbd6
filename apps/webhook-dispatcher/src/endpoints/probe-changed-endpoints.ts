import { int8Array, textArray } from "@skucast/db/array-parameter";
import type { DispatcherContext } from "../context.js";
import type { EndpointLimiters } from "../flow/endpoint-limiters.js";

const CHANGED = {
  name: "webhook-dispatcher.changed-endpoints",
  text: `
    SELECT e.id FROM unnest($1::text[], $2::text[], $3::bigint[]) AS s (workspace_id, id, version)
    JOIN webhook_endpoints e ON e.workspace_id = s.workspace_id AND e.id = s.id AND e.version > s.version`,
};
/** Endpoints checked each time. Further endpoints are probed when their breaker allows it. */
const BLOCKED_MAX = 1_000;

/**
 * Probes blocked endpoints at once whose owner has changed them, for example their URL or status, since the last attempt:
 * the failures that opened the breaker say nothing about the new settings.
 */
export async function probeChangedEndpoints(
  { db }: Pick<DispatcherContext, "db">,
  limiters: Pick<EndpointLimiters, "blockedEndpoints" | "probe">,
): Promise<void> {
  const blocked = limiters.blockedEndpoints().slice(0, BLOCKED_MAX);
  if (blocked.length === 0) return;
  const { rows } = await db.system.query<{ id: string }>(CHANGED, [
    textArray(blocked.map(({ workspaceId }) => workspaceId)),
    textArray(blocked.map(({ endpointId }) => endpointId)),
    int8Array(blocked.map(({ endpointVersion }) => Number(endpointVersion))),
  ]);
  for (const { id } of rows) limiters.probe(id);
}
