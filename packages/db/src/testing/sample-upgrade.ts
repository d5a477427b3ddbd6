import { type SchemaSource, sqlFile } from "../migrations/schema-source.js";
import type { OwnDatabase } from "./own-database.js";

const WORKSPACES = ["ws_a", "ws_b"];
const PRODUCTS_PER_WORKSPACE = 250;

/** Inserts rows of two workspaces into a migrated database. */
export async function fillDatabase({ queryAll }: OwnDatabase): Promise<void> {
  for (const id of WORKSPACES) {
    await queryAll("INSERT INTO workspaces (id, name, created_at) VALUES ($1, $1, '2026-11-01')", [id]);
    await queryAll(
      `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
       VALUES ($1, 'ch_' || $1, 'Shop', 'generic', 'active', '{}', '2026-11-01', '2026-11-01')`,
      [id],
    );
    await queryAll(
      `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at,
         updated_at, deleted_at)
       SELECT $1, 'SKU-' || n, 'prod_' || n, 3, 'active', 'in_stock', 'Brand ' || n % 7, '',
         json_build_object('sku', 'SKU-' || n, 'title', 'Red tee ' || n)::text,
         '2026-11-01', '2026-11-01', CASE WHEN n % 50 = 0 THEN '2026-11-02'::timestamptz END
       FROM generate_series(1, $2::int) AS n`,
      [id, PRODUCTS_PER_WORKSPACE],
    );
  }
}

/**
 * A later version of the schema, with one migration of each kind: one that changes rows of a large table as the
 * workers' role, one that changes rows of a small table as the owner, and one that builds an index concurrently. Its
 * functions have different texts, so that all are applied again.
 */
export function sampleUpgrade({ migrations, functions }: SchemaSource): SchemaSource {
  return {
    migrations: [
      ...migrations,
      sqlFile("20270101000000_titles", Buffer.from(TITLES)),
      sqlFile("20270101000001_channel_versions", Buffer.from(CHANNEL_VERSIONS)),
      sqlFile(
        "20270101000002_titles_index",
        Buffer.from("CREATE INDEX CONCURRENTLY products_title_idx ON products (workspace_id, title);"),
      ),
    ],
    functions: functions.map(({ name, sql }) => sqlFile(name, Buffer.from(`${sql}-- As in the next version.\n`))),
  };
}

const TITLES = `ALTER TABLE products ADD COLUMN title text;
GRANT UPDATE (title) ON products TO skucast_system;
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
UPDATE products SET title = doc::json->>'title';
RESET ROLE;
SET LOCAL row_security = off;
REVOKE UPDATE (title) ON products FROM skucast_system;`;

const CHANNEL_VERSIONS = `ALTER TABLE channels NO FORCE ROW LEVEL SECURITY;
UPDATE channels SET version = version + 1;
ALTER TABLE channels FORCE ROW LEVEL SECURITY;`;

/** The rows that the upgrade changes. */
export const CHANGED_ROWS = `SELECT
  (SELECT jsonb_agg(p ORDER BY workspace_id, sku) FROM (SELECT workspace_id, sku, title, version FROM products) p) AS products,
  (SELECT jsonb_agg(c ORDER BY workspace_id, id) FROM (SELECT workspace_id, id, version FROM channels) c) AS channels`;
