import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-shops-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const codesOf = (questions: readonly { readonly code: string }[]) => questions.map(({ code }) => code);

test("Vendure's export: variants below their product, with its options, facets and images", async () => {
  const file = [
    "name   ,slug,description   ,assets     ,facets                               ,optionGroups,optionValues,sku,price ,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets",
    'Laptop ,lap ,"<p>Thin</p>" ,lap.jpg    ,category:Electronics|category:Computers|brand:Acme,size|RAM,13 inch|8GB ,L1 ,1299.00,standard  ,100        ,             ,             ,',
    "       ,    ,              ,           ,                                     ,            ,15 inch|8GB ,L2 ,1.299 ,standard   ,0          ,             ,own.jpg      ,color:red|fit:slim",
    "Mouse  ,mou ,Small         ,m.jpg      ,                                     ,            ,            ,M1 ,18.99 ,standard   ,5          ,false        ,             ,",
  ].join("\n");
  const mapping = JSON.stringify({
    price_currency: { value: "KWD" },
    image: { column: "assets", prefix: "https://a.example/" },
    variant_image: { column: "variantAssets", prefix: "https://a.example/" },
  });
  const { plan, products, faults } = await read(file, { mapping });
  expect([plan.preset, faults]).toEqual(["vendure", []]);
  expect(products).toMatchObject([
    {
      sku: "L1",
      title: "Laptop",
      item_group_id: "lap",
      description: "Thin",
      brand: "Acme",
      availability: "in_stock",
      product_category: "Electronics > Computers",
      variant_options: { size: "13 inch", RAM: "8GB" },
      price_amount: 1299,
    },
    {
      sku: "L2",
      title: "Laptop",
      image_url: "https://a.example/own.jpg",
      custom_attributes: { color: "red", fit: "slim" },
      availability: "out_of_stock",
      price_amount: 1.299,
    },
    { sku: "M1", title: "Mouse", availability: "in_stock", inventory_quantity: null },
  ]);
  expect(products[2]).not.toHaveProperty("variant_options");
  expect(codesOf((await read(file)).questions)).toEqual(["currency", "prefix", "prefix"]);
});

test("Bagisto's export: variants of a parent that is skipped, stock by warehouse, a special price", async () => {
  const file = [
    "sku,parent_sku,locale,attribute_family_code,type,categories,images,name,description,status,weight,price,special_price,special_price_from,special_price_to,url_key,manage_stock,inventories,configurable_variants",
    'CP,,en,default,configurable,Men/Wear,6.webp,Jacket,,1,,,,,,jacket,,,"sku=S1,color=Yellow,size=M|sku=S2,color=Green,size=L"',
    'S1,CP,en,default,simple,Men/Wear,"9.webp,10.webp",Jacket M,Warm,1,1.23,21,17,2026-02-01,2026-02-15 00:00:00,jacket,1,default=100|outlet=5,',
    "B1,,en,default,booking,Men/Wear,,Yoga,,0,,250,,,,yoga,0,,",
  ].join("\n");
  const mapping = JSON.stringify({
    price_currency: { value: "USD" },
    shipping_weight: { column: "weight", unit: "kg" },
    image: { column: "images", prefix: "https://a.example/" },
  });
  const { plan, rows, products, faults } = await read(file, { mapping });
  expect([plan.preset, faults, rows.map(({ type }) => type)]).toEqual([
    "bagisto",
    [],
    ["skipped", "product", "product"],
  ]);
  expect(products).toMatchObject([
    {
      sku: "S1",
      item_group_id: "CP",
      variant_options: { color: "Yellow", size: "M" },
      color: "Yellow",
      size: "M",
      price_amount: 21,
      sale_price_amount: 17,
      inventory_quantity: 105,
      sale_price_ends_at: "2026-02-15T23:59:59Z",
      weight: { value: 1.23, unit: "kg" },
      status: "active",
      image_url: "https://a.example/9.webp",
      additional_image_urls: ["https://a.example/10.webp"],
    },
    { sku: "B1", availability: "in_stock", status: "draft", price_amount: 250 },
  ]);
  expect(codesOf((await read(file)).questions).sort()).toEqual(["currency", "prefix", "unit"]);
});

test("Bagisto's rows by locale are one product with translations", async () => {
  const row = (locale: string, name: string) => `S1,CP,${locale},default,simple,${name},${name}.,1,21,s1,1,default=4`;
  const header =
    "sku,parent_sku,locale,attribute_family_code,type,name,description,status,price,url_key,manage_stock,inventories";
  const { rows, products, faults } = await read([header, row("en", "Jacket"), row("de", "Jacke")].join("\n"), {
    mapping: '{"price_currency":{"value":"USD"}}',
  });
  expect([faults, rows.map(({ type }) => type)]).toEqual([[], ["product", "skipped"]]);
  expect(products).toMatchObject([
    { title: "Jacket", inventory_quantity: 4, translations: { de: { title: "Jacke", description: "Jacke." } } },
  ]);
});

