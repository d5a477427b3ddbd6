import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-answers-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

describe("Shopify's products as JSON", () => {
  const product = {
    id: 632910392,
    title: "Player",
    handle: "player",
    body_html: "<p>It is <b>small</b></p>",
    published_at: "2026-01-01T00:00:00-05:00",
    vendor: "Acme",
    product_type: "Audio",
    tags: ["new", "small"],
    options: [{ name: "Color", position: 1, values: ["Pink", "Red"] }],
    images: [
      { id: 1, src: "https://s.example/1.jpg" },
      { id: 2, src: "https://s.example/2.jpg" },
    ],
  };
  const PINK = {
    sku: "P-PINK",
    title: "Player",
    item_group_id: "player",
    description: "It is small",
    brand: "Acme",
    product_category: "Audio",
    tags: ["new", "small"],
    variant_options: { Color: "Pink" },
    color: "Pink",
    price_amount: 249,
    sale_price_amount: 199,
    weight: { value: 567, unit: "g" },
    status: "active",
  };

  test("of the public page: each variant with its own image, sale and availability; the currency is asked for", async () => {
    const variants = [
      {
        id: 1,
        sku: "P-PINK",
        option1: "Pink",
        option2: null,
        price: "199.00",
        compare_at_price: "249.00",
        available: true,
        grams: 567,
        featured_image: { src: "https://s.example/pink.jpg" },
      },
      { id: 2, sku: "P-RED", option1: "Red", price: "199.00", compare_at_price: null, available: false, grams: 0 },
    ];
    const { plan, products, faults, questions } = await read(JSON.stringify({ products: [{ ...product, variants }] }));
    expect([plan.preset, plan.rows, faults, questions.map(({ code }) => code)]).toEqual([
      "shopify",
      "/products",
      [],
      ["currency"],
    ]);
    expect(products).toMatchObject([
      {
        ...PINK,
        availability: "in_stock",
        image_url: "https://s.example/pink.jpg",
        additional_image_urls: ["https://s.example/1.jpg", "https://s.example/2.jpg"],
      },
      { sku: "P-RED", availability: "out_of_stock", price_amount: 199, sale_price_amount: null, color: "Red" },
    ]);
    expect(products[1]).not.toHaveProperty("weight");
  });

  test("of the Admin API: stock, policy, barcode and status; one option without a name is none", async () => {
    const variant = {
      option1: "Default Title",
      price: "9.00",
      compare_at_price: null,
      inventory_management: "shopify",
    };
    const variants = [
      { ...variant, sku: "A", inventory_quantity: 0, inventory_policy: "continue", barcode: "4006381333931" },
      { ...variant, sku: "B", inventory_quantity: 0, inventory_policy: "deny", image_id: 2 },
      { ...variant, sku: "C", inventory_quantity: 0, inventory_policy: "deny", inventory_management: null },
    ];
    const options = [{ name: "Title" }];
    const { products } = await read(JSON.stringify({ products: [{ ...product, options, variants, status: "draft" }] }));
    expect(products).toMatchObject([
      { sku: "A", availability: "backorder", gtin: "4006381333931", status: "draft" },
      { sku: "B", availability: "out_of_stock", image_url: "https://s.example/2.jpg" },
      { sku: "C", availability: "in_stock", inventory_quantity: null },
    ]);
    expect(products[0]).not.toHaveProperty("variant_options");
  });
});

