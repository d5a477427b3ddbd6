import { type Preset, rulesFor } from "./preset.js";

/** Bagisto's product CSV: variants refer to their configurable product; amounts have no currency. */
export const bagisto: Preset = {
  name: "bagisto",
  matches: (columns) => columns.has("attribute_family_code") && columns.has("url_key") && columns.has("inventories"),
  read(columns) {
    const type = columns.get("type");
    const reference = columns.get("parent_sku");
    const sku = columns.get("sku");
    const hasParents = type !== undefined && reference !== undefined && sku !== undefined;
    return {
      mapping: rulesFor(columns, {
        sku: ["sku"],
        title: ["name"],
        item_group_id: ["parent_sku"],
        description: ["description", { as: "plain_text" }],
        published: ["status"],
        product_category: ["categories", { as: "first" }],
        image: ["images"],
        price: ["price", { decimal: "point" }],
        cost: ["cost", { decimal: "point" }],
        sale_price: ["special_price", { decimal: "point", empty: "clear" }],
        sale_price_starts_at: ["special_price_from", { empty: "clear" }],
        sale_price_ends_at: ["special_price_to", { empty: "clear" }],
        shipping_weight: ["weight", { decimal: "point" }],
        tax_class: ["tax_category_name"],
        stock_by_source: ["inventories"],
        stock_tracked: ["manage_stock", { default: "no" }],
      }),
      fillDown: {
        columns: [],
        ...(hasParents && {
          parents: { type, reference, sku, parentTypes: ["configurable", "grouped", "bundle"], columns: [] },
        }),
      },
    };
  },
};
