// A product by its SKU at 32 connections, compared with pgbench with the same statement.
import { call } from "./call.mjs";
import { load, request } from "./load.mjs";
import { PRODUCTS } from "./measure-upsert.mjs";
import { pgbench } from "./pgbench.mjs";
import { productOf, skuOf } from "./products.mjs";

const CONNECTIONS = 32;
const GOTTEN = 1_000;
const CHECKED = 20;

export async function measureGet(testbed, app, seconds) {
  const script = `\\set n random(0, ${PRODUCTS - 1})
SELECT * FROM product_read('${testbed.workspaceId}', '*', ARRAY['SKU-' || lpad(:n::text, 9, '0')], ARRAY['']::text[]::bytea[])
`;
  const limit = await pgbench(testbed, { name: "get", script, clients: CONNECTIONS, seconds });
  const numberOf = (connection, i) => (connection * GOTTEN + i) % PRODUCTS;
  const requestsOf = (connection) =>
    Array.from({ length: GOTTEN }, (_, i) => request(testbed, "GET", `/products/${skuOf(numberOf(connection, i))}`));
  const product = await load(testbed, app, { connections: CONNECTIONS, seconds, requestsOf });
  for (let n = 0; n < CHECKED; n += 1) {
    const { title, description } = await call(testbed, app, "GET", `/products/${skuOf(n)}`);
    const sent = productOf(n);
    if (title !== sent.title || description !== sent.description) throw new Error(`${skuOf(n)} differs`);
  }
  return { limit, product };
}