describe("Medusa's products as JSON", () => {
  const product = {
    id: "prod_01",
    title: "Shirt",
    handle: "shirt",
    description: "Soft",
    status: "published",
    material: "cotton",
    type: { value: "Shirts" },
    tags: [{ value: "new" }],
    thumbnail: "https://m.example/t.jpg",
    images: [{ url: "https://m.example/1.jpg" }],
  };
  const option = (value: string) => [{ value, option: { title: "Size" } }];

  test("are not taken for ACP's: SKUs, prices of a region and by market, stock and options", async () => {
    const variants = [
      {
        id: "v1",
        title: "S",
        sku: "SHIRT-S",
        ean: "4006381333931",
        inventory_quantity: 10,
        manage_inventory: true,
        allow_backorder: false,
        options: option("S"),
        calculated_price: { calculated_amount: 19.5, original_amount: 25, currency_code: "eur" },
      },
      {
        id: "v2",
        title: "M",
        sku: "SHIRT-M",
        inventory_quantity: 0,
        manage_inventory: true,
        allow_backorder: true,
        options: option("M"),
        prices: [
          { amount: 20, currency_code: "eur", price_list_id: "plist_1" },
          { amount: 25, currency_code: "eur" },
          { amount: 30, currency_code: "usd" },
        ],
      },
    ];
    const { plan, products, faults } = await read(JSON.stringify({ products: [{ ...product, variants }], count: 1 }));
    expect([plan.preset, faults]).toEqual(["medusa", []]);
    expect(products).toMatchObject([
      {
        sku: "SHIRT-S",
        title: "Shirt",
        item_group_id: "shirt",
        gtin: "4006381333931",
        product_category: "Shirts",
        material: "cotton",
        tags: ["new"],
        price_amount: 25,
        price_currency: "EUR",
        sale_price_amount: 19.5,
        variant_options: { Size: "S" },
        size: "S",
        inventory_quantity: 10,
        availability: "in_stock",
        image_url: "https://m.example/t.jpg",
        additional_image_urls: ["https://m.example/1.jpg"],
        status: "active",
      },
      { sku: "SHIRT-M", price_amount: 25, prices: [{ currency: "USD", amount: 30 }], availability: "backorder" },
    ]);
  });

  test("of version 1, whose amounts are in cents, have no price instead of one that is a hundred times too high", async () => {
    const variants = [
      { id: "v1", title: "S", sku: "S", options: [{ value: "S" }], prices: [{ amount: 2500, currency_code: "eur" }] },
    ];
    const { plan, products } = await read(JSON.stringify({ products: [{ ...product, variants }] }));
    expect([plan.preset, products[0]?.price_amount]).toEqual(["medusa", undefined]);
  });

  test("of version 1 with their regions: amounts in cents without a region, and options by the names of the product", async () => {
    const price = (amount: number, currency_code: string, region_id: string | null = null) => ({
      amount,
      currency_code,
      region_id,
      price_list_id: null,
      min_quantity: null,
    });
    const variants = [
      {
        id: "v1",
        title: "S",
        sku: "S",
        options: [{ option_id: "opt_1", value: "S" }],
        prices: [price(2900, "eur", "reg_1"), price(2500, "eur"), price(3000, "usd"), price(4000, "jpy")],
      },
    ];
    const options = [{ id: "opt_1", title: "Size" }];
    const { plan, products } = await read(JSON.stringify({ products: [{ ...product, options, variants }] }));
    expect(plan.preset).toBe("medusa");
    expect(products).toMatchObject([
      {
        price_amount: 25,
        price_currency: "EUR",
        prices: [
          { currency: "USD", amount: 30 },
          { currency: "JPY", amount: 4000 },
        ],
        variant_options: { Size: "S" },
      },
    ]);
  });
});

