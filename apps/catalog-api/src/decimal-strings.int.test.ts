import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(async () => {
  await api.close();
});

const strings = {
  title: "Tee",
  price_amount: "19.90",
  price_currency: "USD",
  availability: "in_stock",
  sale_price_amount: "15.00",
  cost_amount: "7",
  shipping: [{ country: "US", price_amount: "4.50" }],
};
const numbers = { price_amount: 19.9, sale_price_amount: 15, cost_amount: 7, price: "19.90 USD" };

test("money can be a decimal string in every write of a product, and equals the number", async () => {
  for (const [i, body] of [strings, { ...strings, price_amount: 19.9 }].entries()) {
    const { status, json } = await api.ask("POST", "/products", { body: { sku: "A", ...body } });
    expect([status, json.version]).toEqual([i === 0 ? 201 : 200, 1]);
    expect(json).toMatchObject({ ...numbers, shipping: [{ price_amount: 4.5 }] });
  }
  const put = await api.ask("PUT", "/products/A", { body: strings });
  const batch = await api.ask("POST", "/products/batch", { body: { items: [{ sku: "A", ...strings }] } });
  expect([put.json.version, batch.json.results[0].status]).toEqual([1, "unchanged"]);
  const patched = await api.ask("PATCH", "/products/A", { body: { price_amount: "21.10" } });
  expect(patched.json).toMatchObject({ price_amount: 21.1, price: "21.10 USD" });
});

test("amounts in rules can be decimal strings too", async () => {
  const rules = [
    { type: "adjust_price", field: "price", add: "-0.50", round: { step: "1", less: "0.01" } },
    {
      type: "if",
      when: [{ field: "price", op: "above", value: "9.99" }],
      rules: [{ type: "constant", field: "title", value: "Sale" }],
    },
  ];
  const market = { country: "US", currency: "USD", language: "en" };
  const { status, json } = await api.ask("POST", "/channels", {
    body: { name: "C", profile: "google_merchant", market, rules },
  });
  expect([status, json.errors]).toEqual([201, undefined]);
  expect(json.rules).toMatchObject([{ add: -0.5, round: { step: 1, less: 0.01 } }, { when: [{ value: 9.99 }] }]);
});

test("a float with too many decimals is rejected with the decimal string to send", async () => {
  for (const price_amount of [19.900000000000002, "19.901"]) {
    const { status, json } = await api.ask("PATCH", "/products/A", { body: { price_amount, price_currency: "USD" } });
    expect([status, json.errors[0].code]).toEqual([422, "too_many_decimals"]);
    expect(json.errors[0].message).toContain('such as "19.90"');
  }
  const comma = await api.ask("PATCH", "/products/A", { body: { price_amount: "19,90" } });
  expect(comma.json.errors).toEqual([
    { pointer: "/price_amount", code: "invalid", message: expect.stringContaining('the string "19.90"') },
  ]);
});

test("a number that would be stored inexactly is rejected, in every body with numbers", async () => {
  const inexact = (body: string) => body.replace('"HERE"', "9007199254740993");
  for (const [method, path, body] of [
    ["POST", "/products", { ...strings, sku: "B", custom_attributes: { id: "HERE" } }],
    ["PUT", "/products/B", { ...strings, inventory_quantity: "HERE" }],
    ["POST", "/channels", { name: "HERE" }],
  ] as const) {
    const { status, json } = await api.ask(method, path, { body: inexact(JSON.stringify(body)) });
    expect([status, json.errors[0].code]).toEqual([422, "inexact_number"]);
  }
  const items = [{ ...strings, sku: "B", custom_attributes: { ids: ["HERE"] } }];
  const batch = await api.ask("POST", "/products/batch", { body: inexact(JSON.stringify({ items })) });
  expect(batch.json.results[0].error.errors[0].code).toBe("inexact_number");
  expect((await api.ask("GET", "/products/B")).status).toBe(404);
});
