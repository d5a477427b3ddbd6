import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";
import { workbookOf } from "../testing/zip-of.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-channel-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

describe("OpenAI's product file", () => {
  test("in its current form: the item, its group and seller, options, measures and reviews", async () => {
    const file = [
      "item_id,title,description,url,brand,seller_name,image_url,additional_image_urls,availability,price,sale_price,is_eligible_search,is_eligible_checkout,group_id,listing_has_variations,variant_dict,offer_id,gtin,condition,weight,item_weight_unit,length,width,height,dimensions_unit,star_rating,review_count,accepts_returns,return_deadline_in_days,availability_date,seller_privacy_policy,seller_tos,return_policy",
      'T-S,Tee S,Soft,https://o.example/t,Acme,Acme Shop,https://o.example/1.jpg,"https://o.example/2.jpg,https://o.example/3.jpg",pre_order,79.99 USD,59.99 USD,true,false,T,true,"{""Size"":""S""}",T-S-79.99,4006381333931,new,0.3,kg,10,20,5,cm,4.5,12,true,30,,https://o.example/privacy,https://o.example/terms,https://o.example/returns',
      "T-M,Tee M,Soft,https://o.example/t,Acme,Acme Shop,https://o.example/1.jpg,,in_stock,79.99 USD,,false,false,T,true,,,,,,,,,,,,,,,,,,",
    ].join("\n");
    const { plan, products, faults } = await read(file);
    expect([plan.preset, faults]).toEqual(["openai", []]);
    expect(products).toMatchObject([
      {
        sku: "T-S",
        url: "https://o.example/t",
        item_group_id: "T",
        seller: {
          name: "Acme Shop",
          privacy_url: "https://o.example/privacy",
          terms_url: "https://o.example/terms",
          returns_url: "https://o.example/returns",
        },
        availability: "preorder",
        price_amount: 79.99,
        price_currency: "USD",
        sale_price_amount: 59.99,
        variant_options: { Size: "S" },
        image_url: "https://o.example/1.jpg",
        additional_image_urls: ["https://o.example/2.jpg", "https://o.example/3.jpg"],
        custom_attributes: { is_eligible_search: "true", is_eligible_checkout: "false" },
        weight: { value: 0.3, unit: "kg" },
        dimensions: { length: 10, width: 20, height: 5, unit: "cm" },
        review_rating: 4.5,
        review_count: 12,
        accepts_returns: true,
        return_window_days: 30,
        status: "active",
      },
      { sku: "T-M", availability: "in_stock", status: "draft" },
    ]);
  });

  test("in its form of 2025, whose offer_id is not the SKU", async () => {
    const file = lines([
      {
        offer_id: "T-1-79.99",
        id: "T-1",
        title: "Tee",
        description: "Soft",
        link: "https://o.example/t",
        image_link: "https://o.example/1.jpg",
        enable_search: true,
        enable_checkout: false,
        price: "79.99 USD",
        sale_price: "59.99 USD",
        sale_price_effective_date: "2026-07-01/2026-07-15",
        availability: "in_stock",
        inventory_quantity: 7,
        item_group_id: "T",
        brand: "Acme",
        product_category: "Clothing > Tops",
        material: "Cotton",
        Custom_variant1_category: "Sleeve",
        Custom_variant1_option: "Long",
      },
    ]);
    const { plan, products, faults } = await read(file);
    expect([plan.preset, faults]).toEqual(["openai", []]);
    expect(products).toMatchObject([
      {
        sku: "T-1",
        custom_attributes: {
          is_eligible_search: "true",
          is_eligible_checkout: "false",
          enable_search: "true",
          enable_checkout: "false",
        },
        url: "https://o.example/t",
        image_url: "https://o.example/1.jpg",
        item_group_id: "T",
        inventory_quantity: 7,
        sale_price_starts_at: "2026-07-01T00:00:00Z",
        sale_price_ends_at: "2026-07-15T23:59:59Z",
        variant_options: { Sleeve: "Long" },
        status: "active",
      },
    ]);
  });
});

