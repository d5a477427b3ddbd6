import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { type ImportOptions, importQuery } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { planImport } from "./plan-import.js";
import { sheetsOf } from "./testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-plan-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Sent = Partial<Record<keyof ImportOptions, string>>;
function plan(content: string | Uint8Array, sent: Sent = {}, mediaType: string | null = null) {
  const path = join(folder, "file");
  writeFileSync(path, content);
  return planImport(path, { mediaType, options: importQuery.parse(sent) });
}
const previewOf = async (content: string | Uint8Array, sent: Sent = {}) =>
  (await plan(content, sent)).preview.map(({ product, errors }) => (errors.length > 0 ? errors : product));

describe("the format of a file", () => {
  const jsonl = '{"sku":"A"}\n';
  test.each<[string, string | Uint8Array, Sent, string | null, string]>([
    ["is the requested one", "sku\nA\n", { format: "tsv" }, "text/csv", "tsv"],
    ["or the Content-Type's", jsonl, {}, "application/x-ndjson", "jsonl"],
    ["or the file name's", "sku\nA\n", { file_name: "shop.TSV.gz" }, null, "tsv"],
    ["or found by its beginning: a brace", jsonl, {}, null, "jsonl"],
    ["an angle bracket", '<?xml version="1.0"?><rss><item><id>A</id></item></rss>', {}, null, "xml"],
    ["tabs in the header", "sku\ttitle\nA\tB\n", {}, null, "tsv"],
    ["anything else", "sku,title\nA,B\n", {}, null, "csv"],
    ["also inside gzip, independent of the name", gzipSync("sku,title\nA,B\n"), { file_name: "x.csv" }, null, "csv"],
  ])("%s", async (_what, content, sent, mediaType, format) => {
    expect((await plan(content, sent, mediaType)).plan.format).toBe(format);
  });

  test("semicolons in the header are delimiters, and Excel's UTF-16 is read", async () => {
    expect((await plan("sku;title\nA;b,c\n")).preview).toMatchObject([{ sku: "A", product: { title: "b,c" } }]);
    const utf16 = Buffer.from("\ufeffsku\ttitle\nA\tGrün\n", "utf16le");
    expect((await plan(utf16)).plan.columns).toEqual(["sku", "title"]);
  });

  test.each([
    ["a DOCTYPE", '<!DOCTYPE x [<!ENTITY a "b">]><rss><item><id>&a;</id></item></rss>', "DOCTYPE"],
    ["broken XML", "<rss><item><id>A</rss>", "well-formed XML"],
    ["no row at all", "\n\n", "no rows"],
    ["incomplete gzip data", gzipSync("sku\nA\n").subarray(0, 12), "gzip"],
  ])("%s is rejected with a message", async (_what, content, sentence) => {
    await expect(plan(content)).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringContaining(sentence),
    });
  });
});

test("a workbook with several sheets of products is rejected until one of them is named", async () => {
  const file = sheetsOf(
    ["A", "B"].map((sku) => [
      ["sku", "title"],
      [sku, "Tee"],
    ]),
  );
  await expect(plan(file)).rejects.toMatchObject({
    faults: [
      { pointer: "/sheet", code: "required", message: expect.stringMatching(/^several sheets .*: Sheet 1, Sheet 2$/) },
    ],
  });
  expect((await plan(file, { sheet: "Sheet 2" })).preview).toMatchObject([{ sku: "B" }]);
});

test("a document with a DOCTYPE that names a definition is read", async () => {
  const offer =
    '<offer id="7" available="true"><name>Чайник</name><price>990</price><currencyId>RUR</currencyId></offer>';
  const shop = `<shop><offers>${offer}${offer.replace("7", "8")}</offers></shop>`;
  const doctype = '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE yml_catalog SYSTEM "shops.dtd">';
  const { preview } = await plan(`${doctype}<yml_catalog date="2026-11-27 10:00">${shop}</yml_catalog>`);
  expect(preview).toMatchObject([{ sku: "7", product: { title: "Чайник", price_amount: 990 } }, { sku: "8" }]);
});

