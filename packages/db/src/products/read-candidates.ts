import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace, type TransactionClient } from "../database.js";
import { fitting, withinBytes } from "./page-bytes.js";
import { productsTooLarge } from "./read-products.js";
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

export interface CandidatePage {
  readonly candidates: readonly Candidate[];
  /** Whether there are none after these. */
  readonly isLast: boolean;
}

/**
 * Candidates after a SKU, in order, up to a limit of products and bytes: products with the status of the conditions,
 * selected or not.
 */
export async function listCandidates(
  db: Database,
  { binding, conditions, after, limit }: CandidateQuery & { readonly after: string; readonly limit: number },
): Promise<CandidatePage> {
  const { status, ...narrowing } = conditions;
  const { sql, values } = exclusionsSql(narrowing, 5);
  const rows = await inWorkspace(db, binding, (client) =>
    read(
      client,
      `SELECT p.sku, p.doc, ${sql} AS exclusions FROM products p
       WHERE p.workspace_id = $1 AND p.sku > $2 AND p.deleted_at IS NULL AND p.status = coalesce($3, p.status)
       ORDER BY p.sku LIMIT $4`,
      [binding.workspaceId, after, status ?? null, limit, ...values],
    ),
  );
  const candidates = fitting(rows, limit);
  return { candidates, isLast: candidates.length === rows.length && rows.length < limit };
}

/**
 * The products with these SKUs that the actor sees, with any status, since the status may be what excludes them. Throws
 * payload_too_large if they are too large together.
 */
export async function readCandidatesBySku(
  db: Database,
  { binding, conditions, skus }: CandidateQuery & { readonly skus: readonly string[] },
): Promise<Candidate[]> {
  const { sql, values } = exclusionsSql(conditions, 3);
  const rows = await inWorkspace(db, binding, (client) =>
    read(
      client,
      `SELECT p.sku, p.doc, ${sql} AS exclusions FROM products p
       WHERE p.workspace_id = $1 AND p.sku = ANY($2::text[]) AND p.deleted_at IS NULL ORDER BY p.sku`,
      [binding.workspaceId, skus, ...values],
    ),
  );
  const candidates = fitting(rows, rows.length);
  if (candidates.length < rows.length) throw productsTooLarge();
  return [...candidates];
}

type Row = Omit<Candidate, "doc"> & { readonly doc: string | null };

async function read(client: TransactionClient, rows: string, values: unknown[]): Promise<Row[]> {
  const text = withinBytes({ rows, columns: "sku, exclusions", order: "sku", bytesMax: LIMITS.readProductsBytesMax });
  return (await client.query<Row>(text, values)).rows;
}
