import { expect, test } from "@jest/globals";
import type { Upload } from "../testing/open-importer-fixture.js";
import { useRunningImporter } from "../testing/use-running-importer.js";

const importer = useRunningImporter();
const { imported, docOf } = importer;

/** What the product is after each night's file. */
async function availabilities(files: readonly string[], mapping: object = {}): Promise<unknown[]> {
  const workspaceId = await importer.newWorkspace();
  const seen: unknown[] = [];
  for (const file of files) {
    await imported(workspaceId, file, { mapping: JSON.stringify({ price_currency: { value: "EUR" }, ...mapping }) });
    seen.push((await docOf(workspaceId))?.availability);
  }
  return seen;
}

const shopify = (stock: string, policy: string): string =>
  "Handle,Title,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy\n" +
  `tee,Tee,A,9.90,shopify,${stock},${policy}\n`;
const prestashop = (stock: string, action: string): string =>
  `Reference;Name;Price tax included;Quantity;Action when out of stock\nA;Vase;12.00;${stock};${action}\n`;
const spree = (stock: string, isBackorderable: string): string =>
  `sku,name,slug,price,inventory_count,inventory_backorderable\nA,Cap,cap,5.00,${stock},${isBackorderable}\n`;

test("a backorder ends when the shop no longer sells without stock, or has stock again", async () => {
  const nights = [
    ["0", "continue"],
    ["0", "deny"],
    ["7", "deny"],
    ["-3", "continue"],
    ["4", "continue"],
  ] as const;
  const expected = ["backorder", "out_of_stock", "in_stock", "backorder", "in_stock"];
  expect(await availabilities(nights.map(([stock, policy]) => shopify(stock, policy)))).toEqual(expected);
  expect(await availabilities([prestashop("0", "1"), prestashop("0", "0"), prestashop("2", "1")])).toEqual([
    "backorder",
    "out_of_stock",
    "in_stock",
  ]);
  expect(await availabilities([spree("-1", "true"), spree("-1", "false")])).toEqual(["backorder", "out_of_stock"]);
});

test("a file that does not say if the shop sells without stock ends no backorder, and none ends a preorder", async () => {
  const plain = (stock: string, more = "") => `sku,title,price,stock${more}\nA,Tee,9.90,${stock}`;
  const file = (availability: string) => `sku,title,price,availability\nA,Tee,9.90,${availability}\n`;
  expect(await availabilities([file("backorder"), plain("8"), plain("0")])).toEqual(Array(3).fill("backorder"));
  const sells = ",sells_without_stock";
  const nights = [file("preorder"), `${plain("8", sells)},no\n`, `${plain("0", sells)},yes\n`];
  expect(await availabilities(nights)).toEqual(Array(3).fill("preorder"));
  // An empty cell says nothing about it.
  expect(await availabilities([file("backorder"), `${plain("8", sells)},\n`])).toEqual(["backorder", "backorder"]);
});

const STORED = "sku,title,price,availability,stock\nA,Tee,9.90 EUR,in stock,5\n";

test.each([
  ["an empty availability", "sku,availability,stock\nA,,0\n", 0],
  ["an availability that is not understood", "sku,availability,stock\nA,call us,0\n", 1],
  ["a price without a number", "sku,price,availability,stock\nA,on request,out of stock,0\n", 1],
  ["a title that is too long", `sku,title,price,stock\nA,${"x".repeat(600)},9.90 EUR,0\n`, 1],
  ["an unknown currency", "sku,price,currency,stock\nA,8.00,XXQ,0\n", 1],
  ["a currency that is not that of the price", "sku,price,currency,stock\nA,8.00 USD,EUR,0\n", 1],
])("a sold-out product is sold out in spite of %s", async (_what, file, warned) => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, STORED);
  const { row } = await imported(workspaceId, file);
  expect(row.counts).toMatchObject({ received: 1, updated: 1, invalid: 0, warned });
  const sold = { title: "Tee", price_amount: 9.9, price_currency: "EUR", availability: "out_of_stock" };
  expect(await docOf(workspaceId)).toMatchObject({ ...sold, inventory_quantity: 0 });
});

