import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-shop-tables-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const codesOf = (questions: readonly { readonly code: string }[]) => questions.map(({ code }) => code);
const EUR = { price_currency: { value: "EUR" } };

test("Magento's export: a configurable product below its variants, store views, a special price, attributes", async () => {
  const file = [
    "sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,description,weight,product_online,tax_class_name,visibility,price,special_price,special_price_from_date,special_price_to_date,base_image,additional_attributes,qty,allow_backorders,is_in_stock,manage_stock,additional_images,configurable_variations,configurable_variation_labels",
    'WS-S,,Top,simple,"Default/Tops,Default/Sale",base,Shirt S,,0.5,1,Taxable Goods,Not Visible Individually,29.000000,19.000000,2/1/26,2/15/26,/w/s/s.jpg,"size=S,material=Cotton, Wool,climate=Mild",3.0000,0,1,1,,,',
    'WS-M,,Top,simple,,base,Shirt M,,0.5,1,,Not Visible Individually,29.000000,,,,,"size=M",0.0000,1,1,1,,,',
    "WS-M,german,,,,,Hemd M,,,,,,,,,,,,,,,,,,",
    'WS,,Top,configurable,Default/Tops,base,Shirt,<p>Soft</p>,,1,,"Catalog, Search",29.000000,,,,/w/s/all.jpg,,0,0,1,1,"/w/s/1.jpg,/w/s/2.jpg","sku=WS-S,size=S|sku=WS-M,size=M|sku=WS-L,size=L",size=Size',
    "WS-L,,Top,simple,,base,Shirt L,,0.5,2,,Not Visible Individually,29.000000,,,,,,7,0,0,1,,,",
    "GIFT,,Default,virtual,,base,Voucher,,,1,,Catalog,10,,,,,,0,0,1,0,,,",
    "ALONE,,Default,simple,,base,Hidden part,,1,1,,Not Visible Individually,5,,,,,,1,0,1,1,,,",
  ].join("\n");
  const mapping = JSON.stringify({
    ...EUR,
    shipping_weight: { column: "weight", unit: "kg" },
    image: { column: "base_image", prefix: "https://m.example/media/catalog/product" },
    additional_image_urls: { column: "additional_images", prefix: "https://m.example/media/catalog/product" },
  });
  const { plan, rows, products, faults } = await read(file, { mapping });
  expect([plan.preset, faults]).toEqual(["magento", []]);
  expect(rows.map(({ type }) => type)).toEqual([
    "skipped",
    "product",
    "product",
    "skipped",
    "product",
    "product",
    "product",
  ]);
  expect(products).toMatchObject([
    {
      sku: "WS-S",
      item_group_id: "WS",
      title: "Shirt S",
      description: "Soft",
      price_amount: 29,
      sale_price_amount: 19,
      sale_price_starts_at: "2026-02-01T00:00:00Z",
      sale_price_ends_at: "2026-02-15T23:59:59Z",
      availability: "in_stock",
      inventory_quantity: 3,
      size: "S",
      material: "Cotton, Wool",
      variant_options: { size: "S" },
      custom_attributes: { climate: "Mild" },
      image_url: "https://m.example/media/catalog/product/w/s/s.jpg",
      additional_image_urls: [
        "https://m.example/media/catalog/product/w/s/1.jpg",
        "https://m.example/media/catalog/product/w/s/2.jpg",
      ],
      product_category: "Default/Tops",
      status: "active",
    },
    {
      sku: "WS-M",
      item_group_id: "WS",
      availability: "backorder",
      inventory_quantity: 0,
      variant_options: { size: "M" },
    },
    { sku: "WS-L", item_group_id: "WS", availability: "out_of_stock", status: "draft", description: "Soft" },
    { sku: "GIFT", availability: "in_stock", inventory_quantity: null },
    { sku: "ALONE", title: "Hidden part" },
  ]);
  expect(products[4]).not.toHaveProperty("item_group_id");
  expect(codesOf((await read(file)).questions)).toEqual(["currency", "unit", "prefix", "prefix"]);
});

