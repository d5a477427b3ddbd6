import { firstOf, type Preset, rulesFor } from "./preset.js";

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
    mapping: rulesFor(columns, {
      sku: ["id"],
      status: [
        firstOf(columns, "status", "visibility"),
        { words: { staging: "draft", hidden: "draft", published: "active" } },
      ],
      description: [firstOf(columns, "description", "rich_text_description"), { as: "plain_text" }],
      inventory_quantity: [firstOf(columns, "quantity_to_sell_on_facebook", "inventory")],
      price: ["price"],
      sale_price: ["sale_price", { empty: "clear" }],
      sale_period: ["sale_price_effective_date", { empty: "clear" }],
      options: ["additional_variant_attribute"],
      video_url: [firstOf(columns, "video_0_.url", "video")],
      tags: [firstOf(columns, "product_tags_0", "product_tags")],
    }),
    fillDown: { columns: [] },
  }),
};
