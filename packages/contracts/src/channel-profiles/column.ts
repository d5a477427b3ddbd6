import { z } from "zod";

/** How a column's value is made of the product's, and how it is written. */
export const COLUMN_TYPES = {
  text: "Text as it is.",
  url: "An absolute http or https address.",
  enum: "One word of a list; `words` maps ours to the channel's.",
  moment: "A date, or a date with time, zone and all (RFC 3339).",
  sale_window: "Both ends of the sale as `start/end` (ISO 8601); no value unless the product has both.",
  integer: "A whole number.",
  decimal: "A number.",
  decimal_text: "A number as text, without exponent.",
  boolean: "true or false.",
  money: "The amount with the product's currency and exactly its decimals: `79.90 USD`.",
  sale_money: "Money while the sale lasts, at the moment the file is made; otherwise no value.",
  gtin: "A GTIN of 8, 12, 13 or 14 digits, as text.",
  presence: "true where the product's field has a value.",
  absence: "false where the product's field has a value, true where it has none.",
  comma_list: "A list whose cell is separated by commas; repeated elements in XML.",
  shipping: "Shipping prices, each as `country:region:service:price`; nested elements in XML.",
  shipping_money: "Money for shipping to the channel's country, where the product names one price for all of it.",
  variant_options: "What tells variants apart, each as `name:value`; nested elements in XML.",
  text_list:
    "Texts; in a cell with commas between them, one that has a comma itself in quotation marks; repeated elements in XML. With `parts` each is `part:part`, and nested elements in XML.",
  option_name: "The name of a variant's option that fills no other column; `place` says which one, from 0.",
  option_value: "The value of that option.",
  list: "A list, as JSON in a cell.",
  object: "An object, as JSON in a cell.",
  measures: "An object with its numbers as decimal text, as JSON in a cell.",
  measure: "A number with its unit: `1.5 kg`.",
} as const;
export type ColumnType = keyof typeof COLUMN_TYPES;

export const severitySchema = z.enum(["error", "warning"]).describe("An error leaves the row out of the file.");
export type Severity = z.output<typeof severitySchema>;

/** The channel's defaults that may stand in for a product's own value. */
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
        "The product's field it comes from, or `field.member`; without it the product's custom attribute of the column's name.",
      ),
    default: z
      .enum(CHANNEL_DEFAULTS)
      .optional()
      .describe("The channel's default that stands in for a missing value; for countries the one of its market."),
    required: z.boolean().optional().describe("A row without a value here is left out."),
    max: length.optional().describe("Characters at most; more leave the row out."),
    advised_max: length.optional().describe("Characters at most by the channel's advice; more are a warning."),
    items_max: length.optional().describe("Items of a list at most; the others are left off."),
    place: z.int().min(0).optional().describe("Of an option, from 0."),
    others_only: z
      .boolean()
      .optional()
      .describe("Only the options that fill no other column, such as one for the color."),
    parts: z
      .array(z.string())
      .readonly()
      .optional()
      .describe(
        "What stands between the colons of each text of a list, in this order; the last may have colons itself.",
      ),
    at_least: z.number().optional().describe("A number below leaves the row out."),
    at_most: z.number().optional().describe("A number above leaves the row out."),
    units: z
      .record(z.string(), unitBounds)
      .optional()
      .describe(
        "The units of a measure that the channel takes, with what it may be in each. A length in mm or m is written in cm, " +
          "one in ft in inches, where they are not among them; what then is not within is taken out with a warning.",
      ),
    allowed: z
      .array(z.string())
      .readonly()
      .optional()
      .describe("The words the channel takes; others leave the row out."),
    words: z.record(z.string(), z.string()).optional().describe("Our word to the channel's."),
    plain_text: z.boolean().optional().describe("HTML is turned into text, with a warning."),
    image_types: z
      .array(z.string())
      .readonly()
      .optional()
      .describe(
        "Endings of the addresses of images that the channel takes. An address that ends in svg or pdf leaves the row out, one of " +
          "another kind of image is a warning; of an address without such an ending nothing is known.",
      ),
    positive: z.boolean().optional().describe("Money that must be above zero."),
    check_digit: severitySchema.optional().describe("What a wrong check digit of a GTIN means."),
    reserved_prefix: severitySchema
      .optional()
      .describe("What a GTIN of a range for shops' own use or coupons means (02, 04, 05, 2, 98, 99)."),
    placeholder: severitySchema
      .optional()
      .describe("What a word such as N/A, unknown or none in place of a value means."),
    parquet: z
      .enum(["decimal", "timestamp"])
      .optional()
      .describe(
        "Its type in Parquet, where that is not the one of every column of its kind: decimal is DECIMAL(18, 4), exact; " +
          "timestamp is TIMESTAMP in UTC, in microseconds, at which a date begins.",
      ),
    capitals: severitySchema.optional().describe("What a text in capitals alone means."),
  })
  .meta({ id: "ProfileColumn" });
export type Column = z.output<typeof columnSchema>;