describe("Saleor's products as JSON", () => {
  const node = {
    id: "UHJvZHVjdDox",
    name: "Mug",
    slug: "mug",
    description:
      '{"blocks":[{"type":"paragraph","data":{"text":"For <b>tea</b>"}},{"type":"list","data":{"items":["big"]}}]}',
    category: { name: "Mugs" },
    isAvailable: true,
    media: [{ url: "https://s.example/1.jpg" }],
    thumbnail: { url: "https://s.example/t.jpg" },
    attributes: [{ attribute: { name: "Material" }, values: [{ name: "Ceramic" }, { name: "Cork" }] }],
    weight: { value: 0.3, unit: "KG" },
    variants: [
      {
        sku: "MUG-R",
        quantityAvailable: 5,
        attributes: [{ attribute: { name: "Color" }, values: [{ name: "Red" }] }],
        pricing: {
          price: { gross: { amount: 10.5, currency: "USD" } },
          priceUndiscounted: { gross: { amount: 12, currency: "USD" } },
        },
      },
      { sku: "MUG-B", channelListings: [{ price: null }, { price: { amount: 11, currency: "USD" } }] },
      {
        sku: "MUG-S",
        channelListings: [{ price: { amount: 11, currency: "USD" }, discountedPrice: { amount: 9, currency: "USD" } }],
      },
    ],
  };

  test.each<[string, object]>([
    ["edges of a connection", { data: { products: { edges: [{ node }], pageInfo: { hasNextPage: false } } } }],
    ["nodes", { products: [node] }],
  ])("%s: prices with their discount, rich text, attributes and options", async (_what, answer) => {
    const { plan, products, faults } = await read(JSON.stringify(answer));
    expect([plan.preset, faults]).toEqual(["saleor", []]);
    expect(products).toMatchObject([
      {
        sku: "MUG-R",
        title: "Mug",
        item_group_id: "mug",
        description: "For tea\nbig",
        product_category: "Mugs",
        price_amount: 12,
        sale_price_amount: 10.5,
        price_currency: "USD",
        variant_options: { Color: "Red" },
        color: "Red",
        custom_attributes: { Material: "Ceramic, Cork" },
        inventory_quantity: 5,
        weight: { value: 0.3, unit: "kg" },
        image_url: "https://s.example/1.jpg",
      },
      { sku: "MUG-B", price_amount: 11, sale_price_amount: null, availability: "in_stock" },
      { sku: "MUG-S", price_amount: 11, sale_price_amount: 9, price_currency: "USD" },
    ]);
  });
});

test("commercetools' stock of several supply channels is added up", async () => {
  const variant = (sku: string, channels: object) => ({ id: 1, sku, prices: [], availability: { channels } });
  const answer = {
    results: [
      {
        key: "tee",
        name: { en: "Tee" },
        masterVariant: variant("A", {
          north: { isOnStock: true, availableQuantity: 3 },
          south: { isOnStock: true, availableQuantity: 4 },
        }),
        variants: [variant("B", { north: { isOnStock: false, availableQuantity: 0 } })],
      },
    ],
  };
  const { products } = await read(JSON.stringify(answer));
  expect(products).toMatchObject([
    { sku: "A", availability: "in_stock", inventory_quantity: 7 },
    { sku: "B", availability: "out_of_stock", inventory_quantity: 0 },
  ]);
});

test("commercetools' prices apply within their period, and before one without", async () => {
  const euros = (centAmount: number, more: object = {}) => ({ value: { centAmount, currencyCode: "EUR" }, ...more });
  const past = { validUntil: "2020-01-01T00:00:00.000Z" };
  const now = { validFrom: "2020-01-01T00:00:00.000Z", validUntil: "2999-01-01T00:00:00.000Z" };
  const coming = { validFrom: "2999-01-01T00:00:00.000Z" };
  const dollars = { value: { centAmount: 1200, currencyCode: "USD" }, ...now };
  const product = (sku: string, prices: readonly object[]) => ({
    key: sku,
    name: { en: "Cup" },
    masterVariant: { id: 1, sku, prices, availability: { isOnStock: true } },
    variants: [],
  });
  const { products, faults } = await read(
    JSON.stringify([
      product("A", [euros(100, coming), euros(200, past), euros(1000)]),
      product("B", [euros(1000), dollars, euros(900, now)]),
    ]),
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    { sku: "A", price_amount: 10, price_currency: "EUR" },
    { sku: "B", price_amount: 9, price_currency: "EUR", prices: [{ currency: "USD", amount: 12 }] },
  ]);
  const csv = [
    "productType,variantId,sku,name.en,prices",
    "cups,1,C,Cup,EUR 100$2999-01-01T00:00:00.000Z~;EUR 200$~2020-01-01T00:00:00.000Z;EUR 1000",
    "cups,1,D,Mug,EUR 1000;USD 1200$2020-01-01T00:00:00.000Z~;EUR 900$2020-01-01T00:00:00.000Z~2999-01-01T00:00:00.000Z",
  ].join("\n");
  expect((await read(csv)).products).toMatchObject([
    { sku: "C", price_amount: 10, price_currency: "EUR" },
    { sku: "D", price_amount: 9, price_currency: "EUR" },
  ]);
});
