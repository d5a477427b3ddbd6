import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { importPreviewQuery } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { completePlan } from "./complete-plan.js";
import { inspectFile } from "./inspect-file.js";
import { readFileWith } from "./testing/read-file-with.js";

const folder = mkdtempSync(join(tmpdir(), "skucast-complete-"));
const read = readFileWith(folder);
afterAll(() => rmSync(folder, { recursive: true }));

const BEFORE = LIMITS.importPreviewRowsMax * 2;
const many = <Value>(value: (n: number) => Value): Value[] => Array.from({ length: BEFORE }, (_, i) => value(i));
const euro = JSON.stringify({ price_currency: { value: "EUR" } });

const item = (sku: string, more = "") =>
  `<item><g:id>${sku}</g:id><g:title>Lamp</g:title><g:link>https://shop.example/${sku}</g:link>` +
  `<g:image_link>https://shop.example/${sku}.jpg</g:image_link><g:price>12.99 EUR</g:price>` +
  `<g:availability>in_stock</g:availability>${more}</item>`;
const feed = (items: readonly string[]) =>
  `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join("\n")}</channel></rss>`;

describe("columns that first occur after the sampled rows", () => {
  test("are read in a feed, also those of the preset", async () => {
    const more =
      "<g:sale_price>9.99 EUR</g:sale_price><g:brand>Lumen</g:brand><g:pause>ads</g:pause>" +
      "<g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping><g:zebra>x</g:zebra>";
    const { products, plan, faults } = await read(feed([...many((n) => item(`A${n}`)), item("LATE", more)]));
    expect(products.at(-1)).toMatchObject({
      sku: "LATE",
      sale_price_amount: 9.99,
      brand: "Lumen",
      custom_attributes: { pause: "ads" },
      shipping: [{ country: "DE", price_amount: 4.9 }],
    });
    expect(plan.columns).toContain("zebra");
    expect(Object.values(plan.mapping)).not.toContain("zebra");
    expect(faults).toEqual([]);
  });

  test("are read in other XML files, in their decimal format", async () => {
    const row = (n: number, more: string) =>
      `<p nr="${n}"><name>Tasse</name><preis>1.299,50</preis><verfuegbarkeit>lieferbar</verfuegbarkeit>${more}</p>`;
    const rows = many((n) => row(n, ""));
    const late = row(BEFORE, "<details><angebotspreis>1.100,00</angebotspreis></details><marke>Ton</marke>");
    const mapping = JSON.stringify({ sku: "@nr", price_currency: { value: "EUR" } });
    const { products } = await read(`<liste>${rows.join("")}${late}</liste>`, { mapping });
    expect(products.at(-1)).toMatchObject({ brand: "Ton", price_amount: 1299.5 });
  });

  test.each([
    ["JSON Lines", (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n")],
    ["JSON", (rows: readonly object[]) => JSON.stringify({ products: rows })],
  ])("are read in %s, also inner ones", async (_name, write) => {
    const row = (sku: string) => ({ sku, title: "Cup", price: { amount: 5 }, availability: "in_stock" });
    const late = { ...row("LATE"), price: { amount: 6, currency: "USD" }, color: "red", size: "L", unheard: { of: 1 } };
    const { products, plan, faults } = await read(write([...many((n) => row(`S${n}`)), late]), {
      mapping: JSON.stringify({ price_currency: { column: "price/currency", default: "EUR" } }),
    });
    expect(products[0]).toMatchObject({ price_amount: 5 });
    expect(products.at(-1)).toMatchObject({ price_amount: 6, price_currency: "USD", color: "red", size: "L" });
    expect(plan.columns).toContain("unheard/of");
    expect(faults.filter(({ code }) => code === "unknown_field")).toEqual([]);
  });

  test("fill no field that another column fills, and none that was excluded", async () => {
    const row = (sku: string) => ({ sku, name: "Cup", price_amount: 5, availability: "in_stock" });
    const late = { ...row("LATE"), title: "Mug", price: 9, brand: "Clay" };
    const lines = [...many((n) => row(`S${n}`)), late].map((one) => JSON.stringify(one)).join("\n");
    const { products } = await read(lines, {
      mapping: JSON.stringify({ price_currency: { value: "EUR" }, brand: null }),
    });
    expect(products.at(-1)).toMatchObject({ title: "Cup", price_amount: 5 });
    expect(products.at(-1)).not.toHaveProperty("brand");
  });

  test("are read as if the first rows had them, in the same order", async () => {
    const row = (sku: string, more: object = {}) => ({
      sku,
      title: "Cup",
      price: 5,
      availability: "in_stock",
      ...more,
    });
    const more = { brand: "Clay", color: "red", sale_price: 4, "custom_attributes.glaze": "matt" };
    const write = (rows: readonly object[]) => rows.map((one) => JSON.stringify(one)).join("\n");
    const early = await read(write([row("X", more), ...many((n) => row(`S${n}`))]), { mapping: euro });
    const late = await read(write([...many((n) => row(`S${n}`)), row("X", more)]), { mapping: euro });
    expect(JSON.stringify(late.plan.mapping)).toBe(JSON.stringify(early.plan.mapping));
    expect(late.products.at(-1)).toEqual(early.products[0]);
  });

  test("are as many as a file may have", async () => {
    const row = (n: number) => ({ sku: `S${n}`, title: "Cup", price: 5, availability: "in_stock" });
    const wide = Array.from({ length: 30 }, (_, part) => ({
      ...row(BEFORE + part),
      ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`field ${part * 100 + i}`, "x"])),
    }));
    const lines = [...many(row), ...wide].map((one) => JSON.stringify(one)).join("\n");
    const { plan, products } = await read(lines, { mapping: euro });
    expect(plan.columns).toHaveLength(LIMITS.importColumnsMax);
    expect(products).toHaveLength(BEFORE + wide.length);
  });
});

