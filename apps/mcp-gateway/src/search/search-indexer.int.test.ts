import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { WorkspaceHintHandler } from "@skucast/app-kit/live/change-hints";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { oldestToIndexSeconds } from "@skucast/db/products/index-products";
import { type Clock, systemClock } from "@skucast/service-kit/clock";
import { eventually } from "@skucast/testkit/eventually";
import { createMcpGateway } from "../app.js";
import { callTools, type ToolCaller } from "../testing/call-tools.js";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { createSearchIndexer, type SearchIndexer } from "./search-indexer.js";

let gateway: GatewayFixture;
let tools: ToolCaller;
let workspaceId: string;
const running: SearchIndexer[] = [];

beforeAll(async () => {
  gateway = await openGatewayFixture();
  workspaceId = await gateway.newWorkspace();
  tools = await callTools(gateway.url, gateway.appOf(workspaceId));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexer) => indexer.stop()));
});
afterAll(async () => {
  await tools.close();
  await gateway.close();
});

const product = (sku: string, more: object = {}) => ({
  sku,
  title: "Copper kettle",
  price_amount: 9.5,
  price_currency: "EUR",
  availability: "in_stock",
  ...more,
});
const write = (...products: unknown[]) => tools.call("upsert_products", { products });
const query = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await gateway.ctx.catalog.db.system.query(sql, values)).rows as Row[];

/** An indexer whose hints are sent by the test. Its first scan comes at the start, others as the clock goes on. */
function startIndexer(clock: Clock = systemClock): { hint: WorkspaceHintHandler } {
  let handler: WorkspaceHintHandler = () => {};
  const hints = {
    start: () => {},
    subscribeToAll: (given: WorkspaceHintHandler) => {
      handler = given;
      return () => {};
    },
  };
  const indexer = createSearchIndexer({ ...gateway.resources, clock, hints });
  indexer.start();
  running.push(indexer);
  return { hint: (id, kinds) => handler(id, kinds) };
}
const isIndexed = () => eventually(async () => (await oldestToIndexSeconds(gateway.ctx.catalog.db)) === 0);
/** Runs an indexer, which scans at its start, until everything is indexed. */
async function index(): Promise<void> {
  startIndexer();
  await isIndexed();
}
const skusOf = async (words: string) => {
  const { structured } = await tools.call("search_catalog", { query: words });
  return structured.products.map(({ sku }: { sku: string }) => sku);
};
const rowOf = async (sku: string) =>
  (await query("SELECT ctid::text, words, status, availability, brand FROM product_words WHERE sku = $1", [sku]))[0];

test("what was written while no process ran is found, however much it is", async () => {
  const many = Array.from({ length: 1_203 }, (_, n) => product(`m-${n}`, { title: `Mug ${n}` }));
  for (let start = 0; start < many.length; start += 50) await write(...many.slice(start, start + 50));
  await index();
  expect(await query("SELECT count(*)::int AS n FROM product_words WHERE words LIKE '%mug%'")).toEqual([{ n: 1_203 }]);
});

test("written, renamed and deleted products are searchable accordingly", async () => {
  await write(product("k1"), product("k2"));
  await index();
  expect(await skusOf("kettle")).toEqual(["k1", "k2"]);
  await write(product("k2", { title: "Tea tin" }));
  await tools.call("delete_products", { skus: ["k1"] });
  await index();
  expect([await skusOf("tea tin"), await skusOf("kettle")]).toEqual([["k2"], []]);
});

test("a hint is followed without waiting for the next scan", async () => {
  const now = new Date();
  const { hint } = startIndexer({ now: () => now });
  await isIndexed();
  await write(product("h1", { title: "Hourglass" }));
  await eventually(async () => {
    hint(workspaceId, ["product"]);
    return (await rowOf("h1")) !== undefined;
  });
});

test("a query in a person's words finds products by their descriptions, their price and most of the words", async () => {
  const lamps = Array.from({ length: 30 }, (_, n) =>
    product(`lamp-${String(n).padStart(2, "0")}`, {
      title: "Desk lamp",
      description: n < 3 ? "Gives a warm light." : "Gives a bright light.",
      price_amount: 20 + n,
      price_currency: "USD",
    }),
  );
  await write(...lamps);
  await index();
  expect(await skusOf("lamp under 30 dollars")).toEqual(lamps.slice(0, 11).map(({ sku }) => sku));
  const { structured } = await tools.call("search_catalog", { query: "a warm lamp for my desk", limit: 5 });
  expect(structured.products.map(({ sku }: { sku: string }) => sku)).toEqual(lamps.slice(0, 5).map(({ sku }) => sku));
  expect(structured.hint).toBe("The first 3 contain all words; the others contain only some of them.");
  const next = { query: "a warm lamp for my desk", limit: 50, cursor: structured.next_cursor };
  const { structured: rest } = await tools.call("search_catalog", next);
  expect(rest.products.map(({ sku }: { sku: string }) => sku)).toEqual(lamps.slice(5).map(({ sku }) => sku));
  expect(await skusOf("warm lamps between 21 and 22 dollars")).toEqual(["lamp-01", "lamp-02"]);
  const { structured: beyond } = await tools.call("search_catalog", { query: "desk lamp over 100 dollars", limit: 2 });
  expect([beyond.products.length, beyond.hint]).toEqual([2, expect.stringContaining("these have others")]);
  const { structured: unpriced } = await tools.call("search_catalog", { query: "over $1,000" });
  expect(unpriced).toMatchObject({
    products: [],
    next_cursor: null,
    hint: expect.stringMatching(/No product has such a price/),
  });
  const { structured: none } = await tools.call("search", { query: "warm lamp over €50" });
  expect(none.results.length).toBeGreaterThan(0);
});

