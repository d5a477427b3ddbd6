import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES, type Channel } from "@skucast/contracts/channels/channel";
import { ruleSchema } from "@skucast/contracts/channels/rule";
import { FAULTS_MAX } from "@skucast/contracts/first-faults";
import { compileChannel } from "../channel/compile-channel.js";
import { profileNamed } from "../profiles/profile-list.js";
import { checkRules } from "./check-rules.js";

const market = { country: "JP", currency: "JPY", language: "ja" };

function faultsOf(rules: unknown[], profile: Channel["profile"] = "openai_products") {
  const faults = checkRules({ profile, market, rules: rules.map((rule) => ruleSchema.parse(rule)) });
  return faults.map(({ pointer, code, message }) => `${pointer} ${code}: ${message}`);
}

test.each(["Preis", "Größe", "max. Gewicht", "g:title", "video[0].url"])(
  "rules read and change a column with the name %s",
  (field) => {
    const own = { type: "constant", field, value: "A" };
    const rules = [
      own,
      { type: "template", field, template: `{${field}} {title}` },
      { type: "lookup", field: "title", from: field, table: { B: "C" } },
      { type: "if", when: [{ field, op: "equals", value: "A Tee" }], rules: [{ ...own, value: "B" }] },
    ];
    expect(faultsOf(rules, "generic")).toEqual([]);
    const parsed = [...rules.slice(0, 2), ...rules.slice(2).reverse()].map((rule) => ruleSchema.parse(rule));
    const channel = compileChannel(
      { id: "ch_1", profile: "generic", market, defaults: {}, rules: parsed },
      new Date(0),
    );
    const { cells } = channel.map({ sku: "A", title: "Tee" });
    expect([field, "title"].map((wanted) => cells[channel.columns.findIndex(({ name }) => name === wanted)])).toEqual([
      "B",
      "C",
    ]);
  },
);

test("rules read custom attributes whose names have points, and no member of a member", () => {
  const field = "product.custom_attributes.max. Load";
  const rules = [
    { type: "template", field: "title", template: `{title} {${field}}` },
    { type: "exclude", when: [{ field, op: "above", value: 50 }], reason: "Too heavy" },
  ];
  expect(faultsOf(rules)).toEqual([]);
  const parsed = rules.map((rule) => ruleSchema.parse(rule));
  const channel = compileChannel({ id: "ch_1", profile: "generic", market, defaults: {}, rules: parsed }, new Date(0));
  const rowOf = (load: string) => channel.map({ sku: "A", title: "Rope", custom_attributes: { "max. Load": load } });
  expect(rowOf("40 kg").cells).toContain("Rope 40 kg");
  expect(rowOf("60 kg").isExcluded).toBe(true);
  expect(ruleSchema.safeParse({ ...rules[0], template: "{product.seller.name.first}" }).success).toBe(true);
  expect(faultsOf([{ ...rules[0], template: "{product.seller.name.first}" }])).toMatchObject([
    expect.stringContaining("invalid_template"),
  ]);
});

test.each([
  ["variant_options", "product.variant_options.Finish"],
  ["custom_attributes", "product.custom_attributes.care"],
  ["weight", "product.weight.value"],
])("a template names a member of %s, which has no text of its own", (field, member) => {
  const template = (reference: string) => ({ type: "template", field: "title", template: `{title} {${reference}}` });
  expect(faultsOf([template(`product.${field}`)])).toEqual([
    expect.stringContaining("/rules/0/template invalid_template"),
  ]);
  expect(faultsOf([template(member)])).toEqual([]);
});

test("valid rules have no errors", () => {
  const rules = [
    { type: "constant", field: "availability", value: "preorder" },
    { type: "constant", field: "price", value: "500 JPY" },
    { type: "template", field: "title", template: "{product.brand|Acme} {title}" },
    { type: "lookup", field: "condition", from: "product.custom_attributes.State", table: { mint: "new" } },
    { type: "adjust_price", field: "price", percent: 3.33, round: { step: 10, less: 1 } },
    {
      type: "if",
      when: [{ field: "product.seller.name", op: "missing" }],
      rules: [{ type: "strip_html", field: "title" }],
    },
  ];
  expect(faultsOf(rules)).toEqual([]);
});

