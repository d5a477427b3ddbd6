import { describe, expect, test } from "@jest/globals";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { csvFormSchema, jsonFormSchema, xmlFormSchema } from "@skucast/contracts/channel-profiles/file-form";
import type { Feed } from "@skucast/contracts/feeds/feed";
import { compileChannel } from "../channel/compile-channel.js";
import { formatOf } from "../formats/format-of.js";
import { checkProfile } from "./check-profile.js";

const NOW = new Date("2026-11-26T12:00:00Z");
const market = { country: "DE", currency: "EUR", language: "de" };

const PRODUCTS = [
  {
    sku: "A-1",
    title: 'Käse "Alt"; 1 kg',
    price_amount: 1234.5,
    price_currency: "EUR",
    availability: "in_stock",
    availability_date: "2026-12-24",
    tags: ["Bio", "Kuh|Milch"],
    is_digital: false,
    weight: { value: 1.5, unit: "kg" },
    review_rating: 4.5,
  },
  {
    sku: "B-2",
    title: "Łódź 茶 & Tee",
    price_amount: 8,
    price_currency: "EUR",
    availability: "out_of_stock",
    availability_date: "2026-12-31T23:30:00Z",
    is_digital: true,
    brand: "Zürich",
  },
];

const profile: ProfileDefinition = {
  name: "custom_shop",
  version: "1",
  title: "Shop",
  source: null,
  formats: ["csv", "xml", "json"],
  values: {
    decimal_separator: ",",
    thousands_separator: ".",
    currency: "none",
    date: "DD.MM.YYYY",
    time_zone: "Europe/Berlin",
    true: "ja",
    false: "nein",
    list_separator: "|",
  },
  columns: [
    { name: "id", header: "Artikelnummer", type: "text", from: "sku", required: true },
    { name: "name", header: "Titel", type: "text", from: "title" },
    { name: "price", header: "Preis", type: "money", from: "price_amount", required: true },
    { name: "from", header: "Lieferbar ab", element: "lieferbar", type: "moment", from: "availability_date" },
    { name: "digital", type: "boolean", from: "is_digital" },
    { name: "tags", type: "comma_list", from: "tags", item_element: "tag" },
    { name: "weight", type: "measure", from: "weight.value" },
    { name: "rating", type: "decimal", from: "review_rating", format: { decimal_separator: "." } },
    { name: "shop", type: "text", constant: "Acme" },
    { name: "text", type: "text", template: "{product.brand|ohne Marke}: {name}" },
  ],
  checks: [],
};

function fileOf(definition: ProfileDefinition, format: Feed["format"], products: readonly object[] = PRODUCTS): Buffer {
  const channel = compileChannel(
    { id: "ch_1", profile: "custom_shop", definition, market, defaults: {}, rules: [] },
    NOW,
  );
  const writer = formatOf(channel.profile, format).writer(channel.columns);
  const rows = products.map((product) => writer.row(channel.map(product as Record<string, unknown>).cells));
  return Buffer.concat([writer.header(), ...rows, writer.footer()].map((piece) => Buffer.from(piece as string)));
}

test("allowed values are compared with numbers, flags and the items of lists as well", () => {
  const columns: Column[] = [
    { name: "id", type: "text", from: "sku", required: true },
    { name: "pack", type: "integer", from: "multipack", allowed: ["1", "6"] },
    { name: "digital", type: "boolean", from: "is_digital", allowed: ["false"] },
    { name: "tags", type: "comma_list", from: "tags", allowed: ["Bio", "Fair"] },
  ];
  const definition = { ...profile, columns, values: undefined };
  const channel = { id: "", profile: "custom_shop", definition, market, defaults: {}, rules: [] };
  const fieldsOf = (product: object) =>
    compileChannel(channel, NOW)
      .map({ sku: "A", ...product })
      .issues.map(({ field }) => field);
  expect(fieldsOf({ multipack: 6, is_digital: false, tags: ["Fair", "Bio"] })).toEqual([]);
  expect(fieldsOf({ multipack: 5, is_digital: true, tags: ["Bio", "Sale"] })).toEqual(["pack", "digital", "tags"]);
});

