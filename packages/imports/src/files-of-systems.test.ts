import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-systems-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test("JTL: parents, variations, stock and the price with taxes", async () => {
  const file = [
    "Artikelnummer;Artikelname;Beschreibung;HAN;Std. VK Brutto;Std. VK Netto;Lagerbestand gesamt;Lagerbestandsführung aktiv;Überverkäufe möglich;Aktiv;Hersteller;Kategorie Ebene 1;Identifizierungsspalte Vaterartikel;Variationsname 1;Variationswertname 1",
    "TEE;Shirt;<p>Weich</p>;;19,90;16,72;0,00;Y;N;Y;Acme;Kleidung;;;",
    "TEE-S;Shirt S;;H-1;19,90;16,72;5,00;Y;N;Y;Acme;;TEE;Größe;S",
    "TEE-M;Shirt M;;H-2;21,90;18,40;0,00;Y;Y;Y;Acme;;TEE;Größe;M",
  ].join("\n");
  const { products, rows, faults, questions } = await read(file);
  expect([faults, questions.map(({ code }) => code)]).toEqual([[], ["currency"]]);
  expect(rows.map(({ type }) => type)).toEqual(["skipped", "product", "product"]);
  const shared = { description: "Weich", product_category: "Kleidung", item_group_id: "TEE" };
  expect(products).toMatchObject([
    { ...shared, sku: "TEE-S", price_amount: 19.9, availability: "in_stock", variant_options: { Größe: "S" } },
    { ...shared, sku: "TEE-M", price_amount: 21.9, availability: "backorder", variant_options: { Größe: "M" } },
  ]);
});

test("Odoo: the internal reference is the SKU, not the id of the export", async () => {
  const file = "id,Internal Reference,Name,Quantity On Hand,Sales Description\n__export__.product_1,TEE,Tee,5,Soft\n";
  expect((await read(file)).rows).toMatchObject([{ body: { sku: "TEE", description: "Soft" } }]);
});

test("Lightspeed: the custom SKU; its description may be the title, about which is asked", async () => {
  const file =
    "System ID,UPC,Custom SKU,Manufact. SKU,Description,Qty.,Price,Default Cost\n210000000001,,TEE-S,M-1,Tee S Red,5,19.90 USD,8.00\n";
  const { rows, questions } = await read(file);
  expect(rows).toMatchObject([{ body: { sku: "TEE-S", mpn: "M-1", cost_amount: 8 } }]);
  expect(questions.find(({ code }) => code === "title")?.answers[0]).toEqual({
    label: "Description",
    mapping: { title: "Description" },
  });
});

test("Zoho: goods is no category", async () => {
  const file = "SKU,Item Name,Product Type,Category Name,Selling Price,Stock On Hand\nA,Tee,goods,Shirts,EUR 5.00,3\n";
  expect((await read(file)).products).toMatchObject([{ sku: "A", product_category: "Shirts" }]);
});

test("OpenCart: whether a product is shipped says nothing about the price of shipping", async () => {
  const file = "sku,name,price,currency,quantity,shipping\nA,Phone,5,EUR,3,yes\nB,File,5,EUR,3,no\n";
  const { products, faults } = await read(file);
  expect([products.length, faults]).toEqual([2, []]);
  expect((await read("sku,shipping\nA,US:::5.00 USD\n")).plan.mapping).toHaveProperty("shipping");
});

test("eBay: a GTIN that does not apply is none", async () => {
  const file = "CustomLabel,*Title,Product:EAN\nA,Tee,Nicht zutreffend\nB,Hat,Does not apply\nC,Cap,4006381333931\n";
  const { rows, faults } = await read(file);
  expect(faults).toEqual([]);
  expect(rows).toMatchObject([{ sku: "A" }, { sku: "B" }, { body: { gtin: "4006381333931" } }]);
  expect(rows[0]).not.toHaveProperty("body.gtin");
});

test("Airtable: attachments are links behind the names of their files", async () => {
  const photos = "tee (1).jpg (https://a.example/1.jpg),back.jpg (https://a.example/2.jpg)";
  const plain = "tee.jpg (https://a.example/1.jpg),back.jpg (https://a.example/2.jpg)";
  const { rows } = await read(`SKU,Name,Photos\nA,Tee,"${plain}"\nB,Hat,\nC,Cap,"${photos}"\n`);
  for (const row of [rows[0], rows[2]])
    expect(row).toMatchObject({
      body: { image_url: "https://a.example/1.jpg", additional_image_urls: ["https://a.example/2.jpg"] },
    });
});

test("a sheet in Japanese: a comma in an amount with the sign of the yen is between thousands", async () => {
  const { rows, faults, questions } = await read(
    '商品コード,商品名,税込価格,在庫数\nA,シャツ,"¥1,980",5\nB,帽子,￥980,2\n',
  );
  expect([faults, questions.map(({ code }) => code)]).toEqual([[], ["currency"]]);
  expect(rows).toMatchObject([{ body: { price_amount: 1980 } }, { body: { price_amount: 980 } }]);
});

test("BigCommerce: a variant with a price of its own has no sale of its product", async () => {
  const file = [
    "Item,ID,Name,SKU,Options,Inventory Tracking,Current Stock,Price,Sale Price,Is Visible",
    "Product,77,Tee,TEE,,variant,0,19.90,15.90,TRUE",
    "Variant,78,,TEE-S,Type=Dropdown|Name=Size|Value=S,,5,,,TRUE",
    "Variant,79,,TEE-M,Type=Dropdown|Name=Size|Value=M,,5,21.90,,TRUE",
  ].join("\n");
  expect((await read(file)).products).toMatchObject([
    { sku: "TEE-S", price_amount: 19.9, sale_price_amount: 15.9 },
    { sku: "TEE-M", price_amount: 21.9, sale_price_amount: null },
  ]);
});
