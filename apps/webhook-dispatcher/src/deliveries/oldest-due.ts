import type { DispatcherContext } from "../context.js";

const OLDEST = {
  name: "webhook-dispatcher.oldest-due",
  text: `SELECT d.next_attempt_at FROM deliveries d
         JOIN webhook_endpoints e ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id AND e.status = 'active'
         WHERE d.status = 'pending' AND d.next_attempt_at <= $1 ORDER BY d.next_attempt_at LIMIT 1`,
};

/** For how many seconds the most overdue delivery of an active endpoint has been due; 0 when none is. */
export async function oldestDueSeconds(ctx: Pick<DispatcherContext, "db" | "clock">): Promise<number> {
  const now = ctx.clock.now();
  const { rows } = await ctx.db.system.query<{ next_attempt_at: Date }>(OLDEST, [now]);
  const [oldest] = rows;
  return oldest ? (now.getTime() - oldest.next_attempt_at.getTime()) / 1_000 : 0;
}
