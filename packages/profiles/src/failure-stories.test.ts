import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { ruleSchema } from "@skucast/contracts/channels/rule";
import type { StoredProduct } from "./channel/cell.js";
import { type ChannelDefinition, compileChannel } from "./channel/compile-channel.js";
import { mapDocument } from "./channel/map-document.js";
import { FORMATS } from "./formats/formats.js";
import { PROFILES, profileNamed } from "./profiles/profile-list.js";
import { readRows } from "./testing/read-file.js";
import { writeFile } from "./testing/write-file.js";

/*
 * Publicly reported failures of other product feeds, as far as mapping and checks can prevent them. Each title says what
 * went wrong there, and then what happens here. Failures of whole runs are tested with the exporter and the preview.
 */

const NOW = new Date("2026-11-21T12:00:00Z");
const PINNED = CHANNEL_PROFILES.filter((name) => name.includes("@"));
const PRODUCT: StoredProduct = {
  sku: "TEE-1",
  title: "Red tee",
  description: "Soft.",
  brand: "Acme",
  condition: "new",
  availability: "in_stock",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  gtin: "4006381333931",
  price_amount: 19.9,
  price_currency: "USD",
  inventory_quantity: 3,
  product_category: "Clothing > Tees",
  material: "cotton",
  weight: { value: 200, unit: "g" },
};
const DEFAULTS: ChannelDefinition["defaults"] = {
  seller_name: "Acme Store",
  seller_url: "https://shop.example.com",
  return_window_days: 30,
  return_policy: "https://shop.example.com/returns",
  accepts_returns: true,
  is_eligible_search: true,
  is_eligible_checkout: false,
  target_countries: ["US"],
  store_country: "US",
};

function channelOf(profile: ChannelDefinition["profile"], change: Partial<ChannelDefinition> = {}): ChannelDefinition {
  const market = { country: "US", currency: "USD", language: "en" };
  return { id: "ch_1", profile, market, defaults: DEFAULTS, rules: [], ...change };
}

/** A product as a channel would publish it, its values by the product's field behind the column. */
function mapped(
  profile: ChannelDefinition["profile"],
  product: StoredProduct,
  change: Partial<ChannelDefinition> = {},
) {
  const compiled = compileChannel(channelOf(profile, change), NOW);
  const row = compiled.map({ ...PRODUCT, ...product });
  const named = new Map(compiled.columns.map(({ name }, place) => [name, row.cells[place]]));
  const from = (field: string) => named.get(compiled.columns.find((column) => column.from === field)?.name ?? "");
  return { ...row, named, from, codes: row.issues.map(({ code }) => code) };
}