test("Meta's catalog feed: its words for stock, status, age groups and variants", async () => {
  const file = [
    "id,title,description,availability,condition,price,link,image_link,additional_image_link,brand,google_product_category,fb_product_category,quantity_to_sell_on_facebook,sale_price,sale_price_effective_date,item_group_id,gender,color,size,age_group,status,additional_variant_attribute,video[0].url",
    'T-1,Tee,Soft,available for order,new,10.00 USD,https://m.example/t,https://m.example/1.jpg,https://m.example/2.jpg,Acme,212,clothing,75,8.00 USD,2026-07-01T00:00-08:00/2026-07-15T23:59-08:00,T,unisex,Red,M,all ages,active,"Scent:Fresh,Style:Modern",https://m.example/v.mp4',
    "T-2,Tee,Soft,out of stock,used_like_new,10.00 USD,https://m.example/t,https://m.example/1.jpg,,Acme,,,0,,,T,,,,,archived,,",
  ].join("\n");
  const { plan, products, faults } = await read(file);
  expect([plan.preset, faults]).toEqual(["meta", []]);
  expect(products).toMatchObject([
    {
      sku: "T-1",
      availability: "backorder",
      inventory_quantity: 75,
      sale_price_starts_at: "2026-07-01T00:00:00-08:00",
      age_group: null,
      color: "Red",
      variant_options: { Scent: "Fresh", Style: "Modern" },
      video_url: "https://m.example/v.mp4",
      status: "active",
    },
    { sku: "T-2", availability: "out_of_stock", condition: "used", status: "archived" },
  ]);
});

describe("Amazon's inventory file", () => {
  const NAMES =
    "feed_product_type\titem_sku\tbrand_name\titem_name\texternal_product_id\texternal_product_id_type\tstandard_price\tquantity\tmain_image_url\tother_image_url1\tother_image_url2\tparent_child\tparent_sku\trelationship_type\tvariation_theme\tproduct_description\tcondition_type\tcurrency\tcolor_name\tsize_name\tsale_price\tsale_from_date\tsale_end_date\titem_weight\titem_weight_unit_of_measure";
  const ROWS = [
    "shirt\tTEE\tAcme\tTee\t\t\t\t\thttps://a.example/0.jpg\t\t\tParent\t\t\tsizecolor\tSoft\t\tUSD\t\t\t\t\t\t\t",
    "shirt\tTEE-R-S\tAcme\tTee red S\t4006381333931\tEAN\t20.00\t3\thttps://a.example/1.jpg\thttps://a.example/2.jpg\thttps://a.example/3.jpg\tChild\tTEE\tVariation\tsizecolor\t\tNew\tUSD\tRed\tS\t15.00\t2026-07-01\t2026-07-15\t0.2\tKG",
    "shirt\tTEE-B-S\t\tTee blue S\t\t\t20.00\t0\t\t\t\tChild\tTEE\tVariation\tsizecolor\t\tUsedLikeNew\tUSD\tBlue\tS\t\t\t\t\t",
  ];
  const EXPECTED = [
    {
      sku: "TEE-R-S",
      title: "Tee red S",
      item_group_id: "TEE",
      description: "Soft",
      gtin: "4006381333931",
      price_amount: 20,
      price_currency: "USD",
      sale_price_amount: 15,
      sale_price_starts_at: "2026-07-01T00:00:00Z",
      inventory_quantity: 3,
      availability: "in_stock",
      color: "Red",
      size: "S",
      image_url: "https://a.example/1.jpg",
      additional_image_urls: ["https://a.example/2.jpg", "https://a.example/3.jpg"],
      weight: { value: 0.2, unit: "kg" },
      condition: "new",
    },
    {
      sku: "TEE-B-S",
      brand: "Acme",
      image_url: "https://a.example/0.jpg",
      availability: "out_of_stock",
      condition: "used",
    },
  ];
  const settings = "TemplateType=fptcustom\tVersion=2026.0101\tThe top 3 rows are for Amazon.com use only.";
  const labels = NAMES.split("\t")
    .map((name) => name.replaceAll("_", " "))
    .join("\t");

  test("has its column names below the settings and the labels", async () => {
    const { plan, products, rows, faults } = await read([settings, labels, NAMES, ...ROWS].join("\n"));
    expect([plan.preset, plan.format, plan.header, faults]).toEqual(["amazon", "tsv", { row: 2, first: 3 }, []]);
    expect(rows.map(({ type, line }) => [type, line])).toEqual([
      ["skipped", 4],
      ["product", 5],
      ["product", 6],
    ]);
    expect(products).toMatchObject(EXPECTED);
  });

  test("may be a workbook", async () => {
    const table = [settings, labels, NAMES, ...ROWS].map((row) => row.split("\t").map((cell) => cell || null));
    const { plan, products } = await read(workbookOf(table));
    expect([plan.preset, plan.format]).toEqual(["amazon", "xlsx"]);
    expect(products).toMatchObject(EXPECTED);
  });

  test("and the report of all listings", async () => {
    const file = [
      "item-name\titem-description\tlisting-id\tseller-sku\tprice\tquantity\topen-date\timage-url\titem-condition\tproduct-id\tasin1\tstatus",
      "Tee\tSoft\tL1\tTEE\t20.00\t3\t2026-01-01 10:00:00 PST\t\t11\tB0000\tB0000\tActive",
      "Hat\t\tL2\tHAT\t9.00\t0\t2026-01-01 10:00:00 PST\t\t11\tB0001\tB0001\tInactive",
    ].join("\n");
    const { plan, products, faults } = await read(file, { mapping: '{"price_currency":{"value":"USD"}}' });
    expect([plan.preset, faults]).toEqual(["amazon", []]);
    expect(products).toMatchObject([
      { sku: "TEE", title: "Tee", price_amount: 20, inventory_quantity: 3, status: "active", condition: "new" },
      { sku: "HAT", availability: "out_of_stock", status: "draft" },
    ]);
  });
});

