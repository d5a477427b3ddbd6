import { describe, expect, test } from "@jest/globals";
import { type ChannelRule, ruleSchema } from "@skucast/contracts/channels/rule";
import { LIMITS } from "@skucast/contracts/limits";
import type { StoredProduct } from "../channel/cell.js";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";
import { compileReference } from "./reference.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const PRODUCT: StoredProduct = {
  sku: "TEE-1",
  title: "Red tee",
  description: "Soft.",
  url: "https://shop.example.com/p/1",
  image_url: "https://img.example.com/1.jpg",
  brand: "Acme",
  color: "red",
  availability: "in_stock",
  condition: "new",
  inventory_quantity: 2,
  price_amount: 19.9,
  price_currency: "USD",
  custom_attributes: { "Care label": "cold", sizes: ["S", "M"] },
  seller: { name: "Acme Store" },
};

function rowOf(
  rules: unknown[],
  product: StoredProduct = {},
  market: object = {},
  profile: ChannelDefinition["profile"] = "openai_products",
) {
  const channel: ChannelDefinition = {
    id: "ch_1",
    profile,
    market: { country: "US", currency: "USD", language: "en", ...market },
    defaults: {},
    rules: rules.map((rule): ChannelRule => ruleSchema.parse(rule)),
  };
  const compiled = compileChannel(channel, NOW);
  const row = compiled.map({ ...PRODUCT, ...product });
  const values = Object.fromEntries(compiled.columns.map(({ name }, i) => [name, row.cells[i]]));
  return { values, issues: row.issues.map(({ severity, code, field }) => `${severity} ${code} ${field}`) };
}

test("a rule can remove products from a channel's search immediately", () => {
  const rule = {
    type: "if",
    when: [{ field: "product.availability", op: "equals", value: "discontinued" }],
    rules: [{ type: "constant", field: "is_eligible_search", value: "false" }],
  };
  expect(rowOf([rule], { availability: "discontinued" })).toMatchObject({
    values: { item_id: "TEE-1", is_eligible_search: false, availability: "out_of_stock" },
  });
  expect(rowOf([rule]).values.is_eligible_search).toBeUndefined();
});

describe("a template", () => {
  test.each([
    ["{product.brand} {title}", "Acme Red tee"],
    ["{title} – {product.custom_attributes.Care label}", "Red tee – cold"],
    ["{title} ({product.custom_attributes.sizes})", "Red tee (S, M)"],
    ["{title} {product.mpn} {color}", "Red tee red"],
    ["{title} {product.mpn|no number}", "Red tee no number"],
    ["{product.mpn} {product.gtin}", "Red tee"],
    ["{product.seller.name}: {price}", "Acme Store: 19.90 USD"],
    ["{product.inventory_quantity} left of $& {title}", "2 left of $& Red tee"],
  ])("%s makes %s", (template, title) => {
    expect(rowOf([{ type: "template", field: "title", template }]).values.title).toBe(title);
  });

  test("must produce a valid value of the column", () => {
    const rule = { type: "template", field: "url", template: "{sku}:{title}" };
    const { issues } = rowOf([{ ...rule, template: "{item_id}:{title}" }]);
    expect(issues).toEqual(["error rule_failed url"]);
  });
});

describe("a lookup", () => {
  const rule = { type: "lookup", field: "color", table: { red: "Rouge", constructor: "no" } };
  test.each([
    ["finds", {}, {}, "Rouge"],
    ["keeps what it does not find", {}, { color: "blue" }, "blue"],
    ["uses the otherwise value", { otherwise: "Autre" }, { color: "blue" }, "Autre"],
    ["uses the otherwise value for an empty cell", { otherwise: "Autre" }, { color: undefined }, "Autre"],
    ["clears what it does not find, if otherwise is null", { otherwise: null }, { color: "toString" }, undefined],
    ["looks up another value with from", { from: "product.brand", table: { Acme: "Gris" } }, {}, "Gris"],
  ])("%s", (_title, more, product, color) => {
    expect(rowOf([{ ...rule, ...more }], product).values.color).toBe(color);
  });
});