describe("rows of one product that first follow each other after the sampled rows", () => {
  test("are combined in a table", async () => {
    const rows = many((n) => `T${n};de;Tasse;5;7`);
    const table = ["SKU;Sprache;Titel;Preis;Bestand", ...rows, "L;de;Lampe;5;7", "L;fr;Lampe à pied;5;7"].join("\n");
    const { products, faults } = await read(table, { mapping: euro });
    expect(faults).toEqual([]);
    expect(products.at(-1)).toMatchObject({ title: "Lampe", translations: { fr: { title: "Lampe à pied" } } });
    expect(products).toHaveLength(BEFORE + 1);
  });

  test("are combined by a column that first occurs with them", async () => {
    const row = (sku: string, more: object = {}) => ({ sku, title: "Cup", price: 5, quantity: 4, ...more });
    const late = [row("L", { warehouse: "BER" }), row("L", { warehouse: "LYS", quantity: 3 })];
    const lines = [...many((n) => row(`S${n}`)), ...late].map((one) => JSON.stringify(one)).join("\n");
    const { products } = await read(lines, { mapping: euro });
    expect(products.at(-1)).toMatchObject({ sku: "L", inventory_quantity: 7 });
  });

  test("are not combined if that is turned off", async () => {
    const rows = many((n) => `T${n};de;Cup;5;7`);
    const table = ["SKU;Language;Title;Price;Stock", ...rows, "L;de;Lampe;5;7", "L;fr;Lampe;5;7"].join("\n");
    const { faults } = await read(table, { mapping: euro, combine: "none" });
    expect(faults).toMatchObject([{ code: "duplicate_in_file" }]);
  });
});

test("a file with too many rows is rejected when its columns are collected", async () => {
  const path = join(folder, "rows");
  writeFileSync(path, JSON.stringify(many((n) => ({ sku: `S${n}`, title: "Cup" }))));
  const { plan } = await inspectFile(path, { mediaType: null, options: importPreviewQuery.parse({ format: "json" }) });
  await completePlan(path, plan, { rowsMax: BEFORE });
  await expect(completePlan(path, plan, { rowsMax: BEFORE - 1 })).rejects.toThrow(`more than ${BEFORE - 1} rows`);
});