describe("prices by market", () => {
  test("are read from one column for each value of each market", async () => {
    const header = "sku,title,price,prices.EUR.amount,prices.eur.sale_amount,prices.EUR.AT.amount,prices.JPY.amount";
    const [product] = await previewOf(`${header}\nA,Tee,9.90 USD,8.50,7 EUR,8.90,1200\n`);
    expect(product).toMatchObject({
      price_amount: 9.9,
      price_currency: "USD",
      prices: [
        { currency: "EUR", amount: 8.5, sale_amount: 7 },
        { currency: "EUR", country: "AT", amount: 8.9 },
        { currency: "JPY", amount: 1200 },
      ],
    });
  });

  test("can be mapped from any column, or given as JSON in one", async () => {
    const mapping = JSON.stringify({ "prices.EUR.amount": "Preis" });
    expect(await previewOf("sku,Preis\nA,8.50\n", { mapping })).toMatchObject([
      { prices: [{ currency: "EUR", amount: 8.5 }] },
    ]);
    const cell = `"[{""currency"":""EUR"",""amount"":8.5}]"`;
    expect(await previewOf(`sku,prices\nA,${cell}\n`)).toMatchObject([{ prices: [{ currency: "EUR", amount: 8.5 }] }]);
  });

  test.each([
    ["eight", "/prices", "prices.EUR.amount must be an amount"],
    ["8.50 USD", "/prices", "prices.EUR.amount must be in EUR"],
    ["8.5055", "/prices/0/amount", "at most 2 decimals"],
  ])("an amount of %s is rejected", async (amount, pointer, sentence) => {
    const [faults] = await previewOf(`sku,title,prices.EUR.amount\nA,Tee,"${amount}"\n`);
    const fault = { pointer, message: expect.stringContaining(sentence) };
    expect(faults).toEqual(expect.arrayContaining([expect.objectContaining(fault)]));
  });

  test("are cleared if all columns are empty and empty cells clear", async () => {
    const header = "sku,title,prices.EUR.amount,prices.GBP.amount";
    const sent = { empty_cells: "clear" };
    const [none, one] = await previewOf(`${header}\nA,Tee,,\nB,Tee,,7\n`, sent);
    expect(none).toMatchObject({ prices: null });
    expect(one).toMatchObject({ prices: [{ currency: "GBP", amount: 7 }] });
  });
});