describe("texts", () => {
  test.each([
    [{ type: "replace", find: "e", replace_with: "$1" }, "R$1d t$1$1"],
    [{ type: "replace", find: "RED", replace_with: "Blue", ignore_case: true }, "Blue tee"],
    [{ type: "replace", find: "RED", replace_with: "Blue" }, "Red tee"],
    [{ type: "replace", find: "(.+)[", replace_with: "", ignore_case: true }, "Red tee"],
    [{ type: "truncate", max: 5 }, "Red t"],
    [{ type: "truncate", max: 5, at_word: true }, "Red"],
    [{ type: "truncate", max: 2, at_word: true }, "Re"],
    [{ type: "truncate", max: 7, at_word: true }, "Red tee"],
    [{ type: "truncate", max: 6, at_word: true }, "Red"],
    [{ type: "truncate", max: 6, at_word: false }, "Red te"],
    [{ type: "constant", value: "Tee" }, "Tee"],
  ])("%j makes %s", (rule, title) => {
    expect(rowOf([{ field: "title", ...rule }]).values.title).toBe(title);
  });

  test.each([
    ["RuleBrand ", "T".repeat(151), 150, `RuleBrand ${"T".repeat(140)}`],
    ["Tee in ", "x".repeat(9), 12, "Tee in"],
    ["Tee in ", "x".repeat(9), 13, "Tee in xxxxxx"],
    ["😀😀 ", "x".repeat(9), 4, "😀😀"],
    ["😀😀 ", "x".repeat(9), 5, "😀😀 xx"],
  ])("cut at a word, %s%s loses at most half of %i characters", (words, last, max, title) => {
    const rule = { type: "truncate", field: "title", max, at_word: true };
    expect(rowOf([rule], { title: words + last }).values.title).toBe(title);
  });

  test("an empty result clears the cell, which is an issue of a required column", () => {
    const { issues } = rowOf([{ type: "replace", field: "title", find: "Red tee", replace_with: "" }]);
    expect(issues).toEqual(["error missing_value title"]);
  });

  test.each([
    [
      { type: "replace", find: "http://old.example", replace_with: "https://cdn.example" },
      ["https://cdn.example/1", "https://b.example/2"],
    ],
    [
      { type: "replace_pattern", pattern: "^http://[^/]+", replace_with: "https://c.example" },
      ["https://c.example/1", "https://b.example/2"],
    ],
    [{ type: "replace_pattern", pattern: "^https?://old.*", replace_with: "" }, ["https://b.example/2"]],
    [{ type: "replace_pattern", pattern: ".*", replace_with: "" }, undefined],
    [{ type: "replace", find: "elsewhere", replace_with: "" }, ["http://old.example/1", "https://b.example/2"]],
  ])("each item of a list is changed: %j", (rule, expected) => {
    const images = { additional_image_urls: ["http://old.example/1", "https://b.example/2"] };
    const { values } = rowOf([{ ...rule, field: "additional_image_link" }], images, {}, "google_merchant");
    expect(values.additional_image_link).toEqual(expected);
  });

  test("values that are not strings stay as they are", () => {
    const { values } = rowOf([{ type: "truncate", field: "dimensions", max: 1 }], {
      dimensions: { length: 1, width: 2, unit: "cm" },
    });
    expect(values.dimensions).toEqual({ length: "1", width: "2", unit: "cm" });
  });
});

