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
    ["E-1", "draft"],
    ["A", "active"],
    ["B", "active"],
    ["C", "draft"],
    ["D", "draft"],
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

test("the options of a configurable product that is out of stock cannot be bought", async () => {
  const search = '"Catalog, Search"';
  const { products, faults } = await read([
    `${HEADER},configurable_variations,manage_stock,use_config_manage_stock`,
    "A-1,,simple,Red,base,1,Not Visible Individually,10,5,1,,1,1",
    `A-2,,simple,Blue,base,1,${search},10,5,1,,1,1`,
    `A,,configurable,Tee,base,1,${search},,0,0,"sku=A-1,color=Red|sku=A-2,color=Blue|sku=A-3,color=Green",1,1`,
    "A-3,,simple,Green,base,1,Not Visible Individually,10,5,1,,1,1",
    "B-1,,simple,Red,base,1,Not Visible Individually,10,5,1,,1,1",
    `B,,configurable,Cap,base,1,${search},,0,0,"sku=B-1,color=Red",0,0`,
  ]);
  expect(faults).toEqual([]);
  expect(products.map(({ sku, availability }) => [sku, availability])).toEqual([
    ["A-1", "out_of_stock"],
    ["A-2", "in_stock"],
    ["A-3", "out_of_stock"],
    ["B-1", "in_stock"],
  ]);
});

test.each(["2026-11-28 00:00:00", "11/28/26", '"11/28/26, 12:00 AM"', "2026-11-28"])(
  "a special price until %s is that of the whole day",
  async (date) => {
    const { products, faults } = await read([
      `${HEADER},special_price,special_price_from_date,special_price_to_date`,
      `A,,simple,Tee,base,1,"Catalog, Search",10,5,1,8,2026-11-01 00:00:00,${date}`,
    ]);
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { sale_price_starts_at: "2026-11-01T00:00:00Z", sale_price_ends_at: "2026-11-28T23:59:59Z" },
    ]);
  },
);

test("an additional attribute in quotes may have commas and other names in its value", async () => {
  const { products, faults } = await read([
    `${HEADER},additional_attributes`,
    `A,,simple,Tee,base,1,"Catalog, Search",10,5,1,"custom=""x=1,y=2;z"",fit=Slim"`,
  ]);
  expect(faults).toEqual([]);
  expect(products[0]?.custom_attributes).toEqual({ custom: "x=1,y=2;z", fit: "Slim" });
});

test("a value that the setting of the shop replaces says nothing about the stock", async () => {
  const { products, faults } = await read([
    `${HEADER},manage_stock,use_config_manage_stock,allow_backorders,use_config_backorders`,
    'A,,simple,Default,base,1,"Catalog, Search",10,0,1,0,1,0,1',
    'B,,simple,Not tracked,base,1,"Catalog, Search",10,0,1,0,0,0,1',
    'C,,simple,Default policy,base,1,"Catalog, Search",10,0,1,1,1,1,1',
    'D,,simple,Sold without stock,base,1,"Catalog, Search",10,0,1,1,1,1,0',
  ]);
  expect(products.map(({ sku, availability, inventory_quantity: count }) => [sku, availability, count])).toEqual([
    ["A", "out_of_stock", 0],
    ["B", "in_stock", null],
    ["C", "out_of_stock", 0],
    ["D", "backorder", 0],
  ]);
  expect(faults.map(({ code }) => code)).toEqual(["quantity_availability_mismatch", "quantity_availability_mismatch"]);
});

test("stock sources change the stock alone: one without stock has nothing to sell, and those of a product are added up", async () => {
  const { plan, rows, faults } = await readFileWith(folder)(
    "source_code,sku,status,quantity\ndefault,U1,1,3\nberlin,U1,1,4\nparis,U1,0,9\ndefault,U2,0,7\ndefault,U3,1,2\n",
  );
  expect([plan.preset, plan.combine?.warehouse, faults]).toEqual(["magento", "source_code", []]);
  expect(rows.map(({ type }) => type)).toEqual(["product", "skipped", "skipped", "product", "product"]);
  expect(rows.flatMap((row) => (row.type === "product" ? [row.body] : []))).toEqual([
    { sku: "U1", availability: "in_stock", inventory_quantity: 7 },
    { sku: "U2", availability: "out_of_stock", inventory_quantity: 0 },
    { sku: "U3", availability: "in_stock", inventory_quantity: 2 },
  ]);
});

test("variants above their configurable product are in its group, also visible ones and in a file without visibility", async () => {
  const groupsOf = (products: readonly Record<string, unknown>[]) =>
    products.map(({ sku, item_group_id: group, status }) => [sku, group, status]);
  const variants = (first: string, second: string) => [
    `E-1,,simple,Red,base,1,${first},10,5,1,`,
    `E-2,,simple,Blue,base,1,${second},10,5,1,`,
    `F,,simple,Cap,base,1,"Catalog, Search",10,5,1,`,
    `E,,configurable,Tee,base,1,"Catalog, Search",,,1,"sku=E-1,color=Red|sku=E-2,color=Blue"`,
  ];
  for (const [first, second] of [
    ["Not Visible Individually", "Not Visible Individually"],
    ['"Catalog, Search"', "Search"],
    ["1", "4"],
    ["", ""],
  ] as const) {
    const { products } = await read([`${HEADER},configurable_variations`, ...variants(first, second)]);
    expect(groupsOf(products)).toEqual([
      ["E-1", "E", "active"],
      ["E-2", "E", "active"],
      ["F", undefined, "active"],
    ]);
  }
});