describe("the mapping", () => {
  test("recognizes our own names, Google's and others', and reports ignored columns", async () => {
    const { columns } = await plan(
      "ID,g:title,Link,image_link,price,sale price,quantity,custom_label_0,Margin\n1,2,3,4,5,6,7,8,9\n",
    );
    expect(columns).toEqual([
      { name: "ID", fields: ["sku"] },
      { name: "g:title", fields: ["title"] },
      { name: "Link", fields: ["url"] },
      { name: "image_link", fields: ["image"] },
      { name: "price", fields: ["price"] },
      { name: "sale price", fields: ["sale_price"] },
      { name: "quantity", fields: ["stock"] },
      { name: "custom_label_0", fields: ["custom_label"] },
      { name: "Margin", fields: [] },
    ]);
  });

  test("that is given wins over the guess: a column, a constant, a default, a prefix", async () => {
    const mapping = JSON.stringify({
      title: "Name",
      price_currency: { value: "EUR" },
      brand: { column: "Maker", default: "Own brand" },
      image_url: { column: "pics", as: "first", prefix: "https://cdn.example.com/" },
      "metadata.season": "Season",
    });
    const file = "sku,title,Name,price,stock,Maker,pics,Season\nA,x,Tee,5,0,,a.jpg|b.jpg,summer\n";
    expect(await previewOf(file, { mapping })).toEqual([
      {
        sku: "A",
        title: "Tee",
        price_amount: 5,
        price_currency: "EUR",
        brand: "Own brand",
        image_url: "https://cdn.example.com/a.jpg",
        metadata: { season: "summer" },
        inventory_quantity: 0,
        availability: "out_of_stock",
      },
    ]);
  });

  test.each([
    ["a target", { brand: null }, { name: "Vendor", fields: [] }],
    ["one with the same meaning", { price_amount: null }, { name: "price", fields: [] }],
    [
      "one of a shop's preset, whose column still groups rows",
      { item_group_id: null },
      { name: "Handle", fields: ["row_type"] },
    ],
    ["a stock that would give the availability", { stock: null }, { name: "qty", fields: [] }],
  ])("leaves out %s that is given as null", async (_what, mapping, column) => {
    const file = "Handle,Variant SKU,Vendor,price,qty\nh,A,V,1,2\n";
    const planned = await plan(file, { mapping: JSON.stringify(mapping) });
    expect(planned.columns).toContainEqual(column);
    expect(Object.values(planned.plan.mapping)).not.toContain(null);
  });

  test("rejects a column that the file does not have, and a file without a SKU", async () => {
    const refusal = (sent: Sent, file = "sku,title\nA,B\n") => plan(file, sent).catch((error: unknown) => error);
    expect(await refusal({ mapping: '{"brand":"Maker"}' })).toMatchObject({
      code: "validation_failed",
      faults: [{ pointer: "/mapping/brand", message: "the file has no column Maker" }],
    });
    expect(await refusal({}, "title\nB\n")).toMatchObject({ faults: [{ pointer: "/mapping/sku" }] });
    expect(await refusal({ guess: "false" })).toMatchObject({ faults: [{ pointer: "/mapping/sku" }] });
  });

  test("uses the type as a category only in Shopify's export, because elsewhere it is simple or variable", async () => {
    const fieldsOf = async (head: string) =>
      (await plan(`${head}\na,b,c\n`)).columns.find(({ name }) => name.toLowerCase() === "type")?.fields;
    expect(await fieldsOf("sku,type,title")).toEqual([]);
    expect(await fieldsOf("Handle,Type,Variant SKU")).toEqual(["product_category"]);
    const both = await plan("Handle,Type,Variant SKU,Product Category\na,b,c,d\n");
    expect(both.columns).toContainEqual({ name: "Product Category", fields: ["product_category"] });
  });

  test("reads Shopify's export: variants take values of the first row, rows with more images are not products", async () => {
    const file = [
      "Handle,Title,Body (HTML),Vendor,Variant SKU,Variant Price,Variant Inventory Qty,Image Src,Status",
      "tee,Tee,<p>Soft &amp; warm</p>,Acme,T-1,19.90,3,https://a.example/1.jpg,active",
      "tee,,,,T-2,19.90,0,,",
      "tee,,,,,,,https://a.example/2.jpg,",
      "hat,Hat,,,H-1,5.00,1,,draft",
    ].join("\n");
    const { preview } = await plan(file, { mapping: '{"price_currency":{"value":"USD"}}' });
    expect(preview.map(({ sku, product }) => [sku, product.title, product.description, product.availability])).toEqual([
      ["T-1", "Tee", "Soft & warm", "in_stock"],
      ["T-2", "Tee", "Soft & warm", "out_of_stock"],
      [null, undefined, undefined, undefined],
      ["H-1", "Hat", undefined, "in_stock"],
    ]);
    expect(preview[3]?.product).toMatchObject({ item_group_id: "hat", status: "draft" });
  });
});

