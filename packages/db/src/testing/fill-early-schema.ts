import type { OwnDatabase } from "./own-database.js";

/** The last migration before the search of products. */
export const BEFORE_SEARCH = "20261121000740_public_directory";

export const PRODUCTS = 500;

/** Puts rows of two workspaces into a database that was migrated up to `BEFORE_SEARCH`. */
export async function fillEarlySchema({ queryAll }: OwnDatabase): Promise<void> {
  for (const id of ["ws_a", "ws_b"]) {
    await queryAll("INSERT INTO workspaces (id, name, created_at) VALUES ($1, $1, '2026-11-01')", [id]);
    await queryAll(
      `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at,
         updated_at, deleted_at)
       SELECT $1, 'SKU-' || n, 'prod_' || n, 3, 'active', 'in_stock', 'Brand ' || n % 7, '',
         json_build_object('sku', 'SKU-' || n, 'title', 'Red tee ' || chr(97 + n % 26) || 'olour', 'brand', 'Brand ' || n % 7)::text,
         '2026-11-01', '2026-11-01', CASE WHEN n % 50 = 0 THEN '2026-11-02'::timestamptz END
       FROM generate_series(1, $2::int) AS n`,
      [id, PRODUCTS / 2],
    );
    await queryAll(
      `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
       VALUES ($1, 'ch_' || $1, 'Shop', 'generic', 'active', '{}', '2026-11-01', '2026-11-01')`,
      [id],
    );
    await queryAll(
      `INSERT INTO idempotency_keys (workspace_id, method, path, key, fingerprint, lease_until, created_at)
       SELECT $1, 'POST', '/products', key, '', '2026-11-01', '2026-11-01' FROM unnest($2::text[]) AS key`,
      [id, ["order-1", "order-2", "f".repeat(64)]],
    );
  }
}
