import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
let keyId: string;

beforeAll(async () => {
  api = await openApiFixture();
  keyId = (await api.ask("GET", "/me")).json.key_id;
});
afterAll(() => api.close());

const product = (sku: string, more: object = {}) => ({
  sku,
  title: sku,
  price_amount: 1,
  price_currency: "USD",
  availability: "in_stock",
  ...more,
});
const eventsOf = async (objectId: string) => (await api.ask("GET", `/events?object_id=${objectId}`)).json.data;

test("the event of every product change by a key has the key, for every route", async () => {
  const { json } = await api.ask("POST", "/products", { body: product("BY") });
  await api.ask("PATCH", "/products/BY", { body: { title: "New" } });
  await api.ask("POST", "/products/batch", { body: { items: [product("BY", { title: "Newer" })] } });
  await api.ask("DELETE", "/products/BY");
  const events = await eventsOf(json.id);
  expect(events.map(({ type }: { type: string }) => type)).toEqual([
    "product.deleted",
    "product.updated",
    "product.updated",
    "product.created",
  ]);
  for (const { data } of events) expect(data.changed_by).toEqual({ type: "api_key", id: keyId });
});

test("changes by two keys are distinguished, even if they are written in one statement", async () => {
  const { id, secret } = (await api.ask("POST", "/api-keys", { body: { name: "other" } })).json;
  const skus = Array.from({ length: 20 }, (_, n) => `BY-${n}`);
  const made = await Promise.all(
    skus.map((sku, n) => api.ask("POST", "/products", { body: product(sku), ...(n % 2 === 1 && { token: secret }) })),
  );
  for (const [n, { json }] of made.entries()) {
    const [event] = await eventsOf(json.id);
    expect(event.data.changed_by).toEqual({ type: "api_key", id: n % 2 === 1 ? id : keyId });
  }
});

test("the audit log with the id of a product shows who changed it, newest first, in pages; actions do not include it", async () => {
  const { id, secret } = (await api.ask("POST", "/api-keys", { body: { name: "Warehouse" } })).json;
  const { json } = await api.ask("POST", "/products", { body: product("WHO") });
  await api.ask("PATCH", "/products/WHO", { body: { title: "New" }, token: secret });
  const list = async (query: string) => (await api.ask("GET", `/audit-log?object_id=${json.id}${query}`)).json;
  expect((await list("")).data[0].object).toEqual({ type: "product", id: json.id, name: "WHO", exists: true });
  await api.ask("DELETE", "/products/WHO");
  const { data } = await list("");
  expect(data).toMatchObject([
    { action: "product.deleted", actor: { type: "api_key", id: keyId }, object: { exists: false } },
    {
      action: "product.updated",
      actor: { type: "api_key", id, name: "Warehouse" },
      object: { type: "product", id: json.id, name: "WHO", exists: false },
      details: { version: 2, changed: ["title"] },
      ip: null,
    },
    { action: "product.created", actor: { type: "api_key", id: keyId } },
  ]);
  expect((await list(`&actor_id=${id}`)).data).toEqual([data[1]]);
  const first = await list("&limit=2");
  expect(first.data).toEqual(data.slice(0, 2));
  expect((await list(`&limit=2&cursor=${first.next_cursor}`)).data).toEqual([data[2]]);
  expect((await list("&action=channel.created")).data).toEqual([]);
  const all = (await api.ask("GET", "/audit-log")).json.data;
  expect(all.filter(({ action }: { action: string }) => action.startsWith("product."))).toEqual([]);
});

test("events of channels, and events that leave out fields, have it too", async () => {
  const market = { country: "US", currency: "USD", language: "en" };
  const exclude_skus = Array.from({ length: 9_000 }, (_, n) => `SKU-THAT-IS-NOT-SHORT-${n}`);
  const { json } = await api.ask("POST", "/channels", { body: { name: "C", market, selection: { exclude_skus } } });
  const [{ data }] = await eventsOf(json.id);
  expect(data.omitted.object).toContain("selection");
  expect(data.changed_by).toEqual({ type: "api_key", id: keyId });
});

test("the events of a request continue its caller's trace, also while tracing is off, and those of another do not", async () => {
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
  const traced = (method: string, path: string, body?: object) => api.ask(method, path, { headers, body });
  await traced("POST", "/products", product("TRACED"));
  await traced("PATCH", "/products/TRACED", { title: "New" });
  await traced("POST", "/products/batch", { items: [product("TRACED-1"), product("TRACED-2")] });
  await traced("DELETE", "/products/TRACED");
  await traced("POST", "/products/batch-restore", { skus: ["TRACED"] });
  await traced("POST", "/channels", { name: "Traced", market: { country: "US", currency: "USD", language: "en" } });
  await api.ask("POST", "/products", { body: product("UNTRACED") });
  const types = "SELECT type FROM events WHERE traceparent LIKE $1 ORDER BY id";
  const { rows } = await api.superuser.query(types, [`00-${trace}-%`]);
  expect(rows.map(({ type }) => type)).toEqual([
    "product.created",
    "product.updated",
    "product.created",
    "product.created",
    "product.deleted",
    "product.created",
    "channel.created",
  ]);
});
