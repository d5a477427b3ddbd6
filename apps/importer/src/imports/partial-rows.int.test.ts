import { describe, expect, test } from "@jest/globals";
import { COUNTRIES } from "@skucast/contracts/codes/countries";
import { CURRENCY_DECIMALS } from "@skucast/contracts/codes/currencies";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { csvOf } from "../testing/open-importer-fixture.js";
import { useRunningImporter } from "../testing/use-running-importer.js";

const importer = useRunningImporter();
const { imported, docOf } = importer;

const MARKET = '{"country":"US","currency":"USD","language":"en"}';
const addChannel = (workspaceId: string, id: string) =>
  inWorkspace(importer.fixture.ctx.db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
       VALUES ($1, $2, $2, 'google_merchant@2026-10', 'active', $3, now(), now())`,
      [workspaceId, id, MARKET],
    ),
  );

const OWN = { price_amount: 19.9, price_currency: "USD", availability: "in_stock" };

test("members that are not in a file stay, and a file removes one only if its mapping says so", async () => {
  const workspaceId = await importer.newWorkspace();
  for (const id of ["ch_a", "ch_b"]) await addChannel(workspaceId, id);
  const stored = {
    sku: "A",
    title: "Tee",
    ...OWN,
    variant_options: { size: "M" },
    seller: { name: "Acme" },
    translations: { fr: { title: "Chemise" } },
    channel_overrides: { ch_a: { title: "For A" } },
    custom_attributes: { Care: "30 °C" },
    metadata: { season: "summer" },
  };
  await imported(workspaceId, `${JSON.stringify(stored)}\n`);
  const mapping = JSON.stringify({
    "translations.de.title": "de",
    "channel_overrides.ch_b.title": "b",
    "custom_attributes.Fit": "fit",
    "metadata.season": "season",
    "seller.url": "shop",
  });
  const file = "sku,de,b,fit,season,shop\nA,Hemd,For B,slim,,https://acme.example\n";
  expect((await imported(workspaceId, file, { mapping })).row.counts).toMatchObject({ updated: 1, warned: 0 });
  const merged = {
    translations: { de: { title: "Hemd" }, fr: { title: "Chemise" } },
    channel_overrides: { ch_a: { title: "For A" }, ch_b: { title: "For B" } },
    custom_attributes: { Care: "30 °C", Fit: "slim" },
    metadata: { season: "summer" },
    seller: { name: "Acme", url: "https://acme.example" },
    variant_options: { size: "M" },
  };
  expect(await docOf(workspaceId)).toMatchObject(merged);
  expect((await imported(workspaceId, file, { mapping })).row.counts).toMatchObject({ unchanged: 1 });

  const removing = JSON.stringify({
    "metadata.season": { column: "season", empty: "clear" },
    custom_attributes: { column: "attributes", members: "replace" },
  });
  await imported(workspaceId, 'sku,season,attributes\nA,,"{""Fit"":""loose""}"\n', { mapping: removing });
  const left = await docOf(workspaceId);
  expect(left).toMatchObject({ custom_attributes: { Fit: "loose" }, translations: merged.translations });
  expect(left?.metadata).toEqual({});
  expect(left?.custom_attributes).toEqual({ Fit: "loose" });
});

describe("a price by market", () => {
  const CHF = { currency: "CHF", amount: 20, sale_amount: 15, sale_ends_at: "2027-01-01T00:00:00Z" };
  const AT = { currency: "EUR", country: "AT", amount: 21 };
  const EUR = { currency: "EUR", amount: 19 };
  const withPrices = async (prices: readonly object[] = [CHF, AT, EUR]): Promise<string> => {
    const workspaceId = await importer.newWorkspace();
    await imported(workspaceId, `${JSON.stringify({ sku: "A", title: "Tee", ...OWN, prices })}\n`);
    return workspaceId;
  };
  const CHF_COLUMNS = { "prices.CHF.amount": "chf", "prices.CHF.sale_amount": "chf_sale" };

  test.each<[string, string, object, readonly object[]]>([
    ["changes that market alone", "sku,chf\nA,22\n", { "prices.CHF.amount": "chf" }, [{ ...CHF, amount: 22 }, AT, EUR]],
    ["is added", "sku,gbp\nA,17\n", { "prices.GBP.amount": "gbp" }, [CHF, AT, EUR, { currency: "GBP", amount: 17 }]],
    [
      "of a country leaves that of its currency",
      "sku,at\nA,23\n",
      { "prices.EUR.AT.amount": "at" },
      [CHF, { ...AT, amount: 23 }, EUR],
    ],
    ["stays if its cell is empty", "sku,chf\nA,\n", { "prices.CHF.amount": "chf" }, [CHF, AT, EUR]],
    ["stays if its cell cannot be read", "sku,chf\nA,ask us\n", { "prices.CHF.amount": "chf" }, [CHF, AT, EUR]],
    [
      "loses its sale with an empty cell",
      "sku,chf,chf_sale\nA,20,\n",
      CHF_COLUMNS,
      [{ currency: "CHF", amount: 20 }, AT, EUR],
    ],
    [
      "is removed by an empty cell if the mapping says so",
      "sku,chf\nA,\n",
      { "prices.CHF.amount": { column: "chf", empty: "clear" } },
      [AT, EUR],
    ],
    [
      "is the only one if the mapping says so",
      "sku,chf\nA,22\n",
      { "prices.CHF.amount": { column: "chf", members: "replace" } },
      [{ currency: "CHF", amount: 22 }],
    ],
    [
      "in a list replaces the list",
      'sku,prices\nA,"[{""currency"":""CHF"",""amount"":22}]"\n',
      {},
      [{ currency: "CHF", amount: 22 }],
    ],
    [
      "from rows for each currency replaces the list",
      "sku,price,currency\nA,19.9,USD\nA,22,CHF\n",
      {},
      [{ currency: "CHF", amount: 22 }],
    ],
  ])("%s", async (_what, file, mapping, prices) => {
    const workspaceId = await withPrices();
    await imported(workspaceId, file, { mapping: JSON.stringify(mapping) });
    expect((await docOf(workspaceId))?.prices).toEqual(prices);
  });

  test("has a new sale with the dates of the row, and not those of the former one", async () => {
    const workspaceId = await withPrices();
    const mapping = JSON.stringify({ ...CHF_COLUMNS, "prices.CHF.sale_ends_at": "until" });
    await imported(workspaceId, "sku,chf,chf_sale,until\nA,20,14,\n", { mapping });
    expect((await docOf(workspaceId))?.prices).toEqual([{ currency: "CHF", amount: 20, sale_amount: 14 }, AT, EUR]);
    await imported(workspaceId, "sku,chf,chf_sale,until\nA,20,13,someday\n", { mapping });
    expect((await docOf(workspaceId))?.prices).toEqual([{ currency: "CHF", amount: 20 }, AT, EUR]);
  });

  test("loses a stored sale that is not below the new amount, with a warning", async () => {
    const workspaceId = await withPrices();
    const { id, row } = await imported(workspaceId, "sku,prices.CHF.amount\nA,15\n");
    expect(row.counts).toMatchObject({ updated: 1, warned: 1 });
    expect((await docOf(workspaceId))?.prices).toEqual([{ currency: "CHF", amount: 15 }, AT, EUR]);
    expect(await importer.fixture.errors(id)).toMatchObject([{ pointer: "/prices", code: "sale_not_below_price" }]);
    await imported(workspaceId, `${JSON.stringify({ sku: "A", prices: [CHF] })}\n`);
    const strict = await imported(workspaceId, "sku,prices.CHF.amount\nA,15\n", { strict: "true" });
    expect(strict.row.counts).toMatchObject({ invalid: 1 });
  });

  test("is not added to a product that has as many as it can have", async () => {
    const codes = [...CURRENCY_DECIMALS.keys()].filter((currency) => currency !== "CHF").slice(0, 2);
    const countries = [...COUNTRIES].slice(0, 150);
    const full = codes.flatMap((currency) => countries.map((country) => ({ currency, country, amount: 1 })));
    const workspaceId = await withPrices(full);
    const { id } = await imported(workspaceId, "sku,prices.CHF.amount\nA,15\n");
    expect((await docOf(workspaceId))?.prices).toEqual(full);
    expect(await importer.fixture.errors(id)).toMatchObject([{ pointer: "/prices", code: "too_big" }]);
  });
});

test("an override for a channel that does not exist is a warning, and the others are applied", async () => {
  const workspaceId = await importer.newWorkspace();
  await addChannel(workspaceId, "ch_a");
  const overrides = { channel_overrides: { ch_a: { title: "For A" }, ch_x: { title: "For X" } } };
  const { id, row } = await imported(
    workspaceId,
    `${JSON.stringify({ sku: "A", title: "Tee", ...OWN, ...overrides })}\n`,
  );
  expect(row.counts).toMatchObject({ created: 1, warned: 1 });
  expect((await docOf(workspaceId))?.channel_overrides).toEqual({ ch_a: { title: "For A" } });
  expect(await importer.fixture.errors(id)).toMatchObject([
    { pointer: "/channel_overrides/ch_x", severity: "warning" },
  ]);
});

test("null in a JSON row removes that member and nothing else", async () => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, `${JSON.stringify({ sku: "A", title: "Tee", ...OWN, metadata: { a: "1", b: "2" } })}\n`);
  await imported(workspaceId, '{"sku":"A","metadata":{"a":null,"c":"3"}}\n');
  expect((await docOf(workspaceId))?.metadata).toEqual({ b: "2", c: "3" });
});

test("the valid cells of a row are applied, and an invalid optional one is a warning with its value", async () => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, csvOf(["A", "B"]));
  const file =
    "sku,price,availability,gtin,weight\nA,25.00 USD,out of stock,12,heavy\nB,26.00 USD,in stock,4006381333931,1 kg\n";
  const { id, row } = await imported(workspaceId, file);
  expect(row).toMatchObject({ status: "succeeded_with_errors", counts: { updated: 2, invalid: 0, warned: 1 } });
  expect(await docOf(workspaceId)).toMatchObject({ price_amount: 25, availability: "out_of_stock" });
  expect(await docOf(workspaceId)).not.toHaveProperty("gtin");
  expect(await importer.fixture.errors(id)).toMatchObject([
    { line: 2, sku: "A", pointer: "/weight", severity: "warning", value: "heavy" },
    { line: 2, sku: "A", pointer: "/gtin", severity: "warning", value: "12" },
  ]);
  // It is reported again each time the same file is imported.
  expect((await imported(workspaceId, file)).row.counts).toMatchObject({ unchanged: 2, warned: 1 });
});

test("a price of 0 creates no product and keeps a stored price, and the row's other values are applied", async () => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, csvOf(["A"]));
  const { id, row } = await imported(
    workspaceId,
    "sku,title,price,availability\nA,Tee,0 USD,out of stock\nB,Hat,0 USD,in stock\n",
  );
  expect(row.counts).toMatchObject({ updated: 1, warned: 1, invalid: 1 });
  expect(await docOf(workspaceId)).toMatchObject({ price_amount: 19.9, availability: "out_of_stock", title: "Tee" });
  expect(await importer.fixture.errors(id)).toMatchObject([
    { sku: "A", pointer: "/price_amount", code: "no_price", severity: "warning", column: "price" },
    { sku: "B", pointer: "/price_amount", code: "no_price", severity: "error" },
  ]);
});

test("strict rejects a row with any invalid cell", async () => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, csvOf(["A", "B"]));
  const file = "sku,price,gtin\nA,25.00 USD,12\nB,26.00 USD,4006381333931\n";
  const { row } = await imported(workspaceId, file, { strict: "true" });
  expect(row.counts).toMatchObject({ updated: 1, invalid: 1, warned: 0 });
  expect(await docOf(workspaceId)).toMatchObject({ price_amount: 19.9 });
});

test("a stored sale price that is no longer lower than a new price is removed, and the price is applied", async () => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, "sku,title,price,sale_price,availability\nA,Tee,20.00 USD,15.00 USD,in stock\n");
  const { id, row } = await imported(workspaceId, "sku,price\nA,12.00 USD\n");
  expect(row.counts).toMatchObject({ updated: 1, warned: 1 });
  expect(await docOf(workspaceId)).toMatchObject({ price_amount: 12 });
  expect(await docOf(workspaceId)).not.toHaveProperty("sale_price_amount");
  expect(await importer.fixture.errors(id)).toMatchObject([{ pointer: "/sale_price_amount", severity: "warning" }]);
});

test("a new product with an invalid status is a draft, and a stored one keeps its status", async () => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, csvOf(["A"]));
  await imported(
    workspaceId,
    "sku,title,price,availability,status\nA,Tee,2 USD,in stock,odd\nB,Tee,2 USD,in stock,odd\n",
  );
  expect((await importer.fixture.products(workspaceId)).map(({ sku, status }) => [sku, status])).toEqual([
    ["A", "active"],
    ["B", "draft"],
  ]);
});

test.each([
  ["a stored preorder stays one for any stock", "preorder", "5", "preorder"],
  ["a discontinued product stays one", "discontinued", "5", "discontinued"],
  ["a product in stock is sold out at 0", "in_stock", "0", "out_of_stock"],
  ["and below", "in_stock", "-3", "out_of_stock"],
  ["one that was sold out is back", "out_of_stock", "2", "in_stock"],
])("with only a stock count in the file, %s", async (_what, before, stock, after) => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, `sku,title,price,availability\nA,Tee,2 USD,${before}\n`);
  await imported(workspaceId, `sku,stock\nA,${stock}\n`);
  expect(await docOf(workspaceId)).toMatchObject({
    availability: after,
    inventory_quantity: Math.max(0, Number(stock)),
  });
});