describe("the values of a row", () => {
  const HEAD = "sku,title,price,availability";
  const row = async (columns: string, cells: string) =>
    (await previewOf(`${HEAD},${columns}\nA,T,5.00 USD,in stock,${cells}\n`))[0];

  test.each<[string, string, string, object]>([
    ["a weight with its unit", "shipping_weight", "1.5 kg", { weight: { value: 1.5, unit: "kg" } }],
    ["a weight under its own name", "weight", "1.5 kg", { weight: { value: 1.5, unit: "kg" } }],
    ["a weight as JSON", "weight", '"{""value"":2,""unit"":""lb""}"', { weight: { value: 2, unit: "lb" } }],
    ["sides", "product_length,product_width", "20 cm,10 cm", { dimensions: { length: 20, width: 10, unit: "cm" } }],
    [
      "several URLs",
      "additional_image_link",
      '"https://a.example/1,https://a.example/2"',
      { additional_image_urls: ["https://a.example/1", "https://a.example/2"] },
    ],
    [
      "shipping",
      "shipping",
      "US:CA:Express:16.00 USD",
      { shipping: [{ country: "US", region: "CA", service: "Express", price_amount: 16 }] },
    ],
    [
      "shipping as Stripe writes it",
      "shipping",
      '"US:ALL:Standard:1-5:4.00 USD,CA:ON:Express::9.00 USD"',
      {
        shipping: [
          { country: "US", service: "Standard", price_amount: 4, min_transit_days: 1, max_transit_days: 5 },
          { country: "CA", region: "ON", service: "Express", price_amount: 9 },
        ],
      },
    ],
    ["an object as JSON", "variant_options", '"{""size"":""M""}"', { variant_options: { size: "M" } }],
    ["yes and no", "adult", "No", { adult: false }],
    ["labels in their order", "custom_label_0,custom_label_1", "a,b", { custom_labels: ["a", "b"] }],
    ["labels in any order", "custom_label_1,custom_label_0", "b,a", { custom_labels: ["a", "b"] }],
    [
      "a label after an empty one",
      "custom_label_0,custom_label_1,custom_label_2",
      "a,,c",
      { custom_labels: ["a"], custom_attributes: { custom_label_2: "c" } },
    ],
    ["a label alone", "custom_label_2", "c", { custom_attributes: { custom_label_2: "c" } }],
    [
      "a sale with its period",
      "sale_price,sale_price_effective_date",
      "4 USD,2026-12-01T00:00:00Z/2026-12-24T00:00:00Z",
      { sale_price_amount: 4, sale_price_starts_at: "2026-12-01T00:00:00Z" },
    ],
  ])("%s", async (_what, columns, cells, product) => {
    expect(await row(columns, cells)).toMatchObject(product);
  });

  test.each([
    ["In Stock", "in_stock"],
    ["https://schema.org/OutOfStock", "out_of_stock"],
    ["pre-order", "preorder"],
    ["available for order", "backorder"],
  ])("the availability %p is %p", async (cell, availability) => {
    expect(await previewOf(`${HEAD}\nA,T,5 USD,${cell}\n`)).toMatchObject([{ availability }]);
  });

  test("a unit for all rows is ignored in a row without the measure", async () => {
    const mapping = JSON.stringify({ "weight.unit": { value: "kg" }, "weight.value": "mass" });
    const rows = await previewOf(`${HEAD},mass\nA,T,5 USD,in stock,1.5\nB,T,5 USD,in stock,\n`, { mapping });
    expect(rows).toEqual([
      expect.objectContaining({ weight: { value: 1.5, unit: "kg" } }),
      expect.not.objectContaining({ weight: expect.anything() }),
    ]);
  });

  test("cells with only spaces are filled down", async () => {
    const file = "sku,title ,price\nA ,Tee   ,5 USD\nB ,      ,6 USD\n";
    expect(await previewOf(file, { fill_down: "title" })).toMatchObject([{ title: "Tee" }, { sku: "B", title: "Tee" }]);
  });

  test.each([
    ["1", "active"],
    ["Enabled", "active"],
    ["published", "active"],
    ["0", "draft"],
    ["hidden", "draft"],
    ["Archived", "archived"],
  ])("the status %p is %p", async (cell, status) => {
    expect(await row("status", cell)).toMatchObject({ status });
  });

  test.each([
    ["an exponent", "cost", "1e3", "/cost_amount"],
    ["more digits than a number holds", "cost", "0.1234567890123456789", "/cost_amount"],
    ["two currencies in a row", "cost", "1.00 EUR", "/cost_amount"],
    ["a fractional quantity", "quantity", "1.5", "/inventory_quantity"],
    ["broken JSON", "metadata", "{", "/metadata"],
    ["a weight without a unit", "weight", "1.23", "/weight"],
  ])("%s is rejected, not guessed", async (_what, columns, cells, pointer) => {
    expect(await row(columns, cells)).toEqual(expect.arrayContaining([expect.objectContaining({ pointer })]));
  });

  test.each([
    ["inventory_quantity", "99999999999", "must be at most 2147483647"],
    ["inventory_quantity", "9999999999999999", "must be at most 2147483647"],
    ["inventory_quantity", "99.999.999.999.999.999.999", "must be at most 2147483647"],
    ["inventory_quantity", "-99999999999999999999", "must be at least 0"],
    ["multipack", "99999999999999999999", "must be at most 10000"],
    ["review_rating", "99999999999999999999,5", "must be at most 5"],
    ["cost_amount", "99999999999999999999", "must be less than 10000000000"],
    ["weight", "99999999999999999999 kg", "must be at most 1000000"],
    ["product_length", "99999999999999999999 cm", "has too many digits: at most 15 can be kept exactly"],
  ])("the error of a number that is too large says the bound: %s %s", async (column, cell, message) => {
    expect(await previewOf(`sku;title;${column}\nA;T;${cell}\n`)).toEqual([[expect.objectContaining({ message })]]);
  });

  test("an unmapped member of a JSON row is listed and ignored; strict mode rejects it by name", async () => {
    const file = '{"sku":"A","title":"T","price":"5.00 USD","availability":"in_stock","colr":"red"}\n';
    const { columns, preview } = await plan(file);
    expect(columns).toContainEqual({ name: "colr", fields: [] });
    expect(preview).toMatchObject([{ sku: "A", errors: [] }]);
    expect(await previewOf(file, { strict: "true" })).toEqual([
      [expect.objectContaining({ pointer: "/colr", code: "unknown_field", severity: "error" })],
    ]);
  });

  test("a member named __proto__ does not change the prototype", async () => {
    const file =
      '{"sku":"A","title":"T","price":"5.00 USD","availability":"in_stock","__proto__":{"status":"draft"}}\n';
    const [errors] = await previewOf(file, { strict: "true" });
    expect(errors).toEqual([expect.objectContaining({ code: "unknown_field" })]);
    expect(await previewOf(file)).toEqual([expect.not.objectContaining({ status: expect.anything() })]);
    expect(() => importQuery.parse({ mapping: '{"metadata.__proto__":"x"}' })).toThrow("neither");
  });
});

