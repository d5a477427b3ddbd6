import { describe, expect, test } from "@jest/globals";
import type { Column } from "@skucast/contracts/channel-profiles/column";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import type { StoredProduct } from "../channel/cell.js";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";
import { formatOf } from "../formats/format-of.js";
import { FORMATS } from "../formats/formats.js";
import { checkRules } from "../rules/check-rules.js";
import { COMPLETE_PRODUCT } from "../testing/complete-product.js";
import { profileNamed } from "./profile-list.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const MARKET = { country: "US", currency: "USD", language: "en" };

type Profile = ChannelDefinition["profile"];

const constant = (field: string, value: string): ChannelRule => ruleSchema.parse({ type: "constant", field, value });

function cellOf(
  profile: Profile,
  name: string,
  { rules = [], product = {} }: { rules?: ChannelRule[]; product?: StoredProduct },
) {
  const compiled = compileChannel({ id: "ch_1", profile, market: MARKET, defaults: {}, rules }, NOW);
  const { cells, issues } = compiled.map({
    sku: "A",
    title: "Tee",
    price_amount: 1,
    price_currency: "USD",
    ...product,
  });
  const place = compiled.columns.findIndex((column) => column.name === name);
  return { cell: cells[place], issues: issues.filter(({ field }) => field === name), columns: compiled.columns };
}

/** A value that a column of the type can hold, as a string. */
function exampleOf(column: Column): string {
  const { name, type, from, allowed, words = {}, at_least = 0, units, parts, members, with_speed } = column;
  if (name.endsWith("_countries") || name.endsWith("_country")) return "US";
  if (name === "size_system") return "EU";
  if (name === "size_type") return "petite";
  if (name.endsWith("_destination")) return "Shopping_ads";
  if (from === "additional_image_urls") return "https://a.example/1.jpg";
  switch (type) {
    case "url":
      return "https://a.example/1";
    case "enum":
      return allowed?.[0] ?? Object.values(words)[0] ?? "word";
    case "integer":
    case "decimal":
    case "decimal_text":
      return String(Math.max(1, at_least));
    case "boolean":
    case "presence":
    case "absence":
      return "true";
    case "money":
    case "sale_money":
    case "shipping_money":
      return "1.50 USD";
    case "gtin":
      return "4006381333931";
    case "moment":
      return "2026-12-01";
    case "sale_window":
      return "2026-11-01T00:00:00Z/2026-12-01T00:00:00Z";
    case "shipping":
      return with_speed ? "US:ALL:Standard:2-3:5.00 USD" : "US:::5.00 USD";
    case "object":
    case "measures":
      return '{"length":"1","width":"2","unit":"cm"}';
    case "unit_price":
      return JSON.stringify(Object.fromEntries((members ?? []).map((member) => [member, "1"])));
    case "measure":
      return `2 ${Object.keys(units ?? { kg: 1 })[0]}`;
    case "text_list":
      return parts ? parts.map((part) => PART_EXAMPLES[part] ?? part).join(":") : "one";
    default:
      return "one";
  }
}

const PART_EXAMPLES: Readonly<Record<string, string>> = {
  country: "US",
  months: "6",
  period_length: "12",
  amount: "5.00 USD",
  downpayment: "0.00 USD",
  price: "5.00 USD",
  price_threshold: "50.00 USD",
  fee_amount: "1.00 USD",
  digital_source_type: "default",
  credit_type: "finance",
  period: "month",
  surface: "online",
  rate: "5.00",
  tax_ship: "yes",
  cutoff_time: "1500",
  cutoff_timezone: "America/New_York",
  disable_delivery_after_cutoff: "yes",
};

const pinned = CHANNEL_PROFILES.filter((name) => name.includes("@"));
const columnsOf = (profile: Profile) =>
  profileNamed(profile).columns.map((column) => ({ profile, name: column.name, column }));
const all = pinned.flatMap(columnsOf);

/** Countries in which a channel takes a column, and the currencies of the markets that are tested. */
function marketFor(profile: Profile, name: string) {
  const rule = profileNamed(profile).checks.find((check) => check.type === "only_in" && check.column === name);
  return rule?.type === "only_in" && rule.countries[0] === "IN"
    ? { country: "IN", currency: "INR", language: "en" }
    : MARKET;
}

const DEFAULTS = {
  target_countries: ["US"],
  store_country: "US",
  is_eligible_search: true,
  is_eligible_checkout: false,
  is_ads_eligible: true,
};

