import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { wholeWorkspace } from "@skucast/contracts/principal";
import { inWorkspace } from "@skucast/db/database";
import { csvOf, type ImporterFixture, openImporterFixture } from "../testing/open-importer-fixture.js";

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openImporterFixture();
  await fixture.startApp();
});
afterAll(() => fixture.close());

type Sent = Parameters<ImporterFixture["send"]>[1];

async function imported(workspaceId: string, content: string, sent: Sent = {}) {
  const id = await fixture.send(content, { ...sent, workspaceId });
  return { id, row: await fixture.finished(id) };
}
const docOf = async (workspaceId: string, sku = "A") =>
  (await fixture.products(workspaceId)).find((product) => product.sku === sku)?.doc;

const MARKET = '{"country":"US","currency":"USD","language":"en"}';
const addChannel = (workspaceId: string, id: string) =>
  inWorkspace(fixture.ctx.db, wholeWorkspace(workspaceId), (client) =>
    client.query(
      `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
       VALUES ($1, $2, $2, 'google_merchant@2026-10', 'active', $3, now(), now())`,
      [workspaceId, id, MARKET],
    ),
  );

const OWN = { price_amount: 19.9, price_currency: "USD", availability: "in_stock" };

test("members that are not in a file stay, and a file removes one only if its mapping says so", async () => {
  const workspaceId = await fixture.newWorkspace();
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

test("an override for a channel that does not exist is a warning, and the others are applied", async () => {
  const workspaceId = await fixture.newWorkspace();
  await addChannel(workspaceId, "ch_a");
  const overrides = { channel_overrides: { ch_a: { title: "For A" }, ch_x: { title: "For X" } } };
  const { id, row } = await imported(
    workspaceId,
    `${JSON.stringify({ sku: "A", title: "Tee", ...OWN, ...overrides })}\n`,
  );
  expect(row.counts).toMatchObject({ created: 1, warned: 1 });
  expect((await docOf(workspaceId))?.channel_overrides).toEqual({ ch_a: { title: "For A" } });
  expect(await fixture.errors(id)).toMatchObject([{ pointer: "/channel_overrides/ch_x", severity: "warning" }]);
});

test("null in a JSON row removes that member and nothing else", async () => {
  const workspaceId = await fixture.newWorkspace();
  await imported(workspaceId, `${JSON.stringify({ sku: "A", title: "Tee", ...OWN, metadata: { a: "1", b: "2" } })}\n`);
  await imported(workspaceId, '{"sku":"A","metadata":{"a":null,"c":"3"}}\n');
  expect((await docOf(workspaceId))?.metadata).toEqual({ b: "2", c: "3" });
});

test("the valid cells of a row are applied, and an invalid optional one is a warning with its value", async () => {
  const workspaceId = await fixture.newWorkspace();
  await imported(workspaceId, csvOf(["A", "B"]));
  const file =
    "sku,price,availability,gtin,weight\nA,25.00 USD,out of stock,12,heavy\nB,26.00 USD,in stock,4006381333931,1 kg\n";
  const { id, row } = await imported(workspaceId, file);
  expect(row).toMatchObject({ status: "succeeded_with_errors", counts: { updated: 2, invalid: 0, warned: 1 } });
  expect(await docOf(workspaceId)).toMatchObject({ price_amount: 25, availability: "out_of_stock" });
  expect(await docOf(workspaceId)).not.toHaveProperty("gtin");
  expect(await fixture.errors(id)).toMatchObject([
    { line: 2, sku: "A", pointer: "/weight", severity: "warning", value: "heavy" },
    { line: 2, sku: "A", pointer: "/gtin", severity: "warning", value: "12" },
  ]);
  // It is reported again each time the same file is imported.
  expect((await imported(workspaceId, file)).row.counts).toMatchObject({ unchanged: 2, warned: 1 });
});

test("strict rejects a row with any invalid cell", async () => {
  const workspaceId = await fixture.newWorkspace();
  await imported(workspaceId, csvOf(["A", "B"]));
  const file = "sku,price,gtin\nA,25.00 USD,12\nB,26.00 USD,4006381333931\n";
  const { row } = await imported(workspaceId, file, { strict: "true" });
  expect(row.counts).toMatchObject({ updated: 1, invalid: 1, warned: 0 });
  expect(await docOf(workspaceId)).toMatchObject({ price_amount: 19.9 });
});

test("a stored sale price that is no longer lower than a new price is removed, and the price is applied", async () => {
  const workspaceId = await fixture.newWorkspace();
  await imported(workspaceId, "sku,title,price,sale_price,availability\nA,Tee,20.00 USD,15.00 USD,in stock\n");
  const { id, row } = await imported(workspaceId, "sku,price\nA,12.00 USD\n");
  expect(row.counts).toMatchObject({ updated: 1, warned: 1 });
  expect(await docOf(workspaceId)).toMatchObject({ price_amount: 12 });
  expect(await docOf(workspaceId)).not.toHaveProperty("sale_price_amount");
  expect(await fixture.errors(id)).toMatchObject([{ pointer: "/sale_price_amount", severity: "warning" }]);
});

test("a new product with an invalid status is a draft, and a stored one keeps its status", async () => {
  const workspaceId = await fixture.newWorkspace();
  await imported(workspaceId, csvOf(["A"]));
  await imported(
    workspaceId,
    "sku,title,price,availability,status\nA,Tee,2 USD,in stock,odd\nB,Tee,2 USD,in stock,odd\n",
  );
  expect((await fixture.products(workspaceId)).map(({ sku, status }) => [sku, status])).toEqual([
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
  const workspaceId = await fixture.newWorkspace();
  await imported(workspaceId, `sku,title,price,availability\nA,Tee,2 USD,${before}\n`);
  await imported(workspaceId, `sku,stock\nA,${stock}\n`);
  expect(await docOf(workspaceId)).toMatchObject({
    availability: after,
    inventory_quantity: Math.max(0, Number(stock)),
  });
});
