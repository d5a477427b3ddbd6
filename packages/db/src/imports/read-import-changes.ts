import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

interface ChangesQuery {
  readonly binding: Binding;
  readonly importId: string;
  /** The range of event ids; `before` is exclusive. */
  readonly from: string;
  readonly before: string;
  /** Maximum number of events to return, and to read. */
  readonly limit: number;
  readonly scanRowsMax: number;
}

/** An event about a product that an import updated. */
export interface ImportChange {
  readonly id: string;
  readonly data: string;
}

export interface ImportChanges {
  /** The latest first. */
  readonly changes: readonly ImportChange[];
  /** The event before which to continue; null if there are no more. */
  readonly next: string | null;
}

/** The updates of products that an import made, the latest first. A page reads a limited number of events. */
export function readImportChanges(db: Database, query: ChangesQuery): Promise<ImportChanges> {
  const { binding, importId, from, before, limit, scanRowsMax } = query;
  const scanned = "SELECT * FROM events WHERE workspace_id = $1 AND id >= $2 AND id < $3 ORDER BY id DESC";
  return inWorkspace(db, binding, async (client) => {
    const bounds = [binding.workspaceId, from, before];
    const { rows } = await client.query<ImportChange>(
      `SELECT id, data FROM (${scanned} LIMIT $4) AS e
       WHERE e.type = 'product.updated' AND e.data::json->'changed_by'->>'type' = 'import'
         AND e.data::json->'changed_by'->>'id' = $5
       ORDER BY id DESC LIMIT $6`,
      [...bounds, scanRowsMax, importId, limit],
    );
    if (rows.length === limit) return { changes: rows, next: rows.at(-1)?.id ?? null };
    const { rows: ends } = await client.query<{ id: string }>(`${scanned} OFFSET $4 - 1 LIMIT 1`, [
      ...bounds,
      scanRowsMax,
    ]);
    return { changes: rows, next: ends[0]?.id ?? null };
  });
}
