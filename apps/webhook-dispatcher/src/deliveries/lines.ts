import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";
import { ORDER_LEASE_MS } from "./leases.js";
import { type OrderedRow, orderOf } from "./ordered-row.js";

/** The deliveries of one endpoint about one object, which go out one after another. */
export interface Line {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** Id of the object. */
  readonly line: string;
}

interface AdvancedRow extends OrderedRow {
  readonly is_active: boolean;
}

const ADVANCE = {
  name: "webhook-dispatcher.advance-lines",
  text: "SELECT * FROM delivery_lines_advance($1, $2, $3, $4, $5)",
};

/**
 * Makes the heads of lines due and answers the orders for them. To be called after whatever changed a line has committed:
 * of two changes side by side, the one that commits last then sees both.
 */
export async function advanceLines(
  ctx: Pick<DispatcherContext, "db" | "clock">,
  lines: readonly Line[],
): Promise<AttemptOrder[]> {
  if (lines.length === 0) return [];
  const now = ctx.clock.now();
  // In one order everywhere, each once: two calls cannot wait for each other.
  const distinct = [...new Map(lines.map((line) => [keyOf(line), line]))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const ordered = distinct.map(([, line]) => line);
  const { rows } = await ctx.db.system.query<AdvancedRow>(ADVANCE, [
    ordered.map(({ workspaceId }) => workspaceId),
    ordered.map(({ endpointId }) => endpointId),
    ordered.map(({ line }) => line),
    now,
    new Date(now.getTime() + ORDER_LEASE_MS),
  ]);
  return rows.filter((row) => row.is_active).map(orderOf);
}

const keyOf = ({ workspaceId, endpointId, line }: Line): string => `${workspaceId} ${endpointId} ${line}`;
