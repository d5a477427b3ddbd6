import { type EventRow, renderEnvelope } from "@skucast/events/envelope";
import { LRUCache } from "lru-cache";
import type { DispatcherContext } from "../context.js";

/** An event as it is sent to every endpoint. */
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

/** Bodies are cached for the other endpoints of the same events. They never change. */
const CACHED_BYTES_MAX = 8 * 1024 * 1024;
/** Approximate memory of a cached event in addition to its body. */
const OVERHEAD_BYTES = 500;

/**
 * Looks up each event by the whole key. In a plain join, a planner without statistics (as in each new partition) may
 * read all events of the workspace for each one.
 */
const READ = {
  name: "webhook-dispatcher.read-events",
  text: `
    SELECT e.id, e.type, e.workspace_id, e.sequence, e.data, e.created_at, e.traceparent
    FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id)
    CROSS JOIN LATERAL (SELECT * FROM events v WHERE v.workspace_id = a.workspace_id AND v.id = a.id LIMIT 1) e`,
};

/** Reads events through a cache; returns those that exist, by id. */
export type ReadEvents = (refs: readonly EventRef[]) => Promise<ReadonlyMap<string, EventBody>>;

export function createEventReader(ctx: Pick<DispatcherContext, "db">): ReadEvents {
  const cache = new LRUCache<string, EventBody>({
    maxSize: CACHED_BYTES_MAX,
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
      const known = cache.get(ref.eventId);
      if (known) found.set(ref.eventId, known);
      else missing.set(ref.eventId, ref);
    }
    for (const event of await read([...missing.values()])) {
      cache.set(event.id, event);
      found.set(event.id, event);
    }
    return found;
  };
}

const toBody = ({ traceparent, ...row }: Row): EventBody => ({
  id: row.id,
  type: row.type,
  traceparent,
  body: unpooledBuffer(renderEnvelope(row)),
});

/** A slice of Node's pool of small buffers would keep the whole pool in memory while it is cached. */
function unpooledBuffer(text: string): Buffer {
  const buffer = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  buffer.write(text);
  return buffer;
}
