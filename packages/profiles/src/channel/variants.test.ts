import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import { FORMATS } from "../formats/formats.js";
import { xmlRss } from "../formats/xml-rss.js";
import { SELLER_DEFAULTS } from "../testing/simple-product.js";
import type { StoredProduct } from "./cell.js";
import { type ChannelDefinition, compileChannel } from "./compile-channel.js";
import { withVariantComparison } from "./watch-variants.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const VARIANT: StoredProduct = {
  sku: "TEE-1",
  title: "Tee",
  description: "Soft.",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  brand: "Acme",
  gtin: "4006381333931",
  product_category: "Tees",
  availability: "in_stock",
  condition: "new",
  price_amount: 19.9,
  price_currency: "USD",
  item_group_id: "TEE",
  variant_options: { Color: "Red", Size: "M", Material: "Cotton", Finish: "Matt" },
};
const DEFAULTS = { ...SELLER_DEFAULTS, target_countries: ["US"], store_country: "US" };

type Profile = ChannelDefinition["profile"];

function compiled(profile: Profile, rules: unknown[] = []) {
  const parsed = rules.map((rule): ChannelRule => ruleSchema.parse(rule));
  const market = { country: "US", currency: "USD", language: "en" };
  return compileChannel({ id: "ch_1", profile, market, defaults: DEFAULTS, rules: parsed }, NOW);
}

function rowOf(profile: Profile, product: StoredProduct = {}, rules: unknown[] = []) {
  const channel = compiled(profile, rules);
  const row = channel.map({ ...VARIANT, ...product });
  const values = Object.fromEntries(channel.columns.map(({ name }, i) => [name, row.cells[i]]));
  return { ...row, channel, values, codes: row.issues.map(({ severity, code }) => `${severity} ${code}`) };
}

