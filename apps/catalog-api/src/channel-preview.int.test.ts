import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
let channelId = "";
beforeAll(async () => {
  api = await openApiFixture();
  const market = { country: "US", currency: "USD", language: "en" };
  const channel = await api.ask("POST", "/channels", { body: { name: "Shop", market } });
  channelId = channel.json.id;
  const product = { title: "Tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" };
  for (const sku of ["A", "B"]) await api.ask("POST", "/products", { body: { ...product, sku } });
});
afterAll(() => api?.close());

const preview = (body: object) => api.ask("POST", `/channels/${channelId}/preview`, { body });

test("a preview returns rows, counts and the effect of each rule", async () => {
  const rules = [{ type: "constant", field: "brand", value: "Acme" }];
  const { status, json } = await preview({ channel: { rules }, limit: 1 });
  expect(status).toBe(200);
  expect(json).toMatchObject({ channel_id: channelId, profile: "generic@1", is_complete: true, next_cursor: null });
  expect(json.counts).toEqual({ selected: 2, written: 2, excluded: 0, invalid: 0, warnings: 0 });
  expect(json.rows).toMatchObject([{ sku: "A", row: { sku: "A", price: "19.90 USD", brand: "Acme" }, issues: [] }]);
  expect(json.rules).toEqual([{ index: 0, type: "constant", matched: 2, changed: 2, failed: 0 }]);
});

test("without a body, the stored channel is previewed", async () => {
  const { status, json } = await api.ask("POST", `/channels/${channelId}/preview`);
  expect([status, json.counts.selected]).toEqual([200, 2]);
});

test("errors in the request have pointers, in the draft as well", async () => {
  const unknown = await preview({ channel: { status: "paused" }, limit: 0 });
  expect(unknown.status).toBe(422);
  expect(unknown.json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    "/channel/status",
    "/limit",
  ]);
  const rule = await preview({ channel: { rules: [{ type: "strip_html", field: "titel" }] } });
  expect(rule.json).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/rules/0/field" }] });
});

test("a cursor of another preview is rejected, and an unknown channel is not found", async () => {
  const { json: list } = await api.ask("GET", "/products?limit=1");
  const foreign = await preview({ cursor: list.next_cursor });
  expect(foreign.json).toMatchObject({ status: 400, code: "invalid_cursor" });
  const missing = await api.ask("POST", `/channels/ch_${"0".repeat(26)}/preview`, { body: {} });
  expect(missing.json).toMatchObject({ status: 404, code: "not_found" });
});
