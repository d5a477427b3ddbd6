import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-hidden-products-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
const EUR = JSON.stringify({ price_currency: { value: "EUR" } });

/** The status of each product by its SKU. */
async function statusesOf(lines: readonly string[] | string, mapping: string = EUR) {
  const { products } = await read(typeof lines === "string" ? lines : lines.join("\n"), { mapping });
  return Object.fromEntries(products.map(({ sku, status }) => [sku, status]));
}

test("a variant of a hidden WooCommerce product is a draft, and so is a product hidden in the catalog", async () => {
  const statuses = await statusesOf([
    "ID,Type,SKU,Name,Published,Visibility in catalog,Regular price,In stock?,Parent",
    "1,variable,V,Cap,-1,visible,,1,",
    "2,variation,V-1,Cap - Red,1,visible,10,1,V",
    "3,variable,W,Hat,1,visible,,1,",
    "4,variation,W-1,Hat - Red,1,visible,10,1,id:3",
    "5,variation,W-2,Hat - Blue,0,visible,10,1,id:3",
    "6,simple,S,Part,1,hidden,10,1,",
    "7,variable,X,Box,1,hidden,,1,",
    "8,variation,X-1,Box - Red,1,visible,10,1,X",
    "9,variable,Y,Bag,2,visible,,1,",
    "10,variation,Y-1,Bag - Red,1,visible,10,1,Y",
  ]);
  expect(statuses).toEqual({
    "V-1": "draft",
    "W-1": "active",
    "W-2": "draft",
    S: "draft",
    "X-1": "draft",
    "Y-1": "draft",
  });
});

test("a variant of a disabled Magento product is a draft, above and below it", async () => {
  const configurable = (sku: string, online: number) =>
    `${sku},Top,configurable,base,Shirt,${online},"Catalog, Search",10,1,1,"sku=${sku}-1,size=S|sku=${sku}-2,size=M"`;
  const statuses = await statusesOf([
    "sku,attribute_set_code,product_type,product_websites,name,product_online,visibility,price,qty,is_in_stock,configurable_variations",
    "A-1,Top,simple,base,Shirt S,1,Not Visible Individually,10,5,1,",
    configurable("A", 2),
    "A-2,Top,simple,base,Shirt M,1,Not Visible Individually,10,5,1,",
    configurable("B", 1),
    "B-1,Top,simple,base,Shirt S,1,Not Visible Individually,10,5,1,",
    "B-2,Top,simple,base,Shirt M,2,Not Visible Individually,10,5,1,",
  ]);
  expect(statuses).toEqual({ "A-1": "draft", "A-2": "draft", "B-1": "active", "B-2": "draft" });
});

test("a hidden WooCommerce parent below its variations hides them, and a shown one gives them its values", async () => {
  const lines = [
    "ID,Type,SKU,Name,Published,Visibility in catalog,Regular price,In stock?,Parent,Categories",
    "2,variation,V-1,Cap - Red,1,visible,10,1,id:1,",
    "3,variation,V-2,Cap - Blue,1,visible,10,1,V,",
    "5,variation,W-1,Hat - Red,1,visible,10,1,id:4,",
    "7,variation,ALONE,Bag - Red,1,visible,10,1,id:6,",
    "4,variable,W,Hat,1,visible,,1,,Hats",
    "1,variable,V,Cap,-1,visible,,1,,Caps",
  ];
  const { products } = await read(lines.join("\n"), { mapping: EUR });
  expect(
    products.map(({ sku, status, item_group_id: group, product_category: category }) => [sku, status, group, category]),
  ).toEqual([
    ["W-1", "active", "W", "Hats"],
    ["V-2", "draft", "V", "Caps"],
    ["V-1", "draft", "V", "Caps"],
    ["ALONE", "active", "id:6", undefined],
  ]);
});

test("a Magento product that is not visible alone is shown only by a visible product of the file", async () => {
  const child = (sku: string) => `${sku},Top,simple,base,Shirt ${sku},1,Not Visible Individually,10,5,1,,`;
  const parent = (type: string, visibility: string, variations: string, members = "") =>
    `P-${type}-${visibility.length},Top,${type},base,Shirt,1,"${visibility}",10,1,1,"${variations}","${members}"`;
  const SHOWN = "Catalog, Search";
  const statuses = await statusesOf([
    "sku,attribute_set_code,product_type,product_websites,name,product_online,visibility,price,qty,is_in_stock,configurable_variations,associated_skus",
    ...["ALONE", "A", "B", "C", "G"].map(child),
    `OWN,Top,simple,base,Shirt,1,"${SHOWN}",10,5,1,,`,
    parent("configurable", SHOWN, "sku=A,size=S|sku=D,size=M"),
    parent("configurable", "Not Visible Individually", "sku=B,size=S|sku=OWN,size=S"),
    parent("bundle", SHOWN, ""),
    parent("grouped", "Catalog", "", "G=1.0000,H=2.0000"),
    parent("grouped", "Not Visible Individually", "", "C=1.0000"),
    ...["D", "H"].map(child),
  ]);
  const shown = { A: "active", D: "active", G: "active", H: "active", OWN: "active" };
  expect(statuses).toEqual({ ...shown, ALONE: "draft", B: "draft", C: "draft" });
});