test("PrestaShop's product file: discounts, features, pictures and stock", async () => {
  const file = [
    "Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Wholesale price;On sale (0/1);Discount amount;Discount percent;Discount from (yyyy-mm-dd);Discount to (yyyy-mm-dd);Reference #;Supplier;Manufacturer;EAN13;UPC;MPN;Width;Height;Depth;Weight;Quantity;Action when out of stock;Summary;Description;Tags (x,y,z...);Image URLs (x,y,z...);Feature(Name:Value:Position);Condition",
    "1;1;Mug;Kitchen,Home;11.90;1;5.49;0;2;0;2026-06-01;2026-12-31;MUG-1;;Acme;4006381333931;;M1;5;10;5;0.3;300;0;;<p>Big</p>;cup,gift;https://p.example/1.jpg,https://p.example/2.jpg;Color:White:1,Material:Ceramic:2;new",
    "2;0;Pen;Office;10.00;1;;1;0;12.5;0000-00-00;0000-00-00;PEN-1;;Acme;;;;;;;;0;1;;Fine;;https://p.example/3.jpg;;refurbished",
    "3;1;Cap;Home;10.00;1;;0;;;;;CAP-1;;Acme;;;;;;;;0;2;;;;;;used",
  ].join("\n");
  const mapping = JSON.stringify({ ...EUR, shipping_weight: { column: "Weight", unit: "kg" } });
  const sides = { product_width: null, product_height: null, product_length: null };
  const given = JSON.stringify({ ...JSON.parse(mapping), ...sides });
  const { plan, products, faults } = await read(file, { mapping: given });
  expect([plan.preset, plan.delimiter, faults]).toEqual(["prestashop", ";", []]);
  expect(products).toMatchObject([
    {
      sku: "MUG-1",
      title: "Mug",
      price_amount: 11.9,
      sale_price_amount: 9.9,
      sale_price_starts_at: "2026-06-01T00:00:00Z",
      sale_price_ends_at: "2026-12-31T23:59:59Z",
      brand: "Acme",
      gtin: "4006381333931",
      availability: "in_stock",
      inventory_quantity: 300,
      color: "White",
      material: "Ceramic",
      tags: ["cup", "gift"],
      image_url: "https://p.example/1.jpg",
      additional_image_urls: ["https://p.example/2.jpg"],
      status: "active",
      condition: "new",
      weight: { value: 0.3, unit: "kg" },
    },
    { sku: "PEN-1", status: "draft", sale_price_amount: 8.75, availability: "backorder", condition: "refurbished" },
    { sku: "CAP-1", availability: "out_of_stock", sale_price_amount: null },
  ]);
  expect(codesOf((await read(file)).questions)).toEqual(["currency", "net_price", "unit", "unit", "unit", "unit"]);
});

test("PrestaShop's list of products", async () => {
  const file =
    '"Product ID";Image;Name;Reference;Category;"Price (tax excl.)";"Price (tax incl.)";Quantity;Status;Position\n1;https://p.example/1.jpg;Mug;MUG;Home;"11,90 €";"14,28 €";5;1;0\n';
  const { plan, products } = await read(file);
  expect(plan.preset).toBe("prestashop");
  expect(products).toMatchObject([{ sku: "MUG", price_amount: 14.28, price_currency: "EUR", status: "active" }]);
});

test("BigCommerce's export: variants and images below their product", async () => {
  const file = [
    "Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Low Stock,Price,Cost Price,Retail Price,Sale Price,Categories,Description,Product URL,UPC/EAN,Global Trade Number,Manufacturer Part Number,Weight,Is Visible,Product Condition,Variant Image URL,Internal Image URL (Export),Image URL (Import)",
    "Product,77,Tee,physical,TEE,,variant,0,0,20.00,0.00,0.00,0.00,23;24,<p>Soft</p>,/tee/,,,,0.2,TRUE,New,,,",
    "Variant,1,,,TEE-R-S,Type=Swatch|Name=Color|Value=Red|Type=Rectangle|Name=Size|Value=S,,4,0,,,,15.50,,,,,4006381333931,,,,,https://b.example/red.jpg,,",
    "Variant,2,,,TEE-B-S,Type=Swatch|Name=Color|Value=Blue|Type=Rectangle|Name=Size|Value=S,,0,0,25.00,,,,,,,,,,,,,,,",
    "Image,5,,,,,,,,,,,,,,,,,,,,,,https://b.example/1.jpg,",
    "Image,6,,,,,,,,,,,,,,,,,,,,,,,https://b.example/2.jpg",
    "Product,78,Hat,physical,HAT,,none,0,0,9.00,,,,23,,/hat/,,,,0.1,FALSE,Used,,,",
  ].join("\n");
  const mapping = JSON.stringify({
    ...EUR,
    shipping_weight: { column: "Weight", unit: "kg" },
    url: { column: "Product URL", prefix: "https://b.example" },
  });
  const { plan, rows, products, faults } = await read(file, { mapping });
  expect([plan.preset, faults]).toEqual(["bigcommerce", []]);
  expect(rows.map(({ type }) => type)).toEqual(["skipped", "product", "product", "skipped", "skipped", "product"]);
  expect(products).toMatchObject([
    {
      sku: "TEE-R-S",
      title: "Tee",
      item_group_id: "77",
      description: "Soft",
      price_amount: 20,
      sale_price_amount: 15.5,
      inventory_quantity: 4,
      availability: "in_stock",
      gtin: "4006381333931",
      variant_options: { Color: "Red", Size: "S" },
      color: "Red",
      image_url: "https://b.example/red.jpg",
      additional_image_urls: ["https://b.example/1.jpg", "https://b.example/2.jpg"],
      url: "https://b.example/tee/",
      status: "active",
      condition: "new",
    },
    {
      sku: "TEE-B-S",
      price_amount: 25,
      sale_price_amount: null,
      availability: "out_of_stock",
      variant_options: { Color: "Blue" },
    },
    { sku: "HAT", status: "draft", condition: "used", availability: "in_stock", inventory_quantity: null },
  ]);
  expect(products[2]).not.toHaveProperty("item_group_id");
});

