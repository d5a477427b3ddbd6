import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { importPreviewQuery } from "@skucast/contracts/imports/import";
import { IMPORT_PRESETS } from "@skucast/contracts/imports/presets";
import { createCellCounter } from "../count-cells.js";
import type { ImportPlan } from "../import-plan.js";
import { inspectFile } from "../inspect-file.js";
import { usesOf } from "../plan-import.js";
import { createRowReader } from "../product-reader.js";
import { createRowAssembler } from "../read-rows.js";
import { presetNamed } from "./presets.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-ignored-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Files of each shop, with the columns that say what a row is, and their values. A bar separates cells. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  shopify: [
    "Handle|Title|Vendor|Published|Option1 Name|Option1 Value|Variant SKU|Variant Inventory Tracker|Variant Inventory Qty|Variant Inventory Policy|Variant Price|Variant Compare At Price|Image Src|Image Position|Image Alt Text|Gift Card|Status",
    "tee|Tee|V|true|Size|S|A-1|shopify|5|deny|10.00|12.00|https://c.example/2.jpg|2|Alt|false|active",
    "tee|||||M|A-2|shopify|0|deny|10.00||https://c.example/1.jpg|1|Alt||",
  ],
  woocommerce: [
    "ID|Type|SKU|Name|Published|Visibility in catalog|Description|Tax status|In stock?|Stock|Backorders allowed?|Sold individually?|Sale price|Regular price|Categories|Images|Parent|Attribute 1 name|Attribute 1 value(s)|Attribute 1 visible|Position",
    "1|variable||Tee|1|visible|Soft|taxable|1||0|0|||Wear|https://w.example/1.jpg||Size|S, M|1|0",
    "2|variation|V-1|Tee S|1|visible||taxable|1|3|0|0|8|10|||id:1|Size|S||1",
    "3|simple|S-1|Hat|1|visible|Warm|taxable|1|3|0|0|8|10|Wear|https://w.example/2.jpg||||0|2",
  ],
  squarespace: [
    "Product ID [Non Editable]|Variant ID [Non Editable]|Product Type [Non Editable]|Product Page|Product URL|Title|SKU|Option Name 1|Option Value 1|Price|Sale Price|On Sale|Stock|Visible|Hosted Image URLs",
    "p1|v1|PHYSICAL|shop|candle|Candle|C-S|Size|Small|18.00|12.00|Yes|Unlimited|Yes|https://q.example/1.jpg",
    "|v2|||||C-L||Large|28.00|20.00|No|0||",
  ],
  wix: [
    "handleId|fieldType|name|description|productImageUrl|collection|sku|ribbon|price|surcharge|visible|discountMode|discountValue|inventory|weight|productOptionName1|productOptionType1|productOptionDescription1",
    "h1|Product|Tee|Soft|a.jpg|Wear|P|New|10||true|PERCENT|10|InStock|1|Size|DROP_DOWN|S;M",
    "h1|Variant|||||W-S|||2|true|||5|1|Size|DROP_DOWN|S",
    "h2|Product|Hat|Warm|b.jpg|Wear|W-2||20||true|AMOUNT|5|3|1|||",
  ],
  etsy: [
    "TITLE|DESCRIPTION|PRICE|CURRENCY_CODE|QUANTITY|TAGS|MATERIALS|IMAGE1|VARIATION 1 TYPE|VARIATION 1 NAME|VARIATION 1 VALUES|VARIATION 2 TYPE|VARIATION 2 NAME|VARIATION 2 VALUES|SKU",
    "Tee|Soft|10|EUR|5|a|Cotton|https://e.example/1.jpg|Custom||S,M|Color||Red,Blue|E-1,E-2,E-3,E-4",
    "Hat|Warm|20|EUR|3|b|Wool|https://e.example/2.jpg|||||||E-5",
  ],
  bigcommerce: [
    "Item|ID|Name|Type|SKU|Options|Inventory Tracking|Current Stock|Low Stock|Price|Sale Price|Brand ID|Channels|Description|Is Visible|Image URL (Import)|Internal Image URL (Export)|Image is Thumbnail|Image Sort Order",
    "Product|7|Tee|physical|P||variant|0|0|10|8|1|1|Soft|TRUE|||FALSE|0",
    "Variant|8|||B-1|Type=Rectangle\\|Name=Size\\|Value=S||4|0|||||||||FALSE|0",
    "Image|9||||||||||||||https://b.example/i.jpg||FALSE|1",
    "Image|10||||||||||||||https://b.example/2.jpg|https://b.example/e.jpg|TRUE|2",
    "Product|11|Hat|physical|B-2||product|3|0|20||1|1|Warm|TRUE|||FALSE|0",
  ],
  "bigcommerce, the older form": [
    "Item Type|Product ID|Product Name|Product Code/SKU|Option Set|Price|Allow Purchases?|Track Inventory|Current Stock Level|Category|Product Image File - 1|Product Image Is Thumbnail - 1|Product Image File - 2|Product Image Is Thumbnail - 2|Bin Picking Number",
    "Product|1|Tee|P|Sizes|10|Y|by option|0|Wear|https://b.example/1.jpg|N|https://b.example/2.jpg|Y|7",
    "SKU|1|[RT]Size=S|O-1||||by option|4||||||",
    "Product|2|Hat|O-2||20|Y|by product|4|Wear|https://b.example/3.jpg|N|https://b.example/4.jpg|Y|8",
  ],
  magento: [
    "sku|store_view_code|attribute_set_code|product_type|categories|product_websites|name|description|price|product_online|visibility|qty|is_in_stock|base_image|additional_images|associated_skus|configurable_variations|configurable_variation_labels|additional_attributes|swatch_image",
    "M-1||Default|simple|Wear|base|Tee S|Soft|10|1|Not Visible Individually|5|1|/a.jpg|/a.jpg,/b.jpg|||||",
    "M-C||Default|configurable|Wear|base|Tee|Soft|10|1|Catalog, Search|0|1|/a.jpg|/b.jpg||sku=M-1,size=S|size=Size||",
    "M-2||Default|simple|Wear|base|Cup|Deep|10|1|Not Visible Individually|5|1|/a.jpg||||||",
    "M-G||Default|grouped|Wear|base|Set|All|10|1|Catalog, Search|0|1|/a.jpg||M-2=1.0||||",
    "M-3||Default|simple|Wear|base|Hat|Warm|10|1|Catalog, Search|5|1|/a.jpg||||||",
  ],
  prestashop: [
    "Product ID|Product reference|Attribute (Name:Type:Position)|Value (Value:Position)|Reference|EAN13|Impact on price|Quantity",
    "1|P-1|Color:color:0, Size:select:1|Blue:0, M:1|PS-1|4006381333931|0|5",
  ],
  shopware: [
    "id|parent_id|product_number|active|stock|name|price_net|price_gross|list_price_net|list_price_gross|tax_name|cover_media_url|is_closeout|rule_id|quantity_start|manufacturer_name|cover_media_title",
    "a1||SW-P|1|0|Tee|10|12|12|15|Std|https://s.example/1.jpg|0|||Acme|T",
    "a2|a1|SW-1|1|5|||||||||||",
    "a3||SW-2|1|5|Hat|10||12||Std|https://s.example/2.jpg|0|||Acme|T",
    "a3||SW-2|1|5|Hat|9||||Std|https://s.example/2.jpg|0|r1|10|Acme|T",
  ],
  commercetools: [
    "_published|productType|variantId|id|sku|prices|tax|categories|images|name.en|slug.en|searchKeywords.en",
    "true|main|1|p1|CT-1|EUR 1000|Std|Wear>Tees|https://c.example/1.jpg|Tee|tee|k",
    "||2||CT-2|EUR 1200||||||",
  ],
  medusa: [
    "Product Id|Product Handle|Product Title|Product Status|Product Discountable|Variant Id|Variant SKU|Variant Manage Inventory|Variant Allow Backorder|Variant Inventory Quantity|Variant Price EUR|Variant Option 1 Name|Variant Option 1 Value",
    "p|tee|Tee|published|true|v|MD-1|true|false|5|10|Size|S",
  ],
  saleor: [
    "id|name|description_as_str|category|product type|collections|charge taxes|variant sku|variant id|default-channel (channel price amount)|default-channel (channel discounted price amount)|default-channel (channel variant currency code)|default-channel (channel published)|default-channel (channel published at)|default-channel (channel available for purchase at)|Berlin (warehouse quantity)",
    "1|Tee|Soft|Wear|T|c|True|SA-1|9|12|10|EUR|True|2020-01-01|2020-01-01|5",
  ],
  spree: [
    "sku|name|slug|status|vendor_name|description|available_on|discontinue_on|track_inventory|price|compare_at_price|currency|weight|weight_unit|inventory_count|inventory_backorderable|tax_category|digital|image1_src|option1_name|option1_value|meta_title",
    "SP-1|Tee|tee|active|Acme|Soft|2020-01-01||true|10|12|EUR|1|kg|5|false|Std|false|https://s.example/1.jpg|Size|S|m",
    "SP-2||tee||||||true|10|12|EUR|1|kg|0|false|||https://s.example/2.jpg||M|",
  ],
  vendure: [
    "name|slug|description|assets|facets|optionGroups|optionValues|sku|price|taxCategory|stockOnHand|trackInventory|variantAssets|variantFacets",
    "Tee|tee|Soft|https://v.example/1.jpg|brand:Acme|size|S|VE-1|10|std|5|true||",
    "||||||M|VE-2|11|std|0|true||",
  ],
  bagisto: [
    "sku|parent_sku|locale|attribute_family_code|type|categories|images|name|status|price|special_price|url_key|manage_stock|inventories|configurable_variants|featured",
    "CP||en|default|configurable|Wear|https://b.example/1.jpg|Tee|1|||tee|||sku=BA-1,size=S|1",
    "BA-1|CP|en|default|simple|Wear|https://b.example/1.jpg|Tee S|1|10|8|tee|1|default=5||0",
  ],
  oxid: [
    "OXID|OXPARENTID|OXACTIVE|OXARTNUM|OXEAN|OXTITLE|OXSHORTDESC|OXPRICE|OXTPRICE|OXSTOCK|OXSTOCKFLAG|OXVARNAME|OXVARSELECT|OXPIC1|OXWEIGHT|OXDELIVERY",
    "o1||1|OX-P||Board|Short|129.9|159.9|10|1|Size||https://o.example/1.jpg|2.5|0000-00-00",
    "o2|o1|1|OX-1|4006381333931|||139.9|0|0|1||M||2.5|2026-12-24",
    "o3||1|OX-2||Wax||9|10|3|2|||https://o.example/2.jpg|0.1|",
  ],
  openai: [
    "item_id|is_eligible_search|is_eligible_checkout|title|description|url|brand|image_url|price|availability|group_id|seller_name|target_countries",
    "OA-1|true|false|O|d|https://o.example|B|https://o.example/1.jpg|79.99 USD|in_stock|G|S|US",
  ],
  amazon: [
    "feed_product_type|item_sku|update_delete|brand_name|item_name|external_product_id|external_product_id_type|standard_price|currency|quantity|main_image_url|parent_child|parent_sku|relationship_type|variation_theme|color_name|condition_type|fulfillment_center_id",
    "shirt|AM-P|Update|Acme|Tee||||EUR||https://a.example/1.jpg|Parent|||Color||New|",
    "shirt|AM-1|Update|Acme|Tee red|4006381333931|EAN|10|EUR|5|https://a.example/1.jpg|Child|AM-P|Variation|Color|Red|New|F",
    "shirt|AM-2|Delete|Acme|Hat|4006381333931|EAN|10|EUR|5|https://a.example/2.jpg|||||Red|New|F",
  ],
  meta: [
    "id|title|description|availability|condition|price|link|image_link|brand|quantity_to_sell_on_facebook|sale_price|status|visibility|image[0].tag[0]",
    "ME-1|T|D|in stock|new|9.99 USD|https://m.example|https://m.example/i.jpg|B|5|8.99 USD|active|published|x",
  ],
  google: [
    "id|title|description|link|image link|availability|price|sale price|identifier exists|shipping(country:price)|ads grouping",
    "GO-1|Shirt|D|https://g.example|https://g.example/i.jpg|in stock|12.00 EUR|9.00 EUR|no|DE:4.90 EUR|a",
  ],
};

