import { columnsNamed, type Preset, rulesFor } from "./preset.js";

/** Vendure's product CSV: a product's variants are below it, with the product's columns left empty. */
export const vendure: Preset = {
  name: "vendure",
  matches: (columns) => columns.has("optiongroups") && columns.has("optionvalues") && columns.has("stockonhand"),
  read: (columns) => ({
    mapping: rulesFor(columns, {
      sku: ["sku"],
      title: ["name"],
      item_group_title: ["name"],
      item_group_id: ["slug"],
      description: ["description", { as: "plain_text" }],
      image: ["assets"],
      variant_image: ["variantassets", { as: "first" }],
      facets: ["facets"],
      "facets#2": ["variantfacets"],
      option_name: ["optiongroups"],
      option_value: ["optionvalues"],
      price: ["price", { decimal: "point" }],
      tax_class: ["taxcategory"],
      stock: ["stockonhand"],
      stock_tracked: ["trackinventory", { words: { inherit: "yes" } }],
    }),
    fillDown: {
      columns: columnsNamed(columns, ["name", "slug", "description", "assets", "facets", "optiongroups"]),
      within: columns.get("slug"),
    },
  }),
};
