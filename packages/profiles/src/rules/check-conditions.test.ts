import { describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { ruleSchema } from "@skucast/contracts/channels/rule";
import { checkSelection } from "./check-conditions.js";
import { checkRules } from "./check-rules.js";

const market = { country: "US", currency: "USD", language: "en" };

/** The positions of the errors of a selection's conditions, below `/selection/conditions`. */
function inSelection(conditions: readonly object[], filters: object = {}): string[] {
  const { selection } = channelCreateSchema.parse({ name: "A", market, selection: { conditions, filters } });
  return checkSelection(selection).map(({ pointer, code }) => {
    expect(code).toBe("never_true");
    return pointer.replace("/selection/conditions", "");
  });
}

/** The errors of the conditions of a rule. */
function inRule(when: readonly object[], profile = "google_merchant", before: readonly object[] = []) {
  const rules = [...before, { type: "exclude", when, reason: "No" }].map((rule) => ruleSchema.parse(rule));
  return checkRules({ profile, market, rules }).map(({ pointer, message }) => [
    pointer.replace("/rules/", ""),
    message,
  ]);
}

const comparing = (field: string, op: string, value?: unknown) => ({
  field,
  op,
  ...(value !== undefined && { value }),
});

describe("a condition that no product can meet is rejected at its position:", () => {
  test.each([
    [comparing("availability", "equals", "sold"), "/0/value"],
    [comparing("availability", "not_equals", "sold"), "/0/value"],
    [comparing("availability", "equals", "In_Stock"), "/0/value"],
    [{ field: "condition", op: "one_of", values: ["new", "old"] }, "/0/values/1"],
    [comparing("availability", "contains", "sold"), "/0/value"],
    [comparing("availability", "above", 3), "/0/op"],
    [comparing("availability", "older_than_days", 3), "/0/op"],
    [comparing("is_bundle", "equals", "yes"), "/0/value"],
    [comparing("price_currency", "equals", "usd"), "/0/value"],
    [comparing("price_amount", "below", 0), "/0/value"],
    [comparing("price_amount", "equals", "19.90"), "/0/value"],
    [comparing("price_amount", "equals", "low"), "/0/value"],
    [comparing("price_amount", "contains", "EUR"), "/0/value"],
    [comparing("price_amount", "newer_than_days", 3), "/0/op"],
    [comparing("inventory_quantity", "equals", 1.5), "/0/value"],
    [comparing("review_rating", "above", 5), "/0/value"],
    [comparing("url", "below", 5), "/0/op"],
    [comparing("weight", "above", 5), "/0/field"],
    [comparing("shipping", "contains", "DE"), "/0/field"],
    [comparing("weight.unit", "equals", "pound"), "/0/value"],
    [comparing("weight.amount", "exists"), "/0/field"],
    [comparing("brand.name", "exists"), "/0/field"],
    [comparing("brand", "equals", ""), "/0/value"],
    [comparing("tags", "includes", ""), "/0/value"],
  ])("%j", (condition, pointer) => {
    expect(inSelection([condition])).toEqual([pointer]);
    expect(inSelection([{ op: "or", conditions: [{ op: "not", conditions: [condition] }] }])).toEqual([
      `/0/conditions/0/conditions${pointer}`,
    ]);
  });
});

describe("conditions that cannot be true together are rejected at the one that contradicts others:", () => {
  const inStock = comparing("availability", "equals", "in_stock");
  test.each([
    [[comparing("price_amount", "above", 10), comparing("price_amount", "below", 5)], "/1"],
    [
      [comparing("price_amount", "above", 10), comparing("brand", "exists"), comparing("price_amount", "below", 10)],
      "/2",
    ],
    [[comparing("inventory_quantity", "above", 5), comparing("inventory_quantity", "below", 6)], "/1"],
    [[comparing("brand", "equals", "Acme"), comparing("brand", "equals", "Other")], "/1"],
    [[comparing("brand", "equals", "Acme"), comparing("brand", "starts_with", "b")], "/1"],
    [[comparing("brand", "missing"), comparing("brand", "contains", "b")], "/1"],
    [[comparing("brand", "missing"), comparing("brand", "exists")], "/1"],
    [[inStock, { field: "availability", op: "one_of", values: ["preorder", "backorder"] }], "/1"],
    [[inStock, { op: "not", conditions: [comparing("availability", "contains", "stock")] }], "/1/conditions/0"],
    [[{ op: "not", conditions: [comparing("brand", "exists")] }, comparing("brand", "equals", "A")], "/1"],
    [[comparing("created_at", "older_than_days", 30), comparing("created_at", "newer_than_days", 7)], "/1"],
    [[{ op: "and", conditions: [inStock] }, comparing("availability", "not_equals", "in_stock")], "/1"],
    [
      [
        {
          op: "or",
          conditions: [
            comparing("brand", "exists"),
            { op: "and", conditions: [inStock, comparing("availability", "missing")] },
          ],
        },
      ],
      "/0/conditions/1/conditions/1",
    ],
  ])("%j", (conditions, pointer) => {
    expect(inSelection(conditions)).toEqual([`${pointer}/field`]);
  });

  test("also with the filters of the selection", () => {
    expect(inSelection([inStock], { availability: ["preorder"] })).toEqual(["/0/field"]);
    expect(inSelection([inStock], { availability: ["preorder", "in_stock"] })).toEqual([]);
  });
});

test("what may match is accepted, also if no product meets it now", () => {
  const conditions = [
    comparing("brand", "above", 2),
    comparing("title", "older_than_days", 3),
    comparing("google_product_category", "equals", "No > Such category"),
    comparing("custom_attributes.price_currency", "equals", "usd"),
    comparing("custom_attributes.is_bundle", "above", 3),
    comparing("variant_options.size", "equals", "XXS"),
    comparing("metadata.url", "above", 3),
    comparing("availability", "not_equals", "in_stock"),
    {
      op: "or",
      conditions: [comparing("availability", "equals", "in_stock"), comparing("availability", "equals", "preorder")],
    },
    comparing("price_amount", "above", 10),
    comparing("price_amount", "below", 10.01),
    comparing("inventory_quantity", "above", 5),
    comparing("inventory_quantity", "below", 7),
    comparing("tags", "includes", "a"),
    comparing("tags", "includes", "b"),
    comparing("tags", "contains", "b"),
    comparing("is_digital", "equals", true),
    comparing("weight.value", "equals", 1.5),
    { field: "weight.unit", op: "one_of", values: ["kg", "g"] },
    comparing("shipping", "exists"),
    comparing("availability_date", "above", 2026),
    comparing("updated_at", "older_than_days", 7),
    comparing("updated_at", "newer_than_days", 30),
    comparing("seller.name", "ends_with", "x"),
  ];
  expect(inSelection(conditions)).toEqual([]);
});

describe("in rules", () => {
  test("a column has the channel's words, unless an earlier rule may have changed it", () => {
    expect(inRule([comparing("availability", "equals", "in_stock")], "meta_catalog")).toEqual([
      [
        "0/when/0/value",
        "must be one of: in stock, out of stock, preorder, available for order, discontinued; did you mean in stock?",
      ],
    ]);
    expect(inRule([comparing("availability", "equals", "in stock")], "meta_catalog")).toEqual([]);
    const constant = { type: "constant", field: "availability", value: "discontinued" };
    expect(inRule([comparing("availability", "equals", "in_stock")], "meta_catalog", [constant])).toEqual([]);
    // A custom attribute may set it.
    expect(inRule([comparing("is_bundle", "equals", "maybe")], "meta_catalog")).toEqual([]);
  });

  test("amounts are compared as numbers", () => {
    expect(inRule([comparing("price", "equals", "10"), comparing("price", "equals", "10.00 USD")])).toEqual([]);
    expect(inRule([comparing("price", "equals", "10"), comparing("price", "above", 12)])).toHaveLength(1);
    expect(inRule([comparing("price", "below", 0)])).toEqual([["0/when/0/value", "must be more than 0"]]);
  });

  test("all errors are reported at once, those of patterns too", () => {
    const when = [
      comparing("product.availability", "equals", "sold"),
      { field: "product.condition", op: "matches", pattern: "^old" },
      comparing("product.price_amount", "below", -1),
    ];
    expect(inRule(when).map(([pointer]) => pointer)).toEqual(["0/when/0/value", "0/when/1/pattern", "0/when/2/value"]);
  });

  test.each(["a^b", "$a", "[^\\s\\S]", "x[^\\s\\S]+y", "(a$b|^c^d$e)"])("the pattern %s can never match", (pattern) => {
    const message = "can never match: no text fulfills it";
    expect(inRule([{ field: "title", op: "matches", pattern }])).toEqual([["0/when/0/pattern", message]]);
    const replacing = ruleSchema.parse({ type: "replace_pattern", field: "title", pattern, replace_with: "" });
    expect(checkRules({ profile: "generic", market, rules: [replacing] })).toHaveLength(1);
  });

  test.each(["^", "$", "^$", "(?m)a$\\n^b", "a\\b", "(^a|b$)", "[^\\s\\S]*", "^^a$$", "\\x{10ffff}"])(
    "the pattern %s may match",
    (pattern) => expect(inRule([{ field: "title", op: "matches", pattern }])).toEqual([]),
  );

  test("a lookup has entries only for values that its field can have", () => {
    const faultsOf = (lookup: object, before: object[] = []) => {
      const rules = [...before, { type: "lookup", field: "availability", ...lookup }].map((rule) =>
        ruleSchema.parse(rule),
      );
      return checkRules({ profile: "meta_catalog", market, rules }).map(({ pointer, code }) => `${code} ${pointer}`);
    };
    const table = { "in stock": "preorder", in_stock: "preorder" };
    expect(faultsOf({ table })).toEqual(["never_true /rules/0/table/in_stock"]);
    expect(faultsOf({ table, from: "product.availability" })).toEqual(["never_true /rules/0/table/in stock"]);
    expect(faultsOf({ table }, [{ type: "constant", field: "availability", value: "preorder" }])).toEqual([]);
    expect(faultsOf({ table, from: "product.brand" })).toEqual([]);
  });

  test("that are stored already, only what cannot be evaluated is an error", () => {
    const rule = { type: "exclude", when: [comparing("availability", "equals", "sold")], reason: "No" };
    const channel = { profile: "google_merchant", market, rules: [ruleSchema.parse(rule)] };
    expect(checkRules(channel)).toHaveLength(1);
    expect(checkRules(channel, { areStored: true })).toEqual([]);
    const constant = { type: "constant", field: "size_type", value: "regularly" };
    const listed = { profile: "google_merchant", market, rules: [ruleSchema.parse(constant)] };
    expect(checkRules(listed)).toHaveLength(1);
    expect(checkRules(listed, { areStored: true })).toEqual([]);
  });
});