test("BigCommerce's older export: SKU rows whose name is the list of options", async () => {
  const file = [
    "Item Type,Product ID,Product Name,Product Type,Product Code/SKU,Brand Name,Option Set,Product Description,Price,Sale Price,Product Weight,Product Visible?,Track Inventory,Current Stock Level,Category,Product Image File - 1,Product Image File - 2,Product Condition",
    "Product,77,Tee,P,TEE,Acme,Tee,Soft,20.00,0.00,0.2,Y,by option,0,Shop All;Tops,https://b.example/1.jpg,https://b.example/2.jpg,New",
    '  SKU,1,"[S]Color=Red,[RB]Size=S",,TEE-R-S,,,,,,,,,4,,,,',
    "Product,78,Hat,P,HAT,Acme,,,9.00,8.00,0.1,N,none,0,Shop All,https://b.example/3.jpg,,New",
  ].join("\n");
  const mapping = JSON.stringify({ ...EUR, shipping_weight: { column: "Product Weight", unit: "kg" } });
  const { plan, products, faults } = await read(file, { mapping });
  expect([plan.preset, faults]).toEqual(["bigcommerce", []]);
  expect(products).toMatchObject([
    {
      sku: "TEE-R-S",
      title: "Tee",
      brand: "Acme",
      item_group_id: "77",
      inventory_quantity: 4,
      variant_options: { Color: "Red", Size: "S" },
      image_url: "https://b.example/1.jpg",
      additional_image_urls: ["https://b.example/2.jpg"],
    },
    { sku: "HAT", sale_price_amount: 8, status: "draft" },
  ]);
});

test("Shopware's export: variants below their parent take its values", async () => {
  const file = [
    "id;parent_id;product_number;active;stock;name;description;price_net;price_gross;list_price_gross;tax_rate;tax_name;cover_media_url;manufacturer_name;categories;is_closeout;ean",
    'a1;;SW1;1;0;Hemd;"<p>Weich</p>";10;11.9;15;19;Standard;https://s.example/1.jpg;Acme;c1|c2;1;',
    "a2;a1;SW1.1;;5;;;;;;;;;;;;4006381333931",
    "a3;a1;SW1.2;;0;;;20;23.8;;;;https://s.example/3.jpg;;;0;",
    "b1;;SW2;0;0;Hut;;5;5.95;;19;Standard;;Acme;;0;",
  ].join("\n");
  const { plan, rows, products, faults } = await read(file, { mapping: JSON.stringify(EUR) });
  expect([plan.preset, faults]).toEqual(["shopware", []]);
  expect(rows.map(({ type }) => type)).toEqual(["skipped", "product", "product", "product"]);
  expect(products).toMatchObject([
    {
      sku: "SW1.1",
      title: "Hemd",
      description: "Weich",
      item_group_id: "a1",
      price_amount: 15,
      sale_price_amount: 11.9,
      brand: "Acme",
      availability: "in_stock",
      inventory_quantity: 5,
      image_url: "https://s.example/1.jpg",
      status: "active",
      gtin: "4006381333931",
    },
    { sku: "SW1.2", price_amount: 23.8, availability: "out_of_stock", image_url: "https://s.example/3.jpg" },
    { sku: "SW2", status: "draft", availability: "backorder" },
  ]);
  // `c1|c2` are ids.
  for (const product of products) expect(product).not.toHaveProperty("product_category");
  const mapping = JSON.stringify({ ...EUR, product_category: { column: "categories", as: "first" } });
  expect((await read(file.replace("c1|c2", "Shirts|Sale"), { mapping })).products[0]?.product_category).toBe("Shirts");
});

