// A page of 100 products at 8 connections, against pgbench with the same statement.
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
  const cursors = await walk(stage, app);
  const requestsOf = () => cursors.map((cursor) => request(stage, "GET", `/products?limit=${PAGE}&cursor=${cursor}`));
  const product = await load(stage, app, { connections: CONNECTIONS, seconds, requestsOf });
  return { limit, product };
}

/** Cursors of some pages, as a client gets them. */
async function walk(stage, app) {
  const cursors = [];
  for (let cursor = null; cursors.length < PAGES; ) {
    const page = await call(stage, app, "GET", `/products?limit=${PAGE}${cursor ? `&cursor=${cursor}` : ""}`);
    cursor = page.next_cursor;
    cursors.push(cursor);
  }
  return cursors;
}
