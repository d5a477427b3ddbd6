import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-magento-"));
afterAll(() => rmSync(folder, { recursive: true }));
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };
const read = (lines: readonly string[]) => readFileWith(folder)(lines.join("\n"), EUR);
const HEADER = "sku,store_view_code,product_type,name,product_websites,product_online,visibility,price,qty,is_in_stock";

test("a product that is in no website is a draft, and so are its variants", async () => {
  const search = '"Catalog, Search"';
  const { plan, products, faults } = await read([
    `${HEADER},configurable_variations`,
    `A,,simple,Here,base,1,${search},10,5,1,`,
    `B,,simple,Everywhere,"base,second",1,${search},10,5,1,`,
    `C,,simple,Nowhere,,1,${search},10,5,1,`,
    `D,,simple,Disabled,base,2,${search},10,5,1,`,
    "E-1,,simple,Red,base,1,Not Visible Individually,10,5,1,",
    `E,,configurable,Tee,,1,${search},,,1,"sku=E-1,color=Red"`,
  ]);
  expect([plan.preset, faults]).toEqual(["magento", []]);
  expect(products.map(({ sku, status }) => [sku, status])).toEqual([
    ["A", "active"],
    ["B", "active"],
    ["C", "draft"],
    ["D", "draft"],
    ["E-1", "draft"],
  ]);
});

test("a file without the column of websites says nothing about them", async () => {
  const { products } = await read([
    "sku,store_view_code,product_type,attribute_set_code,name,price,qty,is_in_stock",
    "A,,simple,Default,Tee,10,5,1",
  ]);
  expect(products[0]).not.toHaveProperty("status");
});

test("the base image is no other image, and attributes have no quotes around their values", async () => {
  const { products, faults } = await read([
    `${HEADER},base_image,additional_images,additional_attributes`,
    `A,,simple,Tee,base,1,"Catalog, Search",10,5,1,https://m.example/1.jpg,"https://m.example/1.jpg,https://m.example/2.jpg","note=""Soft, warm"",fit=Slim,motto=""A """"B"""" C"""`,
    `B,,simple,Cap,base,1,"Catalog, Search",10,5,1,no_selection,,"fit=Wide"`,
  ]);
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "A",
      image_url: "https://m.example/1.jpg",
      additional_image_urls: ["https://m.example/2.jpg"],
      custom_attributes: { note: "Soft, warm", fit: "Slim", motto: 'A "B" C' },
    },
    { sku: "B", custom_attributes: { fit: "Wide" } },
  ]);
  expect(products[1]).not.toHaveProperty("image_url");
});