describe("JSON nested more deeply than the API allows is an error of its row", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const lineOf = (sku: string, value: string) => `{"sku":"${sku}","title":"Tee","custom_attributes":${value}}\n`;

  test.each([LIMITS.jsonDepthMax, 20_000, 120_000])("%i levels below a line of JSON Lines", async (levels) => {
    const { preview, plan: found } = await plan(`{"sku":"J1","title":"Tee"}\n${lineOf("J2", nested(levels))}`);
    expect(preview[0]).toMatchObject({ sku: "J1", errors: [] });
    const message = `is nested more than ${LIMITS.jsonDepthMax} levels deep`;
    expect(preview[1]).toMatchObject({
      line: 2,
      product: {},
      errors: [{ pointer: "", code: "unreadable_row", message }],
    });
    expect(found.columns).toEqual(["sku", "title"]);
  });

  test("the allowed depth is read, and then validated", async () => {
    const { preview } = await plan(lineOf("J1", nested(LIMITS.jsonDepthMax - 1)));
    expect(preview).toMatchObject([{ sku: "J1", errors: [{ pointer: "/custom_attributes", code: "invalid_type" }] }]);
  });

  test("20,000 levels in one cell", async () => {
    const { preview } = await plan(`sku\tcustom_attributes\nC1\t{"a":${nested(20_000)}}\n`);
    const message = `is nested more than ${LIMITS.jsonDepthMax} levels deep`;
    expect(preview).toMatchObject([{ sku: "C1", product: {}, errors: [{ pointer: "/custom_attributes", message }] }]);
    expect(() => JSON.stringify(preview)).not.toThrow();
  });
});
