import type { TransactionClient } from "../database.js";
import { readHorizon } from "./log-horizon.js";

/** Selects events of a workspace. */
export interface EventFilter {
  readonly workspaceId: string;
  readonly types: readonly string[];
  readonly objectId?: string | undefined;
  /** Events of the channel, its feeds and their runs. */
  readonly channelId?: string | undefined;
  /** The range of ids. `lt` is exclusive. */
  readonly ids: { readonly gte: string; readonly lt: string };
}

/** Limits of a page: rows and bytes in it, and events that are read for it. */
export interface PageBounds {
  readonly rowsMax: number;
  readonly bytesMax: number;
  readonly scanRowsMax: number;
}

export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly workspaceId: string;
  readonly sequence: bigint;
  readonly data: string;
  readonly createdAt: Date;
}

/** A position in the log, oldest first. */
export interface LogPosition {
  readonly position: string;
  readonly id: string;
}

export interface LogPage<Place> {
  readonly events: readonly LoggedEvent[];
  /** Start of the next page. */
  readonly next: Place;
  /** Whether there are events after this page already. */
  readonly hasMore: boolean;
}

interface Row {
  readonly id: string;
  readonly type: string;
  readonly workspace_id: string;
  readonly sequence: string;
  readonly data: string;
  readonly created_at: Date;
  readonly log_position: string;
  readonly is_within: boolean;
}

interface Direction {
  /** Condition for the events to read. */
  readonly where: string;
  readonly values: readonly unknown[];
  readonly order: string;
}

/**
 * The matching events of a bounded scan, each with whether it and the ones before it fit into the bytes of the page.
 */
const pageText = ({ where, order }: Direction, at: number) => `
  SELECT *, sum(octet_length(data)) OVER (ORDER BY ${order}) <= $${at + 4} OR row_number() OVER (ORDER BY ${order}) = 1 AS is_within
  FROM (
    SELECT * FROM (
      SELECT * FROM events WHERE ${where} ORDER BY ${order} LIMIT $${at + 5}
    ) scanned
    WHERE id >= $${at + 6} AND id < $${at + 7} AND type = ANY($${at}::text[])
      AND ($${at + 1}::text IS NULL OR object_id = $${at + 1})
      AND ($${at + 2}::text IS NULL OR object_id = $${at + 2} OR type LIKE 'feed.%' AND (
        data::json->'object'->>'channel_id' = $${at + 2} OR data::json->'object'->>'feed_id' IN (
          SELECT id FROM feeds WHERE workspace_id = $1 AND channel_id = $${at + 2})))
    ORDER BY ${order} LIMIT $${at + 3} + 1
  ) found ORDER BY ${order}`;

const endText = ({ where, order }: Direction, at: number) =>
  `SELECT id, log_position FROM events WHERE ${where} ORDER BY ${order} OFFSET $${at} - 1 LIMIT 1`;

interface Scan {
  readonly rows: readonly Row[];
  /** The last event that was read, if the page ends before the log does. */
  readonly last: LogPosition | undefined;
}

async function scan(
  client: TransactionClient,
  filter: EventFilter,
  { direction, bounds }: { direction: Direction; bounds: PageBounds },
): Promise<Scan> {
  const at = direction.values.length + 1;
  const { types, objectId, channelId, ids } = filter;
  const { rows } = await client.query<Row>(pageText(direction, at), [
    ...direction.values,
    types,
    objectId ?? null,
    channelId ?? null,
    bounds.rowsMax,
    bounds.bytesMax,
    bounds.scanRowsMax,
    ids.gte,
    ids.lt,
  ]);
  const within = rows.slice(0, bounds.rowsMax).filter(({ is_within: isWithin }) => isWithin);
  if (within.length < rows.length) return { rows: within, last: placeOf(within.at(-1)) };
  const end = await client.query<Row>(endText(direction, at), [...direction.values, bounds.scanRowsMax]);
  return { rows: within, last: placeOf(end.rows[0]) };
}

const placeOf = (row: Pick<Row, "id" | "log_position"> | undefined): LogPosition | undefined =>
  row && { position: row.log_position, id: row.id };

/** A page of events before an id, newest first. */
export async function readNewestEvents(
  client: TransactionClient,
  filter: EventFilter,
  bounds: PageBounds,
): Promise<LogPage<string>> {
  const { workspaceId, ids } = filter;
  const direction = {
    where: "workspace_id = $1 AND id >= $2 AND id < $3",
    values: [workspaceId, ids.gte, ids.lt],
    order: "id DESC",
  };
  const { rows, last } = await scan(client, filter, { direction, bounds });
  return { events: rows.map(eventOf), next: last?.id ?? "", hasMore: last !== undefined };
}

/**
 * A page of events after a position, oldest first, in the order of the transactions that wrote them. In this order no
 * event can appear before one that was read. Events that an open transaction may still precede are not returned yet.
 */
export async function readEventsForward(
  client: TransactionClient,
  filter: EventFilter,
  { after, ...bounds }: PageBounds & { readonly after: LogPosition },
): Promise<LogPage<LogPosition>> {
  const horizon = await readHorizon(client);
  const direction = {
    where: "workspace_id = $1 AND log_position >= $2 AND (log_position, id) > ($2, $3) AND log_position < $4",
    values: [filter.workspaceId, after.position, after.id, horizon],
    order: "log_position, id",
  };
  const { rows, last } = await scan(client, filter, { direction, bounds });
  // A lagging replica may have fewer events than were read elsewhere: the position never decreases.
  const end = BigInt(horizon) > BigInt(after.position) ? { position: horizon, id: "" } : after;
  return { events: rows.map(eventOf), next: last ?? end, hasMore: last !== undefined };
}

/** The lowest position of the last 100 events before an id, because ids and transactions are not in the same order. */
const EARLIER =
  "SELECT min(log_position) AS position FROM (SELECT log_position FROM events WHERE workspace_id = $1 AND id < $2 ORDER BY id DESC LIMIT 100) e";

/** A position before all events to read. `firstId` must be the id of a time at least an hour before these events. */
export async function positionBefore(
  client: TransactionClient,
  workspaceId: string,
  firstId: string,
): Promise<LogPosition> {
  const { rows } = await client.query<{ position: string | null }>(EARLIER, [workspaceId, firstId]);
  return { position: rows[0]?.position ?? "0", id: "" };
}

const eventOf = (row: Row): LoggedEvent => ({
  id: row.id,
  type: row.type,
  workspaceId: row.workspace_id,
  sequence: BigInt(row.sequence),
  data: row.data,
  createdAt: row.created_at,
});
