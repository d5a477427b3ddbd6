import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { CHANNEL_FIELD_VALUES } from "@skucast/contracts/products/testing/channel-field-values";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

const SKU = "FIELDS";
const product = { sku: SKU, title: "Tee", price_amount: 5, price_currency: "USD", availability: "in_stock" };
const patch = (body: object) => api.ask("PATCH", `/products/${SKU}`, { body });

async function lastEvent() {
  const { rows } = await api.db.system.query<{ type: string; data: string }>(
    "SELECT type, data FROM events WHERE workspace_id = $1 AND data::json->'object'->>'sku' = $2 ORDER BY sequence DESC LIMIT 1",
    [api.workspace.id, SKU],
  );
  return { type: rows[0]?.type, ...(JSON.parse(rows[0]?.data ?? "{}") as { object?: object; previous?: object }) };
}

test("every field that channels share is stored, merged, cleared and reported in events", async () => {
  const created = await api.ask("POST", "/products", { body: { ...product, ...CHANNEL_FIELD_VALUES } });
  expect([created.status, created.json]).toMatchObject([201, CHANNEL_FIELD_VALUES]);
  const again = await api.ask("POST", "/products", { body: { ...product, ...CHANNEL_FIELD_VALUES } });
  expect([again.status, again.text]).toEqual([200, created.text]);

  const merged = await patch({
    unit_pricing_measure: { value: 500 },
    installment: { downpayment: null },
    product_highlights: ["New"],
  });
  const { downpayment: _downpayment, ...installment } = CHANNEL_FIELD_VALUES.installment;
  expect(merged.json).toMatchObject({
    ...CHANNEL_FIELD_VALUES,
    unit_pricing_measure: { value: 500, unit: "ml" },
    installment,
    product_highlights: ["New"],
  });
  expect(merged.json?.installment).not.toHaveProperty("downpayment");
  expect(await lastEvent()).toMatchObject({
    type: "product.updated",
    object: { product_highlights: ["New"] },
    previous: {
      unit_pricing_measure: CHANNEL_FIELD_VALUES.unit_pricing_measure,
      installment: CHANNEL_FIELD_VALUES.installment,
      product_highlights: CHANNEL_FIELD_VALUES.product_highlights,
    },
  });

  const fields = Object.keys(CHANNEL_FIELD_VALUES);
  const cleared = await patch(Object.fromEntries(fields.map((field) => [field, null])));
  expect(cleared.status).toBe(200);
  expect(fields.filter((field) => field in (cleared.json ?? {}))).toEqual([]);
});

test("a merge that leaves an object incomplete or contradictory is rejected at its position", async () => {
  await api.ask("POST", "/products", { body: { ...product, ...CHANNEL_FIELD_VALUES } });
  const codesOf = async (body: object) => {
    const { status, json } = await patch(body);
    return [status, json?.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)];
  };
  expect(await codesOf({ package_weight: { value: null } })).toEqual([422, ["/package_weight/value required"]]);
  expect(await codesOf({ package_dimensions: { length: null, width: null } })).toEqual([
    422,
    ["/package_dimensions too_few_dimensions"],
  ]);
  expect(await codesOf({ min_transit_days: 9 })).toEqual([422, ["/max_transit_days too_small"]]);
  expect(await codesOf({ subscription_cost: { currency: "JPY", amount: 1.5 } })).toEqual([
    422,
    ["/subscription_cost/amount too_many_decimals"],
  ]);
});

test("lists of products can be filtered by these fields and reduced to them", async () => {
  await api.ask("POST", "/products", { body: { ...product, ...CHANNEL_FIELD_VALUES } });
  const conditions = encodeURIComponent(
    JSON.stringify([
      { field: "ships_from_country", op: "equals", value: "DE" },
      { field: "max_handling_days", op: "below", value: 3 },
      { field: "promotion_ids", op: "includes", value: "SUMMER" },
    ]),
  );
  const { json } = await api.ask("GET", `/products?conditions=${conditions}&fields=sku,certifications`);
  expect(json?.data).toEqual([{ sku: SKU, certifications: CHANNEL_FIELD_VALUES.certifications }]);
});