describe.each(PINNED)("%s", (profile) => {
  const formats = PROFILES[profile].formats;

  test("one invalid product empties its batch: only this product is invalid, with a reason", () => {
    const compiled = compileChannel(channelOf(profile), NOW);
    const hostile = ["{", "null", "[]", '"text"', JSON.stringify({ ...PRODUCT, price_currency: "EUR" })];
    const outcomes = hostile.flatMap((json) => [
      mapDocument(compiled, json),
      mapDocument(compiled, JSON.stringify(PRODUCT)),
    ]);
    for (const [place, { isValid, issues }] of outcomes.entries()) {
      expect(isValid).toBe(place % 2 === 1);
      if (!isValid) expect(issues[0]?.fix_hint).toEqual(expect.any(String));
    }
  });

  test("simple products without variants are missing: a product without a group is a row", () => {
    const { isValid, from } = mapped(profile, {});
    expect([isValid, from("sku"), from("item_group_id")]).toEqual([true, "TEE-1", undefined]);
  });

  test("the group is missing: every variant has it, and stays a separate row", () => {
    for (const size of ["S", "M"]) {
      const { isValid, from } = mapped(profile, {
        sku: `TEE-${size}`,
        item_group_id: "TEE",
        variant_options: { size },
      });
      expect([isValid, from("sku"), from("item_group_id")]).toEqual([true, `TEE-${size}`, "TEE"]);
    }
  });

  test.each(formats)(
    "control characters make the file invalid: an independent reader reads it as %s",
    async (format) => {
      const title = "a\u0000b\u0007c\u001fd\uffffe\ud800f";
      const compiled = compileChannel(channelOf(profile), NOW);
      const rows = [{ title }, { title: "next" }].map((change) => compiled.map({ ...PRODUCT, ...change }).cells);
      const read = await readRows(format, writeFile(format, compiled.columns, rows));
      expect(read).toHaveLength(2);
      const titleColumn = compiled.columns.find(({ from }) => from === "title")?.name ?? "";
      expect(String(read[0]?.[titleColumn])).toMatch(/^a.*b.*c.*d.*e.*f$/s);
      expect(read[1]?.[titleColumn]).toBe("next");
    },
  );

  test.each([
    ["JPY", 500, "500 JPY"],
    ["USD", 500, "500.00 USD"],
    ["KWD", 1.5, "1.500 KWD"],
  ])("the wrong number of decimals: %s %d is %s", (currency, price_amount, text) => {
    const market = { country: "US", currency, language: "en" };
    const product = { price_amount, price_currency: currency };
    const { named } = mapped(profile, product, { market });
    const money = profileNamed(profile).columns.find(({ type, from }) => type === "money" && from === "price_amount");
    expect(named.get(money?.name ?? "")).toBe(text);
  });

  test("shipping prices by product and country: a row has only those of its product", () => {
    const options = Array.from({ length: 100 }, (_, n) => ({ country: n % 2 === 0 ? "US" : "DE", price_amount: n }));
    const compiled = compileChannel(channelOf(profile), NOW);
    const shipping = compiled.columns.findIndex(({ type, from }) => type === "shipping" && from === "shipping");
    const { cells } = compiled.map({ ...PRODUCT, shipping: options });
    if (shipping !== -1) expect(cells[shipping]).toHaveLength(100);
    expect(compiled.map(PRODUCT).cells[shipping]).toBeUndefined();
  });

  test("sold-out products: they stay, with the channel's availability, unless the selection excludes them", () => {
    const { isValid, from } = mapped(profile, { availability: "out_of_stock" });
    expect(isValid).toBe(true);
    expect(String(from("availability")).replaceAll(" ", "_")).toBe("out_of_stock");
    expect(mapped(profile, { availability: "discontinued" }).isValid).toBe(true);
  });

  test("translations are missing: region, then language, then the product's text, and an issue if configured", () => {
    const translations = { de: { title: "Rotes Shirt" }, "de-CH": { description: "Weich." } };
    const title = (language: string, untranslated?: "warn" | "refuse") => {
      const market = { country: "US", currency: "USD", language, ...(untranslated && { untranslated }) };
      const { from, isValid, codes } = mapped(profile, { translations }, { market });
      return { texts: [from("title"), from("description")], isValid, codes };
    };
    expect(title("de-CH", "refuse")).toEqual({ texts: ["Rotes Shirt", "Weich."], isValid: true, codes: [] });
    expect(title("de").texts).toEqual(["Rotes Shirt", "Soft."]);
    expect(title("fr")).toMatchObject({ texts: ["Red tee", "Soft."], isValid: true, codes: [] });
    expect(title("fr", "warn")).toMatchObject({ isValid: true, codes: ["translation_missing", "translation_missing"] });
    expect(title("fr", "refuse").isValid).toBe(false);
  });

  test("a rule that fails for one product leaves out only this product", () => {
    const rules = [ruleSchema.parse({ type: "adjust_price", field: moneyColumn(profile), add: -10 })];
    const outcome = [5, 50].map((price_amount) => mapped(profile, { price_amount }, { rules }));
    expect(outcome.map(({ isValid }) => isValid)).toEqual([false, true]);
    expect(outcome[0]?.codes).toContain("rule_failed");
  });
});

const moneyColumn = (profile: ChannelDefinition["profile"]): string =>
  profileNamed(profile).columns.find(({ type }) => type === "money")?.name ?? "";

test("every format of a profile can be written", () => {
  for (const profile of PINNED)
    for (const format of PROFILES[profile].formats) expect(Object.keys(FORMATS)).toContain(format);
});