test("a cursor of a former version is rejected, not an internal error", async () => {
  const cursors = gateway.ctx.cursors;
  const filter = { query: "desk" };
  const bound = ["search_catalog", workspaceId, filter];
  const cursor = cursors.encode({ position: "=lamp-01", filter: bound });
  const answer = await tools.call("search_catalog", { query: "desk", cursor });
  expect([answer.isError, answer.text]).toEqual([true, expect.stringContaining("invalid_cursor")]);
});

test("misspelled words find similar products, and the answer says so", async () => {
  await write(product("t1", { title: "Thermometer" }));
  await index();
  const { structured } = await tools.call("search_catalog", { query: "thermomter" });
  expect(structured).toMatchObject({ products: [{ sku: "t1" }], hint: expect.stringContaining("similar") });
});

test("a price change writes nothing into the search", async () => {
  await write(product("p1", { title: "Pan" }));
  await index();
  const before = await rowOf("p1");
  await write(product("p1", { title: "Pan", price_amount: 8 }));
  await index();
  expect(await rowOf("p1")).toEqual(before);
});

test("changes of filtered fields are indexed too, because searches do not read all products", async () => {
  await write(product("f1", { title: "Funnel", brand: "Acme" }));
  await index();
  await write(product("f1", { title: "Funnel", availability: "out_of_stock" }));
  await index();
  expect(await rowOf("f1")).toMatchObject({ status: "active", availability: "out_of_stock", brand: "Acme" });
  await tools.call("delete_products", { skus: ["f1"] });
  await index();
  expect(await rowOf("f1")).toMatchObject({ words: "", status: null, availability: null, brand: null });
});

test("products that an open transaction may precede are indexed when it has ended", async () => {
  await index();
  const open = await gateway.ctx.catalog.db.system.connect();
  try {
    await open.query("BEGIN");
    await open.query("SELECT pg_current_xact_id()");
    await write(product("o1", { title: "Oven glove" }));
    expect(await query("SELECT search_follow($1, 500) AS outcome", [workspaceId])).toEqual([{ outcome: "waiting" }]);
    expect(await rowOf("o1")).toBeUndefined();
    await open.query("COMMIT");
  } finally {
    open.release();
  }
  await isIndexed();
  expect(await rowOf("o1")).toMatchObject({ words: expect.stringContaining("oven glove") });
});

test("several processes index everything once, in every workspace", async () => {
  const other = await gateway.newWorkspace();
  const others = await callTools(gateway.url, gateway.appOf(other));
  await others.call("upsert_products", { products: [product("x1", { title: "Xylophone" })] });
  await others.close();
  await write(...Array.from({ length: 50 }, (_, n) => product(`s-${n}`, { title: `Saucer ${n}` })));
  for (let n = 0; n < 3; n += 1) startIndexer();
  await isIndexed();
  expect(await query("SELECT workspace_id FROM product_words WHERE sku = 'x1'")).toEqual([{ workspace_id: other }]);
  expect(await query("SELECT count(*)::int AS n FROM product_words WHERE words LIKE '%saucer%'")).toEqual([{ n: 50 }]);
});

test("products of one workspace that cannot be indexed do not stop the others", async () => {
  const broken = await gateway.newWorkspace();
  const others = await callTools(gateway.url, gateway.appOf(broken));
  await others.call("upsert_products", { products: [product("b1")] });
  await others.close();
  await write(product("a1", { title: "Apple corer" }));
  const setDoc = (doc: string) =>
    inWorkspace(gateway.ctx.catalog.db, wholeWorkspace(broken), (client) =>
      client.query("UPDATE products SET doc = $1", [doc]),
    );
  await setDoc("not JSON");
  startIndexer();
  await eventually(async () => (await rowOf("a1")) !== undefined);
  await setDoc('{"sku":"b1"}');
  await index();
  expect(await query("SELECT words FROM product_words WHERE workspace_id = $1", [broken])).toEqual([{ words: "b1\n" }]);
});

test("the running gateway keeps the search up to date", async () => {
  const app = createMcpGateway(gateway.ctx.settings, gateway.resources);
  await app.start();
  await write(product("g1", { title: "Gravy boat" }));
  await isIndexed();
  expect(await skusOf("gravy")).toEqual(["g1"]);
  await app.drain();
  await app.stop();
});
