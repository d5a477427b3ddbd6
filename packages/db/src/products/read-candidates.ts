import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace, type TransactionClient } from "../database.js";
import { exclusionsSql, type ProductConditions } from "./selection.js";

/** A product that a channel may publish, and the names of the conditions that exclude it. Empty if it is selected. */
export interface Candidate {
  readonly sku: string;
  readonly doc: string;
  readonly exclusions: readonly string[];
}

interface CandidateQuery {
  readonly binding: Binding;
  readonly conditions: ProductConditions;
}

/**
 * Candidates after a SKU, in order, up to a limit: products with the status of the conditions, selected or not. If
 * there are fewer than the limit, they are the last ones.
 */
export function listCandidates(
  db: Database,
  { binding, conditions, after, limit }: CandidateQuery & { readonly after: string; readonly limit: number },
): Promise<Candidate[]> {
  const { status, ...narrowing } = conditions;
  const { sql, values } = exclusionsSql(narrowing, 5);
  return inWorkspace(db, binding, (client) =>
    read(
      client,
      `SELECT p.sku, p.doc, ${sql} AS exclusions FROM products p
       WHERE p.workspace_id = $1 AND p.sku > $2 AND p.deleted_at IS NULL AND p.status = coalesce($3, p.status)
       ORDER BY p.sku LIMIT $4`,
      [binding.workspaceId, after, status ?? null, limit, ...values],
    ),
  );
}

/** The products with these SKUs that the actor sees, with any status, since the status may be what excludes them. */
export function readCandidatesBySku(
  db: Database,
  { binding, conditions, skus }: CandidateQuery & { readonly skus: readonly string[] },
): Promise<Candidate[]> {
  const { sql, values } = exclusionsSql(conditions, 3);
  return inWorkspace(db, binding, (client) =>
    read(
      client,
      `SELECT p.sku, p.doc, ${sql} AS exclusions FROM products p
       WHERE p.workspace_id = $1 AND p.sku = ANY($2::text[]) AND p.deleted_at IS NULL ORDER BY p.sku`,
      [binding.workspaceId, skus, ...values],
    ),
  );
}

async function read(client: TransactionClient, sql: string, values: unknown[]): Promise<Candidate[]> {
  return (await client.query<Candidate>(sql, values)).rows;
}
