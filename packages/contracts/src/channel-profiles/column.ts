import { z } from "zod";
import { text, verbatim } from "../text.js";
import { xmlNameSchema } from "./file-form.js";
import { valueFormatSchema } from "./value-format.js";

/** How a column's value is derived from the product's, and how it is written. */
export const COLUMN_TYPES = {
  text: "Text, unchanged.",
  url: "An absolute http or https URL.",
  enum: "One value of a list; `words` maps our values to the channel's.",
  moment: "A date, or a date-time with time zone (RFC 3339).",
  sale_window: "Start and end of the sale as `start/end` (ISO 8601); empty unless the product has both.",
  integer: "An integer.",
  decimal: "A number.",
  decimal_text: "A number as a string, without an exponent.",
  boolean: "true or false.",
  money: "The amount with its currency, with exactly the currency's decimals: `79.90 USD`.",
  sale_money:
    "Like money, if the sale is active when the file is created. A future sale is written ahead if the row says when it starts: with both ends in a `sale_window` column, or with `sale_price_starts_at` in a column and no column with the plain amount.",
  gtin: "A GTIN of 8, 12, 13 or 14 digits, as a string.",
  presence: "true if the product's field has a value.",
  absence: "false if the product's field has a value, true if not.",
  comma_list: "A list, separated by commas in a cell; repeated elements in XML.",
  shipping:
    "Shipping prices, each as `country:region:service:price`; nested elements in XML. With `with_times`, the minimum and maximum handling time and transit time in days follow, if the product has any. With `with_speed`, `country:region:service:days:price`.",
  shipping_money:
    "The price of shipping to the channel's country, if the product has a single one for the whole country.",
  variant_options: "The options that distinguish variants, each as `name:value`; nested elements in XML.",
  text_list:
    "A list of strings: in a cell separated by commas, with quotation marks around a string that contains a comma; repeated elements in XML. With `parts`, each is `part:part`, and nested elements in XML.",
  option_name: "The name of a variant option that has no column of its own; `place` says which one, from 0.",
  option_value: "The value of that option.",
  list: "A list, as JSON in a cell and in RSS. In XML, repeated elements, with nested ones for an entry that is an object.",
  object: "An object, as JSON in a cell.",
  measures: "An object with its numbers as decimal strings, as JSON in a cell.",
  measure: "A number with a unit: `1.5 kg`.",
  unit_price:
    "The price of a unit of the content, with the members that `members` names. With `unit` and `value`, for one unit: a kilogram, liter or meter if the content is metric. With `amount` in minor units, `measure` and `reference`, for the base measure.",
} as const;
export type ColumnType = keyof typeof COLUMN_TYPES;

export const severitySchema = z.enum(["error", "warning"]).describe("An error keeps the row out of the file.");
export type Severity = z.output<typeof severitySchema>;

/** The channel's defaults that can replace a missing value of a product. */
export const CHANNEL_DEFAULTS = [
  "brand",
  "seller_name",
  "seller_url",
  "seller_privacy_policy",
  "seller_tos",
  "return_policy",
  "target_countries",
  "store_country",
  "is_eligible_search",
  "is_eligible_checkout",
  "is_ads_eligible",
  "accepts_returns",
  "return_window_days",
  "product_category",
  "google_product_category",
] as const;
export type ChannelDefault = (typeof CHANNEL_DEFAULTS)[number];

const length = z.int().min(1);
const unitBounds = z.object({ at_least: z.number(), at_most: z.number() });