const cellsIn = (line: string): string[] => line.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|"));
const quoted = (cells: readonly string[]): string => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
const shopOf = (name: string): string => name.replace(/,.*/, "");

async function planOf(name: string): Promise<{ readonly plan: ImportPlan; readonly rows: readonly string[][] }> {
  const path = join(folder, "file");
  const lines = (FILES[name] ?? []).map(cellsIn);
  writeFileSync(path, lines.map(quoted).join("\n"));
  const { plan } = await inspectFile(path, { mediaType: null, options: importPreviewQuery.parse({}) });
  return { plan, rows: lines.slice(1).map((row) => plan.columns.map((_, place) => row[place] ?? "")) };
}

/** What a file's rows become: products with their fields, rejected and skipped rows. */
function productsOf(plan: ImportPlan, rows: readonly (readonly string[])[]): string {
  const assembler = createRowAssembler(plan);
  const reader = createRowReader(plan, () => 0);
  const raw = [...assembler.push(rows.map((cells, i) => ({ line: i + 2, cells }))), ...assembler.end()];
  return JSON.stringify(raw.map((row) => ({ ...reader.check(reader.find(row)), hash: undefined })));
}

const OTHER_VALUES = [
  "",
  "yes",
  "no",
  "1",
  "2",
  "99",
  "product",
  "variant",
  "parent",
  "configurable",
  "image",
  "de",
  "Delete",
];