describe("ACP's product feed", () => {
  const product = {
    id: "tee",
    title: "Tee",
    description: { html: "<p>Soft</p>" },
    url: "https://a.example/t",
    media: [{ type: "image", url: "https://a.example/0.jpg" }],
    variants: [
      {
        id: "TEE-S",
        title: "Tee S",
        description: { plain: "Small" },
        barcodes: [{ type: "gtin", value: "4006381333931" }],
        price: { amount: 1990, currency: "USD" },
        list_price: { amount: 2490, currency: "USD" },
        availability: { available: true, status: "in_stock" },
        categories: [{ value: "Clothing > Tops", taxonomy: "merchant" }],
        condition: ["new"],
        variant_options: [{ name: "Size", value: "S" }],
        media: [
          { type: "image", url: "https://a.example/1.jpg" },
          { type: "video", url: "https://a.example/v.mp4" },
        ],
        seller: { name: "Acme" },
      },
      { id: "TEE-M", title: "Tee M", price: { amount: 500, currency: "jpy" }, availability: { available: false } },
    ],
  };
  const EXPECTED = [
    {
      sku: "TEE-S",
      title: "Tee S",
      item_group_id: "tee",
      item_group_title: "Tee",
      description: "Small",
      url: "https://a.example/t",
      gtin: "4006381333931",
      price_amount: 24.9,
      sale_price_amount: 19.9,
      price_currency: "USD",
      availability: "in_stock",
      product_category: "Clothing > Tops",
      condition: "new",
      variant_options: { Size: "S" },
      image_url: "https://a.example/1.jpg",
      additional_image_urls: ["https://a.example/0.jpg"],
      seller: { name: "Acme" },
    },
    {
      sku: "TEE-M",
      description: "Soft",
      price_amount: 500,
      price_currency: "JPY",
      availability: "out_of_stock",
      image_url: "https://a.example/0.jpg",
    },
  ];

  test.each<[string, string]>([
    ["products.jsonl", lines([product, { ...product, id: "b", variants: [] }])],
    ["the answer of a feed's products", JSON.stringify({ products: [product, { ...product, id: "b", variants: [] }] })],
  ])("%s: each variant is a product, with amounts in minor units", async (_what, file) => {
    const { plan, products, rows, faults } = await read(file);
    expect([plan.preset, plan.records, faults]).toEqual(["acp", "acp", []]);
    expect(rows.map(({ type }) => type)).toEqual(["product", "product", "skipped"]);
    expect(products).toMatchObject(EXPECTED);
  });
});