describe("a price rule", () => {
  test.each([
    [{ percent: 10 }, 19.9, "21.89 USD"],
    [{ percent: -12.5 }, 19.99, "17.49 USD"],
    [{ percent: 0.01 }, 50, "50.01 USD"],
    [{ add: -4.9 }, 19.9, "15.00 USD"],
    [{ percent: 19, add: 1 }, 10, "12.90 USD"],
    [{ round: { step: 1, less: 0.01 } }, 19.5, "19.99 USD"],
    [{ round: { step: 0.05 } }, 19.92, "19.90 USD"],
    [{ round: { step: 0.05, mode: "up" } }, 19.91, "19.95 USD"],
    [{ round: { step: 10, mode: "down" } }, 19.91, "10.00 USD"],
  ])("%j of %d makes %s", (rule, price_amount, price) => {
    expect(rowOf([{ type: "adjust_price", field: "price", ...rule }], { price_amount }).values.price).toBe(price);
  });

  test.each([
    ["JPY", 500, { percent: 3.3 }, "517 JPY"],
    ["KWD", 1.255, { percent: 10 }, "1.381 KWD"],
    ["CLF", 0.0001, { percent: 50 }, "0.0002 CLF"],
  ])("keeps the decimals of %s", (currency, price_amount, rule, price) => {
    const product = { price_amount, price_currency: currency };
    const { values } = rowOf([{ type: "adjust_price", field: "price", ...rule }], product, { currency });
    expect(values.price).toBe(price);
  });

  test("that produces more digits than money may have leaves out the row", () => {
    const rule = { type: "adjust_price", field: "price", percent: 100 };
    expect(rowOf([rule], { price_amount: 9_999_999_999 }).issues).toEqual(["error rule_failed price"]);
  });

  test("with a negative result leaves out the row", () => {
    const { issues } = rowOf([{ type: "adjust_price", field: "price", add: -20 }]);
    expect(issues).toEqual(["error rule_failed price"]);
  });

  test("does not change a sale, and a sale that is no longer below the price is an issue", () => {
    const { values, issues } = rowOf([{ type: "adjust_price", field: "price", percent: -50 }], {
      sale_price_amount: 15,
    });
    expect([values.price, values.sale_price]).toEqual(["9.95 USD", undefined]);
    expect(issues).toEqual(["warning sale_not_below_price sale_price"]);
  });

  test("leaves a price in another currency to the currency check", () => {
    const { issues } = rowOf([{ type: "adjust_price", field: "price", percent: 10 }], { price_currency: "EUR" });
    expect(issues).toEqual(["error currency_mismatch price"]);
  });
});

describe("an if", () => {
  const out = { type: "constant", field: "availability", value: "out_of_stock" };
  const availability = (condition: object, product: StoredProduct = {}) =>
    rowOf([{ type: "if", when: [condition], rules: [out] }], product).values.availability === "out_of_stock";

  test.each([
    [{ field: "product.inventory_quantity", op: "below", value: 3 }, {}, true],
    [{ field: "product.inventory_quantity", op: "below", value: 2 }, {}, false],
    [{ field: "product.inventory_quantity", op: "below", value: 3 }, { inventory_quantity: undefined }, false],
    [{ field: "price", op: "above", value: 19.89 }, {}, true],
    [{ field: "price", op: "above", value: 19.9 }, {}, false],
    [{ field: "product.mpn", op: "missing" }, {}, true],
    [{ field: "product.mpn", op: "exists" }, {}, false],
    [{ field: "price", op: "equals", value: 19.9 }, {}, true],
    [{ field: "price", op: "equals", value: "19.90" }, {}, true],
    [{ field: "price", op: "equals", value: "19.90 USD" }, {}, true],
    [{ field: "price", op: "equals", value: "19.90 EUR" }, {}, false],
    [{ field: "price", op: "not_equals", value: 19.9 }, {}, false],
    [{ field: "price", op: "one_of", values: [5, 19.9] }, {}, true],
    [{ field: "price", op: "one_of", values: [5, 20] }, {}, false],
    [{ field: "color", op: "equals", value: "red" }, {}, true],
    [{ field: "color", op: "equals", value: "Red" }, {}, false],
    [{ field: "color", op: "not_equals", value: "red" }, {}, false],
    [{ field: "color", op: "not_equals", value: "red" }, { color: undefined }, true],
    [{ field: "product.inventory_quantity", op: "equals", value: 2 }, {}, true],
    [{ field: "product.inventory_quantity", op: "one_of", values: [1, "2"] }, {}, true],
    [{ field: "title", op: "contains", value: "TEE" }, {}, true],
    [{ field: "title", op: "contains", value: "hat" }, {}, false],
  ])("%j for %j is met: %s", (condition, product, holds) => {
    expect(availability(condition, product)).toBe(holds);
  });

  test("needs all of its conditions, and applies its otherwise rules to the rest", () => {
    const rule = {
      type: "if",
      when: [
        { field: "color", op: "exists" },
        { field: "product.mpn", op: "exists" },
      ],
      rules: [{ type: "constant", field: "title", value: "Both" }],
      otherwise: [{ type: "constant", field: "title", value: "Not both" }],
    };
    expect(rowOf([rule]).values.title).toBe("Not both");
    expect(rowOf([rule], { mpn: "M" }).values.title).toBe("Both");
  });
});

