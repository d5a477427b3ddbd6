import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";
import { exclusionsSql, type ProductConditions } from "./selection.js";

interface DraftQuery {
  readonly binding: Binding;
  readonly conditions: ProductConditions;
  /** Rendered products, which need not be stored. */
  readonly docs: readonly string[];
}

/** For each product, in order, the names of the conditions that exclude it. Empty if it is selected. */
export function findExclusions(
  db: Database,
  { binding, conditions, docs }: DraftQuery,
): Promise<(readonly string[])[]> {
  const { sql, values } = exclusionsSql(conditions, 2);
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{ exclusions: string[] }>(
      `SELECT ${sql} AS exclusions
       FROM (
         SELECT given.doc, given.place, d.* FROM unnest($1::text[]) WITH ORDINALITY AS given (doc, place),
           json_to_record(given.doc::json) AS d (sku text, status text, availability text, brand text, updated_at timestamptz)
       ) AS p ORDER BY p.place`,
      [docs, ...values],
    );
    return rows.map(({ exclusions }) => exclusions);
  });
}
