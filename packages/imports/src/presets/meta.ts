import { type ColumnNames, numbered, type Preset, rulesFor, saleRules } from "./preset.js";

/** How many columns with entries of a list are read. */
const LIST_MAX = 20;

/** The images in columns of their own, `image[0].url`, follow that of the product and its additional ones. */
function imagesIn(columns: ColumnNames): Readonly<Record<string, readonly [name: string]>> {
  const own = Array.from({ length: LIST_MAX }, (_, n) => `image_${n}_.url`).filter((name) => columns.has(name));
  if (own.length === 0) return {};
  const names = ["image_link", "additional_image_link", ...own].filter((name) => columns.has(name));
  return Object.fromEntries(names.map((name, i) => [i === 0 ? "image" : `image#${i}`, [name] as const]));
}

/** Meta's catalog feed. Attributes with Google's names are guessed by them. */
export const meta: Preset = {
  name: "meta",
  matches: (columns) =>
    columns.has("id") &&
    columns.has("image_link") &&
    [
      "quantity_to_sell_on_facebook",
      "fb_product_category",
      "additional_variant_attribute",
      "rich_text_description",
      "visibility",
    ].some((name) => columns.has(name)),
  read: (columns) => ({
    mapping: {
      ...saleRules(columns),
      ...rulesFor(columns, {
        sku: ["id"],
        status: ["status", { words: { staging: "draft", hidden: "draft", published: "active" } }],
        // Hidden products are in the catalog and in no shop.
        published: ["visibility", { words: { staging: "no", hidden: "no", whitelist_only: "no", published: "yes" } }],
        description: [["description", "rich_text_description"], { as: "plain_text" }],
        inventory_quantity: [["quantity_to_sell_on_facebook", "inventory"]],
        price: ["price"],
        // Color, size, material and pattern have columns of their own.
        options: ["additional_variant_attribute", { members: "merge" }],
        video_url: [["video_0_.url", "video"]],
        tags: [["product_tags_0", "product_tags"]],
        "custom_attributes.style": [["style_0", "style"]],
        ...imagesIn(columns),
      }),
      ...numbered(columns, { tag: (n) => `product_tags_${n}` }, LIST_MAX),
    },
    fillDown: { columns: [] },
  }),
};
