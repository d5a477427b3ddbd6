import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { decideRow } from "@skucast/catalog/imports/decide-row";
import type { StoredState } from "@skucast/catalog/products/decide-product";
import { upsertIntent } from "@skucast/catalog/products/upsert-intent";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { IMPORT_TARGETS } from "@skucast/contracts/imports/mapping";
import { Problem } from "@skucast/contracts/problem";
import { PRODUCT_FIELDS, productUpsertSchema } from "@skucast/contracts/products/product";
import { readFileWith } from "@skucast/imports/testing/read-file-with";
import { compileChannel } from "@skucast/profiles/channel/compile-channel";
import { formatOf } from "@skucast/profiles/formats/format-of";
import { COMPLETE_PRODUCT } from "@skucast/profiles/testing/complete-product";

const folder = mkdtempSync(join(tmpdir(), "skucast-second-"));
afterAll(() => rmSync(folder, { recursive: true }));
const read = readFileWith(folder);
type Read = Awaited<ReturnType<typeof read>>;
type Catalog = Map<string, StoredState>;

/** Imports a file into a catalog; returns what it changed, by SKU. Rows are decided, as those that are not recognized by their hash. */
function changesBy({ plan, rows }: Read, catalog: Catalog): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const row of rows) {
    if (row.type !== "product") continue;
    const stored = catalog.get(row.sku) ?? null;
    const intent = upsertIntent(row.body, { validateOnly: false });
    const decision = decisionOf({ ...row, isStrict: plan.is_strict ?? false }, intent, stored);
    if (decision?.type !== "write") continue;
    const { json, hash } = decision.next;
    const before = Object.entries(stored?.content ?? {});
    const after = JSON.parse(json) as Record<string, unknown>;
    changes[row.sku] = Object.fromEntries(
      [...before, ...Object.entries(after)]
        .filter(
          ([name, value]) =>
            JSON.stringify(after[name]) !== JSON.stringify(value) || !(name in Object.fromEntries(before)),
        )
        .map(([name]) => [name, [Object.fromEntries(before)[name], after[name]]]),
    );
    catalog.set(row.sku, { version: decision.version, deleted: false, content: JSON.parse(json), contentHash: hash });
  }
  return changes;
}

