import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-shopware-5-"));
afterAll(() => rmSync(folder, { recursive: true }));
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const read = (lines: readonly string[]) => readFileWith(folder)(lines.join("\n"), EUR);

const HEADER =
  "ordernumber;mainnumber;name;additionalText;supplier;tax;price_EK;pseudoprice_EK;baseprice_EK;from_EK;to_EK;price_H;active;instock;stockmin;description;description_long;shippingtime;keywords;laststock;suppliernumber;weight;ean;configuratorOptions;categories;imageUrl;main;purchasePrice";

test("the articles of Shopware 5: variants, a reduced price, stock, the path of a category", async () => {
  const { plan, products, faults } = await read([
    HEADER,
    "SW1;SW1;Glas;;Sasse;19,00;35,99;45,00;0;1;beliebig;30,00;1;10;0;kurz;<p>lang</p>;3;;0;H-1;0,5;4006381333931;;3|Deutsch->Essen->Gläser;http://s.example/a.jpg|http://s.example/b.jpg;1;20,00",
    "SW2.1;SW2;Shirt;rot / S;Sasse;19,00;19,95;;0;1;beliebig;;1;0;0;;<p>Shirt</p>;;;1;;0,2;;Farbe:rot|Größe:S;;http://s.example/c.jpg;1;",
    "SW2.2;SW2;Shirt;blau / S;Sasse;19,00;19,95;;0;1;beliebig;;1;0;0;;<p>Shirt</p>;;;0;;0,2;;Farbe:blau|Größe:S;;;0;",
    "SW2.2;SW2;Shirt;blau / S;Sasse;19,00;15,95;;0;10;beliebig;;1;0;0;;;;;0;;0,2;;Farbe:blau|Größe:S;;;0;",
    "SW3;SW3;Tasse;;Sasse;7,00;9,95;;0;1;beliebig;;0;4;0;;x;;;0;;;;;;;1;",
  ]);
  expect([plan.preset, faults]).toEqual(["shopware", []]);
  expect(products).toMatchObject([
    {
      sku: "SW1",
      title: "Glas",
      description: "lang",
      brand: "Sasse",
      price_amount: 45,
      sale_price_amount: 35.99,
      cost_amount: 20,
      availability: "in_stock",
      inventory_quantity: 10,
      mpn: "H-1",
      gtin: "4006381333931",
      weight: { value: 0.5, unit: "kg" },
      product_category: "Deutsch > Essen > Gläser",
      image_url: "http://s.example/a.jpg",
      additional_image_urls: ["http://s.example/b.jpg"],
      status: "active",
    },
    {
      sku: "SW2.1",
      item_group_id: "SW2",
      item_group_title: "Shirt",
      price_amount: 19.95,
      sale_price_amount: null,
      availability: "out_of_stock",
      variant_options: { Farbe: "rot", Größe: "S" },
      color: "rot",
      size: "S",
    },
    { sku: "SW2.2", price_amount: 19.95, availability: "backorder", color: "blau" },
    { sku: "SW3", status: "draft" },
  ]);
  expect(products[0]).not.toHaveProperty("item_group_id");
});

test("the stock of Shopware 5 alone", async () => {
  const { plan, products } = await read([
    "ordernumber;instock;name;additionalText;supplier;price",
    "SW1;0;Glas;;Sasse;35,99",
    "SW2;4;Tasse;;Sasse;9,95",
  ]);
  expect(plan.preset).toBe("shopware");
  expect(products).toMatchObject([
    { sku: "SW1", inventory_quantity: 0, availability: "out_of_stock", price_amount: 35.99 },
    { sku: "SW2", inventory_quantity: 4, availability: "in_stock" },
  ]);
});
