// What one user who scrolls and searches in the dashboard waits for: the requests of the dashboard, one after another.
import pg from "pg";
import { call } from "./call.mjs";
import { indexSearch } from "./index-search.mjs";
import { productOf } from "./products.mjs";

const PAGE = "limit=100&fields=sku,title,price,availability,inventory_quantity,status,updated_at";
const STEPS_MAX = 60;

/** Milliseconds of each step in a catalog of `rows` products, by search. */
export async function measurePages(testbed, app, rows) {
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  await indexSearch(client, testbed.workspaceId);
  await client.end();
  const last = `number ${rows - 1} in`;
  const looks = {
    scrolling: "",
    "a search that most products meet": "q=cotton",
    "a search that the last product alone meets": `q=${encodeURIComponent(last)}`,
    "a brand of 500": "brand=Brand%207",
    "a status that all have": "status=active",
    "a status that none has": "status=draft",
    "a brand and a word": "brand=Brand%207&q=cotton",
  };
  const measured = [];
  for (const [what, filter] of Object.entries(looks)) measured.push({ what, ...(await walk(testbed, app, filter)) });
  return { rows, measured };
}

async function walk(testbed, app, filter) {
  const steps = [];
  let found = 0;
  for (let cursor = null; steps.length < STEPS_MAX; ) {
    const startedAt = performance.now();
    const more = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await call(testbed, app, "GET", `/products?${PAGE}&${filter}${more}`);
    steps.push(performance.now() - startedAt);
    found += page.data.length;
    for (const product of page.data) {
      if (product.title !== productOf(Number(product.sku.slice(4))).title)
        throw new Error(`${product.sku} is another product`);
    }
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  steps.sort((a, b) => a - b);
  return { steps: steps.length, found, medianMs: steps[Math.floor(steps.length / 2)], maxMs: steps.at(-1) };
}
