import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { parse } from "csv-parse/sync";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";

let deployment: Deployment;

beforeAll(async () => {
  deployment = await createDeploymentOnTestDatabase();
  await deployment.start();
});
afterAll(() => deployment.remove());

const SHOP = "https://shop.example.com";
const product = (sku: string, more: object) => ({
  sku,
  title: `Title of ${sku}`,
  description: "Soft, warm and blue.",
  url: `${SHOP}/p/${sku}`,
  image_url: `${SHOP}/${sku}.jpg`,
  brand: "Acme",
  product_category: "Shirts",
  gtin: "4006381333931",
  availability: "in_stock",
  ...more,
});

interface Market {
  readonly country: string;
  readonly currency: string;
}

async function addChannel(market: Market, skus: readonly string[], profile = "google_merchant"): Promise<string> {
  const channel = await deployment.api().call("POST", "/channels", {
    name: `${market.country} ${profile}`,
    profile,
    market: { ...market, language: "en" },
    defaults: { seller_name: "Acme", seller_url: SHOP, return_policy: `${SHOP}/returns` },
    selection: { filters: { brand: ["None of these"] }, include_skus: skus },
  });
  return String(channel.id);
}

/** Runs a feed of the channel, and reads the price of each product from its file. */
async function pricesInFile(channelId: string) {
  const api = deployment.api();
  const feed = await api.call("POST", "/feeds", {
    channel_id: channelId,
    name: `Prices of ${channelId}`,
    format: "csv",
    compression: "none",
    schedule: null,
    guards: { min_items: null, max_invalid_percent: null },
  });
  const { id } = await api.call("POST", `/feeds/${feed.id}/runs`);
  const run = await eventually(async () => {
    const now = await api.call("GET", `/runs/${id}`);
    return now.finished_at === null ? undefined : now;
  });
  const { base_url, api_key } = deployment.demo();
  const answer = await fetch(`${base_url}/api/public/v1/runs/${id}/file`, {
    headers: { authorization: `Bearer ${api_key}` },
  });
  const rows: Record<string, string>[] = parse(await answer.text(), { columns: true });
  const invalid = ((run.issues ?? []) as { sku: string; code: string; severity: string }[])
    .filter(({ severity }) => severity === "error")
    .map(({ sku, code }) => `${sku} ${code}`);
  const prices = rows.map((row) => [row.id ?? row.item_id, row.price, row.sale_price].filter(Boolean).join(" "));
  return { counts: run.counts, prices, invalid };
}

describe("one SKU in a USD and a EUR channel", () => {
  const us = { country: "US", currency: "USD" };
  const de = { country: "DE", currency: "EUR" };

  test("has the price of the market in each file, from the time when it has a price there", async () => {
    const api = deployment.api();
    await api.call("POST", "/products", product("ONE", { price_amount: 9.9, price_currency: "USD" }));
    const dollars = await addChannel(us, ["ONE"]);
    const euros = await addChannel(de, ["ONE"]);
    expect(await pricesInFile(dollars)).toMatchObject({ prices: ["ONE 9.90 USD"], invalid: [] });
    expect(await pricesInFile(euros)).toMatchObject({ prices: [], invalid: ["ONE currency_mismatch"] });

    const patched = await api.call("PATCH", "/products/ONE", { prices: [{ currency: "EUR", amount: 8.5 }] });
    expect(patched).toMatchObject({ price: "9.90 USD", prices: [{ currency: "EUR", amount: 8.5 }] });
    expect(await pricesInFile(dollars)).toMatchObject({ prices: ["ONE 9.90 USD"], invalid: [] });
    expect(await pricesInFile(euros)).toMatchObject({ prices: ["ONE 8.50 EUR"], invalid: [] });
    const preview = await api.call("POST", `/channels/${euros}/preview`, { skus: ["ONE"] });
    expect(preview.rows).toMatchObject([{ row: { price: "8.50 EUR" } }]);

    const { data: events } = await api.call("GET", "/events?type=product.updated&limit=1");
    expect(events).toMatchObject([
      { data: { object: { prices: [{ currency: "EUR", amount: 8.5 }] }, previous: { prices: null } } },
    ]);
    const same = await api.call("PATCH", "/products/ONE", { prices: [{ currency: "eur", amount: 8.5 }] });
    expect(same.version).toBe(patched.version);
  });

  test("can be priced for one channel by an override or a rule with a currency", async () => {
    const api = deployment.api();
    const channel = await addChannel(de, ["TWO"]);
    const overridden = { channel_overrides: { [channel]: { price: "7.50 EUR" } } };
    await api.call("POST", "/products", product("TWO", { price_amount: 9.9, price_currency: "USD", ...overridden }));
    expect(await pricesInFile(channel)).toMatchObject({ prices: ["TWO 7.50 EUR"], invalid: [] });
    await api.call("PATCH", "/products/TWO", { channel_overrides: null });
    const rules = [{ type: "constant", field: "price", value: "6.50 EUR" }];
    await api.call("PATCH", `/channels/${channel}`, { rules });
    expect(await pricesInFile(channel)).toMatchObject({ prices: ["TWO 6.50 EUR"], invalid: [] });
  });
});

