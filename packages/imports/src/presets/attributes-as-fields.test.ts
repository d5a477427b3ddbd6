import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-attributes-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const IN_STOCK = { mapping: '{"availability":{"value":"in_stock"}}' };

test("an additional attribute of Magento may be the GTIN, the MPN or the brand", async () => {
  const { products, faults } = await read(
    [
      "sku,attribute_set_code,product_type,name,price,qty,is_in_stock,additional_attributes",
      'A,Default,simple,Cup,10,5,1,"ean=4006381333931,mpn=M-1,hersteller=Acme,fit=Wide"',
      'B,Default,simple,Mug,10,5,1,"barcode=shelf 4,gtin=4006381333931"',
    ].join("\n"),
    EUR,
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { gtin: "4006381333931", mpn: "M-1", brand: "Acme", custom_attributes: { fit: "Wide" } },
    { gtin: "4006381333931", custom_attributes: { barcode: "shelf 4" } },
  ]);
  expect(products[0]?.custom_attributes).toEqual({ fit: "Wide" });
});

test("an attribute of a WooCommerce product may be its GTIN or brand, but not one of its colors", async () => {
  const { products, faults } = await read(
    [
      "ID,Type,SKU,Name,Published,Visibility in catalog,In stock?,Stock,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s),Attribute 3 name,Attribute 3 value(s)",
      '1,simple,A,Cup,1,visible,1,5,10,EAN,4006381333931,Brand,Acme,Color,"Red, Blue"',
    ].join("\n"),
    EUR,
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { gtin: "4006381333931", brand: "Acme", custom_attributes: { EAN: "4006381333931" } },
  ]);
  expect(products[0]).not.toHaveProperty("color");
});

test("an attribute ean of commercetools is the GTIN, if there is no attribute gtin", async () => {
  const product = (sku: string, ...attributes: readonly object[]) => ({
    id: sku,
    name: { en: "Cup" },
    masterVariant: { sku, prices: [{ value: { currencyCode: "EUR", centAmount: 900 } }], attributes },
  });
  const ean = { name: "ean", value: "4006381333931" };
  const { products, faults } = await read(
    JSON.stringify({
      results: [product("A", ean), product("B", { name: "gtin", value: "8712345678906" }, ean)],
    }),
    IN_STOCK,
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { sku: "A", gtin: "4006381333931", custom_attributes: { ean: "4006381333931" } },
    { sku: "B", gtin: "8712345678906" },
  ]);
  const { products: rows } = await read(
    [
      "key,productType.key,name.en,variants.sku,variants.attributes.ean,variants.prices.value.currencyCode,variants.prices.value.centAmount",
      "cup,cups,Cup,A,4006381333931,EUR,900",
    ].join("\n"),
    IN_STOCK,
  );
  expect(rows).toMatchObject([{ sku: "A", gtin: "4006381333931", price_amount: 9 }]);
});
