import { expect, test } from "@jest/globals";
import type { ChannelProfile } from "@skucast/contracts/channel-profiles/channel-profile";
import { channelPatchSchema } from "@skucast/contracts/channels/channel";
import { type Cause, proposeFixes, withFix } from "./propose-fix.js";

const profile = {
  columns: [
    { name: "brand", type: "text", from: "brand", default: "brand", required: true },
    { name: "title", type: "text", from: "title", max: 150 },
    { name: "price", type: "money", from: "price" },
    { name: "id", type: "text", from: "sku" },
  ],
} as unknown as ChannelProfile;
const cause = (code: string, field: string): Cause => ({
  code,
  field,
  severity: "error",
  products: 2,
  message: "is missing",
  fix_hint: "",
});
const typesOf = (code: string, field: string) => proposeFixes(cause(code, field), profile).map(({ type }) => type);

test("a missing value can be fixed by a default, a rule or the products", () => {
  expect(typesOf("missing_value", "brand")).toEqual(["default", "rule", "products"]);
});

test("a text that is too long is cut by a rule with the column's maximum", () => {
  const [fix] = proposeFixes(cause("too_long", "title"), profile);
  expect(fix && withFix({ rules: [] }, fix, "")).toEqual({
    rules: [{ type: "truncate", field: "title", max: 150, at_word: true }],
  });
});

test("a missing value can be made of the product's fields", () => {
  const rule = proposeFixes(cause("missing_value", "brand"), profile).find(({ type }) => type === "rule");
  const patch = rule && withFix({ rules: [] }, rule, "https://shop.example/{product.sku}");
  expect(patch).toMatchObject({ rules: [{ type: "if", rules: [{ type: "template" }] }] });
  expect(channelPatchSchema.safeParse(patch).success).toBe(true);
});

test("the decimals of a price are rounded by a rule; one price for all products is no proposal", () => {
  const fixes = proposeFixes(cause("invalid_value", "price"), profile);
  expect(fixes[0] && withFix({ rules: [] }, fixes[0], "")).toEqual({
    rules: [{ type: "adjust_price", field: "price", round: { step: 0.01 } }],
  });
});

test("what only each product's own data can fix has no proposal", () => {
  expect(typesOf("currency_mismatch", "price")).toEqual([]);
  expect(typesOf("invalid_gtin", "id")).toEqual([]);
  expect(typesOf("missing_value", "unknown")).toEqual([]);
});

test("each proposal is a valid change of the channel, and keeps its other rules", () => {
  const rules = [{ type: "strip_html" as const, field: "description" }];
  for (const code of ["missing_value", "invalid_value", "too_long", "html_converted"]) {
    for (const fix of proposeFixes(cause(code, "brand"), profile)) {
      const patch = withFix({ rules }, fix, "Acme");
      expect(channelPatchSchema.safeParse(patch).error).toBeUndefined();
      if (patch.rules) expect(patch.rules[0]).toEqual(rules[0]);
    }
  }
});
