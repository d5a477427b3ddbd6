// A page of 100 products at 8 connections, compared with pgbench with the same statement.
import { call } from "./call.mjs";
import { load, request } from "./load.mjs";
import { PRODUCTS } from "./measure-upsert.mjs";
import { pgbench } from "./pgbench.mjs";

const CONNECTIONS = 8;
const PAGE = 100;
const PAGES = 100;

export async function measureList(testbed, app, seconds) {
  const script = `\\set n random(0, ${PRODUCTS - 1_000})
SELECT * FROM product_page('${testbed.workspaceId}', '*', 'SKU-' || lpad(:n::text, 9, '0'), ${PAGE})
`;
  const limit = await pgbench(testbed, { name: "list", script, clients: CONNECTIONS, seconds });
  const { cursors, products } = await walk(testbed, app);
  const requestsOf = () => cursors.map((cursor) => request(testbed, "GET", `/products?limit=${PAGE}&cursor=${cursor}`));
  const product = await load(testbed, app, { connections: CONNECTIONS, seconds, requestsOf });
  const again = await walk(testbed, app);
  if (JSON.stringify(again.products) !== JSON.stringify(products)) throw new Error("the pages differ after the load");
  return { limit, product };
}

/** Cursors of some pages, as a client gets them, and their products; throws unless these are the stored ones. */
async function walk(testbed, app) {
  const cursors = [];
  const products = [];
  for (let cursor = null; cursors.length < PAGES; ) {
    const page = await call(testbed, app, "GET", `/products?limit=${PAGE}${cursor ? `&cursor=${cursor}` : ""}`);
    cursor = page.next_cursor;
    cursors.push(cursor);
    products.push(...page.data);
  }
  const { rows } = await testbed.db.system.query(
    "SELECT doc FROM products WHERE workspace_id = $1 AND deleted_at IS NULL ORDER BY sku LIMIT $2",
    [testbed.workspaceId, products.length],
  );
  const isStored = rows.every(({ doc }, i) => JSON.stringify(JSON.parse(doc)) === JSON.stringify(products[i]));
  if (!isStored) throw new Error("the pages do not show the stored products");
  return { cursors, products };
}
