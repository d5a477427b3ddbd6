import type { DispatcherContext } from "../context.js";
import type { AttemptOrder } from "./attempt-message.js";
import { type LeasedRow, toOrder } from "./leased-delivery.js";
import { ORDER_LEASE_MS } from "./leases.js";

/** The deliveries of one endpoint about one object, which are sent one after another. */
export interface Line {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** Id of the object. */
  readonly line: string;
}

interface AdvancedRow extends LeasedRow {
  readonly is_active: boolean;
}

const ADVANCE = {
  name: "webhook-dispatcher.advance-lines",
  text: "SELECT * FROM delivery_lines_advance($1, $2, $3, $4, $5)",
};

/**
 * Makes the heads of lines due and returns the orders for them. Call it after the transaction that changed a line has
 * committed: of two concurrent changes, the one that commits last then sees both.
 */
export async function advanceLines(
  ctx: Pick<DispatcherContext, "db" | "clock">,
  lines: readonly Line[],
): Promise<AttemptOrder[]> {
  if (lines.length === 0) return [];
  const now = ctx.clock.now();
  // Sorted and without duplicates, so that two calls cannot deadlock.
  const distinct = [...new Map(lines.map((line) => [keyOf(line), line]))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const ordered = distinct.map(([, line]) => line);
  const { rows } = await ctx.db.system.query<AdvancedRow>(ADVANCE, [
    ordered.map(({ workspaceId }) => workspaceId),
    ordered.map(({ endpointId }) => endpointId),
    ordered.map(({ line }) => line),
    now,
    new Date(now.getTime() + ORDER_LEASE_MS),
  ]);
  return rows.filter((row) => row.is_active).map(toOrder);
}

const keyOf = ({ workspaceId, endpointId, line }: Line): string => `${workspaceId} ${endpointId} ${line}`;