describe("the options of a variant", () => {
  test.each<[Profile, object]>([
    [
      "google_merchant",
      {
        color: "Red",
        size: "M",
        material: "Cotton",
        variant_option: ["Color:Red", "Size:M", "Material:Cotton", "Finish:Matt"],
      },
    ],
    [
      "openai_products",
      { color: "Red", size: "M", variant_dict: VARIANT.variant_options, listing_has_variations: true },
    ],
    [
      "openai_products@2025-09",
      {
        color: "Red",
        size: "M",
        material: "Cotton",
        custom_variant1_category: "Finish",
        custom_variant1_option: "Matt",
      },
    ],
    [
      "stripe_agentic",
      {
        color: "Red",
        size: "M",
        material: "Cotton",
        custom_variant_option_name_1: "Finish",
        custom_variant_option_value_1: "Matt",
      },
    ],
    ["meta_catalog", { color: "Red", size: "M", material: "Cotton", additional_variant_attribute: ["Finish:Matt"] }],
    ["generic", { color: "Red", variant_options: VARIANT.variant_options }],
  ])("are written to %s in its own form", (profile, expected) => {
    const { values, codes } = rowOf(profile);
    expect(values).toMatchObject(expected);
    expect(codes).toEqual([]);
  });

  test("are nested in XML", () => {
    const { channel, cells } = rowOf("google_merchant");
    expect(xmlRss.writer(channel.columns).row(cells)).toContain(
      "<g:variant_option><g:name>Finish</g:name><g:value>Matt</g:value></g:variant_option>",
    );
  });

  describe("with commas and colons", () => {
    const options = { variant_options: { "Fit: x": "a:b, c", Width: "1,5" } };
    const rowIn = (format: "xml_rss" | "csv", product: StoredProduct) => {
      const market = { country: "US", currency: "USD", language: "en" };
      const channel: ChannelDefinition = {
        id: "ch_1",
        profile: "google_merchant",
        market,
        defaults: DEFAULTS,
        rules: [],
      };
      const { map, columns } = compileChannel({ ...channel, format }, NOW);
      const { cells, issues } = map({ ...VARIANT, ...product });
      const text = String(FORMATS[format].writer(columns).row(cells));
      return { text, issues: issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`) };
    };

    test("are whole in elements, except a colon in a name", () => {
      const { text, issues } = rowIn("xml_rss", options);
      expect(text).toContain("<g:name>Fit  x</g:name><g:value>a:b, c</g:value>");
      expect(text).toContain("<g:name>Width</g:name><g:value>1,5</g:value>");
      // The colon in the name.
      expect(issues).toEqual(["warning changed_by_format variant_option"]);
    });

    test("are written with spaces to CSV, with a warning", () => {
      const { text, issues } = rowIn("csv", options);
      expect(text).toContain('"Fit  x:a b  c,Width:1 5"');
      expect(issues).toEqual(["warning changed_by_format variant_option"]);
      expect(rowIn("csv", {}).issues).toEqual([]);
    });
  });

  test("do not replace a field that the product has", () => {
    expect(rowOf("google_merchant", { color: "Crimson" }).values.color).toBe("Crimson");
  });

  test.each<[Profile, object]>([
    ["meta_catalog", { size: "L", additional_variant_attribute: ["Size:40"] }],
    ["stripe_agentic", { custom_variant_option_name_1: "Size", custom_variant_option_value_1: "40" }],
    ["openai_products@2025-09", { custom_variant1_category: "Size", custom_variant1_option: "40" }],
  ])("are others in %s if their own column has another value", (profile, expected) => {
    const { values } = rowOf(profile, { size: "L", variant_options: { Size: "40" }, material: "Wool" });
    expect(values).toMatchObject(expected);
  });

  test.each([
    ["in other letters", { color: "red", variant_options: { Color: "RED " } }],
    ["more closely", { color: "Dark red", variant_options: { Color: "red" } }],
    ["in the market's language", { color: "Red", translations: { en: { color: "Rouge" } } }],
  ])("are no others if their own column says the same %s", (_title, product) => {
    const variant_options = { Color: "Red" };
    expect(rowOf("meta_catalog", { variant_options, ...product }).values.additional_variant_attribute).toBeUndefined();
  });

  test("without a column in the channel are an issue, unless the title contains them", () => {
    expect(rowOf("stripe_agentic@2026-05").codes).toEqual(["warning option_not_published"]);
    expect(rowOf("stripe_agentic@2026-05", { title: "Tee, Matt" }).codes).toEqual([]);
    const rule = { type: "template", field: "title", template: "{title} {product.variant_options.Finish}" };
    expect(rowOf("stripe_agentic@2026-05", {}, [rule]).codes).toEqual([]);
    const five = {
      variant_options: { Finish: "Matt", Fit: "Slim", Length: "Long", Collar: "Round" },
      material: "Wool",
    };
    expect(rowOf("openai_products@2025-09", five).issues).toMatchObject([
      { code: "option_not_published", message: expect.stringContaining("for Collar,") },
    ]);
  });
});

describe.each(CHANNEL_PROFILES.filter((name) => name.includes("@")))("in %s", (profile) => {
  test("the second variant of a group has an issue when nothing distinguishes it; the only one has none", () => {
    const channel = withVariantComparison(compiled(profile));
    const issuesOf = (product: StoredProduct) =>
      channel
        .map({ ...VARIANT, variant_options: undefined, ...product })
        .issues.flatMap(({ code, message }) => (code === "variant_not_distinguished" ? [message] : []));
    expect(issuesOf({ sku: "L-1", item_group_id: "L" })).toEqual([]);
    // Required in one of the profiles, so nothing in it lacks a distinction.
    const required = profile === "openai_products@2025-09" ? { material: "Wool" } : {};
    expect(issuesOf({ ...required, sku: "A" })).toEqual([]);
    expect(issuesOf({ ...required, sku: "A" })).toEqual([]);
    const ofSecond = "nothing in the row distinguishes the variant from A in the same group";
    expect(issuesOf({ ...required, sku: "B" })).toEqual("material" in required ? [] : [ofSecond]);
    expect(issuesOf({ ...required, sku: "C", size: "M" })).toEqual([]);
    expect(issuesOf({ ...required, sku: "D", item_group_id: undefined })).toEqual([]);
  });

  test("of two variants of one group with the same options the second has an issue", () => {
    const channel = withVariantComparison(compiled(profile));
    const issuesOf = (product: StoredProduct) =>
      channel
        .map({ ...VARIANT, title: "Tee, Matt", ...product })
        .issues.map(({ code, message }) => `${code}: ${message}`);
    const first = issuesOf({ sku: "A" });
    expect(first).toEqual([]);
    expect(issuesOf({ sku: "B" })).toEqual(["same_variant: has the same options as A in the same group"]);
    const reordered = { Finish: "Matt", Material: "Cotton", Size: "M", Color: "Red" };
    expect(issuesOf({ sku: "C", variant_options: reordered })).toHaveLength(1);
    expect(issuesOf({ sku: "D", variant_options: { ...reordered, Size: "L" } })).toEqual([]);
    const inOtherCase = { color: "red", Size: "m", material: "COTTON ", Finish: "Matt" };
    expect(issuesOf({ sku: "D2", variant_options: inOtherCase })).toEqual([
      "same_variant: has the same options as A in the same group",
    ]);
    expect(issuesOf({ sku: "E", item_group_id: "OTHER" })).toEqual([]);
    const alone = issuesOf({ sku: "F", item_group_id: undefined });
    expect(alone.filter((issue) => !issue.startsWith("unpaired_value: left out: the channel takes it only"))).toEqual(
      [],
    );
  });

  test("of two variants of one group whose rows a shopper cannot tell apart the second has an issue", () => {
    const options = (Finish: string) => ({ variant_options: { Finish }, material: "Wool", color: "Red" });
    const same = [{ type: "constant", field: "title", value: "Tee" }];
    const channel = withVariantComparison(compiled(profile, same));
    const codesOf = (product: StoredProduct) =>
      channel.map({ ...VARIANT, gtin: undefined, mpn: String(product.sku), ...product }).issues.map(({ code }) => code);
    expect(codesOf({ sku: "A", pattern: "a" })).not.toContain("variant_not_distinguished");
    const isPublished = channel.columns.some(({ from }) => from === "pattern");
    const codes = codesOf({ sku: "B", pattern: "b", price_amount: 21, url: "https://shop.example.com/p/2" });
    expect(codes.includes("variant_not_distinguished")).toBe(!isPublished && profile !== "stripe_agentic@2026-05");
    expect(codesOf({ sku: "C", ...options("Matt") })).not.toContain("variant_not_distinguished");
    expect(codesOf({ sku: "D", ...options("Gloss") })).not.toContain("variant_not_distinguished");
  });
});
