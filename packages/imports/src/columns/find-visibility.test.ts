import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readFileWith } from "../testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-visibility-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);

const file = (column: string, first: string, second: string): string =>
  `sku;title;price;currency;availability;"${column}"\nA;Tea;10;EUR;in_stock;${first}\nB;Tea;10;EUR;in_stock;${second}\n`;

test.each([
  ["Hidden", "TRUE", "FALSE"],
  ["is_hidden", "1", "0"],
  ["isHidden", "true", "false"],
  ["Hide", "yes", "no"],
  ["Deleted", "1", "0"],
  ["Archived", "x1", "0"],
  ["Draft", "yes", "no"],
  ["Disabled", "1", "0"],
  ["Disabled", "x", "no"],
  ["deleted_at", "2026-03-01T10:00:00Z", "0"],
  ["Inactive", "Y", "N"],
  ["Not active", "1", "0"],
  ["Deaktiviert", "1", "0"],
  ["Gesperrt", "ja", "nein"],
  ["Masqué", "oui", "non"],
  ["Oculto", "sí", "no"],
  ["Nascosto", "sì", "no"],
  ["Verborgen", "ja", "nee"],
  ["Ukryty", "tak", "nie"],
  ["非表示", "1", "0"],
  ["倉庫指定", "1", "0"],
  ["isVisible", "false", "true"],
  ["isActive", "FALSE", "TRUE"],
  ["IsPublished", "f", "t"],
  ["productVisibility", "hidden", "visible"],
  ["catalog_visibility", "hidden", "visible"],
  ["product_status", "draft", "active"],
  ["Product Status", "Inactive", "Active"],
  ["post_status", "draft", "publish"],
  ["state", "inactive", "active"],
  ["État", "Désactivé", "Actif"],
  ["Estado", "Inactivo", "Activo"],
  ["Stato", "Disattivato", "Attivo"],
  ["Attivo", "No", "Sì"],
  ["Actief", "0", "1"],
  ["Aktywny", "0", "1"],
  ["Włączony", "nie", "tak"],
  ["Aktivní", "ne", "ano"],
  ["Pubblicato", "0", "1"],
  ["Publicado", "0", "1"],
  ["Opublikowano", "nie", "tak"],
  ["Zichtbaar", "Nee", "Ja"],
  ["Widoczny", "0", "1"],
  ["Viditelnost", "hidden", "visible"],
  ["Visibilité", "Nulle part", "Partout"],
  ["Freigegeben", "0", "1"],
  ["Mostrar en tienda", "no", "si"],
  ["Show in shop", "no", "yes"],
  ["Web", "0", "1"],
  ["Webshop", "nein", "ja"],
  ["Online-Status", "offline", "online"],
  ["En ligne", "non", "oui"],
  ["公開ステータス", "非公開", "公開"],
  ["掲載設定", "0", "1"],
  ["表示", "非表示", "表示"],
  ["ステータス", "下書き", "公開中"],
  ["Im Shop", "nein", "ja"],
  ["Im Onlineshop", "nein", "ja"],
  ["Enable Product", "No", "Yes"],
  ["Publiziert", "nein", "ja"],
  ["Status produktu", "Ukryty", "Widoczny"],
  ["Stato prodotto", "Non attivo", "Attivo"],
  ["Product state", "retired", "active"],
  ["published_at", "", "2020-01-01T00:00:00Z"],
  ["published_at", "2999-01-01T00:00:00Z", "2020-01-01T00:00:00Z"],
  ["publishedAt", "4102444800", "1577836800"],
  ["Veröffentlicht am", "", "01.02.2020"],
  ["publish_date", "2999-01-01", "2020-01-01"],
])("a product with %s = %s is a draft", async (column, hidden, shown) => {
  const value = hidden === "x1" ? "1" : hidden;
  const { products, questions } = await read(file(column, value, shown));
  expect(products.map(({ sku, status }) => [sku, status])).toEqual([
    ["A", "draft"],
    ["B", "active"],
  ]);
  expect(questions).toEqual([]);
});

