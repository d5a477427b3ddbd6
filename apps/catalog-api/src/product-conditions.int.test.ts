import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { LIMITS } from "@skucast/contracts/limits";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
const PRODUCTS = [
  { sku: "A", price_amount: 5, custom_attributes: { season: "summer", fits: ["slim", "wide"] } },
  { sku: "B", price_amount: 15, custom_attributes: { season: "winter" }, brand: "Acme" },
  { sku: "C", price_amount: 25, custom_attributes: { season: "Summer sale" } },
  { sku: "D", price_amount: 35, tags: ["new"] },
];

beforeAll(async () => {
  api = await openApiFixture();
  const items = PRODUCTS.map((product) => ({
    title: product.sku,
    price_currency: "USD",
    availability: "in_stock",
    ...product,
  }));
  const { json } = await api.ask("POST", "/products/batch", { body: { items } });
  expect(json.summary.created).toBe(PRODUCTS.length);
});
afterAll(() => api.close());

const ask = (conditions: unknown, more = "") =>
  api.ask(
    "GET",
    `/products?conditions=${encodeURIComponent(typeof conditions === "string" ? conditions : JSON.stringify(conditions))}${more}`,
  );
const skusOf = async (conditions: object[], more = "") =>
  (await ask(conditions, more)).json.data.map(({ sku }: { sku: string }) => sku);
const season = { field: "custom_attributes.season", op: "equals", value: "summer" };

test.each<[object[], string[]]>([
  [[season], ["A"]],
  [[{ ...season, op: "contains" }], ["A", "C"]],
  [[{ field: "custom_attributes.season", op: "missing" }], ["D"]],
  [[{ field: "custom_attributes.fits", op: "includes", value: "wide" }], ["A"]],
  [[{ field: "tags", op: "includes", value: "new" }], ["D"]],
  [
    [
      { field: "price_amount", op: "above", value: 10 },
      { field: "price_amount", op: "below", value: 30 },
    ],
    ["B", "C"],
  ],
  [[{ op: "or", conditions: [season, { field: "brand", op: "exists" }] }], ["A", "B"]],
])("conditions %j on any fields select %j", async (conditions, skus) => {
  expect(await skusOf(conditions)).toEqual(skus);
  expect(await skusOf(conditions, "&sort=-sku")).toEqual([...skus].reverse());
  expect((await ask(conditions, "&include=total_count&limit=1")).json.total_count).toBe(skus.length);
});

test("conditions are combined with the other filters", async () => {
  const priced = { field: "price_amount", op: "below", value: 30 };
  expect(await skusOf([priced], "&brand=Acme")).toEqual(["B"]);
  expect(await skusOf([priced], "&sku_prefix=C")).toEqual(["C"]);
});

test("a cursor continues only with the same conditions", async () => {
  const first = (await ask([{ field: season.field, op: "exists" }], "&limit=1")).json;
  const { json } = await ask(
    [{ field: season.field, op: "exists" }],
    `&limit=5&cursor=${encodeURIComponent(first.next_cursor)}`,
  );
  expect(json.data.map(({ sku }: { sku: string }) => sku)).toEqual(["B", "C"]);
  expect((await ask([season], `&cursor=${encodeURIComponent(first.next_cursor)}`)).json.code).toBe("invalid_cursor");
});

test.each<[unknown, string]>([
  ["[", "conditions"],
  [{}, "conditions"],
  [[], "conditions"],
  [[{ field: "hue", op: "exists" }], "conditions/0/field"],
  [[{ field: "color", op: "matches", pattern: "x" }], "conditions/0/op"],
  [[{ field: "color", op: "above", value: "x" }], "conditions/0/value"],
  [[{ field: "color", op: "equals", value: "x".repeat(LIMITS.listConditionsLengthMax) }], "conditions"],
])("invalid conditions %j are rejected", async (conditions, pointer) => {
  const { status, json } = await ask(conditions);
  expect([status, json.code, json.errors[0].pointer]).toEqual([400, "invalid_parameter", pointer]);
});
