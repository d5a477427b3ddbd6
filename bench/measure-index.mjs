// What it costs to keep the search up to date: CPU of PostgreSQL per product, with everything that its processes do until
// all products are searchable. No app runs, so that nothing else is counted.
import { indexProducts } from "@skucast/db/products/index-products";
import pg from "pg";
import { cpuOfServer } from "./cpu.mjs";
import { productOf } from "./products.mjs";

/** Products of one turn, as in mcp-gateway. */
const BATCH = 1_000;
const SINGLES = 1_000;
const CHUNK = 5_000;

/** CPU microseconds of PostgreSQL per product: first indexed, changed without other words, and changed one at a time. */
export async function measureIndex(testbed, rows) {
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  const { workspaceId } = testbed;
  const indexAll = async (limit) => {
    while ((await indexProducts(testbed.db, workspaceId, limit)) !== "idle");
  };
  const measured = async (count, work) => {
    const before = cpuOfServer(testbed.postmaster);
    await work();
    return (cpuOfServer(testbed.postmaster) - before) / count;
  };
  try {
    await fillProducts(client, workspaceId, rows);
    const bulkUs = await measured(rows, () => indexAll(BATCH));
    await client.query("UPDATE products SET version = version + 1, log_position = DEFAULT");
    const unchangedUs = await measured(rows, () => indexAll(BATCH));
    const retitle = `UPDATE products SET version = version + 1, log_position = DEFAULT,
         doc = jsonb_set(doc::jsonb, '{title}', to_jsonb('Renamed ' || sku))::text
       WHERE workspace_id = $1 AND sku = $2`;
    const { rows: named } = await client.query("SELECT sku FROM products ORDER BY md5(sku) LIMIT $1", [SINGLES]);
    let singleUs = 0;
    for (const { sku } of named) {
      await client.query(retitle, [workspaceId, sku]);
      singleUs += await measured(SINGLES, () => indexAll(BATCH));
    }
    return { rows, bulkUs, unchangedUs, singleUs };
  } finally {
    await client.end();
  }
}

/** Writes the products without their events, and waits until no page of them is left to write. */
async function fillProducts(client, workspaceId, rows) {
  for (let start = 0; start < rows; start += CHUNK) {
    const docs = Array.from({ length: Math.min(CHUNK, rows - start) }, (_, n) => JSON.stringify(productOf(start + n)));
    await client.query(
      `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
       SELECT $1, doc::json->>'sku', 'prod_01jd0000000000000000000000', 1, 'active', 'in_stock', doc::json->>'brand',
         decode(md5(doc), 'hex'), doc, now(), now()
       FROM unnest($2::text[]) AS doc`,
      [workspaceId, docs],
    );
  }
  await client.query("VACUUM (FREEZE, ANALYZE) products");
  await client.query("CHECKPOINT");
}