test("a new product needs a title, a price and an availability, and strict needs every valid cell", async () => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, STORED);
  const file = [
    "sku,title,price,availability,stock,weight",
    "A,Tee,free,in stock,0,1 kg",
    "B,Cap,free,in stock,7,heavy",
    `C,${"y".repeat(501)},3.00 EUR,in stock,7,1 kg`,
    "D,Hat,3.00 EUR,call us,7,1 kg",
    "E,Mug,3.00 EUR,in stock,7,1 kg",
  ].join("\n");
  const strict = await imported(workspaceId, file, { strict: "true" });
  expect(strict.row.counts).toMatchObject({ received: 5, created: 1, updated: 0, invalid: 4, warned: 0 });
  expect(await docOf(workspaceId)).toMatchObject({ availability: "in_stock", inventory_quantity: 5 });

  const { id, row } = await imported(workspaceId, file);
  expect(row.counts).toMatchObject({ received: 5, created: 0, updated: 1, unchanged: 1, invalid: 3, warned: 1 });
  expect(await docOf(workspaceId)).toMatchObject({ availability: "out_of_stock", inventory_quantity: 0 });
  const errors = (await importer.fixture.errors(id)).map(({ sku, pointer, severity }) => [sku, pointer, severity]);
  expect(errors).toEqual([
    ["A", "/price_amount", "warning"],
    ["A", "/availability", "warning"],
    ["B", "/price_amount", "error"],
    ["B", "/weight", "error"],
    ["C", "/title", "error"],
    ["D", "/availability", "error"],
  ]);
});

test("a row without an availability makes a stored product available only if a column for it is empty", async () => {
  const file = (availability: string) => `sku,title,price,availability,stock\nA,Tee,9.90,${availability}\n`;
  expect(
    await availabilities([file("in stock,4"), file(",0"), file(",6"), file("call us,0"), file("call us,6")]),
  ).toEqual(["in_stock", "out_of_stock", "in_stock", "out_of_stock", "out_of_stock"]);
});

test("amounts keep their currency", async () => {
  const workspaceId = await importer.newWorkspace();
  await imported(workspaceId, "sku,title,price,sale_price,cost,availability\nA,Tee,20 EUR,10 EUR,4 EUR,in stock\n");
  // The price cannot be read, so the others are not taken for euros.
  const left = await imported(workspaceId, "sku,price,sale_price,currency,cost\nA,free,9,USD,2\n");
  expect(left.row.counts).toMatchObject({ unchanged: 1, warned: 1 });
  const euros = { price_amount: 20, price_currency: "EUR", sale_price_amount: 10, cost_amount: 4 };
  expect(await docOf(workspaceId)).toMatchObject(euros);
  const { id, row } = await imported(workspaceId, "sku,price\nA,15 USD\n");
  expect(row.counts).toMatchObject({ updated: 1, warned: 1 });
  expect((await importer.fixture.errors(id)).map(({ pointer, code }) => [pointer, code])).toEqual([
    ["/sale_price_amount", "other_currency"],
    ["/cost_amount", "other_currency"],
  ]);
  const doc = await docOf(workspaceId);
  expect(doc).toMatchObject({ price_amount: 15, price_currency: "USD" });
  expect([doc?.sale_price_amount, doc?.cost_amount]).toEqual([undefined, undefined]);
});

test("a stored sale ends if the dates of a row do not fit it, or cannot be read", async () => {
  const workspaceId = await importer.newWorkspace();
  const dated = "sku,title,price,sale_price,availability,sale_price_starts_at,sale_price_ends_at\n";
  const stored = `${dated}A,Tee,20 EUR,10 EUR,in stock,2027-01-01,2027-02-01\n`;
  for (const file of [
    "sku,sale_price_starts_at\nA,2027-03-01\n",
    "sku,sale_price_ends_at\nA,whenever\n",
    `${dated}A,Tee,20 EUR,9 EUR,in stock,2027-01-01,31/31/2027\n`,
  ]) {
    await imported(workspaceId, stored);
    expect(await docOf(workspaceId)).toMatchObject({ sale_price_amount: 10 });
    expect((await imported(workspaceId, file)).row.counts).toMatchObject({ updated: 1, warned: 1 });
    const { sale_price_amount: sale, sale_price_ends_at: ends } = (await docOf(workspaceId)) ?? {};
    expect([sale, ends]).toEqual([undefined, undefined]);
  }
});

