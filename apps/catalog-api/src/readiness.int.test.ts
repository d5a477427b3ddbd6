import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

const statusOf = async (path: string) => (await api.ask("GET", path)).status;
const becomes = (path: string, status: number) => eventually(async () => (await statusOf(path)) === status);

const readyInMetrics = async () =>
  /^skucast_app_ok\{app="catalog-api"\} (\d)$/m.exec((await api.ask("GET", "//metrics")).text)?.[1];

test("without its database the process is alive but not ready, returns 503 with Retry-After, and recovers by itself", async () => {
  await becomes("//readyz", 200);
  expect(await statusOf("/products")).toBe(200);
  await api.network.cut();
  await becomes("//readyz", 503);
  expect(await statusOf("//healthz")).toBe(200);
  expect(await readyInMetrics()).toBe("0");
  for (const [method, path] of [
    ["GET", "/products"],
    ["GET", "/channels"],
    ["GET", "/products?q=x"],
  ] as const) {
    const gone = await api.ask(method, path);
    const found = [path, gone.status, gone.json.code, gone.headers.get("retry-after")];
    expect(found).toEqual([path, 503, "unavailable", "2"]);
    expect(gone.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|postgres/i);
  }
  const body = { sku: "w", title: "x", price_amount: 1, price_currency: "USD", availability: "in_stock" };
  expect((await api.ask("POST", "/products", { body })).status).toBe(503);
  await api.network.heal();
  await becomes("//readyz", 200);
  expect(await readyInMetrics()).toBe("1");
  expect((await api.ask("POST", "/products", { body })).status).toBe(201);
});

test("an event of a write reaches the bus", async () => {
  await eventually(async () => {
    const { rows } = await api.db.system.query("SELECT FROM outbox");
    return rows.length === 0;
  });
  const { rows } = await api.db.system.query("SELECT DISTINCT routing_key FROM bus_messages");
  expect(rows).toContainEqual({ routing_key: "product.created" });
});