test.each(Object.keys(FILES))("%s: a column that is listed as ignored changes no product", async (name) => {
  const { plan, rows } = await planOf(name);
  expect(plan.preset).toBe(shopOf(name));
  const expected = productsOf(plan, rows);
  expect(expected).toContain('"type":"product"');
  const changing = usesOf(plan).flatMap(({ name: column, fields }, place) => {
    if (fields.length > 0) return [];
    const values = new Set([...OTHER_VALUES, ...rows.map((row) => row[place] ?? "")]);
    const isRead = rows.some((_, at) =>
      [...values].some((value) => {
        if (value === rows[at]?.[place]) return false;
        const changed = rows.map((row, i) => (i === at ? row.map((cell, p) => (p === place ? value : cell)) : row));
        return productsOf(plan, changed) !== expected;
      }),
    );
    return isRead ? [column] : [];
  });
  expect(changing).toEqual([]);
});

test("Squarespace's On Sale is read in each row, and a sale price that it switches off is inapplicable", async () => {
  const { plan, rows } = await planOf("squarespace");
  const assembler = createRowAssembler(plan);
  const counter = createCellCounter(plan);
  const [on, off] = [...assembler.push(rows.map((cells, i) => ({ line: i + 2, cells }))), ...assembler.end()].map(
    (row) => counter.add(row, "applied"),
  );
  const outcomesOf = (name: string) => [on, off].map((outcomes) => outcomes?.[plan.columns.indexOf(name)]);
  expect([outcomesOf("On Sale"), outcomesOf("Sale Price"), outcomesOf("Price")]).toEqual([
    ["0", "0"],
    ["0", "7"],
    ["0", "0"],
  ]);
});

test("every preset of tables has a file", () => {
  const tables = IMPORT_PRESETS.filter((name) => presetNamed(name) !== undefined);
  expect([...new Set(Object.keys(FILES).map(shopOf))].sort()).toEqual([...tables].sort());
});

test.each(Object.keys(FILES))(
  "%s: no cell with a value is counted as empty, or as ignored if it is read",
  async (name) => {
    const { plan, rows } = await planOf(name);
    const assembler = createRowAssembler(plan);
    const counter = createCellCounter(plan);
    const raw = [...assembler.push(rows.map((cells, i) => ({ line: i + 2, cells }))), ...assembler.end()];
    const uses = usesOf(plan);
    for (const row of raw) {
      const outcomes = counter.add(row, row.isSkipped ? "skipped" : "applied");
      const sent = rows[row.line - 2] ?? [];
      const wrong = uses.filter(({ fields }, place) => {
        const isGiven = (sent[place] ?? "").trim() !== "";
        return isGiven && (outcomes[place] === "6" || (outcomes[place] === "4") === fields.length > 0);
      });
      expect(wrong.map(({ name: column }) => column)).toEqual([]);
    }
  },
);
