// Fills the catalog directly in the database, with products that differ like those of a shop.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { productOf, skuOf } from "./products.mjs";

const ROWS_AT_ONCE = 500;

/** Adds products until the catalog has `rows`, each made by `make` from its number; existing ones stay as they are. */
export async function fill(testbed, rows, make = productOf) {
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  await client.query("CREATE TEMP TABLE given (sku text, brand text, doc text)");
  await pipeline(Readable.from(linesOf(rows, make)), client.query(copyFrom("COPY given FROM STDIN")));
  await client.query(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
     SELECT $1, sku, 'prod_01jd0000000000000000000000', 1, 'active', 'in_stock', brand, decode(md5(sku), 'hex'), doc, now(), now()
     FROM given ON CONFLICT DO NOTHING`,
    [testbed.workspaceId],
  );
  await client.query("DROP TABLE given");
  await client.query("VACUUM (FREEZE, ANALYZE) products");
  await client.end();
}

/** In COPY's text format; nothing in these products needs an escape. */
function* linesOf(rows, make) {
  for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
    let lines = "";
    for (let n = first; n < Math.min(rows, first + ROWS_AT_ONCE); n += 1) {
      const product = make(n);
      lines += `${skuOf(n)}\t${product.brand}\t${documentOf(product)}\n`;
    }
    yield lines;
  }
}

/** The JSON of a product as it is stored. */
function documentOf(product) {
  return JSON.stringify({
    id: "prod_01jd0000000000000000000000",
    ...product,
    status: "active",
    price: `${product.price_amount.toFixed(2)} USD`,
    content_hash: "0".repeat(64),
    version: 1,
    created_at: "2026-11-21T08:00:00.000Z",
    updated_at: "2026-11-21T08:00:00.000Z",
  });
}