test.each([
  ["days", (i: number) => `2026-01-${String(i + 1).padStart(2, "0")}`],
  ["times", (i: number) => `2026-01-01T10:00:${String(i).padStart(2, "0")}Z`],
  ["seconds since 1970", (i: number) => String(1_767_225_600 + i)],
])("however many different %s a column deleted_at has, these products are drafts", async (_, deletedAt) => {
  const rows = Array.from({ length: 30 }, (_none, i) => `D${i};Tea;10;EUR;in_stock;${i % 2 === 0 ? deletedAt(i) : ""}`);
  const { products } = await read(["sku;title;price;currency;availability;deleted_at", ...rows].join("\n"));
  expect(products.map(({ status }) => status ?? "shown")).toEqual(
    rows.map((_row, i) => (i % 2 === 0 ? "draft" : "shown")),
  );
});

test.each(["Can be Sold", "sale_ok", "For sale", "Saleable", "Verkäuflich"])(
  "a product with %s = no cannot be ordered",
  async (column) => {
    const { products } = await read(file(column, "no", "yes"));
    expect(products.map(({ availability }) => availability)).toEqual(["out_of_stock", "in_stock"]);
  },
);

test.each([
  ["Visible in app", "no", "yes"],
  ["Hidden from partners", "no", "yes"],
  ["state", "inactive", "review"],
  ["Web 2025", "Entwurf", "aktiv"],
  ["Kennzeichen", "versteckt", "sichtbar"],
])("a column %s is asked about, until an answer", async (column, first, second) => {
  const { questions, products } = await read(file(column, first, second));
  expect(questions).toMatchObject([{ code: "published", column }]);
  expect(products).not.toContainEqual(expect.objectContaining({ status: expect.anything() }));
  for (const { mapping } of questions[0]?.answers ?? [])
    expect((await read(file(column, first, second), { mapping: JSON.stringify(mapping) })).questions).toEqual([]);
});

test("an answered question about hidden products hides them", async () => {
  const text = file("Hidden from partners", "yes", "no");
  const { questions } = await read(text);
  const { products } = await read(text, { mapping: JSON.stringify(questions[0]?.answers[0]?.mapping) });
  expect(products.map(({ status }) => status)).toEqual(["draft", "active"]);
});

test.each([
  ["Estado", "nuevo", "usado"],
  ["state", "CA", "NY"],
  ["Tax status", "taxable", "none"],
  ["Sync status", "active", "inactive"],
  ["Show price", "yes", "no"],
  ["Display", "OLED", "LCD"],
  ["Translation state", "draft", "published"],
  ["Category", "Hidden", "Public"],
  ["Store 1", "7", "3"],
  ["Publication date", "2999-01-01", ""],
  ["publish_date", "", ""],
])("a column %s with %s and %s says nothing about it", async (column, first, second) => {
  const { questions, products } = await read(file(column, first, second));
  expect(questions).toEqual([]);
  expect(products).not.toContainEqual(expect.objectContaining({ status: expect.anything() }));
});

test("members of JSON say it as well, and a given status decides alone", async () => {
  const rows = [true, false].map((isHidden, i) => ({
    sku: `J${i}`,
    title: "Tea",
    price: 10,
    currency: "EUR",
    availability: "in_stock",
    isHidden,
  }));
  const text = JSON.stringify(rows);
  expect((await read(text)).products.map(({ status }) => status)).toEqual(["draft", "active"]);
  const mapping = JSON.stringify({ status: { value: "active" } });
  expect((await read(text, { mapping })).products.map(({ status }) => status)).toEqual(["active", "active"]);
});

test("in JSON, a product without a time in publishedAt is a draft", async () => {
  const product = (sku: string, publishedAt: string | null) => ({ sku, title: "Tea", price: 9, stock: 5, publishedAt });
  const { products } = await read(JSON.stringify([product("A", null), product("B", "2020-01-01T00:00:00Z")]));
  expect(products.map(({ status }) => status)).toEqual(["draft", "active"]);
});
