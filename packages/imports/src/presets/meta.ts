import { type Preset, rulesFor, saleRules } from "./preset.js";

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
        options: ["additional_variant_attribute"],
        video_url: [["video_0_.url", "video"]],
        tags: [["product_tags_0", "product_tags"]],
      }),
    },
    fillDown: { columns: [] },
  }),
};