test.each([
  [{ type: "constant", field: "titel", value: "x" }, "/rules/0/field unknown_column", "did you mean title?"],
  [
    { type: "constant", field: "availability", value: "soon" },
    "/rules/0/value invalid_value",
    "must be one of in_stock",
  ],
  [
    { type: "constant", field: "url", value: "shop" },
    "/rules/0/value invalid_value",
    "must be a URL with http or https",
  ],
  [{ type: "constant", field: "item_id", value: "x" }, "/rules/0/field not_allowed", "the same item_id"],
  [
    { type: "constant", field: "url", value: `https://a.example/${"x".repeat(2048)}` },
    "/rules/0/value too_long",
    "at most 2048",
  ],
  [
    { type: "constant", field: "price", value: "5.50 JPY" },
    "/rules/0/value invalid_value",
    "must be an amount with the decimals of its currency",
  ],
  [{ type: "constant", field: "dimensions", value: "x" }, "/rules/0/value invalid_value", "must be a JSON object"],
  [
    { type: "template", field: "title", template: "{title" },
    "/rules/0/template invalid_template",
    "without a matching }",
  ],
  [
    { type: "template", field: "title", template: "title}" },
    "/rules/0/template invalid_template",
    "without a matching {",
  ],
  [
    { type: "template", field: "title", template: "title" },
    "/rules/0/template invalid_template",
    "use a constant rule",
  ],
  [{ type: "template", field: "title", template: "{}" }, "/rules/0/template invalid_template", "must be a column"],
  [{ type: "template", field: "title", template: "{brnd}" }, "/rules/0/template unknown_column", "did you mean brand?"],
  [{ type: "template", field: "title", template: "{sku}" }, "/rules/0/template unknown_column", "product.sku?"],
  [
    { type: "template", field: "title", template: "{product.brnd}" },
    "/rules/0/template unknown_field",
    "product.brand?",
  ],
  [{ type: "lookup", field: "condition", table: { "a/b": "old" } }, "/rules/0/table/a~1b invalid_value", "one of new"],
  [
    { type: "lookup", field: "condition", table: {}, otherwise: "old" },
    "/rules/0/otherwise invalid_value",
    "one of new",
  ],
  [{ type: "lookup", field: "color", from: "colr", table: {} }, "/rules/0/from unknown_column", "did you mean color?"],
  [{ type: "adjust_price", field: "title", percent: 1 }, "/rules/0/field not_allowed", "must be a money column"],
  [{ type: "adjust_price", field: "price" }, "/rules/0 required", "at least one of percent, add and round"],
  [{ type: "adjust_price", field: "price", add: 0.5 }, "/rules/0/add too_many_decimals", "more decimals than JPY"],
  [
    { type: "adjust_price", field: "price", round: { step: 1, less: 0.01 } },
    "/rules/0/round/less too_many_decimals",
    "more decimals than JPY",
  ],
])("%j is rejected at %s", (rule, start, end) => {
  const faults = faultsOf([rule]);
  expect(faults).toHaveLength(1);
  expect(faults[0]?.startsWith(start)).toBe(true);
  expect(faults[0]).toContain(end);
});

test("all errors inside an if rule are reported with their positions", () => {
  const rule = {
    type: "if",
    when: [{ field: "nothing", op: "exists" }],
    rules: [{ type: "strip_html", field: "titl" }],
    otherwise: [
      { type: "strip_html", field: "title" },
      { type: "strip_html", field: "descriptio" },
    ],
  };
  expect(faultsOf([rule]).map((fault) => fault.split(" ")[0])).toEqual([
    "/rules/0/when/0/field",
    "/rules/0/rules/0/field",
    "/rules/0/otherwise/1/field",
  ]);
});

test("a rule may be valid for one profile and not for another", () => {
  const rule = { type: "constant", field: "identifier_exists", value: "no" };
  expect(faultsOf([rule], "google_merchant")).toEqual([]);
  expect(faultsOf([rule], "stripe_agentic")).toHaveLength(1);
});