/** One column of a channel's rows, as plain data. */
export const columnSchema = z
  .object({
    name: z.string(),
    type: z.enum(Object.keys(COLUMN_TYPES) as [ColumnType, ...ColumnType[]]),
    from: z
      .string()
      .optional()
      .describe(
        "The product's field that the value comes from, or `field.member`. Default: the custom attribute with the column's name.",
      ),
    else_from: z.string().optional().describe("The field or member that the value comes from if `from` has none."),
    takes_attribute: z
      .boolean()
      .optional()
      .describe(
        "With `from`: the custom attribute with the column's name fills it if the product's field has no value.",
      ),
    source: z.url().optional().describe("Where the channel documents the column. Default: the profile's source."),
    default: z
      .enum(CHANNEL_DEFAULTS)
      .optional()
      .describe("The channel's default that replaces a missing value; for countries, its market's country."),
    required: z.boolean().optional().describe("A row without a value is left out."),
    max: length.optional().describe("Maximum number of characters; a longer value keeps the row out."),
    advised_max: length.optional().describe("Recommended maximum number of characters; a longer value is a warning."),
    items_max: length.optional().describe("Maximum number of list items; further ones are cut off."),
    place: z.int().min(0).optional().describe("Position of the option, from 0."),
    others_only: z.boolean().optional().describe("Only options that have no column of their own, such as color."),
    parts: z
      .array(z.string())
      .readonly()
      .optional()
      .describe(
        "Names of the parts of each string, which are separated by colons; only the last part may contain colons.",
      ),
    members: z
      .array(z.string())
      .readonly()
      .optional()
      .describe(
        "Members of the field's entries that are the parts, in their order; an amount is followed by the entry's currency. " +
          "Default: `parts`.",
      ),
    with_times: z.boolean().optional().describe("Shipping prices have handling and transit times."),
    with_speed: z
      .boolean()
      .optional()
      .describe(
        "Shipping prices have the days from order to delivery, such as 3-5. Without a region they are for ALL regions, and " +
          "without a service for Standard.",
      ),
    at_least: z.number().optional().describe("A lower number keeps the row out."),
    at_most: z.number().optional().describe("A higher number keeps the row out."),
    units: z
      .record(z.string(), unitBounds)
      .optional()
      .describe(
        "The units that the channel takes, with the allowed range in each. A length in another unit is converted: mm and m to " +
          "cm, ft to inches. A value outside the range is removed with a warning.",
      ),
    allowed: z
      .array(z.string())
      .readonly()
      .optional()
      .describe("The values that the channel takes, for a list those of its items; any other keeps the row out."),
    words: z.record(z.string(), z.string()).optional().describe("The channel's value for each of ours."),
    plain_text: z
      .boolean()
      .optional()
      .describe("HTML is converted to text, in a list that of each item, with a warning."),
    image_types: z
      .array(z.string())
      .readonly()
      .optional()
      .describe(
        "File extensions of the images that the channel takes. A URL that ends in svg or pdf keeps the row out if the column is " +
          "required, and is otherwise left out with a warning; another image extension is a warning; a URL without a known " +
          "extension passes.",
      ),
    positive: z.boolean().optional().describe("The money must be above zero."),
    check_digit: severitySchema.optional().describe("Severity of a GTIN with a wrong check digit."),
    reserved_prefix: severitySchema
      .optional()
      .describe("Severity of a GTIN from a range for internal use or coupons (02, 04, 05, 2, 98, 99)."),
    placeholder: severitySchema.optional().describe("Severity of a placeholder such as N/A, unknown or none."),
    parquet: z
      .enum(["decimal", "timestamp"])
      .optional()
      .describe(
        "Its type in Parquet, if it differs from the usual one of the column type: decimal is an exact DECIMAL(18, 4); " +
          "timestamp is a TIMESTAMP in UTC in microseconds, for a date its start.",
      ),
    capitals: severitySchema.optional().describe("Severity of a text in capital letters only."),
    header: text(200).optional().describe("Its name in files: the header in CSV, the key in JSON. Default: name."),
    element: xmlNameSchema.optional().describe("Its element in XML. Default: header or name."),
    item_element: xmlNameSchema
      .optional()
      .describe(
        "Element of each item of a list in XML, inside the column's element. Default: the element is repeated.",
      ),
    constant: z
      .union([verbatim(1000).min(1), z.number(), z.boolean()])
      .optional()
      .describe("A fixed value; with `from`, the value if the product has none."),
    template: verbatim(10_000)
      .min(1)
      .optional()
      .describe("Text with references in braces, as in template rules: `{product.brand} {title}`."),
    format: valueFormatSchema.optional().describe("How its values are written; overrides the profile's `values`."),
  })
  .meta({ id: "ProfileColumn" });
export type Column = z.output<typeof columnSchema>;