test("rules run in their order, each on the result of the one before, across columns", () => {
  const { values } = rowOf([
    { type: "template", field: "title", template: "{product.brand} {title}" },
    { type: "replace", field: "title", find: "Red", replace_with: "Blue" },
    { type: "template", field: "mpn", template: "{title}!" },
    { type: "truncate", field: "title", max: 4 },
  ]);
  expect([values.title, values.mpn]).toEqual(["Acme", "Acme Blue tee!"]);
});

describe("translations", () => {
  const translations = {
    de: { title: "Rotes Shirt", description: "Weich.", color: "rot" },
    "de-CH": { title: "Rotes Leibchen" },
    fr: { title: "T-shirt rouge" },
  };
  const inLanguage = (language: string, more: object = {}) => rowOf([], { translations }, { language, ...more });

  test("the market's language wins, then the base language, then the product's own text", () => {
    expect(inLanguage("de-CH").values).toMatchObject({
      title: "Rotes Leibchen",
      description: "Weich.",
      color: "rot",
      brand: "Acme",
    });
    expect(inLanguage("fr").values).toMatchObject({ title: "T-shirt rouge", description: "Soft." });
    expect(inLanguage("it").values.title).toBe("Red tee");
  });

  test.each([
    ["allow", []],
    ["warn", ["warning translation_missing description"]],
    ["refuse", ["error translation_missing description"]],
  ])("if they are missing, %s gives the issues %j", (untranslated, issues) => {
    expect(inLanguage("fr", { untranslated }).issues).toEqual(issues);
  });

  test("rules win over them, and the product's override wins over both", () => {
    const rule = { type: "template", field: "title", template: "{title}!" };
    const market = { language: "de" };
    expect(rowOf([rule], { translations }, market).values.title).toBe("Rotes Shirt!");
    const channel_overrides = { ch_1: { title: "Mine" } };
    expect(rowOf([rule], { translations, channel_overrides }, market).values.title).toBe("Mine");
  });
});

describe("tallies", () => {
  const columnOf = (rules: unknown[], products: StoredProduct[]) => {
    const channel: ChannelDefinition = {
      id: "ch_1",
      profile: "openai_products",
      defaults: {},
      market: { country: "US", currency: "USD", language: "en" },
      rules: rules.map((rule): ChannelRule => ruleSchema.parse(rule)),
    };
    const tallies = rules.map(() => ({ matched: 0, changed: 0, failed: 0 }));
    const counting = compileChannel(channel, NOW, tallies);
    const plain = compileChannel(channel, NOW);
    for (const product of products) {
      expect(counting.map({ ...PRODUCT, ...product })).toEqual(plain.map({ ...PRODUCT, ...product }));
    }
    return tallies;
  };

  test("count the rows that each rule matched, changed and failed for, without changing the rows", () => {
    const rules = [
      { type: "lookup", field: "color", table: { red: "Rouge", blue: "blue" } },
      {
        type: "if",
        when: [{ field: "product.inventory_quantity", op: "below", value: 3 }],
        rules: [{ type: "constant", field: "availability", value: "out_of_stock" }],
        otherwise: [{ type: "truncate", field: "title", max: 3 }],
      },
      { type: "adjust_price", field: "price", add: -15 },
    ];
    const products = [{}, { color: "blue", inventory_quantity: 9 }, { color: "green", price_amount: 5 }];
    expect(columnOf(rules, products)).toEqual([
      { matched: 2, changed: 1, failed: 0 },
      { matched: 2, changed: 3, failed: 0 },
      { matched: 3, changed: 2, failed: 1 },
    ]);
  });
});

