import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-portals-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

test("Ceneo's offers: pictures in attributes, and attributes by their names", async () => {
  const { products, faults } = await read(
    `<?xml version="1.0" encoding="utf-8"?>
<offers version="1"><o id="1" url="https://c.example/1" price="8.00" avail="1" stock="5"><cat><![CDATA[Książki/Romans]]></cat><name><![CDATA[Sto lat]]></name><imgs><main url="https://c.example/1.jpg"/><i url="https://c.example/2.jpg"/><i url="https://c.example/3.jpg"/></imgs><desc>Opis</desc><attrs><a name="Producent"><![CDATA[Muza, "SA"]]></a><a name="EAN"><![CDATA[4006381333931]]></a><a name="Oprawa">twarda</a></attrs></o>
<o id="2" url="https://c.example/2" price="19.90" avail="99" stock="0"><cat>K</cat><name>Dwa</name><imgs><main url="https://c.example/4.jpg"/></imgs><desc>x</desc><attrs><a name="Oprawa">miękka</a></attrs></o></offers>`,
    { mapping: '{"price_currency":{"value":"PLN"}}' },
  );
  expect(faults.filter(({ pointer }) => pointer !== "/availability")).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "1",
      brand: 'Muza, "SA"',
      gtin: "4006381333931",
      custom_attributes: { Oprawa: "twarda" },
      image_url: "https://c.example/1.jpg",
      additional_image_urls: ["https://c.example/2.jpg", "https://c.example/3.jpg"],
    },
    { sku: "2", image_url: "https://c.example/4.jpg", custom_attributes: { Oprawa: "miękka" } },
  ]);
});

test("Yandex' offers: the count, the price before a reduction, the MPN and parameters", async () => {
  const offer = (id: string, more: string) =>
    `<offer id="${id}" available="true"><name>Мороженица</name><url>https://y.example/${id}</url><price>8990</price><currencyId>RUR</currencyId><categoryId>10</categoryId><picture>https://y.example/1.jpg</picture><vendor>Brand</vendor>${more}</offer>`;
  const { products, faults } = await read(
    `<yml_catalog date="2026-11-28T14:37"><shop><name>M</name><categories><category id="10">Мелкая</category></categories><offers>${offer("1", '<oldprice>9990</oldprice><vendorCode>A123</vendorCode><param name="Цвет">белый</param><param name="Материал">сталь</param><count>5</count>')}${offer("2", "<count>0</count>")}</offers></shop></yml_catalog>`,
  );
  expect(faults.filter(({ code }) => code !== "quantity_availability_mismatch")).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "1",
      price_amount: 9990,
      sale_price_amount: 8990,
      price_currency: "RUB",
      mpn: "A123",
      inventory_quantity: 5,
      availability: "in_stock",
      custom_attributes: { Цвет: "белый", Материал: "сталь" },
    },
    { sku: "2", price_amount: 8990, availability: "out_of_stock" },
  ]);
});

test.each([
  ["ARTICLE", "SUPPLIER_AID", "EAN", "MANUFACTURER_AID"],
  ["PRODUCT", "SUPPLIER_PID", "INTERNATIONAL_PID", "MANUFACTURER_PID"],
])("the rows of a BMEcat catalog are each %s, and not its prices", async (row, sku, ean, mpn) => {
  const price = (amount: string, from: string) =>
    `<${row}_PRICE price_type="net_list"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT><PRICE_CURRENCY>EUR</PRICE_CURRENCY><LOWER_BOUND>${from}</LOWER_BOUND></${row}_PRICE>`;
  const { plan, products, questions } = await read(
    `<?xml version="1.0" encoding="UTF-8"?>
<BMECAT version="1.2"><HEADER><CATALOG><LANGUAGE>deu</LANGUAGE><CATALOG_ID>C</CATALOG_ID></CATALOG></HEADER><T_NEW_CATALOG><${row} mode="new"><${sku}>BM-1</${sku}><${row}_DETAILS><DESCRIPTION_SHORT>Schraube M6</DESCRIPTION_SHORT><DESCRIPTION_LONG>Lang</DESCRIPTION_LONG><${ean}>4006381333931</${ean}><${mpn}>M6-X</${mpn}><MANUFACTURER_NAME>W</MANUFACTURER_NAME></${row}_DETAILS><${row}_PRICE_DETAILS>${price("12.50", "1")}${price("10.50", "100")}</${row}_PRICE_DETAILS></${row}></T_NEW_CATALOG></BMECAT>`,
    { mapping: '{"price":{"value":"14.88 EUR"},"availability":{"value":"in_stock"}}' },
  );
  expect(plan.rows).toBe(`/BMECAT/T_NEW_CATALOG/${row}`);
  expect(questions.map(({ code }) => code)).not.toContain("sku");
  expect(products).toMatchObject([
    { sku: "BM-1", title: "Schraube M6", description: "Lang", gtin: "4006381333931", mpn: "M6-X", brand: "W" },
  ]);
});