test("a warning of a column does not hide its error", () => {
  const columns: Column[] = [
    { name: "id", type: "text", from: "sku", required: true },
    { name: "line", type: "text", from: "pattern", advised_max: 5, allowed: ["basic", "premium"] },
    { name: "ean", type: "gtin", from: "gtin", check_digit: "warning", reserved_prefix: "error" },
  ];
  const definition = { ...profile, columns, values: undefined };
  const channel = compileChannel({ id: "", profile: "custom_shop", definition, market, defaults: {}, rules: [] }, NOW);
  const found = (product: object) => {
    const { issues, isValid } = channel.map({ sku: "A", ...product });
    return [isValid, ...issues.map(({ code, severity }) => `${code} ${severity}`)];
  };
  expect(found({ pattern: "premium" })).toEqual([true, "too_long warning"]);
  expect(found({ pattern: "exclusive" })).toEqual([false, "invalid_value error"]);
  expect(found({ gtin: "2000000000001" })).toEqual([false, "reserved_gtin error"]);
});

test("a custom attribute whose name has points fills a column", () => {
  const [id] = profile.columns;
  const load: Column = { name: "load", type: "text", from: "custom_attributes.max. Load" };
  const definition = { ...profile, columns: id ? [id, load] : [] };
  expect(checkProfile(definition)).toEqual([]);
  expect(fileOf(definition, "csv", [{ sku: "A", custom_attributes: { "max. Load": "40 kg" } }]).toString()).toContain(
    "A,40 kg",
  );
});

const withFiles = (files: ProfileDefinition["files"]): ProfileDefinition => ({ ...profile, files });

