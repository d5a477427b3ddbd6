import { describe, expect, test } from "@jest/globals";
import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import { csvFormSchema } from "@skucast/contracts/channel-profiles/file-form";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import type { StoredProduct } from "./channel/cell.js";
import { type ChannelDefinition, compileChannel } from "./channel/compile-channel.js";
import { formatOf } from "./formats/format-of.js";

const NOW = new Date("2026-11-28T12:00:00Z");

const SCARF = {
  sku: "SCARF-1",
  title: "Wool scarf",
  description: "Warm and soft.",
  url: "https://shop.example/scarf",
  image_url: "https://img.example/scarf.jpg",
  brand: "Acme",
  gtin: "4006381333931",
  condition: "new",
  availability: "in_stock",
  price_amount: 20,
  price_currency: "EUR",
} as const;

interface Setting extends Partial<Omit<ChannelDefinition, "rules" | "market">> {
  readonly market?: Partial<ChannelDefinition["market"]>;
  readonly rules?: readonly object[];
  readonly now?: Date;
}

function published(profile: string, product: StoredProduct, { market, rules = [], now = NOW, ...more }: Setting = {}) {
  const channel = compileChannel(
    {
      id: "ch_1",
      profile,
      defaults: {},
      ...more,
      market: { country: "DE", currency: "EUR", language: "en", ...market },
      rules: rules.map((rule): ChannelRule => ruleSchema.parse(rule)),
    },
    now,
  );
  const { cells, issues, isValid } = channel.map({ ...SCARF, ...product });
  const row: Record<string, unknown> = Object.fromEntries(
    channel.columns.flatMap(({ name }, place) => (cells[place] === undefined ? [] : [[name, cells[place]]])),
  );
  return {
    row,
    cells,
    channel,
    isValid,
    issues: issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`),
  };
}

describe("one product in several currencies", () => {
  const prices = [
    {
      currency: "CHF",
      amount: 24.5,
      sale_amount: 19.9,
      sale_starts_at: "2026-11-27T00:00:00+01:00",
      sale_ends_at: "2026-12-01T00:00:00+01:00",
    },
    { currency: "CHF", country: "LI", amount: 25 },
    { currency: "JPY", amount: 3300 },
    { currency: "KWD", amount: 6.25 },
  ];
  const sale = {
    sale_price_amount: 15,
    sale_price_starts_at: "2026-11-01T00:00:00Z",
    sale_price_ends_at: "2026-12-31T00:00:00Z",
  };

  test.each([
    [
      "DE",
      "EUR",
      {
        price: "20.00 EUR",
        sale_price: "15.00 EUR",
        sale_price_effective_date: "2026-11-01T00:00:00Z/2026-12-31T00:00:00Z",
      },
    ],
    [
      "CH",
      "CHF",
      {
        price: "24.50 CHF",
        sale_price: "19.90 CHF",
        sale_price_effective_date: "2026-11-26T23:00:00Z/2026-11-30T23:00:00Z",
      },
    ],
    ["LI", "CHF", { price: "25.00 CHF" }],
    ["JP", "JPY", { price: "3300 JPY" }],
    ["KW", "KWD", { price: "6.250 KWD" }],
  ])("in %s costs the price of its market in %s, with the sale of that price only", (country, currency, expected) => {
    const { row, issues } = published("google_merchant", { prices, ...sale }, { market: { country, currency } });
    const { price, sale_price, sale_price_effective_date } = row;
    expect({ price, sale_price, sale_price_effective_date }).toEqual({
      sale_price: undefined,
      sale_price_effective_date: undefined,
      ...expected,
    });
    expect(issues).toEqual([]);
  });

  test("is left out where it has no price, and its shipping in another currency is left out with a warning", () => {
    const missing = published("google_merchant", { prices }, { market: { country: "PL", currency: "PLN" } });
    expect([missing.isValid, missing.issues]).toEqual([false, ["error currency_mismatch price"]]);
    const shipping = [
      { country: "CH", price_amount: 9, price_currency: "CHF" },
      { country: "CH", service: "Express", price_amount: 12 },
    ];
    const swiss = published("google_merchant", { prices, shipping }, { market: { country: "CH", currency: "CHF" } });
    expect(swiss.row.shipping).toEqual(["CH:::9.00 CHF"]);
    expect(swiss.issues).toEqual(["warning currency_mismatch shipping"]);
  });
});

describe("a sale in the merchant's time zone", () => {
  const night = {
    sale_price_amount: 15,
    sale_price_starts_at: "2026-11-29T00:00:00+09:00",
    sale_price_ends_at: "2026-11-30T00:00:00+09:00",
  };
  test.each([
    ["2026-11-28T14:59:59Z", undefined],
    ["2026-11-28T15:00:00Z", "15.00 EUR"],
    ["2026-11-29T14:59:59Z", "15.00 EUR"],
    ["2026-11-29T15:00:00Z", undefined],
  ])("at %s is %s, and in profiles with a column for the period written ahead", (now, price) => {
    const isAhead = now === "2026-11-28T14:59:59Z";
    expect(published("openai_products", night, { now: new Date(now) }).row.sale_price).toBe(price);
    expect(published("meta_catalog", night, { now: new Date(now) }).row.sale_price).toBe(isAhead ? "15.00 EUR" : price);
  });
});

describe("translations", () => {
  const translations = {
    de: { title: "Wollschal", description: "Warm und weich.", url: "https://shop.example/de/schal" },
    "de-CH": { title: "Wollschal (CH)" },
    ar: { title: "وشاح من الصوف \u200f(أحمر) 🧣", description: "دافئ & ناعم" },
  };

  test("fall back from de-CH to de, field by field, and to the product's own text", () => {
    const { row } = published("google_merchant", { translations, material: "wool" }, { market: { language: "de-CH" } });
    expect(row).toMatchObject({
      title: "Wollschal (CH)",
      description: "Warm und weich.",
      link: "https://shop.example/de/schal",
      material: "wool",
    });
    expect(published("google_merchant", { translations }, { market: { language: "fr" } }).row.title).toBe("Wool scarf");
  });

  test("into a language that is written from right to left keep direction marks and emoji, in every format", () => {
    const { row, cells, channel } = published("google_merchant", { translations }, { market: { language: "ar" } });
    expect(row).toMatchObject({ title: translations.ar.title, description: translations.ar.description });
    const place = channel.columns.findIndex(({ name }) => name === "title");
    const column = channel.columns[place] as never;
    for (const format of channel.profile.formats) {
      const written = String(
        formatOf({ columns: [column] }, format)
          .writer([column])
          .row([cells[place]]),
      );
      expect(written).toContain(translations.ar.title);
    }
  });

  test("that are missing keep the product out if the channel says so", () => {
    const { isValid, issues } = published(
      "google_merchant",
      { translations },
      { market: { language: "nl", untranslated: "refuse" } },
    );
    expect(isValid).toBe(false);
    expect(issues).toEqual(["error translation_missing title", "error translation_missing description"]);
  });
});

test("availability in one market differs from the others by an override of its channel", () => {
  const channel_overrides = { ch_fr: { availability: "preorder", availability_date: "2026-12-24" } };
  const inChannel = (id: string) => published("google_merchant", { channel_overrides }, { id });
  expect(inChannel("ch_fr").row).toMatchObject({ availability: "preorder", availability_date: "2026-12-24" });
  expect(inChannel("ch_de").row).toMatchObject({ availability: "in_stock" });
  expect(inChannel("ch_de").row).not.toHaveProperty("availability_date");
  const openai = published("openai_products", { channel_overrides, seller: { name: "Acme" } }, { id: "ch_fr" });
  expect([openai.row.availability, openai.issues]).toEqual(["pre_order", []]);
});

test("shipping prices of several countries and regions are written for each channel as it reads them", () => {
  const shipping = [
    { country: "DE", price_amount: 4.9, min_transit_days: 1, max_transit_days: 2 },
    { country: "AT", region: "Tirol: Ost", service: "Post, Express", price_amount: 0 },
  ];
  const of = (profile: string) => published(profile, { shipping, product_category: "Scarves" }).row.shipping;
  expect(of("google_merchant")).toEqual(["DE:::4.90 EUR:::1:2", "AT:Tirol  Ost:Post  Express:0.00 EUR"]);
  expect(of("meta_catalog")).toEqual(["DE:::4.90 EUR", "AT:Tirol  Ost:Post  Express:0.00 EUR"]);
  expect(of("stripe_agentic")).toEqual(["DE:ALL:Standard:1-2:4.90 EUR", "AT:Tirol  Ost:Post  Express::0.00 EUR"]);
  expect(published("openai_products", { shipping, seller: { name: "Acme" } }).row.shipping_price).toBe("4.90 EUR");
});

test("tax of a US channel comes from a rule, and has elements in XML", () => {
  const { row, cells, channel } = published(
    "google_merchant",
    { price_currency: "USD" },
    {
      market: { country: "US", currency: "USD" },
      rules: [{ type: "constant", field: "tax", value: "US:CA:8.25:y,US:NY:0:n" }],
    },
  );
  expect(row.tax).toEqual(["US:CA:8.25:y", "US:NY:0:n"]);
  const place = channel.columns.findIndex(({ name }) => name === "tax");
  const column = channel.columns[place] as never;
  const xml = String(formatOf(channel.profile, "xml_rss").writer([column]).row([cells[place]]));
  expect(xml).toContain(
    "<g:tax><g:country>US</g:country><g:region>CA</g:region><g:rate>8.25</g:rate><g:tax_ship>y</g:tax_ship></g:tax>",
  );
});

test("a handmade product without identifiers is exempt in Google and reported where there is no exemption", () => {
  const handmade = { gtin: undefined, brand: undefined, identifier_exists: false, product_category: "Scarves" };
  const google = published("google_merchant", handmade);
  expect(google.row.identifier_exists).toBe("no");
  expect([google.isValid, google.issues.filter((issue) => issue.includes("identifier"))]).toEqual([true, []]);
  expect(published("meta_catalog", handmade).issues).toContain("error missing_identifier brand");
  expect(published("stripe_agentic", handmade, { defaults: { brand: "Acme" } }).issues).toEqual([
    "error missing_identifier gtin",
  ]);
});

describe("texts", () => {
  test("with entities of other languages become plain text in every column for plain text", () => {
    const description =
      "<p>Gr&uuml;n &ndash; Gr&ouml;&szlig;e&nbsp;42</p><ul><li>Caf&eacute;&#150;cr&#232;me</li><li>&Lstrok;&oacute;d&zacute; &euro;&#x20;5</li></ul>";
    const { row, issues } = published("meta_catalog", { description, title: "Gr&uuml;ner Schal" });
    expect(row).toMatchObject({ title: "Grüner Schal", description: "Grün – Größe 42\nCafé–crème\nŁódź € 5" });
    expect(issues).toEqual(["warning html_converted title", "warning html_converted description"]);
  });

  test("with ampersands that are no entities stay as they are, without an issue", () => {
    const title = "R&D; AT&T &unknown; Fish & chips; a&b=c;";
    const { row, issues } = published("meta_catalog", { title });
    expect([row.title, issues]).toEqual([title, []]);
  });

  test("of 150 emoji have 150 characters; one more is too long for Google", () => {
    expect(published("google_merchant", { title: "🧣".repeat(150) }).issues).toEqual([]);
    expect(published("google_merchant", { title: "🧣".repeat(151) }).issues).toEqual(["error too_long title"]);
  });

  test.each([
    ["a family of five code points", "Schal 👨‍👩‍👧", 8, "Schal"],
    ["a flag", "Schal 🇩🇪🇨🇭", 9, "Schal 🇩🇪"],
    ["a hand with a skin tone", "ab👍🏽", 3, "ab"],
    ["a letter with marks", "नमस्ते", 5, "नम"],
    ["one character that is longer than the limit", "👨‍👩‍👧", 3, "👨‍👩"],
    ["plain letters", "Wollschal", 4, "Woll"],
  ])("are not cut inside %s", (_what, title, max, expected) => {
    expect(published("meta_catalog", { title }, { rules: [{ type: "truncate", field: "title", max }] }).row.title).toBe(
      expected,
    );
  });

  test("of 10,000 characters are cut to what a channel takes, and reported without the rule", () => {
    const description = "Ein weicher Schal. ".repeat(526);
    expect(published("google_merchant", { description }).issues).toEqual(["error too_long description"]);
    const rules = [{ type: "truncate", field: "description", max: 5000, at_word: true }];
    const { row, issues } = published("google_merchant", { description }, { rules });
    expect(String(row.description).length).toBeLessThanOrEqual(5000);
    expect(row.description).toMatch(/Schal\.$|weicher$|Ein$/);
    expect(issues).toEqual([]);
  });
});

test("variants whose options have names in the merchant's language reach each channel", () => {
  const variant = {
    item_group_id: "SCARF",
    variant_options: { Farbe: "Rot", Größe: "L" },
    product_category: "Scarves",
  };
  expect(published("google_merchant", variant).row.variant_option).toEqual(["Farbe:Rot", "Größe:L"]);
  expect(published("meta_catalog", variant).row.additional_variant_attribute).toEqual(["Farbe:Rot", "Größe:L"]);
  expect(published("stripe_agentic", variant).row).toMatchObject({
    custom_variant_option_name_1: "Farbe",
    custom_variant_option_value_1: "Rot",
    custom_variant_option_name_2: "Größe",
    custom_variant_option_value_2: "L",
  });
  expect(published("acp_feed", variant).row.variant_options).toEqual({ Farbe: "Rot", Größe: "L" });
});

test("a Polish partner with columns of its own gets its columns, words and Windows-1250", () => {
  const definition: ProfileDefinition = {
    name: "custom_sklep",
    version: "1",
    title: "Sklep",
    source: null,
    formats: ["csv"],
    files: {
      csv: csvFormSchema.parse({ delimiter: "|", encoding: "windows-1250", line_end: "crlf", quoting: "needed" }),
    },
    values: {
      decimal_separator: ",",
      thousands_separator: " ",
      currency: "none",
      date: "DD.MM.YYYY HH:mm",
      time_zone: "Europe/Warsaw",
      true: "tak",
      false: "nie",
      list_separator: ";",
    },
    columns: [
      { name: "kod", header: "Kod", type: "text", from: "sku", required: true },
      { name: "nazwa", header: "Nazwa", type: "text", template: "{product.brand} – {product.title}" },
      { name: "cena", header: "Cena zł", type: "money", from: "price_amount", required: true },
      {
        name: "stan",
        header: "Dostępność",
        type: "enum",
        from: "availability",
        words: { in_stock: "od ręki", out_of_stock: "brak" },
      },
      { name: "od", header: "Dostawa od", type: "moment", from: "availability_date" },
      { name: "cyfrowy", type: "boolean", from: "is_digital" },
      { name: "tagi", type: "text_list", from: "tags" },
      { name: "waga", header: "Waga", type: "measure", from: "weight.value" },
      { name: "sezon", header: "Sezon", type: "text", from: "custom_attributes.sezon" },
    ],
    checks: [],
  };
  const product = {
    title: "Szal „ciepły” | żółty 🧣",
    prices: [{ currency: "PLN", amount: 12_345.5 }],
    availability_date: "2026-07-01T22:30:00Z",
    is_digital: false,
    tags: ["zima", "wełna"],
    weight: { value: 0.25, unit: "kg" },
    custom_attributes: { sezon: "jesień" },
  };
  const { channel, cells, issues } = published("custom_sklep", product, {
    definition,
    market: { country: "PL", currency: "PLN", language: "pl" },
  });
  const writer = formatOf(channel.profile, "csv").writer(channel.columns);
  const file = Buffer.concat([writer.header(), writer.row(cells)].map((piece) => Buffer.from(piece as Uint8Array)));
  const expected = [
    "Kod|Nazwa|Cena zł|Dostępność|Dostawa od|cyfrowy|tagi|Waga|Sezon",
    'SCARF-1|"Acme – Szal „ciepły” | żółty ?"|12 345,50|od ręki|02.07.2026 00:30|nie|zima;wełna|0,25 kg|jesień',
    "",
  ].join("\r\n");
  expect(new TextDecoder("windows-1250").decode(file)).toBe(expected);
  expect(issues).toEqual(["warning changed_by_format nazwa"]);
});

test("commas in image URLs do not split a list, and JSON lists keep them", () => {
  const additional_image_urls = ["https://img.example/1,2.jpg", "https://img.example/3.jpg?a=b,c"];
  const { channel, cells } = published("google_merchant", { additional_image_urls });
  const place = channel.columns.findIndex(({ name }) => name === "additional_image_link");
  const column = channel.columns[place] as never;
  expect(String(formatOf(channel.profile, "csv").writer([column]).row([cells[place]]))).toBe(
    '"https://img.example/1%2C2.jpg,https://img.example/3.jpg?a=b%2Cc"\n',
  );
});

test("rules that add VAT and round give each market its price, and the sale stays below it", () => {
  const rules = [
    { type: "adjust_price", field: "price", percent: 25, round: { step: 10, mode: "up", less: 1 } },
    { type: "adjust_price", field: "sale_price", percent: 25, round: { step: 1, mode: "nearest", less: 0.05 } },
  ];
  const market = { country: "SE", currency: "SEK" };
  const prices = [{ currency: "SEK", amount: 199, sale_amount: 149.5 }];
  const { row, issues } = published("google_merchant", { prices }, { market, rules });
  expect({ price: row.price, sale_price: row.sale_price, issues }).toEqual({
    price: "249.00 SEK",
    sale_price: "186.95 SEK",
    issues: [],
  });
});
