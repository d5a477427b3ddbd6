import type { RunOutcome } from "@skucast/service-kit/loop";
import type { DispatcherContext } from "../context.js";
import { publishLineHeads } from "./publish-orders.js";

/** Lines that one round checks; the next round continues after them. */
const LINES_MAX = 1_000;

/** Reads the head of each line with one step in the index deliveries_line_idx, however long the line is. */
const HEADS = {
  name: "webhook-dispatcher.heads-of-lines",
  text: `
    WITH RECURSIVE heads AS (
      (SELECT workspace_id, endpoint_id, line, next_attempt_at FROM deliveries
       WHERE is_waiting AND line IS NOT NULL AND (endpoint_id, line) > ($1, $2)
       ORDER BY endpoint_id, line, line_sequence, event_id LIMIT 1)
      UNION ALL
      SELECT following.* FROM heads h CROSS JOIN LATERAL (
        SELECT d.workspace_id, d.endpoint_id, d.line, d.next_attempt_at FROM deliveries d
        WHERE d.is_waiting AND d.line IS NOT NULL AND (d.endpoint_id, d.line) > (h.endpoint_id, h.line)
        ORDER BY d.endpoint_id, d.line, d.line_sequence, d.event_id LIMIT 1
      ) following
    )
    SELECT * FROM heads LIMIT ${LINES_MAX}`,
};

interface HeadRow {
  readonly workspace_id: string;
  readonly endpoint_id: string;
  readonly line: string;
  readonly next_attempt_at: Date | null;
}

/**
 * Creates a function that continues lines whose head waits for no reason, because a process died between the end of one
 * delivery and the order for the next. It remembers its position. Any number of dispatchers may call theirs.
 */
export function createStalledLineAdvancer(
  ctx: Pick<DispatcherContext, "db" | "bus" | "clock">,
): () => Promise<RunOutcome> {
  const start = { endpoint_id: "", line: "" };
  let position = start;
  return async () => {
    const { rows } = await ctx.db.system.query<HeadRow>(HEADS, [position.endpoint_id, position.line]);
    position = rows.length === LINES_MAX ? (rows.at(-1) ?? start) : start;
    const stalled = rows.filter((row) => row.next_attempt_at === null);
    await publishLineHeads(
      ctx,
      stalled.map((row) => ({ workspaceId: row.workspace_id, endpointId: row.endpoint_id, line: row.line })),
    );
    return rows.length === LINES_MAX ? "more" : "idle";
  };
}
