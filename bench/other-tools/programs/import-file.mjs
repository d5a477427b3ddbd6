// Imports a CSV file as a team does: csv-parse, a schema of zod for each row, and upserts by SKU in batches, each with a row
// in a table of events. It does the requests of its parent one after the other.
import { createReadStream } from "node:fs";
import { load } from "./load-package.mjs";

const ROWS_AT_ONCE = 1_000;
const { parse } = load("csv-parse");
const { z } = load("zod");
const { Client } = load("pg");

const url = z.url().max(2_048);
const shortText = z.string().max(200);
const rowSchema = z.object({
  sku: z.string().min(1).max(100),
  title: z.string().min(1).max(500),
  description: z.string().max(10_000),
  url,
  image_url: url,
  additional_image_urls: z
    .string()
    .transform((text) => JSON.parse(text))
    .pipe(z.array(url).max(20)),
  brand: shortText,
  mpn: shortText,
  product_category: z.string().max(750),
  condition: z.enum(["new", "refurbished", "used"]),
  availability: z.enum(["in_stock", "out_of_stock", "preorder", "backorder"]),
  inventory_quantity: z.coerce.number().int().min(0),
  price_amount: z.coerce.number().positive(),
  price_currency: z.string().length(3),
  color: shortText,
  size: shortText,
  material: shortText,
});

const TYPES = { additional_image_urls: "jsonb", inventory_quantity: "integer", price_amount: "numeric(12, 2)" };
const names = Object.keys(rowSchema.shape);
const columns = names.map((name) => `${name} ${TYPES[name] ?? "text"}`).join(", ");

const TABLES = `
  CREATE TABLE products (${columns}, version integer NOT NULL, updated_at timestamptz NOT NULL, PRIMARY KEY (sku));
  CREATE TABLE events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, sku text NOT NULL, version integer NOT NULL, data json NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`;
const UPSERT = `
  WITH written AS (
    INSERT INTO products AS p (${names.join()}, version, updated_at)
    SELECT ${names.join()}, 1, now() FROM json_to_recordset($1) AS given (${columns})
    ON CONFLICT (sku) DO UPDATE SET
      ${names.map((name) => `${name} = excluded.${name}`).join()}, version = p.version + 1, updated_at = excluded.updated_at
    RETURNING p.*
  )
  INSERT INTO events (sku, version, data) SELECT sku, version, row_to_json(written) FROM written`;

const client = new Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
await client.query(TABLES);

/** One batch is written while the next one is read. */
async function importFile(path) {
  let writing = Promise.resolve();
  let batch = [];
  const write = async () => {
    const values = [JSON.stringify(batch)];
    batch = [];
    await writing;
    writing = client.query({ name: "upsert", text: UPSERT, values });
  };
  for await (const row of createReadStream(path).pipe(parse({ columns: true }))) {
    batch.push(rowSchema.parse(row));
    if (batch.length === ROWS_AT_ONCE) await write();
  }
  if (batch.length > 0) await write();
  await writing;
}

process.on("message", async (/** @type {{ path: string }} */ { path }) => {
  await importFile(path);
  process.send?.("done");
});
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