describe("Shopware's default profile", () => {
  const HEADER =
    "id;parent_id;product_number;active;stock;name;description;price_net;price_gross;purchase_prices_net;purchase_prices_gross;tax_id;tax_rate;tax_name;cover_media_id;cover_media_url;cover_media_title;cover_media_alt;manufacturer_id;manufacturer_name;categories;sales_channel;propertyIds;optionIds";
  const row = (own: string, rest: string): string => `${own};${rest}`;
  const PARENT = row(
    "a1;;SW10001;1;0;Hemd;<p>Weich</p>",
    "8.4;10;5;5.95;t1;19;Standard;m1;https://s.example/1.jpg;;;h1;Acme;c1|c2;sc1;;",
  );
  const VARIANT = row("a2;a1;SW10001.1;0;5;;", ";;;;;;;;;;;;;;;;o1|o2");
  const HIDDEN = row("b1;;SW10002;0;4;Hut;", "5;5.95;;;t1;19;Standard;;;;;;Acme;;;;");
  const file = [HEADER, PARENT, VARIANT, HIDDEN].join("\n");

  test("fills a variant from its product, and is not published before a question is answered", async () => {
    const { plan, products, faults, questions } = await read(file, { mapping: JSON.stringify(EUR) });
    expect(plan.preset).toBe("shopware");
    expect(products).toMatchObject([
      {
        sku: "SW10001.1",
        title: "Hemd",
        price_amount: 10,
        cost_amount: 5,
        brand: "Acme",
        tax_class: "Standard",
        image_url: "https://s.example/1.jpg",
        availability: "in_stock",
        item_group_id: "a1",
      },
      { sku: "SW10002", status: "draft" },
    ]);
    expect(products[0]).not.toHaveProperty("status");
    expect(faults).toMatchObject([{ pointer: "/status", column: "active" }]);
    expect(questions).toMatchObject([{ code: "published", column: "active" }]);
  });

  test.each([
    ["Hidden", "draft"],
    ["As their product, which is active", "active"],
  ])("with the answer %s the variant is %s", async (label, status) => {
    const { questions } = await read(file, { mapping: JSON.stringify(EUR) });
    const answer = questions[0]?.answers.find((one) => one.label === label);
    const mapping = JSON.stringify({ ...EUR, ...answer?.mapping });
    const answered = await read(file, { mapping });
    expect(answered).toMatchObject({ questions: [], faults: [], products: [{ status }, { status: "draft" }] });
  });

  test("a variant of a product whose sale ends with its stock is sold out with it", async () => {
    const closeout = [`${HEADER};is_closeout`, `${PARENT};1`, `${VARIANT.replace(";0;5;", ";1;0;")};0`].join("\n");
    const { products, faults } = await read(closeout, { mapping: JSON.stringify(EUR) });
    expect([products.map(({ availability }) => availability), faults]).toEqual([["out_of_stock"], []]);
  });

  test("a price in a named currency", async () => {
    const simple = [
      "id;parent_id;product_number;active;stock;name;price_net_eur;price_gross_eur;price_net_usd;price_gross_usd",
      "a1;;SW1;1;3;Hut;10;11.9;12;14.28",
    ].join("\n");
    const { products, faults, questions } = await read(simple);
    expect([faults, questions]).toEqual([[], []]);
    expect(products).toMatchObject([
      { price_amount: 11.9, price_currency: "EUR", prices: [{ currency: "USD", amount: 14.28 }] },
    ]);
  });
});