test("a given mapping of the status or of what publishes decides alone, also over a shop's second column", async () => {
  const lines = [
    "sku,attribute_set_code,product_type,product_websites,name,visibility,price,qty,is_in_stock",
    "A,Top,simple,base,Shirt,Not Visible Individually,10,5,1",
  ];
  for (const given of [{ status: { value: "active" } }, { published: { value: "yes" } }])
    expect(await statusesOf(lines, JSON.stringify({ price_currency: { value: "EUR" }, ...given }))).toEqual({
      A: "active",
    });
});

test("without the columns of parents, a Magento product that is not visible alone is a draft", async () => {
  const statuses = await statusesOf([
    "sku,attribute_set_code,product_type,product_websites,name,visibility,price,qty,is_in_stock",
    "A,Top,simple,base,Shirt,Not Visible Individually,10,5,1",
    "B,Top,simple,base,Shirt,Search,10,5,1",
  ]);
  expect(statuses).toEqual({ A: "draft", B: "active" });
});

test("a variant of a disabled Bagisto or Shopware product is a draft", async () => {
  const bagisto = [
    "sku,type,parent_sku,attribute_family_code,url_key,name,status,price,inventories,manage_stock",
    "C,configurable,,default,c,Cup,0,,,",
    "C-1,simple,C,default,c-1,Cup 1,1,10,default=5,1",
    "D-1,simple,,default,d-1,Cup 2,1,10,default=5,1",
  ];
  expect(await statusesOf(bagisto)).toEqual({ "C-1": "draft", "D-1": "active" });
  const shopware = [
    "id,parent_id,product_number,name,active,stock,price_gross",
    "p,,SW,Lamp,0,0,10",
    "v,p,SW.1,,1,5,",
    "w,p,SW.2,,,5,",
  ];
  expect(await statusesOf(shopware)).toEqual({ "SW.1": "draft", "SW.2": "draft" });
});

test("a product that Meta's feed hides is a draft, whatever its status", async () => {
  const statuses = await statusesOf([
    "id,title,image_link,link,price,availability,condition,status,visibility",
    "M-1,Lamp,https://m.example/1.jpg,https://m.example/1,10 EUR,in stock,new,active,hidden",
    "M-2,Lamp,https://m.example/1.jpg,https://m.example/1,10 EUR,in stock,new,,staging",
    "M-3,Lamp,https://m.example/1.jpg,https://m.example/1,10 EUR,in stock,new,archived,published",
    "M-4,Lamp,https://m.example/1.jpg,https://m.example/1,10 EUR,in stock,new,,published",
  ]);
  expect(statuses).toEqual({ "M-1": "draft", "M-2": "draft", "M-3": "archived", "M-4": "active" });
});

test("an active product of Shopify's Admin API that is in no sales channel is a draft", async () => {
  const product = (handle: string, publishedAt: string | null) => ({
    handle,
    title: "Vase",
    status: "active",
    published_at: publishedAt,
    options: [{ name: "Title" }],
    variants: [{ sku: handle, option1: "Default Title", price: "10.00", inventory_quantity: 3 }],
  });
  const products = [product("hidden", null), product("shown", "2026-01-02T10:00:00Z")];
  expect(await statusesOf(JSON.stringify({ products }))).toEqual({ hidden: "draft", shown: "active" });
});

test.each([
  ["published", "false", "true"],
  ["active", "0", "1"],
  ["Enabled", "disabled", "enabled"],
  ["is_visible", "N", "Y"],
  ["Visibility", "hidden", "visible"],
  ["visibility", "Not Visible Individually", "Catalog, Search"],
  ["Aktiv", "nein", "ja"],
  ["Sichtbarkeit", "versteckt", "sichtbar"],
  ["Publié", "non", "oui"],
  ["Visibilité", "masqué", "visible"],
  ["Activo", "Inactivo", "Activo"],
  ["Publicado", "No", "Sí"],
  ["Situação", "Inativo", "Ativo"],
  ["Statut", "brouillon", "publié"],
])("a product with %s = %s is a draft", async (column, hidden, shown) => {
  const rows = [`sku;title;price;availability;${column}`, `A;Tea;10;in_stock;${hidden}`, `B;Tea;10;in_stock;${shown}`];
  expect(await statusesOf(rows)).toEqual({ A: "draft", B: "active" });
});

test("one of several columns that says no hides a product; a given mapping decides alone", async () => {
  const rows = [
    "sku,title,price,availability,status,published,visible,enabled",
    "A,Tea,10,in_stock,active,false,1,1",
    "B,Tea,10,in_stock,active,true,1,0",
    "C,Tea,10,in_stock,active,true,0,1",
    "D,Tea,10,in_stock,draft,true,1,1",
    "E,Tea,10,in_stock,active,true,1,1",
  ];
  expect(await statusesOf(rows)).toEqual({ A: "draft", B: "draft", C: "draft", D: "draft", E: "active" });
  const given = JSON.stringify({ price_currency: { value: "EUR" }, status: { value: "active" } });
  expect(new Set(Object.values(await statusesOf(rows, given)))).toEqual(new Set(["active"]));
});
