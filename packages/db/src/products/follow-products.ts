import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace, type TransactionClient } from "../database.js";
import { readHorizon } from "../events/log-horizon.js";
import { positionBefore } from "../events/read-event-log.js";
import { fitting, withinBytes } from "./page-bytes.js";
import { type ProductConditions, selectionSql } from "./selection.js";
import { wordPatterns, wordsSql } from "./word-match.js";

/** A position in the order in which products were last written. */
export interface WritePosition {
  readonly position: string;
  /** RFC 3339, or -infinity. */
  readonly updatedAt: string;
  readonly sku: string;
}

export interface FollowedPage {
  /** The products as JSON, separated by commas. A deleted one ends with `deleted_at`. */
  readonly docs: string;
  /** Start of the next page. There is always one, which may still be empty. */
  readonly next: WritePosition;
  /** Whether there are products after this page already. */
  readonly hasMore: boolean;
}

interface FollowQuery {
  readonly binding: Binding;
  /** Lower-cased. A product must contain all of them. */
  readonly words: readonly string[];
  readonly conditions: readonly ProductConditions[];
  readonly includesDeleted: boolean;
  /** Null for the start. */
  readonly after: WritePosition | null;
  /** Without `after`: an event id that is older than every product to return. */
  readonly firstId?: string | undefined;
  readonly limit: number;
}

interface Row {
  readonly sku: string;
  readonly doc: string | null;
  readonly log_position: string;
  readonly updated_at: Date;
}

const ORDER = "log_position, updated_at, sku";
const RANGE = `workspace_id = $1 AND log_position >= $2 AND (${ORDER}) > ($2, $3::timestamptz, $4) AND log_position < $5`;

/**
 * A page of products after a position, in the order in which they were last written. No product can appear before one
 * that was read: products of a transaction that an open one may still precede are not returned yet. A page reads a
 * limited number of products and bytes, so it may be short although there is a next one. Throws
 * PurgedPositionError if products after the position were deleted so long ago that they cannot be returned any more.
 */
export function followProducts(db: Database, query: FollowQuery): Promise<FollowedPage> {
  return inWorkspace(db, query.binding, async (client) => {
    const horizon = await readHorizon(client);
    if (query.after && query.includesDeleted) await assertNotPurged(client, query.binding.workspaceId, query.after);
    const after = query.after ?? (await beginning(client, query));
    const bounds = [query.binding.workspaceId, after.position, after.updatedAt, after.sku, horizon];
    const rows = await scan(client, query, bounds);
    const shown = fitting(rows, query.limit);
    const docs = shown.map(({ doc }) => doc).join();
    const last = shown.at(-1);
    if (rows.length > shown.length && last) return { docs, next: placeOf(last), hasMore: true };
    const { rows: ends } = await client.query<Row>(
      `SELECT sku, log_position, updated_at FROM products WHERE ${RANGE} ORDER BY ${ORDER} OFFSET $6 - 1 LIMIT 1`,
      [...bounds, LIMITS.pageScanRowsMax],
    );
    if (ends[0]) return { docs, next: placeOf(ends[0]), hasMore: true };
    // A lagging replica may have fewer products than were read elsewhere: the position never decreases.
    const isAhead = BigInt(horizon) > BigInt(after.position);
    return { docs, next: isAhead ? { position: horizon, ...FIRST } : after, hasMore: false };
  });
}

/** Products that were deleted after the position have been purged. */
export class PurgedPositionError extends Error {
  override readonly name = "PurgedPositionError";
}

async function assertNotPurged(client: TransactionClient, workspaceId: string, after: WritePosition): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM product_purges WHERE workspace_id = $1 AND position >= $2", [
    workspaceId,
    after.position,
  ]);
  if (rowCount === 1) throw new PurgedPositionError(`products after position ${after.position} have been purged`);
}

async function scan(client: TransactionClient, query: FollowQuery, bounds: readonly unknown[]): Promise<Row[]> {
  const { words, conditions, includesDeleted, limit } = query;
  const selection = selectionSql(conditions, bounds.length + 4, { includesDeleted });
  const { rows } = await client.query<Row>(
    withinBytes({
      rows: `SELECT p.sku, p.log_position, p.updated_at, CASE WHEN p.deleted_at IS NULL THEN p.doc ELSE
               left(p.doc, -1) || ',"deleted_at":' || (p.doc::json -> 'updated_at')::text || '}' END AS doc
             FROM (SELECT * FROM products WHERE ${RANGE} ORDER BY ${ORDER} LIMIT $6) AS p
             WHERE ${selection.sql} AND ${wordsSql("$7")}
             ORDER BY ${ORDER} LIMIT $8`,
      columns: "sku, log_position, updated_at",
      order: ORDER,
    }),
    [...bounds, LIMITS.pageScanRowsMax, wordPatterns(words), limit + 1, ...selection.values],
  );
  return rows;
}

const FIRST = { updatedAt: "-infinity", sku: "" };

/** Events show which transactions are older than a time. If the events were deleted, it starts from the beginning. */
async function beginning(client: TransactionClient, { binding, firstId }: FollowQuery): Promise<WritePosition> {
  if (firstId === undefined) return { position: "0", ...FIRST };
  const { position } = await positionBefore(client, binding.workspaceId, firstId);
  return { position, ...FIRST };
}

const placeOf = (row: Row): WritePosition => ({
  position: row.log_position,
  updatedAt: row.updated_at.toISOString(),
  sku: row.sku,
});