test("Saleor's database dump: variants joined with the other tables", async () => {
  const record = (model: string, pk: number, fields: object) => ({ model, pk, fields });
  const dump = [
    record("product.category", 1, { name: "Home", parent: null }),
    record("product.category", 2, { name: "Mugs", parent: 1 }),
    record("product.product", 7, {
      name: "Mug",
      slug: "mug",
      description_plaintext: "For tea",
      category: 2,
      weight: "0.3:kg",
    }),
    record("product.productchannellisting", 1, {
      product: 7,
      channel: 1,
      is_published: true,
      available_for_purchase_at: "2022-05-12T22:28:54.347Z",
    }),
    record("product.productmedia", 1, { product: 7, sort_order: 2, image: "products/b.png" }),
    record("product.productmedia", 2, { product: 7, sort_order: 1, image: "products/a.png" }),
    record("product.productvariant", 70, { sku: "MUG-R", product: 7, track_inventory: true, weight: null }),
    record("product.productvariantchannellisting", 1, {
      variant: 70,
      channel: 2,
      currency: "PLN",
      price_amount: "40.000",
    }),
    record("product.productvariantchannellisting", 2, {
      variant: 70,
      channel: 1,
      currency: "USD",
      price_amount: "10.000",
    }),
    record("warehouse.stock", 1, { product_variant: 70, quantity: 3 }),
    record("warehouse.stock", 2, { product_variant: 70, quantity: 4 }),
    record("attribute.attribute", 5, { name: "Color" }),
    record("attribute.attributevalue", 50, { name: "Red", attribute: 5 }),
    record("attribute.attribute", 6, { name: "Brand" }),
    record("attribute.attribute", 7, { name: "Flavors" }),
    record("attribute.attribute", 8, { name: "Vegan" }),
    record("attribute.attributevalue", 60, { name: "Acme", attribute: 6, boolean: null }),
    record("attribute.attributevalue", 70, { name: "Mint", attribute: 7, boolean: null }),
    record("attribute.attributevalue", 71, { name: "Lime", attribute: 7, boolean: null }),
    record("attribute.attributevalue", 80, { name: "Vegan: Yes", attribute: 8, boolean: true }),
    record("attribute.assignedproductattributevalue", 1, { value: 60, product: 7 }),
    record("attribute.assignedproductattributevalue", 2, { value: 70, product: 7 }),
    record("attribute.assignedproductattributevalue", 3, { value: 71, product: 7 }),
    // Older versions have a table between the product and the value.
    record("attribute.assignedproductattribute", 3, { product: 7, assignment: 1 }),
    record("attribute.assignedproductattributevalue", 4, { value: 80, assignment: 3 }),
    record("attribute.assignedvariantattribute", 9, { variant: 70, assignment: 1 }),
    record("attribute.assignedvariantattributevalue", 1, { value: 50, assignment: 9 }),
  ];
  const mapping = JSON.stringify({ image: { column: "image", prefix: "https://a.example/media/" } });
  const { plan, products, faults, questions } = await read(JSON.stringify(dump), { mapping });
  expect([plan.preset, faults, questions]).toEqual(["saleor", [], []]);
  expect(products).toEqual([
    {
      sku: "MUG-R",
      title: "Mug",
      description: "For tea",
      item_group_id: "mug",
      item_group_title: "Mug",
      product_category: "Home > Mugs",
      variant_options: { Color: "Red" },
      color: "Red",
      weight: { value: 0.3, unit: "kg" },
      price_amount: 10,
      sale_price_amount: null,
      sale_price_starts_at: null,
      sale_price_ends_at: null,
      price_currency: "USD",
      prices: [{ currency: "PLN", amount: 40 }],
      brand: "Acme",
      custom_attributes: { Brand: "Acme", Flavors: "Mint, Lime", Vegan: "yes" },
      availability: "in_stock",
      inventory_quantity: 7,
      status: "active",
      image_url: "https://a.example/media/products/a.png",
      additional_image_urls: ["https://a.example/media/products/b.png"],
    },
  ]);
  expect(codesOf((await read(JSON.stringify(dump))).questions)).toEqual(["prefix"]);
  // A promotion lowers what customers pay, in each channel.
  const reduced = JSON.stringify(dump)
    .replace('"price_amount":"40.000"', '"price_amount":"40.000","discounted_price_amount":"30.000"')
    .replace('"price_amount":"10.000"', '"price_amount":"10.000","discounted_price_amount":"8.500"');
  expect((await read(reduced, { mapping })).products).toMatchObject([
    { price_amount: 10, sale_price_amount: 8.5, prices: [{ currency: "PLN", amount: 40, sale_amount: 30 }] },
  ]);
  const same = reduced.replace("8.500", "10.000").replace('"30.000"', "null");
  expect((await read(same, { mapping })).products).toMatchObject([
    { price_amount: 10, sale_price_amount: null, prices: [{ currency: "PLN", amount: 40 }] },
  ]);
  const unsold = JSON.stringify(dump).replace('"2022-05-12T22:28:54.347Z"', "null");
  expect((await read(unsold)).products).toMatchObject([{ availability: "out_of_stock", status: "active" }]);
});

test("Saleor's variants without a SKU: the preview asks, and they are left out or have their number", async () => {
  const product = { name: "Mug", slug: "mug", description_plaintext: "For tea", category: null };
  const variant = (pk: number, sku: string | null) => ({
    model: "product.productvariant",
    pk,
    fields: { sku, product: 7 },
  });
  const listing = (pk: number) => ({
    model: "product.productvariantchannellisting",
    pk,
    fields: { variant: pk, channel: 1, currency: "USD", price_amount: "10.000" },
  });
  const records = [{ model: "product.product", pk: 7, fields: product }, variant(70, "MUG"), variant(71, null)];
  const dump = JSON.stringify([...records, listing(70), listing(71)]);
  const [question] = (await read(dump)).questions;
  expect(question).toMatchObject({ code: "sku", column: "sku" });
  const skusWith = async (label: string) => {
    const mapping = question?.answers.find((answer) => answer.label.startsWith(label))?.mapping;
    const { questions, rows } = await read(dump, { mapping: JSON.stringify(mapping) });
    expect(questions).toEqual([]);
    return rows.map(({ type, sku }) => [type, sku]);
  };
  expect(await skusWith("Use their numbers, such as variant-71")).toEqual([
    ["product", "MUG"],
    ["product", "variant-71"],
  ]);
  expect(await skusWith("Leave them out")).toEqual([
    ["product", "MUG"],
    ["invalid", null],
  ]);
});
