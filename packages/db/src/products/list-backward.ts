import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import type { ProductPage } from "./list-products.js";
import { fitting, withinBytes } from "./page-bytes.js";
import { type ProductConditions, selectionSql } from "./selection.js";
import { wordPatterns, wordsSql } from "./word-match.js";

/** From the last SKU to the first, or from the latest change to the earliest. */
export type BackwardOrder = "-sku" | "-updated_at";

interface BackwardQuery {
  readonly binding: Binding;
  /** Lower-cased. A product must contain all of them. */
  readonly words: readonly string[];
  readonly conditions: readonly ProductConditions[];
  readonly order: BackwardOrder;
  /** The `next` of the page before; empty for the first page. */
  readonly after: string;
  readonly limit: number;
}

interface Row {
  readonly sku: string;
  readonly doc: string | null;
  readonly log_position: string;
  readonly updated_at: Date;
}

interface Backward {
  /** Rows after a place, of which each column has a parameter from $2 on. */
  readonly where: string;
  readonly order: string;
  /** The place before all rows. */
  readonly start: readonly string[];
  /** The columns of a row's place. The last one may contain spaces. */
  readonly placeOf: (row: Row) => readonly string[];
}

const HIGHEST_SKU = "\u{10FFFF}".repeat(255);

/** Each order is an index that is read from its end. */
const ORDERS: Readonly<Record<BackwardOrder, Backward>> = {
  "-sku": {
    where: "($2 = '' OR sku < $2)",
    order: "sku DESC",
    start: [""],
    placeOf: ({ sku }) => [sku],
  },
  "-updated_at": {
    where: "(log_position, updated_at, sku) < ($2::bigint, $3::timestamptz, $4)",
    order: "log_position DESC, updated_at DESC, sku DESC",
    start: ["9223372036854775807", "infinity", HIGHEST_SKU],
    placeOf: (row) => [row.log_position, row.updated_at.toISOString(), row.sku],
  },
};

/**
 * A page of the products that contain all words and meet all conditions, in descending order. A page reads a limited
 * number of products and bytes, so it may be short although there is a next one.
 */
export function listBackward(db: Database, query: BackwardQuery): Promise<ProductPage> {
  const { binding, words, conditions, limit } = query;
  const { where, order, start, placeOf } = ORDERS[query.order];
  const bounds = [binding.workspaceId, ...(query.after === "" ? start : partsOf(query.after, start.length))];
  const at = bounds.length + 1;
  const looked = `SELECT * FROM products WHERE workspace_id = $1 AND ${where} ORDER BY ${order}`;
  const selection = selectionSql(conditions, at + 3);
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<Row>(
      withinBytes({
        rows: `SELECT p.sku, p.doc, p.log_position, p.updated_at FROM (${looked} LIMIT $${at}) AS p
          WHERE ${selection.sql} AND ${wordsSql(`$${at + 1}`)} ORDER BY ${order} LIMIT $${at + 2}`,
        columns: "sku, log_position, updated_at",
        order,
      }),
      [...bounds, LIMITS.pageScanRowsMax, wordPatterns(words), limit + 1, ...selection.values],
    );
    const shown = fitting(rows, limit);
    const last = shown.at(-1);
    const docs = shown.map(({ doc }) => doc).join();
    if (rows.length > shown.length && last) return { docs, next: placeOf(last).join(" ") };
    const { rows: ends } = await client.query<Row>(`${looked} OFFSET $${at} - 1 LIMIT 1`, [
      ...bounds,
      LIMITS.pageScanRowsMax,
    ]);
    return { docs, next: ends[0] ? placeOf(ends[0]).join(" ") : null };
  });
}

/** The columns of a place. A SKU, the last one, may contain spaces. */
function partsOf(place: string, count: number): string[] {
  const parts = place.split(" ");
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(" ")];
}
