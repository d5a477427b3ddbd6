import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { ReceivedMessage } from "@skucast/events/bus";
import { eventually } from "@skucast/testkit/eventually";
import { createMcpGateway } from "../app.js";
import { callTools, type ToolCaller } from "../testing/call-tools.js";
import { type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";
import { createSearchIndexer } from "./index-product.js";

let gateway: GatewayFixture;
let tools: ToolCaller;
let workspaceId: string;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  workspaceId = await gateway.newWorkspace();
  tools = await callTools(gateway.url, gateway.appOf(workspaceId));
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
const skusOf = async (query: string) => {
  const { structured } = await tools.call("search_catalog", { query });
  return structured.products.map(({ sku }: { sku: string }) => sku);
};
/** Passes the events of a workspace to the indexer at once, as the bus would. */
async function deliver(indexer = createSearchIndexer(gateway.ctx.catalog.db)): Promise<string[]> {
  const { rows } = await gateway.ctx.catalog.db.system.query(
    "SELECT id, type, workspace_id, sequence, data, created_at FROM events WHERE workspace_id = $1 ORDER BY id",
    [workspaceId],
  );
  const bodyOf = ({ data, created_at, sequence, ...head }: (typeof rows)[number]) =>
    JSON.stringify({
      ...head,
      sequence: Number(sequence),
      timestamp: created_at.toISOString(),
      data: JSON.parse(data),
    });
  return Promise.all(rows.map((row) => indexer({ body: bodyOf(row) } as ReceivedMessage)));
}

/** Passes only the newest event of a type to the indexer. */
async function deliverLast(type: string): Promise<void> {
  const { rows } = await gateway.ctx.catalog.db.system.query<{ data: string }>(
    "SELECT data FROM events WHERE workspace_id = $1 AND type = $2 ORDER BY id DESC LIMIT 1",
    [workspaceId, type],
  );
  const head = { id: "evt_1", type, timestamp: "2026-01-01T00:00:00Z", workspace_id: workspaceId, sequence: 2 };
  const event = { ...head, data: JSON.parse(rows[0]?.data ?? "{}") };
  await createSearchIndexer(gateway.ctx.catalog.db)({ body: JSON.stringify(event) } as ReceivedMessage);
}

test("written, renamed and deleted products are searchable accordingly, for any order and repetition of events", async () => {
  await write(product("k1"), product("k2"));
  expect(new Set(await deliver())).toEqual(new Set(["done"]));
  expect(await skusOf("kettle")).toEqual(["k1", "k2"]);
  await write(product("k2", { title: "Tea tin" }));
  await tools.call("delete_products", { skus: ["k1"] });
  await deliver();
  await deliver();
  expect([
    await skusOf("tea tin"),
    (await tools.call("search_catalog", { query: "kettle" })).structured.products,
  ]).toEqual([["k2"], []]);
});

test("misspelt words find similar products, and the answer says so", async () => {
  await write(product("t1", { title: "Thermometer" }));
  await deliver();
  const { structured } = await tools.call("search_catalog", { query: "thermomter" });
  expect(structured).toMatchObject({ products: [{ sku: "t1" }], hint: expect.stringContaining("similar") });
});

test("a price change does not update the search", async () => {
  await write(product("p1", { title: "Pan" }));
  await deliver();
  await gateway.ctx.catalog.db.system.query("UPDATE product_search SET words = 'kept' WHERE sku = 'p1'");
  await write(product("p1", { title: "Pan", price_amount: 8 }));
  await deliverLast("product.updated");
  const { rows: words } = await gateway.ctx.catalog.db.system.query(
    "SELECT words FROM product_search WHERE sku = 'p1'",
  );
  expect(words).toEqual([{ words: "kept" }]);
});

test("changes of filtered fields are indexed too, because searches do not read all products", async () => {
  const filters = async () => {
    const { rows } = await gateway.ctx.catalog.db.system.query(
      "SELECT status, availability, brand FROM product_search WHERE sku = 'f1'",
    );
    return rows[0];
  };
  await write(product("f1", { title: "Funnel", brand: "Acme" }));
  await deliver();
  await write(product("f1", { title: "Funnel", availability: "out_of_stock" }));
  await deliverLast("product.updated");
  expect(await filters()).toEqual({ status: "active", availability: "out_of_stock", brand: "Acme" });
  await tools.call("delete_products", { skus: ["f1"] });
  await deliverLast("product.deleted");
  expect(await filters()).toEqual({ status: null, availability: null, brand: null });
});

test("a message that is not an event is dead-lettered", async () => {
  const indexer = createSearchIndexer(gateway.ctx.catalog.db);
  expect(await indexer({ body: "rubbish" } as ReceivedMessage)).toBe("dead");
});

test("the running gateway consumes the bus", async () => {
  const handlers: ((message: ReceivedMessage) => Promise<unknown>)[] = [];
  const stopped: string[] = [];
  const bus = {
    consume: async (queue: { name: string }, handler: (message: ReceivedMessage) => Promise<unknown>) => {
      handlers.push(handler);
      return { isLive: () => true, stop: async () => void stopped.push(queue.name) };
    },
  };
  const app = createMcpGateway(gateway.ctx.settings, { ...gateway.resources, bus: bus as never });
  await app.start();
  expect(handlers).toHaveLength(1);
  await app.drain();
  await app.stop();
  await eventually(() => stopped.includes("mcp-gateway.search"));
});
