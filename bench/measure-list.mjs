// A page of 100 products at 8 connections, compared with pgbench with the same statement.
import { call } from "./call.mjs";
import { load, request } from "./load.mjs";
import { PRODUCTS } from "./measure-upsert.mjs";
import { pgbench } from "./pgbench.mjs";

const CONNECTIONS = 8;
const PAGE = 100;
const PAGES = 100;

export async function measureList(stage, app, seconds) {
  const script = `\\set n random(0, ${PRODUCTS - 1_000})
SELECT * FROM product_page('${stage.workspaceId}', '*', 'SKU-' || lpad(:n::text, 9, '0'), ${PAGE})
`;
  const limit = await pgbench(stage, { name: "list", script, clients: CONNECTIONS, seconds });
  const { cursors, products } = await walk(stage, app);
  const requestsOf = () => cursors.map((cursor) => request(stage, "GET", `/products?limit=${PAGE}&cursor=${cursor}`));
  const product = await load(stage, app, { connections: CONNECTIONS, seconds, requestsOf });
  const again = await walk(stage, app);
  if (JSON.stringify(again.products) !== JSON.stringify(products)) throw new Error("the pages differ after the load");
  return { limit, product };
}

/** Cursors of some pages, as a client gets them, and their products; throws unless these are the stored ones. */
async function walk(stage, app) {
  const cursors = [];
  const products = [];
  for (let cursor = null; cursors.length < PAGES; ) {
    const page = await call(stage, app, "GET", `/products?limit=${PAGE}${cursor ? `&cursor=${cursor}` : ""}`);
    cursor = page.next_cursor;
    cursors.push(cursor);
    products.push(...page.data);
  }
  const { rows } = await stage.db.system.query(
    "SELECT doc FROM products WHERE workspace_id = $1 AND deleted_at IS NULL ORDER BY sku LIMIT $2",
    [stage.workspaceId, products.length],
  );
  const isStored = rows.every(({ doc }, i) => JSON.stringify(JSON.parse(doc)) === JSON.stringify(products[i]));
  if (!isStored) throw new Error("the pages do not show the stored products");
  return { cursors, products };
}