/** The sale of the product after each night's file: its amount and its end. */
async function salesAfter(files: readonly string[], sent: Upload = {}): Promise<unknown[]> {
  const workspaceId = await importer.newWorkspace();
  const seen: unknown[] = [];
  for (const file of files) {
    await imported(workspaceId, file, sent);
    const { sale_price_amount: sale = null, sale_price_ends_at: ends = null } = (await docOf(workspaceId)) ?? {};
    seen.push(ends === null ? sale : [sale, ends]);
  }
  return seen;
}

const rss = (sales: readonly string[]): string => {
  const items = sales.map(
    (sale, i) =>
      `<item><g:id>${"ABC"[i]}</g:id><g:title>Tee</g:title><g:link>https://m.example/t</g:link>` +
      `<g:image_link>https://m.example/t.jpg</g:image_link><g:price>20.00 EUR</g:price>` +
      `<g:availability>in_stock</g:availability>${sale}</item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join("")}</channel></rss>`;
};
const SALE = "<g:sale_price>9.99 EUR</g:sale_price>";
const PERIOD = "<g:sale_price_effective_date>2027-01-01T00:00Z/2027-02-01T00:00Z</g:sale_price_effective_date>";

test("a sale that a feed no longer has ends", async () => {
  const dated = [9.99, "2027-02-01T00:00:00Z"];
  expect(await salesAfter([rss([SALE + PERIOD]), rss([SALE]), rss([SALE]), rss([""])])).toEqual([
    dated,
    9.99,
    9.99,
    null,
  ]);
  // Another product of the same file is on sale.
  expect(await salesAfter([rss([SALE, SALE]), rss(["", SALE])])).toEqual([9.99, null]);
  const tsv = (sale: string) =>
    `id\ttitle\tlink\timage_link\tprice\tavailability\tsale_price\nA\tTee\thttps://m.example/t\thttps://m.example/t.jpg\t20.00 EUR\tin stock\t${sale}\n`;
  expect(await salesAfter([tsv("9.99 EUR"), tsv("")])).toEqual([9.99, null]);
  const plainXml = (sale: string) =>
    `<shop><product><sku>A</sku><title>Tee</title><price>20.00 EUR</price><availability>in stock</availability>${sale}</product><product><sku>B</sku><title>Cup</title><price>20.00 EUR</price><availability>in stock</availability><sale_price>7.00 EUR</sale_price></product></shop>`;
  expect(await salesAfter([plainXml("<sale_price>8 EUR</sale_price>"), plainXml("")])).toEqual([8, null]);
});

test("an empty cell ends a sale in any table, unless empty cells are kept or there is no such column", async () => {
  const german = (sale: string) =>
    `Artikelnummer;Name;Preis;special_price;availability\nA;Tasse;20,00 €;${sale};auf Lager\n`;
  expect(await salesAfter([german("8,00 €"), german("")])).toEqual([8, null]);
  expect(await salesAfter([german("8,00 €"), german("")], { empty_cells: "keep" })).toEqual([8, 8]);
  const without = "sku,title,price\nA,Tee,21 EUR\n";
  expect(await salesAfter([german("8,00 €"), without])).toEqual([8, 8]);
  const json = (sale: object) =>
    `${JSON.stringify({ sku: "A", title: "Tee", price: "20 EUR", availability: "in stock", ...sale })}\n`;
  const nights = [json({ sale_price: "8 EUR" }), json({}), json({ sale_price: null })];
  expect(await salesAfter(nights)).toEqual([8, 8, null]);
});

test("a new sale without dates has none, and a sale that ends takes its dates with it", async () => {
  const file = (cells: string) =>
    `sku,title,price,availability,sale_price,sale_price_starts_at,sale_price_ends_at\nA,Tee,20 EUR,in stock,${cells}\n`;
  const nights = ["8 EUR,2026-01-01,2026-02-01", "7 EUR,,", "6 EUR,2027-01-01,2027-02-01", ",,"];
  const only = "sku,sale_price\nA,5 EUR\n";
  expect(await salesAfter([...nights.map(file), only])).toEqual([
    [8, "2026-02-01T23:59:59Z"],
    7,
    [6, "2027-02-01T23:59:59Z"],
    null,
    5,
  ]);
});
