import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { memberAt } from "../member-at.js";
import { usesOf } from "../plan-import.js";
import { readRows } from "../read-rows.js";
import type { RawRow } from "../row.js";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-unread-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

/** The columns that no field takes, with their values in each row. */
async function ignoredIn(content: unknown, sent: Record<string, string> = {}) {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const { plan, products, faults } = await read(text, sent);
  const rows: RawRow[] = [];
  for await (const some of readRows(join(folder, "file"), plan).rows) rows.push(...some);
  const ignored = usesOf(plan).flatMap(({ name, fields }) => (fields.length === 0 ? [name] : []));
  return {
    preset: plan.preset,
    products,
    faults,
    ignored: Object.fromEntries(
      ignored.map((name) => [name, rows.flatMap(({ members = {} }) => memberAt(members, name) ?? [])]),
    ),
  };
}

const SHOPIFY = { id: 7, handle: "tee", title: "Tee", vendor: "Acme", published_scope: "web", template: null };

test("Shopify's REST API: members of the product, its lists and its variants, each once", async () => {
  const images = [
    { src: "https://s.example/1.jpg", alt: "Front" },
    { src: "https://s.example/2.jpg", alt: "Back" },
  ];
  const variants = [
    { sku: "A", option1: "S", price: "5", tax_code: "DA1", grams: 0 },
    { sku: "B", option1: "M", price: "5", tax_code: "DA2", grams: 0, metafields: [{ key: "fit" }] },
  ];
  const options = [{ name: "Size", values: ["S", "M"] }];
  const found = await ignoredIn({ products: [{ ...SHOPIFY, options, images, variants }] });
  expect(found).toMatchObject({ preset: "shopify", products: [{ sku: "A" }, { sku: "B" }] });
  expect(found.ignored).toEqual({
    "/id": [7],
    "/published_scope": ["web"],
    "/images/alt": ["Front", "Back"],
    "/options/values": ["S", "M"],
    "/variants/tax_code": ["DA1", "DA2"],
    "/variants/metafields": [{ key: "fit" }],
  });
});

test("Shopify's GraphQL API: also in the lines of a bulk operation", async () => {
  const variant = { id: "gid://shopify/ProductVariant/1", sku: "A", price: "5", taxable: true };
  const product = { id: "gid://shopify/Product/1", handle: "tee", title: "Tee", isGiftCard: false };
  const image = { id: "gid://shopify/MediaImage/1", image: { url: "https://s.example/1.jpg", altText: "Front" } };
  const answer = await ignoredIn([{ ...product, variants: { nodes: [variant] }, media: { nodes: [image] } }]);
  const lines = [product, ...[variant, image].map((line) => ({ ...line, __parentId: product.id }))];
  const bulk = await ignoredIn(lines.map((line) => JSON.stringify(line)).join("\n"));
  const expected = {
    "/id": [product.id],
    "/isGiftCard": [false],
    "/media/id": [image.id],
    "/media/image": ["Front"],
    "/variants/id": [variant.id],
    "/variants/taxable": [true],
  };
  expect(answer).toMatchObject({ preset: "shopify", products: [{ sku: "A", image_url: image.image.url }] });
  expect(answer.ignored).toEqual(expected);
  expect(bulk.products).toEqual(answer.products);
  expect(bulk.ignored).toEqual(expected);
});

test("ACP: the second barcode and condition are not dropped without a word", async () => {
  const variant = {
    id: "A",
    title: "Tee",
    price: { amount: 500, currency: "usd" },
    barcodes: [
      { type: "gtin", value: "4006381333931" },
      { type: "upc", value: "036000291452" },
    ],
    condition: ["new", "used"],
    availability: { status: "in_stock", quantity: 4 },
  };
  const { preset, products, ignored } = await ignoredIn(JSON.stringify({ id: "p", title: "Tee", variants: [variant] }));
  expect([preset, products[0]?.gtin]).toEqual(["acp", "4006381333931"]);
  expect(ignored).toEqual({
    "/variants/barcodes/type": ["gtin", "upc"],
    "/variants/barcodes/value": ["036000291452"],
    "/variants/condition": ["used"],
    "/variants/availability/quantity": [4],
  });
});

test("commercetools: members around the current projection and its variants, the master among them", async () => {
  const price = (centAmount: number) => ({ value: { centAmount, currencyCode: "EUR" } });
  const current = {
    name: { en: "Tee" },
    slug: { en: "tee" },
    masterVariant: { id: 1, sku: "A", prices: [price(500)] },
    variants: [{ id: 2, sku: "B", prices: [price(600), { ...price(400), customerGroup: { id: "vip" } }] }],
  };
  const product = { key: "tee", taxCategory: { id: "t" }, masterData: { published: true, current, staged: current } };
  const { preset, products, ignored } = await ignoredIn([product]);
  expect([preset, products.map(({ sku }) => sku)]).toEqual(["commercetools", ["A", "B"]]);
  expect(ignored).toMatchObject({
    "/taxCategory": [{ id: "t" }],
    "/masterData/current": [{ en: "tee" }],
    "/variants/id": [1, 2],
    "/variants/prices/customerGroup": [{ id: "vip" }],
    "/variants/prices/value": [{ centAmount: 400, currencyCode: "EUR" }],
  });
  expect(Object.keys(ignored)).toContain("/masterData/staged");
});