describe.each([...CHANNEL_PROFILES])("the id of %s", (profile) => {
  const field = profileNamed(profile).columns.find(({ from }) => from === "sku")?.name;
  const of = (rule: object) => faultsOf([{ field, ...rule }], profile).map((fault) => fault.split(":")[0]);

  test.each([
    [{ type: "constant", value: "SAME" }, "/rules/0/field"],
    [{ type: "lookup", from: "product.brand", table: { Acme: "SAME" } }, "/rules/0/from"],
    [{ type: "lookup", table: { A: "1" }, otherwise: "SAME" }, "/rules/0/otherwise"],
    [{ type: "lookup", table: { A: "SAME", B: "2", C: "SAME" } }, "/rules/0/table"],
  ])("must not become the same for several products: %j", (rule, pointer) => {
    expect(of(rule)).toEqual([`${pointer} not_allowed`]);
  });

  test("may be different for each", () => {
    expect(of({ type: "lookup", table: { A: "1", B: "2" } })).toEqual([]);
    expect(of({ type: "lookup", from: "product.sku", table: { A: "1" }, otherwise: null })).toEqual([]);
    expect(of({ type: "template", template: "acme-{product.sku}" })).toEqual([]);
  });
});

test("rules with too many regular expressions, wherever they are, are rejected without compiling any", () => {
  const matches = { field: "title", op: "matches", pattern: "(" };
  const group = { op: "or", conditions: Array.from({ length: 40 }, () => matches) };
  const replace = { type: "replace_pattern", field: "title", pattern: "(", replace_with: "" };
  const rule = { type: "if", when: [matches, group], rules: Array.from({ length: 9 }, () => replace), otherwise: [] };
  const exclude = { type: "exclude", when: [matches], reason: "No" };
  const many = [rule, rule, rule, rule, exclude];
  expect(faultsOf(many)).toEqual([
    expect.stringContaining("/rules too_big: have 201 regular expressions of at most 200"),
  ]);
  expect(faultsOf(many.slice(0, 4))).toHaveLength(FAULTS_MAX);
});

test("an if rule must not give the same id to all products that match", () => {
  const when = [{ field: "brand", op: "equals", value: "Acme" }];
  const faults = faultsOf([{ type: "if", when, rules: [{ type: "constant", field: "item_id", value: "SAME" }] }]);
  expect(faults).toEqual([expect.stringContaining("/rules/0/rules/0/field not_allowed: would give every product")]);
});

test.each<[Channel["profile"], string, string]>([
  ["stripe_agentic", "free_shipping_threshold", "JP:ALL:Standard:50.00 EUR"],
  ["stripe_agentic", "shipping", "JP:ALL:Standard:1-2:5.00 EUR"],
  ["google_merchant", "free_shipping_threshold", "US:50.00 USD,JP:50.00 EUR"],
  ["google_merchant", "installment", "6:5.00 EUR"],
  ["google_merchant", "cost_of_goods_sold", "5.00 EUR"],
])("in %s, an amount for the market in another currency cannot be a value of %s: %s", (profile, field, value) => {
  expect(faultsOf([{ type: "constant", field, value }], profile)).toEqual([
    "/rules/0/value invalid_value: must be in JPY, the currency of the channel's market",
  ]);
});

test("an entry for another country may be in the currency of that country", () => {
  const value = "US:ALL:Standard:50.00 USD,JP:ALL:Standard:5000 JPY";
  expect(faultsOf([{ type: "constant", field: "free_shipping_threshold", value }], "stripe_agentic")).toEqual([]);
});

test("a rule for a part of a column's name is answered with the column", () => {
  const rules = [
    { type: "constant", field: "tax_code", value: "txcd_1" },
    { type: "template", field: "title", template: "{title} {image}" },
  ];
  expect(faultsOf(rules, "stripe_agentic")).toEqual([
    expect.stringContaining("did you mean stripe_product_tax_code?"),
    expect.stringContaining("did you mean image_link?"),
  ]);
});