describe("limits of rules", () => {
  const MAX = LIMITS.ruleTextLengthMax;
  const FAILED = ["error rule_failed description"];
  const long = "e".repeat(MAX);
  /** Uses a profile without length limits of its own. */
  function resultOf(rules: object[], description: string, more: StoredProduct = {}) {
    const onText = rules.map((rule) => ("when" in rule ? rule : { field: "description", ...rule }));
    const { values, issues } = rowOf(onText, { description, ...more }, {}, "generic");
    return { text: String(values.description), values, issues };
  }

  test.each([
    ["template", { type: "template", template: "{description}e" }, "e".repeat(MAX - 1)],
    ["replace", { type: "replace", find: "a", replace_with: "ee" }, `${"e".repeat(MAX - 2)}a`],
    ["replace", { type: "replace", find: "A", replace_with: "ee", ignore_case: true }, `${"e".repeat(MAX - 2)}a`],
  ])("a %s rule may produce as much as a description holds; one character more is an issue", (_type, rule, text) => {
    const most = resultOf([rule], text);
    const beyond = resultOf([rule], `${text}e`);
    expect([most.text === long, most.issues]).toEqual([true, []]);
    expect([beyond.text === `${text}e`, beyond.issues]).toEqual([true, FAILED]);
  });

  test("count code points", () => {
    const smiles = "😀".repeat(MAX - 1);
    expect(resultOf([{ type: "template", template: "{description}!" }], smiles).issues).toEqual([]);
    expect(resultOf([{ type: "template", template: "{description}!!" }], smiles).issues).toEqual(FAILED);
  });

  test.each([
    ["template", { type: "template", template: "{description}".repeat(700) }],
    ["replace", { type: "replace", find: "e", replace_with: "e".repeat(1_000) }],
    ["replace", { type: "replace", find: "E", replace_with: "e".repeat(1_000), ignore_case: true }],
  ])("%s rules that multiply the text stop early, and no long text is built", (_type, rule) => {
    const rules = Array.from({ length: 90 }, () => rule);
    const { text, issues } = resultOf(rules, "e".repeat(20));
    expect(text.length).toBeLessThanOrEqual(MAX);
    expect(issues).toEqual(expect.arrayContaining(FAILED));
  });

  test("a list is read only up to the limit", () => {
    const lists = { custom_attributes: { many: Array.from({ length: 100 }, () => long) } };
    const template = "{product.custom_attributes.many}".repeat(300);
    expect(resultOf([{ type: "template", template }], "ee", lists).issues).toEqual(FAILED);
    const read = compileReference("product.custom_attributes.many", []);
    expect(read([], lists)?.length).toBeLessThan(4 * MAX);
  });

  test("thousands of rules that each read a long text end with one issue, and later rules are skipped", () => {
    const inner = { type: "replace", field: "description", find: "x", replace_with: "y" };
    const rules = Array.from({ length: 99 }, () => ({
      type: "if",
      when: [{ field: "title", op: "exists" }],
      rules: Array.from({ length: 20 }, () => inner),
    }));
    const last = { type: "constant", field: "title", value: "Last" };
    const limited = resultOf([...rules, last], long);
    expect([limited.text === long, limited.values.title, limited.issues]).toEqual([true, "Red tee", FAILED]);
    expect(resultOf([...rules, last], "short").values.title).toBe("Last");
  });
});