test("Squarespace's export: variants below their product, unlimited stock, prices on sale", async () => {
  const file = [
    "Product ID [Non Editable],Variant ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,Description,SKU,Option Name 1,Option Value 1,Price,Sale Price,On Sale,Stock,Categories,Tags,Weight,Length,Width,Height,Visible,Hosted Image URLs",
    'p1,v1,PHYSICAL,shop,tee,Tee,<p>Soft</p>,SQ1,Size,S,20.00,15.00,Yes,3,/tops,summer,0.0,0.0,0.0,0.0,Yes,"https://q.example/1.jpg\nhttps://q.example/2.jpg"',
    ",v2,,,,,,SQ2,,M,20.00,15.00,No,Unlimited,,,0.0,0.0,0.0,0.0,,",
    "p2,v3,PHYSICAL,shop,hat,Hat,,SQ3,,,9.00,0.00,No,0,,,0.0,0.0,0.0,0.0,No,https://q.example/3.jpg",
  ].join("\n");
  const { plan, products, faults } = await read(file, { mapping: JSON.stringify(EUR) });
  expect([plan.preset, faults]).toEqual(["squarespace", []]);
  expect(products).toMatchObject([
    {
      sku: "SQ1",
      title: "Tee",
      item_group_id: "tee",
      price_amount: 20,
      sale_price_amount: 15,
      inventory_quantity: 3,
      variant_options: { Size: "S" },
      image_url: "https://q.example/1.jpg",
      additional_image_urls: ["https://q.example/2.jpg"],
      status: "active",
    },
    {
      sku: "SQ2",
      title: "Tee",
      description: "Soft",
      sale_price_amount: null,
      availability: "in_stock",
      inventory_quantity: null,
      variant_options: { Size: "M" },
      status: "active",
    },
    { sku: "SQ3", availability: "out_of_stock", status: "draft" },
  ]);
});

test("Medusa's export: a variant whose inventory is not managed is in stock", async () => {
  const columns =
    "Product Handle,Product Title,Product Status,Variant SKU,Variant Allow Backorder,Variant Manage Inventory";
  const unmanaged = await read(`${columns},Variant Price EUR\ntee,Tee,published,A,FALSE,FALSE,10`);
  expect(unmanaged.questions).toEqual([]);
  expect(unmanaged.products).toMatchObject([{ sku: "A", availability: "in_stock", inventory_quantity: null }]);
  const managed = await read(
    `${columns},Variant Price EUR\ntee,Tee,published,A,FALSE,FALSE,10\ntee,Tee,published,B,FALSE,TRUE,10`,
  );
  expect(codesOf(managed.questions)).toEqual(["availability"]);
});

test("Medusa's export: a price for each currency, options, and several images", async () => {
  const file = [
    "Product Id,Product Handle,Product Title,Product Subtitle,Product Description,Product Status,Product Thumbnail,Product Weight,Product Image 1,Product Image 2,Variant Id,Variant Title,Variant Sku,Variant Barcode,Variant Inventory Quantity,Variant Allow Backorder,Variant Manage Inventory,Variant Price EUR,Variant Price USD,Variant Option 1 Name,Variant Option 1 Value",
    "prod_1,tee,Tee,,Soft,published,https://m.example/1.png,,https://m.example/1.png,https://m.example/2.png,variant_1,S,TEE-S,4006381333931,0,true,true,10,15,Size,S",
    "prod_1,tee,Tee,,Soft,published,https://m.example/1.png,,,,variant_2,M,TEE-M,,9,false,false,10.5,,Size,M",
    "prod_2,hat,Hat,,,proposed,,,,,variant_3,,HAT,,0,false,true,5,6,,",
  ].join("\n");
  const { plan, products, faults, questions } = await read(file);
  expect([plan.preset, faults, codesOf(questions)]).toEqual(["medusa", [], []]);
  expect(products).toMatchObject([
    {
      sku: "TEE-S",
      title: "Tee",
      item_group_id: "tee",
      price_amount: 10,
      price_currency: "EUR",
      prices: [{ currency: "USD", amount: 15 }],
      availability: "backorder",
      gtin: "4006381333931",
      variant_options: { Size: "S" },
      image_url: "https://m.example/1.png",
      additional_image_urls: ["https://m.example/2.png"],
      status: "active",
    },
    { sku: "TEE-M", price_amount: 10.5, availability: "in_stock", inventory_quantity: null },
    { sku: "HAT", status: "draft", availability: "out_of_stock" },
  ]);
});

