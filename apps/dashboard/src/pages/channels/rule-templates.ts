import type { ChannelRule } from "@skucast/contracts/channels/rule";

/** A starting rule of each type, valid except that the lookup table is still to be chosen. */
export const RULE_TEMPLATES: readonly ChannelRule[] = [
  { type: "constant", field: "brand", value: "Acme" },
  { type: "template", field: "title", template: "{product.brand} {title}" },
  { type: "lookup", field: "color", table: { rot: "red" } },
  { type: "lookup_table", field: "color", table_id: "" },
  { type: "replace", field: "title", find: "old", replace_with: "new" },
  { type: "replace_pattern", field: "title", pattern: "\\s+", replace_with: " " },
  { type: "truncate", field: "title", max: 150, at_word: true },
  { type: "strip_html", field: "description" },
  { type: "adjust_price", field: "price", percent: 10 },
  {
    type: "if",
    when: [{ field: "product.brand", op: "missing" }],
    rules: [{ type: "constant", field: "brand", value: "Unbranded" }],
  },
  { type: "exclude", when: [{ field: "product.image_url", op: "missing" }], reason: "Has no image" },
];
