import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-shopify-graphql-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = { mapping: '{"price_currency":{"value":"EUR"}}' };

const product = (id: number, more: object = {}) => ({
  id: `gid://shopify/Product/${id}`,
  title: `Tee ${id}`,
  handle: `tee-${id}`,
  descriptionHtml: "<p>Soft</p>",
  vendor: "Acme",
  productType: "Shirts",
  status: "ACTIVE",
  tags: ["a"],
  ...more,
});
const variant = (id: number, sku: string, size: string, more: object = {}) => ({
  id: `gid://shopify/ProductVariant/${id}`,
  sku,
  price: "19.90",
  compareAtPrice: null,
  inventoryQuantity: 4,
  inventoryPolicy: "DENY",
  barcode: null,
  selectedOptions: [{ name: "Size", value: size }],
  ...more,
});
const SALE = { compareAtPrice: "29.90", barcode: "4006381333931", image: { url: "https://cdn.example/s.jpg" } };
const OVERSOLD = { inventoryQuantity: 0, inventoryPolicy: "CONTINUE" };

const EXPECTED = [
  {
    sku: "T-S",
    title: "Tee 1",
    description: "Soft",
    brand: "Acme",
    product_category: "Shirts",
    item_group_id: "tee-1",
    gtin: "4006381333931",
    price_amount: 29.9,
    sale_price_amount: 19.9,
    availability: "in_stock",
    inventory_quantity: 4,
    size: "S",
    status: "active",
    image_url: "https://cdn.example/s.jpg",
    additional_image_urls: ["https://cdn.example/1.jpg", "https://cdn.example/2.jpg"],
  },
  { sku: "T-M", availability: "backorder", image_url: "https://cdn.example/1.jpg", sale_price_amount: null },
  { sku: "T-L", availability: "out_of_stock", inventory_quantity: 0 },
  { sku: "D-1", title: "Tee 2", status: "draft" },
];

test("the lines of a bulk operation are variants with what their product and its images say", async () => {
  const of = (parent: number) => ({ __parentId: `gid://shopify/Product/${parent}` });
  const image = (id: number) => ({
    id: `gid://shopify/ProductImage/${id}`,
    url: `https://cdn.example/${id}.jpg`,
    ...of(1),
  });
  const lines = [
    product(1),
    { ...variant(11, "T-S", "S", SALE), ...of(1) },
    { ...variant(12, "T-M", "M", OVERSOLD), ...of(1) },
    image(1),
    { ...variant(13, "T-L", "L", { inventoryQuantity: 0 }), ...of(1) },
    image(2),
    product(2, { status: "DRAFT" }),
    { ...variant(21, "D-1", "S"), ...of(2) },
    { ...variant(99, "LOST", "S"), ...of(98) },
  ];
  const { plan, rows, products, faults, questions } = await read(
    lines.map((line) => JSON.stringify(line)).join("\n"),
    EUR,
  );
  expect([plan.records, questions]).toEqual(["shopify", []]);
  const [lost, ...known] = products.toSorted((one) => (one.sku === "LOST" ? -1 : 0));
  expect(known).toMatchObject(EXPECTED);
  expect(rows.filter(({ type }) => type === "skipped")).toHaveLength(4);
  // Nothing is known about the product of the last one.
  expect(lost).toMatchObject({ sku: "LOST", price_amount: 19.9, inventory_quantity: 4 });
  expect(lost).not.toHaveProperty("title");
  expect(lost).not.toHaveProperty("status");
  expect(faults).toEqual([]);
});

test.each(["nodes", "edges"])("an answer with %s has the same products", async (form) => {
  const connection = (items: readonly object[]) =>
    form === "nodes" ? { nodes: items } : { edges: items.map((node) => ({ node })) };
  const images = connection([{ url: "https://cdn.example/1.jpg" }, { url: "https://cdn.example/2.jpg" }]);
  const variants = [
    variant(11, "T-S", "S", SALE),
    variant(12, "T-M", "M", OVERSOLD),
    variant(13, "T-L", "L", { inventoryQuantity: 0 }),
  ];
  const products = connection([
    product(1, { images, variants: connection(variants) }),
    product(2, { status: "DRAFT", variants: connection([variant(21, "D-1", "S")]) }),
  ]);
  const answer = await read(JSON.stringify({ data: { products } }), EUR);
  expect([answer.plan.records, answer.faults, answer.questions]).toEqual(["shopify", [], []]);
  expect(answer.products).toMatchObject(EXPECTED);
});

test("the Storefront API has amounts with their currency, and a product without a link is not published", async () => {
  const sold = {
    sku: "S-1",
    price: { amount: "12.5", currencyCode: "CHF" },
    compareAtPrice: null,
    availableForSale: false,
    weight: 0.5,
    weightUnit: "KILOGRAMS",
    selectedOptions: [{ name: "Title", value: "Default Title" }],
  };
  const nodes = [
    { ...product(1), status: undefined, onlineStoreUrl: "https://s.example/tee", variants: { nodes: [sold] } },
    { ...product(2), onlineStoreUrl: null, variants: { nodes: [{ ...sold, sku: "S-2", availableForSale: true }] } },
  ];
  const { products, faults } = await read(JSON.stringify({ data: { products: { nodes } } }));
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "S-1",
      url: "https://s.example/tee",
      price_amount: 12.5,
      price_currency: "CHF",
      availability: "out_of_stock",
      weight: { value: 0.5, unit: "kg" },
      status: "active",
    },
    { sku: "S-2", availability: "in_stock", status: "draft" },
  ]);
});

test("names of one word are recognized in other documents", async () => {
  const { products, questions } = await read(
    JSON.stringify([
      { sku: "A", productName: "Tee", salePrice: "8.00", regularPrice: "10.00", currencyCode: "EUR", stockQuantity: 0 },
    ]),
  );
  expect(questions).toEqual([]);
  expect(products).toMatchObject([
    { title: "Tee", price_amount: 10, sale_price_amount: 8, price_currency: "EUR", availability: "out_of_stock" },
  ]);
});

test("a variant that is not available for sale is out of stock, whatever its count", async () => {
  const variants = [
    variant(11, "A", "S", { inventoryQuantity: 5, availableForSale: false }),
    variant(12, "B", "M", { inventoryQuantity: 5, availableForSale: true }),
    variant(13, "C", "L", { inventoryQuantity: 0, inventoryPolicy: "CONTINUE", availableForSale: false }),
    variant(14, "D", "XL", { inventoryQuantity: 0, availableForSale: true }),
  ];
  const { products } = await read(JSON.stringify([product(1, { variants: { nodes: variants } })]), EUR);
  expect(products.map(({ availability }) => availability)).toEqual([
    "out_of_stock",
    "in_stock",
    "out_of_stock",
    "out_of_stock",
  ]);
});