test("OXID's export: variants by the id of their article, and what is sold without stock", async () => {
  const file = [
    '"OXID";"OXPARENTID";"OXACTIVE";"OXARTNUM";"OXEAN";"OXTITLE";"OXSHORTDESC";"OXPRICE";"OXTPRICE";"OXSTOCK";"OXSTOCKFLAG";"OXVARNAME";"OXVARSELECT";"OXPIC1";"OXWEIGHT"',
    '"a1";"";"1";"1201";"";"Wakeboard";"Kurz";"129.9";"159.9";"10";"1";"Größe";"";"https://o.example/1.jpg";"2.5"',
    '"a2";"a1";"1";"1201-M";"4006381333931";"";"";"139.9";"0";"0";"3";"";"M";"";"2.5"',
    '"a3";"a1";"0";"1201-L";"";"";"";"129.9";"0";"0";"1";"";"L";"";"0"',
    '"b1";"";"1";"77";"";"Wachs";"";"9";"0";"3";"1";"";"";"";"0"',
  ].join("\n");
  const { plan, rows, products, faults, questions } = await read(file);
  expect([plan.preset, faults, codesOf(questions)]).toEqual(["oxid", [], ["currency"]]);
  expect(rows.map(({ type }) => type).sort()).toEqual(["product", "product", "product", "skipped"]);
  const shared = { title: "Wakeboard", description: "Kurz", item_group_id: "a1", image_url: "https://o.example/1.jpg" };
  expect(products).toMatchObject([
    {
      ...shared,
      sku: "1201-M",
      gtin: "4006381333931",
      price_amount: 139.9,
      availability: "out_of_stock",
      variant_options: { Größe: "M" },
      weight: { value: 2.5, unit: "kg" },
      status: "active",
    },
    { ...shared, sku: "1201-L", price_amount: 129.9, availability: "backorder", status: "draft" },
    { sku: "77", availability: "in_stock" },
  ]);
});

test("Medusa 1's export: options, images, and a question about prices that may be in cents", async () => {
  const file = [
    "Product Handle;Product Title;Product Status;Product Thumbnail;Variant SKU;Variant Inventory Quantity;Variant Allow Backorder;Variant Manage Inventory;Price EU [EUR];Price USD;Option 1 Name;Option 1 Value;Image 1 Url",
    "tee;Tee;published;;TEE-S;5;false;true;1950;2200;Size;S;https://m.example/1.jpg",
  ].join("\r\n");
  const open = await read(file);
  expect([open.plan.preset, codesOf(open.questions)]).toEqual(["medusa", ["price"]]);
  expect(open.rows[0]).not.toHaveProperty("body.price_amount");
  const answer = open.questions[0]?.answers.find(({ label }) => label === "Price USD, where 2200 is 22.00");
  const { products } = await read(file, { mapping: JSON.stringify(answer?.mapping) });
  expect(products).toMatchObject([
    {
      sku: "TEE-S",
      price_amount: 22,
      price_currency: "USD",
      variant_options: { Size: "S" },
      image_url: "https://m.example/1.jpg",
    },
  ]);
});

test("Saleor's export: the first channel, all warehouses, attributes", async () => {
  const file = [
    "id,name,description as str,category,product type,variant sku,variant weight,product media,variant media,fabric (product attribute),size (variant attribute),default-channel (channel published),default-channel (channel price amount),default-channel (channel variant currency code),east (warehouse quantity),west (warehouse quantity)",
    "UHJvZDox,Tee,Soft,Tops,Shirt,TEE-S,0.2 kg,https://s.example/1.jpg,,Cotton,S,True,10.500,USD,2,3",
    "UHJvZDox,Tee,Soft,Tops,Shirt,TEE-M,0.2 kg,https://s.example/1.jpg,https://s.example/m.jpg,Cotton,M,False,11.000,USD,0,0",
  ].join("\n");
  const { plan, products, faults, questions } = await read(file);
  expect([plan.preset, faults, codesOf(questions)]).toEqual(["saleor", [], []]);
  expect(products).toMatchObject([
    {
      sku: "TEE-S",
      title: "Tee",
      item_group_id: "UHJvZDox",
      price_amount: 10.5,
      price_currency: "USD",
      inventory_quantity: 5,
      availability: "in_stock",
      variant_options: { size: "S" },
      size: "S",
      custom_attributes: { fabric: "Cotton" },
      weight: { value: 0.2, unit: "kg" },
      status: "active",
    },
    { sku: "TEE-M", status: "draft", availability: "out_of_stock", image_url: "https://s.example/m.jpg" },
  ]);
});

