import type { DispatcherContext } from "../context.js";
import type { EndpointLimiters } from "../flow/endpoint-limiters.js";

/** Recorded again after this time. Readers treat the record as current for a minute. */
const REPEAT_MS = 15_000;

const RECORD = {
  name: "webhook-dispatcher.record-held-back",
  text: `
    UPDATE webhook_endpoints e SET held_back_at = $3
    FROM (SELECT * FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id) ORDER BY 1, 2) a
    WHERE e.workspace_id = a.workspace_id AND e.id = a.id AND (e.held_back_at IS NULL OR e.held_back_at < $4)`,
};

/** Records which endpoints hold back their own deliveries, so that the delay is not attributed to this deployment. */
export async function recordHeldBack(
  { db, clock }: Pick<DispatcherContext, "db" | "clock">,
  limiters: Pick<EndpointLimiters, "heldBack">,
): Promise<void> {
  const held = limiters.heldBack();
  if (held.length === 0) return;
  const now = clock.now();
  await db.system.query(RECORD, [
    held.map(({ workspaceId }) => workspaceId),
    held.map(({ endpointId }) => endpointId),
    now,
    new Date(now.getTime() - REPEAT_MS),
  ]);
}