test("one catalog with prices in USD, EUR, GBP and JPY feeds four channels with the right price each", async () => {
  const api = deployment.api();
  const eur = { currency: "EUR", amount: 9 };
  const austria = { currency: "EUR", country: "AT", amount: 9.5, sale_amount: 8 };
  const gbp = { currency: "GBP", amount: 8, sale_amount: 6.4, sale_ends_at: "2020-01-01T00:00:00Z" };
  const jpy = { currency: "JPY", amount: 1500, sale_amount: 1200 };
  const usd = { price_amount: 10, price_currency: "USD" };
  const items = [
    product("EVERYWHERE", { ...usd, prices: [eur, austria, gbp, jpy] }),
    product("EUROPE", { price_amount: 11, price_currency: "EUR", prices: [{ currency: "GBP", amount: 9.99 }] }),
    product("AMERICA", { ...usd, sale_price_amount: 7.5 }),
    product("JAPAN", { price_amount: 800, price_currency: "JPY", prices: [{ currency: "USD", amount: 6 }] }),
  ];
  const skus = items.map(({ sku }) => sku);
  const batch = await api.call("POST", "/products/batch", { items });
  expect(batch.summary).toMatchObject({ created: 4, failed: 0 });

  const lacking = (...missing: string[]) => missing.map((sku) => `${sku} currency_mismatch`);
  const expected = [
    [
      "US",
      "USD",
      "google_merchant",
      ["AMERICA 10.00 USD 7.50 USD", "EVERYWHERE 10.00 USD", "JAPAN 6.00 USD"],
      ["EUROPE"],
    ],
    ["AT", "EUR", "openai_products", ["EUROPE 11.00 EUR", "EVERYWHERE 9.50 EUR 8.00 EUR"], ["AMERICA", "JAPAN"]],
    ["GB", "GBP", "stripe_agentic", ["EUROPE 9.99 GBP", "EVERYWHERE 8.00 GBP"], ["AMERICA", "JAPAN"]],
    ["JP", "JPY", "meta_catalog", ["EVERYWHERE 1500 JPY 1200 JPY", "JAPAN 800 JPY"], ["AMERICA", "EUROPE"]],
  ] as const;
  for (const [country, currency, profile, prices, missing] of expected) {
    const file = await pricesInFile(await addChannel({ country, currency }, skus, profile));
    expect(file.prices.sort()).toEqual(prices);
    expect(file.invalid.sort()).toEqual(lacking(...missing));
    expect(file.counts).toMatchObject({ written: prices.length, invalid: missing.length });
  }
});
