// One product per request at 32 connections, compared with pgbench with one statement per upsert at 32 clients.
import { checkStored } from "./check-products.mjs";
import { load, request } from "./load.mjs";
import { pgbench } from "./pgbench.mjs";
import { productOf } from "./products.mjs";

const CONNECTIONS = 32;
export const PRODUCTS = 100_000;
const PER_CONNECTION = 1_500;

/** Each connection changes its own products, back and forth between two revisions. */
export const changing = (testbed) => (connection) =>
  [1, 2].flatMap((revision) =>
    Array.from({ length: PER_CONNECTION }, (_, i) =>
      request(testbed, "POST", "/products", productOf(connection * PER_CONNECTION + i, revision)),
    ),
  );

/** Few enough that even a short run writes all of them before repeats are counted. */
const REPEATED = 20;

export const repeating = (testbed) => (connection) =>
  Array.from({ length: REPEATED }, (_, i) =>
    request(testbed, "POST", "/products", productOf(connection * PER_CONNECTION + i, 2)),
  );

/** The write statement that the service sends, with the read of the version that it decides on. */
export function upsertScript({ workspaceId }) {
  const doc = JSON.stringify({
    id: "prod_01jd0000000000000000000000",
    ...productOf(7),
    content_hash: "0".repeat(64),
    version: 1,
  });
  const [start, end] = doc.replaceAll("'", "''").split('"price_amount":10.49');
  return `\\set n random(0, ${PRODUCTS - 1})
\\set price random(100, 100000000)
SELECT product_store('${workspaceId}', '*', now(), ARRAY[NULL]::text[], false,
  ARRAY['SKU-' || lpad(:n::text, 9, '0')], ARRAY['prod_01jd0000000000000000000000'],
  ARRAY[(SELECT version FROM products WHERE workspace_id = '${workspaceId}' AND sku = 'SKU-' || lpad(:n::text, 9, '0'))],
  ARRAY[(SELECT version + 1 FROM products WHERE workspace_id = '${workspaceId}' AND sku = 'SKU-' || lpad(:n::text, 9, '0'))],
  ARRAY['active'], ARRAY['in_stock'], ARRAY['Brand 12'], ARRAY[decode(md5(:price::text), 'hex')],
  ARRAY['${start}"price_amount":' || :price::text || '${end}'], ARRAY[now()], ARRAY[false],
  ARRAY['evt_' || gen_random_uuid()::text], ARRAY['product.updated'], ARRAY['{"price_amount":10}'], NULL, NULL, NULL, NULL)
`;
}

export async function measureUpsert(testbed, app, seconds) {
  const script = upsertScript(testbed);
  const limit = await pgbench(testbed, { name: "upsert", script, clients: CONNECTIONS, seconds });
  const product = await load(testbed, app, { connections: CONNECTIONS, seconds, requestsOf: changing(testbed) });
  // A short run does not write all of them.
  await checkStored(testbed, { to: CONNECTIONS * PER_CONNECTION, revisions: [0, 1, 2] });
  return { limit, product };
}

export async function measureUnchanged(testbed, app, seconds) {
  await load(testbed, app, { connections: CONNECTIONS, seconds, requestsOf: repeating(testbed) });
  await testbed.settled();
  const before = await walPosition(testbed);
  const product = await load(testbed, app, { connections: CONNECTIONS, seconds, requestsOf: repeating(testbed) });
  for (let first = 0; first < CONNECTIONS * PER_CONNECTION; first += PER_CONNECTION) {
    await checkStored(testbed, { from: first, to: first + REPEATED, revisions: [2] });
  }
  const walBytes = Number(await walPosition(testbed)) - Number(before);
  return { product, walBytes: walBytes / product.count };
}

const one = async (testbed, sql) => Object.values((await testbed.db.system.query(sql)).rows[0])[0];
const walPosition = (testbed) => one(testbed, "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text");