describe("commercetools' products", () => {
  const current = {
    name: { en: "Tee", de: "Hemd" },
    description: { en: "Soft" },
    categories: [{ typeId: "category", id: "c", obj: { name: { en: "Tops" } } }],
    masterVariant: {
      id: 1,
      sku: "TEE-S",
      prices: [
        { value: { type: "centPrecision", currencyCode: "EUR", centAmount: 1990, fractionDigits: 2 }, country: "AT" },
        {
          value: { type: "centPrecision", currencyCode: "EUR", centAmount: 2490, fractionDigits: 2 },
          discounted: { value: { type: "centPrecision", currencyCode: "EUR", centAmount: 1490, fractionDigits: 2 } },
        },
        { value: { type: "centPrecision", currencyCode: "JPY", centAmount: 3000, fractionDigits: 0 } },
        { value: { type: "centPrecision", currencyCode: "EUR", centAmount: 1 }, customerGroup: { id: "vip" } },
      ],
      images: [{ url: "https://c.example/1.jpg" }, { url: "https://c.example/2.jpg" }],
      attributes: [
        { name: "color", value: { key: "red", label: { en: "Red", de: "Rot" } } },
        { name: "fit", value: "Slim" },
      ],
      availability: { isOnStock: true, availableQuantity: 4 },
    },
    variants: [
      { id: 2, sku: "TEE-M", prices: [], attributes: [], availability: { isOnStock: false, availableQuantity: 0 } },
    ],
  };
  const projection = { id: "p1", key: "tee", published: false, ...current };
  const EXPECTED = {
    sku: "TEE-S",
    title: "Tee",
    item_group_id: "tee",
    description: "Soft",
    product_category: "Tops",
    price_amount: 24.9,
    price_currency: "EUR",
    sale_price_amount: 14.9,
    prices: [
      { currency: "EUR", country: "AT", amount: 19.9 },
      { currency: "JPY", amount: 3000 },
    ],
    image_url: "https://c.example/1.jpg",
    additional_image_urls: ["https://c.example/2.jpg"],
    color: "Red",
    custom_attributes: { color: "Red", fit: "Slim" },
    translations: { de: { title: "Hemd" } },
    availability: "in_stock",
    inventory_quantity: 4,
  };

  test.each<[string, string, string]>([
    ["product projections", JSON.stringify({ limit: 20, offset: 0, results: [projection] }), "draft"],
    ["products", lines([{ id: "p1", key: "tee", masterData: { published: true, current } }]), "active"],
  ])("%s: each variant is a product", async (_what, file, status) => {
    const { plan, rows, products } = await read(file);
    expect([plan.preset, plan.records]).toEqual(["commercetools", "commercetools"]);
    expect(products[0]).toMatchObject({ ...EXPECTED, status });
    // A product's own price is needed when it is created.
    expect(rows.map(({ sku }) => sku)).toEqual(["TEE-S", "TEE-M"]);
  });
});

test("a title above the table, as spreadsheets have it, is not the header", async () => {
  const table = [
    ["Products 2026", null, null],
    [null, null, null],
    ["sku", "title", "price"],
    ["A", "Tee", "5.00 EUR"],
  ];
  const workbook = await read(workbookOf(table));
  expect(workbook.products).toMatchObject([{ sku: "A", title: "Tee", price_amount: 5 }]);
  const csv = await read('Products 2026\n\n"sku";title;price\nA;Tee;5.00 EUR\n');
  expect([csv.plan.delimiter, csv.products[0]?.sku]).toEqual([";", "A"]);
});

test("OpenAI's files: options as an object, a weight with its unit, an unknown availability", async () => {
  const product = (id: string, more: object) => ({
    item_id: id,
    title: "Tee",
    seller_name: "Acme",
    price: "10.00 EUR",
    availability: "in_stock",
    is_eligible_search: true,
    ...more,
  });
  const current = [
    product("J-1", { variant_dict: { color: "red", size: "M" }, weight: "1.5", item_weight_unit: "lb" }),
    product("J-2", { availability: "unknown", variant_dict: null }),
  ];
  const { products, faults, plan } = await read(lines(current));
  expect([faults, plan.columns]).toEqual([[], expect.arrayContaining(["variant_dict"])]);
  expect(products).toMatchObject([
    { sku: "J-1", variant_options: { color: "red", size: "M" }, weight: { value: 1.5, unit: "lb" } },
    { sku: "J-2", availability: "out_of_stock" },
  ]);
  const older = "id,title,enable_search,price,availability,weight,length\nK-1,Tee,true,10 EUR,in_stock,1.5 lb,12 in";
  expect((await read(older)).products).toMatchObject([
    { sku: "K-1", weight: { value: 1.5, unit: "lb" }, dimensions: { length: 12, unit: "in" } },
  ]);
});

test("the options of a variant in one object are its color and its size, too", async () => {
  const one = { item_id: "O-1", seller_name: "S", title: "O", price: "7.00 USD", availability: "in_stock" };
  const { products } = await read(JSON.stringify({ ...one, variant_dict: { color: "Blue", Size: "M", Fit: "slim" } }));
  expect(products).toMatchObject([
    { variant_options: { color: "Blue", Size: "M", Fit: "slim" }, color: "Blue", size: "M" },
  ]);
});

test("an offer of Ceneo has its images in order", async () => {
  const { products, faults } = await read(
    `<offers version="1"><o id="1" url="https://s.example/1" price="8.00" stock="5"><cat>Books</cat><name>Novel</name>
    <imgs><main url="https://s.example/1.jpg"/><i url="https://s.example/2.jpg"/><i url="https://s.example/3.jpg"/></imgs></o></offers>`,
    { mapping: '{"price_currency":{"value":"PLN"}}' },
  );
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      image_url: "https://s.example/1.jpg",
      additional_image_urls: ["https://s.example/2.jpg", "https://s.example/3.jpg"],
    },
  ]);
});