/** A product with a value for every column of a profile: its fields, and custom attributes for the others. */
function completeFor(profile: Profile, name: string): StoredProduct {
  const { currency } = marketFor(profile, name);
  const attributes = profileNamed(profile)
    .columns.filter(({ from, default: fallback }) => from === undefined && fallback === undefined)
    .map((column) => [column.name, exampleOf(column).replace("USD", currency)] as const);
  return { ...COMPLETE_PRODUCT, price_currency: currency, custom_attributes: Object.fromEntries(attributes) };
}

describe("every column of every profile", () => {
  test.each(all)("$profile $name is filled and written in every format", ({ profile, name }) => {
    const market = marketFor(profile, name);
    const compiled = compileChannel({ id: "ch_1", profile, market, defaults: DEFAULTS, rules: [] }, NOW);
    const { cells, issues } = compiled.map(completeFor(profile, name));
    const place = compiled.columns.findIndex((column) => column.name === name);
    const cell = cells[place];
    expect({ cell, issues: issues.filter(({ field }) => field === name) }).toMatchObject({ cell: expect.anything() });
    const column = compiled.columns[place] as Column;
    for (const format of profileNamed(profile).formats) {
      if (format === "parquet") continue;
      const { writer } = formatOf({ columns: [column] }, format);
      expect(writer([column]).row([cell]).length).toBeGreaterThan(writer([column]).row([undefined]).length);
    }
  });

  test.each(all.filter(({ profile }) => !profile.startsWith("generic")))(
    "$profile $name has a link to the page that documents it",
    ({ profile, column }) => {
      expect(column.source ?? profileNamed(profile).source).toMatch(/^https:\/\/[a-z.]+\/\S+$/);
    },
  );

  test.each(all.filter(({ column }) => column.from !== "sku"))(
    "$profile $name accepts a rule",
    ({ profile, name, column }) => {
      const rules = [constant(name, exampleOf(column))];
      expect(checkRules({ profile, market: MARKET, rules })).toEqual([]);
      const { issues } = cellOf(profile, name, { rules });
      expect(issues.filter(({ code }) => code === "rule_failed")).toEqual([]);
    },
  );

  test.each(all.filter(({ column }) => column.from === undefined))(
    "$profile $name, which has no product field, accepts a custom attribute",
    ({ profile, name, column }) => {
      const { columns } = cellOf(profile, name, {});
      expect(columns.map((known) => known.name)).toContain(name);
      const compiled = compileChannel({ id: "ch_1", profile, market: MARKET, defaults: {}, rules: [] }, NOW);
      const row = compiled.map({ sku: "A", custom_attributes: { [name]: exampleOf(column) } });
      expect(row.issues.filter(({ field, message }) => field === name && message.includes("custom attribute"))).toEqual(
        [],
      );
    },
  );
});

test.each<[Profile, string]>([
  ...(
    [
      "unit_pricing_measure",
      "unit_pricing_base_measure",
      "certification",
      "product_highlight",
      "product_detail",
      "mobile_link",
      "excluded_destination",
      "included_destination",
      "min_handling_time",
      "max_handling_time",
      "energy_efficiency_class",
      "installment",
      "subscription_cost",
      "loyalty_program",
      "free_shipping_threshold",
      "ships_from_country",
      "transit_time_label",
      "lifestyle_image_link",
      "minimum_order_value",
      "promotion_id",
    ] as const
  ).map((name): [Profile, string] => ["google_merchant", name]),
  ["openai_products", "shipping"],
  ["openai_products", "size_system"],
  ["meta_catalog", "fb_product_category"],
  ["meta_catalog", "custom_number_0"],
  ["meta_catalog", "video[0].url"],
  ["meta_catalog", "applink.ios_url"],
  ["stripe_agentic@2026-05", "tax_code"],
  ["stripe_agentic", "stripe_product_tax_code"],
  ["stripe_agentic", "product_warning"],
  ["stripe_agentic", "custom_label_4"],
])("%s publishes %s", (profile, name) => {
  expect(profileNamed(profile).columns.map((column) => column.name)).toContain(name);
});

