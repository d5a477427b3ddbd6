import type { ChannelRule } from "@skucast/contracts/channels/rule";

/** A valid starting rule of each type. */
export const RULE_TEMPLATES: readonly ChannelRule[] = [
  { type: "constant", field: "brand", value: "Acme" },
  { type: "template", field: "title", template: "{product.brand} {title}" },
  { type: "lookup", field: "color", table: { rot: "red" } },
  { type: "replace", field: "title", find: "old", replace_with: "new" },
  { type: "truncate", field: "title", max: 150, at_word: true },
  { type: "strip_html", field: "description" },
  { type: "adjust_price", field: "price", percent: 10 },
  {
    type: "if",
    when: [{ field: "product.brand", op: "missing" }],
    rules: [{ type: "constant", field: "brand", value: "Unbranded" }],
  },
];
