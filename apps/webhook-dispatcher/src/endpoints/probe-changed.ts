import { int8Array, textArray } from "@skucast/db/array-parameter";
import type { DispatcherContext } from "../context.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";

const CHANGED = {
  name: "webhook-dispatcher.changed-endpoints",
  text: `
    SELECT e.id FROM unnest($1::text[], $2::text[], $3::bigint[]) AS s (workspace_id, id, version)
    JOIN webhook_endpoints e ON e.workspace_id = s.workspace_id AND e.id = s.id AND e.version > s.version`,
};
/** Looked at each time; endpoints beyond that are tried again when their breaker lets them. */
const SHUT_MAX = 1_000;

/**
 * What made an endpoint's breaker open says nothing about an endpoint that its owner has changed since, has given another
 * address or enabled again: it is tried at once.
 */
export async function probeChanged(
  { db }: Pick<DispatcherContext, "db">,
  lanes: Pick<EndpointLanes, "shut" | "probe">,
): Promise<void> {
  const shut = lanes.shut().slice(0, SHUT_MAX);
  if (shut.length === 0) return;
  const { rows } = await db.system.query<{ id: string }>(CHANGED, [
    textArray(shut.map(({ workspaceId }) => workspaceId)),
    textArray(shut.map(({ endpointId }) => endpointId)),
    int8Array(shut.map(({ endpointVersion }) => Number(endpointVersion))),
  ]);
  for (const { id } of rows) lanes.probe(id);
}