describe("a custom attribute", () => {
  const written = (custom_attributes: object, name: string, format: "csv" | "xml_rss") => {
    const { cell, columns } = cellOf("google_merchant", name, { product: { custom_attributes } });
    const column = columns.find((known) => known.name === name) as Column;
    return FORMATS[format].writer([column]).row([cell]);
  };

  test("with several strings is a list whose items may contain commas", () => {
    const attributes = { product_highlight: ["Soft, warm", 'A "real" tee', "Red"] };
    const { cell } = cellOf("google_merchant", "product_highlight", { product: { custom_attributes: attributes } });
    expect(cell).toEqual(attributes.product_highlight);
    expect(written(attributes, "product_highlight", "csv")).toBe('"""Soft, warm"",""A """"real"""" tee"",Red"\n');
    expect(written(attributes, "product_highlight", "xml_rss")).toContain(
      "<g:product_highlight>Soft, warm</g:product_highlight><g:product_highlight>A &quot;real&quot; tee",
    );
  });

  test("with parts is nested in XML, and its last part may contain colons", () => {
    const attributes = { product_detail: ["General:Ratio:16:9", "General:Care:cold, gentle"] };
    expect(written(attributes, "product_detail", "xml_rss")).toContain(
      "<g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Ratio</g:attribute_name><g:attribute_value>16:9</g:attribute_value></g:product_detail>",
    );
    expect(written(attributes, "product_detail", "csv")).toBe('"General:Ratio:16:9,""General:Care:cold, gentle"""\n');
  });

  test("that the column cannot hold is left out with a warning", () => {
    const { cell, issues } = cellOf("google_merchant", "min_handling_time", {
      product: { custom_attributes: { min_handling_time: "soon" } },
    });
    expect(cell).toBeUndefined();
    expect(issues).toMatchObject([{ severity: "warning", code: "invalid_value" }]);
    const rules = [constant("min_handling_time", "7")];
    const product = { custom_attributes: { min_handling_time: "soon" } };
    expect(cellOf("google_merchant", "min_handling_time", { product, rules })).toMatchObject({ cell: 7, issues: [] });
  });

  test("does not replace a product's field, and is replaced by a rule", () => {
    const product = { color: "red", custom_attributes: { color: "blue", stripe_product_tax_code: "txcd_1" } };
    const name = "stripe_product_tax_code";
    expect(cellOf("stripe_agentic", "color", { product }).cell).toBe("red");
    expect(cellOf("stripe_agentic", name, { product }).cell).toBe("txcd_1");
    const rules = [constant(name, "txcd_2")];
    expect(cellOf("stripe_agentic", name, { product, rules }).cell).toBe("txcd_2");
  });
});

test("a rule's text for a list is split at commas, as in a file", () => {
  const of = (name: string, value: string, profile: Profile = "google_merchant") =>
    cellOf(profile, name, { rules: [constant(name, value)] }).cell;
  expect(of("excluded_destination", "Shopping_ads, Free_listings")).toEqual(["Shopping_ads", "Free_listings"]);
  expect(of("product_highlight", '"Soft, warm",Red')).toEqual(["Soft, warm", "Red"]);
  expect(of("structured_title", "trained_algorithmic_media:Soft, warm tee")).toEqual([
    "trained_algorithmic_media:Soft, warm tee",
  ]);
  expect(of("additional_image_link", "https://a.b/1,2.jpg,https://a.b/3.jpg")).toEqual([
    "https://a.b/1,2.jpg",
    "https://a.b/3.jpg",
  ]);
  expect(of("shipping", "US:::5.00 USD,US:CA::6.00 USD", "openai_products")).toEqual([
    "US:::5.00 USD",
    "US:CA::6.00 USD",
  ]);
  expect(of("ads_metadata", '{"custom_label_0":"summer"}', "openai_products")).toEqual({ custom_label_0: "summer" });
});

test("generic accepts columns with any name, after its own, in the order of the rules", () => {
  const rules = [
    constant("Lieferzeit", "3 Tage"),
    ruleSchema.parse({ type: "template", field: "supplier.code", template: "S-{sku}" }),
  ];
  expect(checkRules({ profile: "generic", market: MARKET, rules })).toEqual([]);
  const { columns, cell } = cellOf("generic", "supplier.code", { rules });
  expect(columns.slice(-2).map(({ name }) => name)).toEqual(["Lieferzeit", "supplier.code"]);
  expect(cell).toBe("S-A");
  const changing = [ruleSchema.parse({ type: "strip_html", field: "titel" })];
  expect(checkRules({ profile: "generic", market: MARKET, rules: changing })).toMatchObject([
    { code: "unknown_column", message: expect.stringContaining("did you mean title?") },
  ]);
  expect(checkRules({ profile: "google_merchant", market: MARKET, rules })).toMatchObject([
    { pointer: "/rules/0/field", code: "unknown_column" },
    { pointer: "/rules/1/field", code: "unknown_column" },
  ]);
});
