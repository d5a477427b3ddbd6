import type { DispatcherContext } from "../context.js";
import type { EndpointLanes } from "../flow/endpoint-lanes.js";

/** Said again after so long; readers believe it for a minute. */
const AGAIN_MS = 15_000;

const NOTE = {
  name: "webhook-dispatcher.note-held-back",
  text: `
    UPDATE webhook_endpoints e SET held_back_at = $3
    FROM (SELECT * FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id) ORDER BY 1, 2) a
    WHERE e.workspace_id = a.workspace_id AND e.id = a.id AND (e.held_back_at IS NULL OR e.held_back_at < $4)`,
};

/** Notes which endpoints keep deliveries waiting, so that their delay is not taken for ours. */
export async function noteHeldBack(
  { db, clock }: Pick<DispatcherContext, "db" | "clock">,
  lanes: Pick<EndpointLanes, "heldBack">,
): Promise<void> {
  const held = lanes.heldBack();
  if (held.length === 0) return;
  const now = clock.now();
  await db.system.query(NOTE, [
    held.map(({ workspaceId }) => workspaceId),
    held.map(({ endpointId }) => endpointId),
    now,
    new Date(now.getTime() - AGAIN_MS),
  ]);
}