test("Saleor's export: a discounted price is a sale of its own channel", async () => {
  const file = [
    "id,name,variant sku,main (channel price amount),main (channel discounted price amount),main (channel variant currency code),pl (channel price amount)",
    "1,Tee,SALE,10.500,8.000,USD,9.000",
    "1,Tee,NONE,10.500,10.500,USD,9.000",
    "1,Tee,EMPTY,10.500,,USD,9.000",
  ].join("\n");
  const pricesOf = async (mapping: object) =>
    (await read(file, { mapping: JSON.stringify({ availability: { value: "in_stock" }, ...mapping }) })).products.map(
      ({ price_amount: price, sale_price_amount: sale }) => [price, sale],
    );
  expect(await pricesOf({})).toEqual([
    [10.5, 8],
    [10.5, null],
    [10.5, null],
  ]);
  const price = { column: "pl (channel price amount)", decimal: "point" };
  const other = { price, price_currency: { value: "PLN" } };
  expect(await pricesOf(other)).toEqual(Array.from({ length: 3 }, () => [9, undefined]));
});

test("Saleor's export: the channels in other currencies are prices by market", async () => {
  const file = [
    "id,name,charge taxes,variant sku,us (channel published),us (channel price amount),us (channel discounted price amount),us (channel product currency code),pl (channel published),pl (channel price amount),pl (channel discounted price amount),pl (channel product currency code),ca (channel price amount),ca (channel product currency code),outlet (channel price amount),outlet (channel product currency code)",
    "1,Tee,True,A,True,10.500,10.500,USD,True,45.000,39.000,PLN,14.000,CAD,9.000,USD",
    "1,Tee,True,B,True,10.500,10.500,USD,False,45.000,39.000,PLN,,,,",
  ].join("\n");
  const { products, faults } = await read(file, { mapping: '{"availability":{"value":"in_stock"}}' });
  expect(faults).toEqual([]);
  expect(products).toMatchObject([
    {
      sku: "A",
      price_amount: 10.5,
      price_currency: "USD",
      prices: [
        { currency: "PLN", amount: 45, sale_amount: 39 },
        { currency: "CAD", amount: 14 },
      ],
    },
    { sku: "B", price_amount: 10.5 },
  ]);
  expect(products[1]).not.toHaveProperty("prices");
});

test("Spree's export: variants below their product, sizes and weights with their units", async () => {
  const file = [
    "product_id,sku,name,slug,status,brand_name,description,tags,price,compare_at_price,currency,width,height,depth,dimensions_unit,weight,weight_unit,track_inventory,inventory_count,inventory_backorderable,tax_category,image1_src,image2_src,image3_src,option1_name,option1_value,option2_name,option2_value,category1",
    'p1,DS-1,Denim Shirt,denim-shirt,active,Acme,Soft,"ECO, Gold",62.99,80.00,USD,10,20,5,cm,0.3,kg,true,100,false,Clothing,https://s.example/1.jpg,https://s.example/2.jpg,,Color,Blue,Size,S,Men -> Shirts',
    "p1,DS-2,,denim-shirt,,,,,62.99,,USD,,,,,,,true,0,true,,https://s.example/3.jpg,,,Color,Red,Size,S,",
    "p2,HAT,Hat,hat,draft,Acme,,,9.00,,USD,,,,,,,false,0,false,,,,,,,,,",
  ].join("\n");
  const { plan, products, faults, questions } = await read(file);
  expect([plan.preset, faults, codesOf(questions)]).toEqual(["spree", [], []]);
  expect(products).toMatchObject([
    {
      sku: "DS-1",
      title: "Denim Shirt",
      item_group_id: "denim-shirt",
      price_amount: 80,
      sale_price_amount: 62.99,
      price_currency: "USD",
      inventory_quantity: 100,
      weight: { value: 0.3, unit: "kg" },
      dimensions: { length: 5, width: 10, height: 20, unit: "cm" },
      variant_options: { Color: "Blue", Size: "S" },
      tags: ["ECO", "Gold"],
      image_url: "https://s.example/1.jpg",
      additional_image_urls: ["https://s.example/2.jpg"],
      status: "active",
    },
    {
      sku: "DS-2",
      title: "Denim Shirt",
      brand: "Acme",
      availability: "backorder",
      sale_price_amount: null,
      status: "active",
    },
    { sku: "HAT", status: "draft", availability: "in_stock", inventory_quantity: null },
  ]);
});
