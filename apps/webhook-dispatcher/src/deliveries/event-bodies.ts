import { type EventRow, renderEnvelope } from "@skucast/events/envelope";
import { LRUCache } from "lru-cache";
import type { DispatcherContext } from "../context.js";

/** An event as every endpoint gets it. */
export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly traceparent: string | null;
  /** The exact bytes that are sent. */
  readonly body: Buffer;
}

export interface EventRef {
  readonly workspaceId: string;
  readonly eventId: string;
}

interface Row extends EventRow {
  readonly traceparent: string | null;
}

/** Bodies kept for the other endpoints of the same events, which follow soon; they never change. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** What an event takes besides its body, about. */
const OVERHEAD_BYTES = 500;

/**
 * Row by row, by the whole key: joined, a planner that does not know yet how many events there are, as in each new
 * partition, may read all of a workspace's for each one.
 */
const READ = {
  name: "webhook-dispatcher.read-events",
  text: `
    SELECT e.id, e.type, e.workspace_id, e.sequence, e.data, e.created_at, e.traceparent
    FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id)
    CROSS JOIN LATERAL (SELECT * FROM events v WHERE v.workspace_id = a.workspace_id AND v.id = a.id LIMIT 1) e`,
};

/** Reads events, each from PostgreSQL once as long as it is remembered; answers those that are there by their id. */
export type ReadEvents = (refs: readonly EventRef[]) => Promise<ReadonlyMap<string, EventBody>>;

export function createEventBodies(ctx: Pick<DispatcherContext, "db">): ReadEvents {
  const kept = new LRUCache<string, EventBody>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ body }) => body.length + OVERHEAD_BYTES,
  });

  async function read(refs: readonly EventRef[]): Promise<readonly EventBody[]> {
    if (refs.length === 0) return [];
    const { rows } = await ctx.db.system.query<Row>(READ, [
      refs.map(({ workspaceId }) => workspaceId),
      refs.map(({ eventId }) => eventId),
    ]);
    return rows.map(toBody);
  }

  return async (refs) => {
    const found = new Map<string, EventBody>();
    const missing = new Map<string, EventRef>();
    for (const ref of refs) {
      const known = kept.get(ref.eventId);
      if (known) found.set(ref.eventId, known);
      else missing.set(ref.eventId, ref);
    }
    for (const event of await read([...missing.values()])) {
      kept.set(event.id, event);
      found.set(event.id, event);
    }
    return found;
  };
}

const toBody = ({ traceparent, ...row }: Row): EventBody => ({
  ...{ id: row.id, type: row.type, traceparent },
  body: ownBuffer(renderEnvelope(row)),
});

/** Not a piece of the buffer that Node shares out among small ones: kept, it would keep all of that. */
function ownBuffer(text: string): Buffer {
  const buffer = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  buffer.write(text);
  return buffer;
}