/** Undefined for a row that is rejected. */
function decisionOf(...[row, intent, stored]: Parameters<typeof decideRow>) {
  try {
    return decideRow(row, intent, stored).decision;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** A catalog that has these products. */
function catalogOf(products: readonly object[]): Catalog {
  const catalog: Catalog = new Map();
  for (const product of products) {
    const body = productUpsertSchema.parse(product);
    const decision = upsertIntent(body, { validateOnly: false }).decide(null);
    if (decision.type !== "write") throw new Error("the product is not new");
    const { json, hash } = decision.next;
    catalog.set(body.sku, { version: 1, deleted: false, content: JSON.parse(json), contentHash: hash });
  }
  return catalog;
}

const CUSTOM: ProfileDefinition = {
  name: "custom_shop",
  version: "1",
  title: "Shop",
  source: null,
  formats: ["csv", "tsv", "jsonl", "xml_rss"],
  columns: [
    { name: "sku", type: "text", from: "sku" },
    { name: "title", type: "text", from: "title" },
    { name: "tags", type: "text_list", from: "tags" },
    { name: "custom_labels", type: "text_list", from: "custom_labels" },
    { name: "product_highlights", type: "text_list", from: "product_highlights" },
    { name: "promotion_ids", type: "text_list", from: "promotion_ids" },
    { name: "additional_image_urls", type: "comma_list", from: "additional_image_urls" },
    { name: "parts", type: "text_list" },
    { name: "names", type: "text" },
    { name: "fit", type: "text" },
  ],
  checks: [],
};
type Format = "csv" | "tsv" | "jsonl" | "xml_rss" | "xml";

function fileOf(profile: string, format: Format, products: readonly object[], custom = CUSTOM): Buffer {
  const definition = profile === CUSTOM.name ? { definition: custom } : {};
  const market = { country: "US", currency: "USD", language: "en" };
  const now = new Date("2026-11-26T12:00:00Z");
  const channel = { id: "ch_1", profile, ...definition, market, defaults: {}, rules: [] };
  const { profile: compiled, columns, map } = compileChannel(channel, now);
  const writer = formatOf(compiled, format).writer(columns);
  const rows = products.map((product) => writer.row(map(product as Parameters<typeof map>[0]).cells));
  const pieces = [writer.header(), ...rows, writer.footer()];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

/** Items of lists: every separator and quotation mark, except the bar and the line break, which separate items as well. */
const ITEMS = [
  "a, b",
  '27" screen',
  '"quoted"',
  'he said ""yes"", twice',
  ",",
  '"',
  "it's",
  "a;b",
  "c & d",
  "<b>",
  "x\\,y",
  "=1",
  "é",
  "plain",
];
const ATTRIBUTES = ["7", "007", "1.50", "true", 7, 1.5, true, '"quoted"', "a, b", "{}", "[]"];

/** Products that each have another part of these items in each of their lists. */
const PRODUCTS = ITEMS.map((_, i) => {
  const list = (from: number) => [...ITEMS, ...ITEMS].slice(i + from, i + from + 1 + ((i + from) % 4));
  return {
    ...COMPLETE_PRODUCT,
    sku: `A-${i}`,
    tags: list(0),
    custom_labels: list(2),
    product_highlights: list(4),
    promotion_ids: list(6),
    custom_attributes: { parts: list(1), names: list(3), fit: ATTRIBUTES[i % ATTRIBUTES.length] },
  };
});
/** Without what the columns of Google and Meta have no place for: the size of the package, times without a country, and HTML. */
const WITHOUT_LOSSES = PRODUCTS.map(
  ({ package_weight, package_dimensions, min_transit_days, max_transit_days, ...product }) => ({
    ...product,
    product_highlights: product.product_highlights.filter((item) => item !== "<b>"),
  }),
);
const MAPPED = {
  mapping: JSON.stringify({
    "custom_attributes.parts": "parts",
    "custom_attributes.names": "names",
    "custom_attributes.fit": "fit",
  }),
};

test.each([
  ["generic", "csv", PRODUCTS, {}],
  ["generic", "tsv", PRODUCTS, {}],
  ["generic", "jsonl", PRODUCTS, {}],
  ["generic", "xml_rss", PRODUCTS, {}],
  ["custom_shop", "csv", PRODUCTS, MAPPED],
  ["custom_shop", "jsonl", PRODUCTS, MAPPED],
  ["openai_products", "csv", PRODUCTS, {}],
  ["openai_products", "jsonl", PRODUCTS, {}],
  // The next version adds the times and invents a service.
  ["stripe_agentic@2026-05", "csv", PRODUCTS, {}],
  ["acp_feed", "jsonl", PRODUCTS, {}],
  ["google_merchant", "csv", WITHOUT_LOSSES, {}],
  ["meta_catalog", "csv", WITHOUT_LOSSES, {}],
] as const)(
  "a file of %s as %s changes no product that it was written from",
  async (profile, format, products, sent) => {
    const file = await read(fileOf(profile, format, products), sent);
    expect(file.rows).toHaveLength(products.length);
    expect([changesBy(file, catalogOf(products)), file.faults]).toEqual([{}, []]);
  },
);

test("lists in a partner's XML, as elements, change no product that they were written from", async () => {
  const names = ["tags", "custom_labels", "product_highlights", "promotion_ids", "shipping", "product_details"];
  const lists = names.map((name) => ({ name, type: "list" as const, from: name }));
  const definition: ProfileDefinition = {
    ...CUSTOM,
    formats: ["xml"],
    columns: [...CUSTOM.columns.slice(0, 2), ...lists],
  };
  // A single entry could be read as text with commas, or as fields of the product.
  const products = PRODUCTS.map((product) => ({
    ...product,
    ...Object.fromEntries(names.slice(0, 4).map((name) => [name, ITEMS.slice(0, 3)])),
    shipping: [
      { country: "US", service: "Express, fast", price_amount: 4 },
      { country: "CA", price_amount: 5.5, price_currency: "CAD" },
    ],
  }));
  const file = await read(fileOf("custom_shop", "xml", products, definition));
  expect(file.rows).toHaveLength(products.length);
  expect([changesBy(file, catalogOf(products)), file.faults]).toEqual([{}, []]);
});

test("an export of products changes none of them", async () => {
  const lines = [...catalogOf(PRODUCTS).values()].map(({ content, contentHash, version }) => {
    const server = { id: "prod_1", content_hash: contentHash, version, created_at: "2026-11-26T12:00:00.000Z" };
    return `${JSON.stringify({ ...content, ...server, updated_at: server.created_at, price: "20.00 USD" })}\n`;
  });
  const file = await read(lines.join(""));
  expect([changesBy(file, catalogOf(PRODUCTS)), file.faults]).toEqual([{}, []]);
});

const FIELDS = PRODUCT_FIELDS.filter((field) => field !== "sku");
const MEMBERS = [
  "variant_options.Fit",
  "metadata.a",
  "custom_attributes.parts",
  "custom_attributes.fit",
  "weight.value",
];
const MARKETS = ["prices.EUR.amount", "prices.EUR.sale_amount", "prices.USD.CA.amount", "translations.de.title"];
const TARGETS = [...Object.keys(IMPORT_TARGETS), ...FIELDS, ...MEMBERS, ...MARKETS, "option_name#1", "option_value#1"];
const CELLS = [
  "",
  "",
  "0",
  "1",
  "-3",
  "19.90",
  "8",
  "12.345",
  "1.299,00 €",
  "5 USD",
  "EUR",
  "usd",
  "yes",
  "no",
  "M|L",
  "Size|Fit",
  "in stock",
  "preorder",
  "backorder",
  "sold out",
  "discontinued",
  "draft",
  "hidden",
  "archived",
  "used",
  "4006381333931",
  "2026-12-01",
  "2027-01-02T08:00:00Z",
  "2026-12-01/2026-12-31",
  "not a date",
  "1.5 kg",
  "20 cm",
  "default=3|other=4",
  "https://a.example/1.jpg, https://a.example/2.jpg",
  "Size=M,Color=Red",
  "US:CA:Express:16.00 USD",
  "caf\u00e9",
  "Cafe\u0301",
  ...ITEMS.map((item) => `${item},"b, c"`),
  '{"length":"3","width":2,"unit":"cm"}',
  '["a",7]',
  "null",
  "A+",
  "variant",
  "  padded  ",
  "N/A",
];

test("a file that is imported again changes nothing, whatever its columns and cells are", async () => {
  let state = 20_261_128;
  const pick = <T>(values: readonly T[]): T => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return values[(state >>> 8) % values.length] as T;
  };
  let changed = 0;
  for (let round = 0; round < 60; round += 1) {
    const targets = [...new Set(["sku", "title", ...Array.from({ length: 10 }, () => pick(TARGETS))])];
    const mapping = Object.fromEntries(targets.map((target, i) => [target, `c${i}`]));
    const rows = Array.from({ length: 20 }, (_, i) => [
      `A-${i % 14}-${i}`,
      "Tee",
      ...targets.slice(2).map(() => pick(CELLS)),
    ]);
    const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
    const text = [Object.values(mapping), ...rows].map(quoted).join("\n");
    const file = await read(text, {
      mapping: JSON.stringify(mapping),
      empty_cells: pick(["keep", "clear"]),
      decimal: "point",
    });
    // Some rows are new products, the others change existing ones.
    const catalog = catalogOf(rows.slice(0, 14).map(([sku = ""]) => ({ ...pick(PRODUCTS), sku })));
    changed += Object.keys(changesBy(file, catalog)).length;
    expect({ targets, changes: changesBy(file, catalog) }).toEqual({ targets, changes: {} });
  }
  expect(changed).toBeGreaterThan(300);
});
