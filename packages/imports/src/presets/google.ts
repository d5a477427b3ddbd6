import { type Preset, rulesFor } from "./preset.js";

/**
 * Google's product data, as RSS, Atom or a table. Most attributes are guessed by their names. Those without a product field
 * become custom attributes of the same name, which the profile `google_merchant` writes again.
 */
export const google: Preset = {
  name: "google",
  matches: (columns) => ["id", "title", "link", "image_link"].every((name) => columns.has(name)),
  read: (columns) => ({
    mapping: rulesFor(columns, Object.fromEntries(CUSTOM.map((name) => [`custom_attributes.${name}`, [name]]))),
    fillDown: { columns: [] },
  }),
};

const CUSTOM = [
  "identifier_exists",
  "shipping_label",
  "shipping_length",
  "shipping_width",
  "shipping_height",
  "shipping_weight",
  "promotion_id",
];
