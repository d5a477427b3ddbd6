import type { DispatcherContext } from "../context.js";
import { WAITING_ENDPOINTS } from "./waiting-endpoints.js";

const OLDEST = {
  name: "webhook-dispatcher.oldest-due",
  text: `
    WITH ${WAITING_ENDPOINTS}
    SELECT due.next_attempt_at FROM waiting_endpoints p
    JOIN webhook_endpoints e ON e.workspace_id = p.workspace_id AND e.id = p.endpoint_id AND e.status = 'active'
    CROSS JOIN LATERAL (
      SELECT d.next_attempt_at FROM deliveries d
      WHERE (d.workspace_id = p.workspace_id) IS TRUE AND d.endpoint_id = p.endpoint_id AND d.is_waiting
        AND d.next_attempt_at <= $1
      ORDER BY d.next_attempt_at LIMIT 1
    ) due
    ORDER BY 1 LIMIT 1`,
};

/** For how many seconds the most overdue delivery of an active endpoint has been due; 0 when none is. */
export async function oldestDueSeconds(ctx: Pick<DispatcherContext, "db" | "clock">): Promise<number> {
  const now = ctx.clock.now();
  const { rows } = await ctx.db.system.query<{ next_attempt_at: Date }>(OLDEST, [now]);
  const [oldest] = rows;
  return oldest ? (now.getTime() - oldest.next_attempt_at.getTime()) / 1_000 : 0;
}