describe("CSV", () => {
  const german = withFiles({
    csv: csvFormSchema.parse({ delimiter: ";", encoding: "windows-1252", line_end: "crlf" }),
  });

  test("has the delimiter, quotes, line ends, encoding and value formats of the profile", () => {
    const expected = [
      "Artikelnummer;Titel;Preis;Lieferbar ab;digital;tags;weight;rating;shop;text",
      'A-1;"Käse ""Alt""; 1 kg";1.234,50;24.12.2026;nein;Bio|Kuh Milch;1,5 kg;4.5;Acme;"ohne Marke: Käse ""Alt""; 1 kg"',
      "B-2;Lódz ? & Tee;8,00;01.01.2027;ja;;;;Acme;Zürich: Lódz ? & Tee",
      "",
    ].join("\r\n");
    // Every character of the expected text has the same byte in Latin-1 and Windows-1252.
    expect(fileOf(german, "csv")).toEqual(Buffer.from(expected, "latin1"));
  });

  test("headers are written as they are, whatever the format of the values below them", () => {
    const columns: Column[] = [
      { name: "price", header: "Preis EUR", type: "money", from: "price_amount" },
      { name: "weight", header: "Gew. in kg", type: "measure", from: "weight.value" },
      { name: "from", header: "ab 2026-12-01", type: "moment", from: "availability_date" },
      { name: "tags", header: "Tags|Labels", type: "comma_list", from: "tags" },
    ];
    const file = fileOf({ ...german, columns }, "csv").toString("latin1");
    expect(file.split("\r\n")[0]).toBe("Preis EUR;Gew. in kg;ab 2026-12-01;Tags|Labels");
  });

  test("reports each character that the encoding does not have, and each separator inside an item", () => {
    const channel = compileChannel(
      { id: "", profile: "custom_shop", definition: german, market, defaults: {}, rules: [] },
      NOW,
    );
    const [cheese, tea] = PRODUCTS.map((product) => channel.map(product));
    expect(cheese?.issues).toEqual([expect.objectContaining({ field: "tags", code: "changed_by_format" })]);
    expect(tea?.issues.map(({ field, severity }) => [field, severity])).toEqual([
      ["name", "warning"],
      ["text", "warning"],
    ]);
    expect(tea?.issues[0]?.message).toContain("Ł ź 茶, which windows-1252 does not have");
  });

  test.each([
    ["windows-1250", "Łódź 茶", "茶", "a3f3649f203f"],
    ["windows-1251", "Чай Łódź", "Ł ó ź", "d7e0e9204c6f647a"],
    ["shift_jis", "お茶 100〜200", "〜", "82a89283203130308160323030"],
  ] as const)(
    "in %s, a title has the bytes of the encoding, and its warning names what is missing",
    (encoding, title, missing, hex) => {
      const csv = csvFormSchema.parse({ encoding, header: false });
      const definition = { ...withFiles({ csv }), columns: profile.columns.slice(0, 2) };
      expect(fileOf(definition, "csv", [{ sku: "A", title }])).toEqual(Buffer.from(`412c${hex}0a`, "hex"));
      const channel = compileChannel({ id: "", profile: "", definition, market, defaults: {}, rules: [] }, NOW);
      expect(channel.map({ sku: "A", title })).toMatchObject({
        isValid: true,
        issues: [{ field: "name", severity: "warning", message: expect.stringContaining(` ${missing}, which `) }],
      });
    },
  );

  test("refuse leaves out a row that the encoding cannot hold", () => {
    const definition = withFiles({
      csv: csvFormSchema.parse({ encoding: "iso-8859-15", missing_characters: "refuse" }),
    });
    const channel = compileChannel({ id: "", profile: "", definition, market, defaults: {}, rules: [] }, NOW);
    expect(PRODUCTS.map((product) => channel.map(product).isValid)).toEqual([true, false]);
  });

  test.each([
    ["utf-8", Buffer.from([]), "utf8"],
    ["utf-8-bom", Buffer.from([0xef, 0xbb, 0xbf]), "utf8"],
    ["utf-16le", Buffer.from([0xff, 0xfe]), "utf16le"],
  ] as const)("in %s starts with its byte order mark and has every character", (encoding, mark, decoder) => {
    const file = fileOf(withFiles({ csv: csvFormSchema.parse({ encoding }) }), "csv");
    expect(file.subarray(0, mark.length)).toEqual(mark);
    expect(file.subarray(mark.length).toString(decoder)).toContain("Łódź 茶 & Tee");
  });

  test("the euro sign has the byte of each encoding", () => {
    const byteIn = (encoding: string) =>
      fileOf(withFiles({ csv: csvFormSchema.parse({ encoding, header: false }) }), "csv", [
        { ...PRODUCTS[0], title: "€" },
      ]).subarray(4, 5);
    expect(byteIn("windows-1252")).toEqual(Buffer.from([0x80]));
    expect(byteIn("iso-8859-15")).toEqual(Buffer.from([0xa4]));
    expect(byteIn("iso-8859-1")).toEqual(Buffer.from("?"));
  });

  test("characters that the encoding lacks become the nearest text, which is quoted like any other", () => {
    const lineOf = (title: string, form: object = {}) => {
      const csv = csvFormSchema.parse({ delimiter: ";", encoding: "iso-8859-1", header: false, ...form });
      const columns = profile.columns.slice(0, 2);
      const definition = { ...withFiles({ csv }), columns };
      return fileOf(definition, "csv", [{ sku: "A", title }]).toString("latin1");
    };
    expect(lineOf("M\u0331 – 5 μm • “Alt”")).toBe('A;"M - 5 µm * ""Alt"""\n');
    expect(lineOf("a\u200bb ❤\ufe0f")).toBe("A;ab ?\n");
    expect(lineOf("Tee；99,00；＂x＂")).toBe('A;"Tee;99,00;""x"""\n');
    expect(lineOf("Tee；99", { quoting: "none" })).toBe("A;Tee 99\n");
    expect(lineOf("Tee，99", { delimiter: "," })).toBe('A,"Tee,99"\n');
  });

  test("reports what a feed's format loses, even if it is not the profile's first; XML loses nothing", () => {
    const definition: ProfileDefinition = { ...german, formats: ["xml", "csv", "tsv"] };
    const fieldsOf = (format: Feed["format"] | undefined, own = definition) => {
      const channel = { id: "", profile: "custom_shop", definition: own, market, defaults: {}, rules: [], format };
      const compiled = compileChannel(channel, NOW);
      return PRODUCTS.map((product) => compiled.map(product).issues.map(({ field }) => field));
    };
    expect(fieldsOf(undefined)).toEqual([[], []]);
    expect(fieldsOf("csv")).toEqual([["tags"], ["name", "text"]]);
    expect(fieldsOf("tsv")).toEqual([["tags"], []]);
    expect(fieldsOf("csv", { ...definition, files: undefined })).toEqual([["tags"], []]);
    expect(fieldsOf("xml", german)).toEqual([[], []]);
  });

  test("quotes all cells, or none, as the profile says", () => {
    const lineOf = (form: object) =>
      fileOf(withFiles({ csv: csvFormSchema.parse({ delimiter: ";", header: false, ...form }) }), "csv", [
        { ...PRODUCTS[0], title: "a;b\nc'd" },
      ]).toString();
    expect(lineOf({ quoting: "all", quote: "'" })).toMatch(/^'A-1';'a;b\nc''d';'1.234,50';/);
    expect(lineOf({ quoting: "none" })).toMatch(/^A-1;a b c'd;1.234,50;/);
  });
});

test("XML has the elements of the profile, and character references for what the encoding lacks", () => {
  const xml = xmlFormSchema.parse({ root: "angebote", item: "angebot", encoding: "iso-8859-1", namespaces: {} });
  const definition = withFiles({ xml });
  expect(fileOf(definition, "xml").toString("latin1")).toBe(`<?xml version="1.0" encoding="ISO-8859-1"?>
<angebote>
<angebot><Artikelnummer>A-1</Artikelnummer><Titel>Käse &quot;Alt&quot;; 1 kg</Titel><Preis>1.234,50</Preis><lieferbar>24.12.2026</lieferbar><digital>nein</digital><tags><tag>Bio</tag><tag>Kuh|Milch</tag></tags><weight>1,5 kg</weight><rating>4.5</rating><shop>Acme</shop><text>ohne Marke: Käse &quot;Alt&quot;; 1 kg</text></angebot>
<angebot><Artikelnummer>B-2</Artikelnummer><Titel>&#321;ód&#378; &#33590; &amp; Tee</Titel><Preis>8,00</Preis><lieferbar>01.01.2027</lieferbar><digital>ja</digital><shop>Acme</shop><text>Zürich: &#321;ód&#378; &#33590; &amp; Tee</text></angebot>
</angebote>
`);
});

test("XML has an element for each item of a list, inside the column's element if the column has an item_element", () => {
  const columns: Column[] = [
    { name: "id", type: "text", from: "sku", required: true },
    { name: "tag", type: "list", from: "tags" },
    { name: "labels", type: "list", from: "custom_labels", item_element: "label" },
    { name: "shipping", type: "list", from: "shipping" },
    { name: "details", type: "list", from: "product_details", item_element: "detail" },
    { name: "seasons", type: "list", from: "custom_attributes.seasons" },
  ];
  const product = {
    sku: "A",
    tags: ["a, b", "<c>"],
    custom_labels: ["x"],
    price_currency: "EUR",
    shipping: [{ country: "DE", price_amount: 4.5 }, { country: "AT" }],
    product_details: [{ name: "Ratio", value: "16:9" }],
    custom_attributes: { seasons: ["summer", "winter"] },
  };
  expect(fileOf({ ...profile, columns, values: undefined }, "xml", [product]).toString()).toContain(
    "<tag>a, b</tag><tag>&lt;c&gt;</tag><labels><label>x</label></labels>" +
      "<shipping><country>DE</country><price_amount>4.5</price_amount></shipping><shipping><country>AT</country></shipping>" +
      "<details><detail><name>Ratio</name><value>16:9</value></detail></details>" +
      "<seasons>summer</seasons><seasons>winter</seasons>",
  );
});

describe("JSON", () => {
  const typed: ProfileDefinition = {
    ...profile,
    values: { currency: "none" },
    files: { json: jsonFormSchema.parse({ key: "items" }) },
  };

  test("is one array under a key, with numbers, booleans and lists", () => {
    const { items } = JSON.parse(fileOf(typed, "json").toString());
    expect(items[0]).toMatchObject({ Artikelnummer: "A-1", Preis: 1234.5, digital: false, tags: ["Bio", "Kuh|Milch"] });
    expect(Object.keys(items[1])).not.toContain("tags");
  });

  test("is valid without rows", () => {
    expect(JSON.parse(fileOf(typed, "json", []).toString())).toEqual({ items: [] });
  });

  test("lines have one object each, and null for missing values if the profile says so", () => {
    const definition = { ...typed, files: { json: jsonFormSchema.parse({ shape: "lines", empty: "null" }) } };
    const lines = fileOf(definition, "json").toString().trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({ tags: null, weight: null });
  });
});

test.each([
  [{}, "DE::DHL Paket:1004.90 EUR,AT:::12.00 EUR", "month:12:9,90"],
  [{ list_separator: "|" }, "DE::DHL Paket:1.004,90|AT:::12,00", "month:12:9,90"],
  [{ list_separator: "," }, "DE::DHL Paket:1004.90 EUR,AT:::12.00 EUR", "month:12:9.90 EUR"],
])("amounts inside lists are written as the profile says, and items stay apart: %j", (more, shipping, cost) => {
  const definition: ProfileDefinition = {
    ...profile,
    values: { decimal_separator: ",", thousands_separator: ".", currency: "none", ...more },
    files: { csv: csvFormSchema.parse({ delimiter: "|", quoting: "none" }) },
    formats: ["csv", "xml", "json"],
    columns: [
      { name: "id", type: "text", from: "sku", required: true },
      { name: "shipping", type: "shipping", from: "shipping" },
      {
        name: "cost",
        type: "text_list",
        from: "subscription_cost",
        parts: ["period", "length", "amount"],
        members: ["period", "period_length", "amount"],
      },
    ],
  };
  const product = {
    ...PRODUCTS[0],
    shipping: [
      { country: "DE", service: "DHL Paket", price_amount: 1004.9 },
      { country: "AT", price_amount: 12 },
    ],
    subscription_cost: { period: "month", period_length: 12, amount: 9.9, currency: "EUR" },
  };
  const semicolons = { ...definition, files: { csv: csvFormSchema.parse({ delimiter: ";", quoting: "none" }) } };
  const quoted = cost.includes(",") && !("list_separator" in more) ? `"${cost}"` : cost;
  expect(fileOf(semicolons, "csv", [product]).toString().split("\n")[1]).toBe(`A-1;${shipping};${quoted}`);
  expect(fileOf(definition, "xml", [product]).toString()).toContain(
    "<service>DHL Paket</service><price>1.004,90</price></shipping><shipping><country>AT</country><price>12,00</price>",
  );
  expect(fileOf(definition, "xml", [product]).toString()).toContain("<amount>9,90</amount>");
  expect(JSON.parse(fileOf(definition, "json", [product]).toString())[0].shipping[1]).toBe("AT:::12,00");
});

test("a date that is not one is an error where a pattern has to write it", () => {
  const definition = withFiles({ csv: csvFormSchema.parse({}) });
  const rules = [{ type: "constant", field: "from", value: "bald" }] as const;
  const channel = compileChannel({ id: "", profile: "", definition, market, defaults: {}, rules: [...rules] }, NOW);
  expect(channel.map(PRODUCTS[0] as never)).toMatchObject({
    isValid: false,
    issues: expect.arrayContaining([expect.objectContaining({ code: "invalid_value", field: "from" })]),
  });
});