test("WooCommerce, Magento, Medusa, Saleor, Vendure and BigCommerce", async () => {
  const woo = { id: 1, sku: "A", name: "Tee", regular_price: "5", stock_status: "instock", status: "publish" };
  expect((await ignoredIn([{ ...woo, categories: [{ id: 9, name: "Tees" }, { name: "New" }] }])).ignored).toMatchObject(
    {
      "/categories/id": [9],
      "/categories/name": ["New"],
    },
  );
  const magento = { sku: "A", name: "Tee", type_id: "simple", attribute_set_id: 4, price: 5, status: 1, visibility: 4 };
  const custom_attributes = [
    { attribute_code: "meta_title", value: "Buy" },
    { attribute_code: "color", value: "49" },
    { attribute_code: "fit", value: "slim" },
  ];
  const ofMagento = await ignoredIn({ items: [{ ...magento, custom_attributes }] });
  expect(ofMagento.products).toMatchObject([{ custom_attributes: { fit: "slim" } }]);
  expect(ofMagento.ignored).toMatchObject({
    "/visibility": [4],
    "/custom_attributes/meta_title": ["Buy"],
    "/custom_attributes/color": ["49"],
  });
  const medusa = {
    handle: "tee",
    title: "Tee",
    hs_code: "6109",
    variants: [{ sku: "A", options: [], ean: "", rank: 2 }],
  };
  expect((await ignoredIn({ products: [medusa] })).ignored).toEqual({ "/hs_code": ["6109"], "/variants/rank": [2] });
  const saleor = { name: "Tee", seoTitle: "Buy", variants: [{ sku: "A", pricing: null, margin: 3 }] };
  expect((await ignoredIn({ data: { products: { edges: [{ node: saleor }] } } })).ignored).toMatchObject({
    "/seoTitle": ["Buy"],
    "/variants/margin": [3],
  });
  const vendure = {
    slug: "tee",
    name: "Tee",
    customFields: { fit: "slim" },
    variants: [{ sku: "A", priceWithTax: 500, taxRateApplied: { id: 1 } }],
  };
  expect((await ignoredIn({ items: [vendure] })).ignored).toEqual({
    "/customFields": [{ fit: "slim" }],
    "/variants/taxRateApplied": [{ id: 1 }],
  });
  const big = {
    id: 5,
    name: "Tee",
    sku: "A",
    price: 5,
    inventory_tracking: "none",
    is_visible: true,
    search_keywords: "tee",
  };
  expect((await ignoredIn({ data: [big] })).ignored).toMatchObject({ "/search_keywords": ["tee"] });
});

test("a product without variants is a skipped row with its members", async () => {
  const variants = [{ sku: "A", option1: "S", price: "5" }];
  const products = [
    { ...SHOPIFY, variants },
    { ...SHOPIFY, title: "Hat", variants: [] },
  ];
  const { plan, rows } = await read(JSON.stringify({ products }));
  expect(rows.map(({ type }) => type)).toEqual(["product", "skipped"]);
  const raw: RawRow[] = [];
  for await (const some of readRows(join(folder, "file"), plan).rows) raw.push(...some);
  expect(raw[1]?.members).toMatchObject({ title: "Hat", brand: "Acme", "/id": 7 });
});

test("such a column is not mapped by its name, but a mapping may name it", async () => {
  const variants = [{ sku: "A", option1: "S", price: "5", color: "red", mpn: "X-1" }];
  const file = { products: [{ ...SHOPIFY, variants }] };
  expect((await ignoredIn(file)).products[0]).not.toHaveProperty("mpn");
  expect((await ignoredIn(file, { strict: "true" })).faults).toEqual([]);
  const mapping = JSON.stringify({ mpn: "/variants/mpn" });
  expect((await ignoredIn(file, { mapping })).products).toMatchObject([{ sku: "A", mpn: "X-1" }]);
});

test("an object with ids as names is one column", async () => {
  const channels = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`c-${i}`, { version: i }]));
  const medusa = {
    handle: "tee",
    title: "Tee",
    variants: [{ sku: "A", options: [], inventory: [channels, channels] }],
  };
  expect(Object.keys((await ignoredIn({ products: [medusa] })).ignored)).toEqual(["/variants/inventory"]);
});
