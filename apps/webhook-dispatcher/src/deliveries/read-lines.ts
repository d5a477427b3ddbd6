import { DELIVERED_EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { firstIdAt } from "@skucast/contracts/ids";
import type { DispatcherContext } from "../context.js";
import { CONSUMER, type PlannableEvent } from "./plannable-event.js";
import { LATE_MS } from "./sweep-events.js";

/** The place of an event in the line of its object. */
export interface PlaceInLine {
  readonly objectId: string;
  readonly sequence: bigint;
}

const DELIVERED_TYPES = new Set<string>(DELIVERED_EVENT_TYPES);

export interface Lines {
  /** Earlier events of the same lines that have not been planned yet. They must be planned together with the given ones. */
  readonly earlier: readonly PlannableEvent[];
  readonly placeOf: (event: Pick<PlannableEvent, "id">) => PlaceInLine | undefined;
}

interface EventRow extends PlannableEvent {
  readonly object_id: string;
  readonly sequence: string;
}

const COLUMNS = "e.workspace_id, e.id, e.type, e.object_id, e.sequence, e.data::json AS data";

const PLACES = {
  name: "webhook-dispatcher.places-in-line",
  text: `SELECT ${COLUMNS} FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id)
         JOIN events e ON e.workspace_id = a.workspace_id AND e.id = a.id`,
};

/** Events whose predecessor was planned for an ordered endpoint. Everything before that one was planned, too. */
const FOLLOWED = {
  name: "webhook-dispatcher.followed-in-line",
  text: "SELECT id FROM delivery_lines_followed($1, $2, $3, $4) AS id",
};

/** Events that the sweep has not finished with and that are not planned. */
const UNPLANNED = {
  name: "webhook-dispatcher.unplanned-in-line",
  text: `
    SELECT ${COLUMNS} FROM events e
    WHERE e.workspace_id = $1 AND e.id >= $2 AND e.object_id = ANY ($3::text[])
      AND NOT EXISTS (SELECT FROM inbox i WHERE i.workspace_id = e.workspace_id AND i.consumer = $4 AND i.event_id = e.id)
    ORDER BY e.id`,
};

/**
 * Reads the places of events in their lines, and the earlier events of the same objects that were overtaken: the bus,
 * several relays and several dispatchers may deliver two events of one object in either order. An event commits after
 * all earlier ones of its object, so all of them are visible. A delivery in a line thus never exists without the
 * deliveries before it.
 */
export async function readLines(ctx: Pick<DispatcherContext, "db">, events: readonly PlannableEvent[]): Promise<Lines> {
  const { rows } = await ctx.db.system.query<EventRow>(PLACES, [
    events.map(({ workspace_id }) => workspace_id),
    events.map(({ id }) => id),
  ]);
  const unplanned = await findUnplanned(ctx, await unfollowed(ctx, rows));
  const known = new Set(rows.map(({ id }) => id));
  const latest = latestOf(rows);
  const earlier = unplanned.filter(
    (row) =>
      !known.has(row.id) && DELIVERED_TYPES.has(row.type) && BigInt(row.sequence) < (latest.get(keyOf(row)) ?? 0n),
  );
  const places = new Map(
    [...rows, ...earlier].map((row) => [row.id, { objectId: row.object_id, sequence: BigInt(row.sequence) }]),
  );
  return { earlier, placeOf: ({ id }) => places.get(id) };
}

const keyOf = ({ workspace_id, object_id }: Pick<EventRow, "workspace_id" | "object_id">) =>
  `${workspace_id} ${object_id}`;

function latestOf(rows: readonly EventRow[]): ReadonlyMap<string, bigint> {
  const latest = new Map<string, bigint>();
  for (const row of rows) {
    const sequence = BigInt(row.sequence);
    if (sequence > (latest.get(keyOf(row)) ?? 0n)) latest.set(keyOf(row), sequence);
  }
  return latest;
}

/**
 * The events whose predecessor is neither among the given ones nor known to be planned. The first event of an object has
 * no predecessor.
 */
async function unfollowed(ctx: Pick<DispatcherContext, "db">, rows: readonly EventRow[]): Promise<EventRow[]> {
  const here = new Set(rows.map((row) => `${keyOf(row)} ${row.sequence}`));
  const later = rows.filter((row) => {
    const before = BigInt(row.sequence) - 1n;
    return before > 0n && !here.has(`${keyOf(row)} ${before}`);
  });
  if (later.length === 0) return [];
  const { rows: followed } = await ctx.db.system.query<{ id: string }>(FOLLOWED, [
    later.map(({ id }) => id),
    later.map(({ workspace_id }) => workspace_id),
    later.map(({ object_id }) => object_id),
    later.map(({ sequence }) => sequence),
  ]);
  const known = new Set(followed.map(({ id }) => id));
  return later.filter(({ id }) => !known.has(id));
}

/** One query per workspace; there is usually one. */
async function findUnplanned(ctx: Pick<DispatcherContext, "db">, rows: readonly EventRow[]): Promise<EventRow[]> {
  if (rows.length === 0) return [];
  const from = firstIdAt("evt", (await sweptUntilMs(ctx)) - LATE_MS);
  const found: EventRow[] = [];
  for (const [workspaceId, own] of Map.groupBy(rows, ({ workspace_id }) => workspace_id)) {
    const values = [workspaceId, from, own.map(({ object_id }) => object_id), CONSUMER];
    found.push(...(await ctx.db.system.query<EventRow>(UNPLANNED, values)).rows);
  }
  return found;
}

async function sweptUntilMs(ctx: Pick<DispatcherContext, "db">): Promise<number> {
  const { rows } = await ctx.db.system.query<{ swept_until: Date }>(
    "SELECT swept_until FROM sweeps WHERE consumer = $1",
    [CONSUMER],
  );
  return rows[0]?.swept_until.getTime() ?? 0;
}
