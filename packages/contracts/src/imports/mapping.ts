import { z } from "zod";
import { LIMITS } from "../limits.js";
import { PRODUCT_FIELDS } from "../products/product.js";
import { text } from "../text.js";

/** What a column can be made into besides the fields of a product: each fills one or more of them. */
export const IMPORT_TARGETS = {
  price: "An amount with or without its currency, such as 79.90 USD: price_amount and price_currency.",
  sale_price: "The same for sale_price_amount.",
  cost: "The same for cost_amount.",
  sale_period: "Start and end of the sale with a slash between them.",
  stock: "A stock count: inventory_quantity, and availability where no other column says it.",
  shipping_weight: "A number with its unit, such as 1.5 kg: weight.",
  product_length: "A number with its unit, such as 20 cm: dimensions.",
  product_width: "The same for the width.",
  product_height: "The same for the height.",
  custom_label: "One more of custom_labels.",
  tag: "One more of tags.",
  image: "image_url, and those after the first in the cell additional_image_urls.",
  variant_image: "The variant's own image: image_url; those of image are additional then.",
  compare_at_price:
    "The price before a reduction: where it is above price, it is price_amount, and price is sale_price_amount.",
  option_name: "Name of an option of the variant; option_value with the same #number is its value.",
  option_value: "Value of an option of the variant; several, as the names, with bars between them.",
  attribute_name: "Name of an attribute: custom_attributes, or variant_options in a row with a parent.",
  attribute_value: "Value of the attribute whose name has the same #number.",
  published: "Whether the product is published: status active or draft.",
  stock_tracked: "Whether the shop counts stock: where it does not, a count says nothing.",
  sells_without_stock: "Whether the shop sells at a stock of 0: availability is backorder then.",
  stock_by_source: "Counts by warehouse, such as default=100|outlet=5: their sum is the stock.",
  facets: "Names with values, such as brand:Acme|category:Shoes: brand, product_category and custom_attributes.",
  row_type: "What the row is: product, variant, or parent, which is no product but says what its variants leave empty.",
} as const;
export type ImportTarget = keyof typeof IMPORT_TARGETS;

/** Fields that hold an object whose members a file gives column by column: `metadata.season`. */
const OBJECT_FIELDS: ReadonlySet<string> = new Set([
  ...["variant_options", "custom_attributes", "metadata", "translations", "channel_overrides"],
  ...["seller", "weight", "dimensions"],
]);

const PLAIN: ReadonlySet<string> = new Set([...PRODUCT_FIELDS, "version", ...Object.keys(IMPORT_TARGETS)]);

/** What a column says of one price of `prices`. */
export interface PriceTarget {
  readonly currency: string;
  readonly country?: string;
  readonly member: "amount" | "sale_amount" | "sale_starts_at" | "sale_ends_at";
}

const PRICE_TARGET = /^prices\.([a-z]{3})(?:\.([a-z]{2}))?\.(amount|sale_amount|sale_starts_at|sale_ends_at)$/i;

/** Reads `prices.EUR.amount`, or `prices.EUR.AT.sale_amount` for one country; undefined for every other target. */
export function priceTargetOf(name: string): PriceTarget | undefined {
  const [, currency, country, member] = PRICE_TARGET.exec(name) ?? [];
  if (currency === undefined || member === undefined) return undefined;
  const target = { currency: currency.toUpperCase(), member: member.toLowerCase() as PriceTarget["member"] };
  return country === undefined ? target : { ...target, country: country.toUpperCase() };
}

/**
 * Whether a column can be mapped to this: a field, a member of one, a part of a market's price, or one of IMPORT_TARGETS
 * with or without `#number`.
 */
export function isImportTarget(name: string): boolean {
  const [bare = ""] = name.split("#");
  if (PLAIN.has(bare) || priceTargetOf(name) !== undefined) return true;
  const [field = "", ...members] = name.split(".");
  return (
    OBJECT_FIELDS.has(field) && members.length > 0 && members.every((member) => member !== "" && member !== "__proto__")
  );
}

/** How a column's text is changed before it is read. */
export const IMPORT_CONVERSIONS = ["plain_text", "first", "as_is"] as const;

/** Which sign parts the decimals of a number. */
export const DECIMAL_SIGNS = ["point", "comma"] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** The order of day and month in dates such as 03/04/2026. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const WORDS_MAX = 100;

const columnName = text(LIMITS.importColumnNameLengthMax);
const ruleSchema = z.union([
  columnName,
  z.strictObject({ value: text(10_000, { multiline: true }) }),
  z.strictObject({
    column: columnName,
    default: text(10_000, { multiline: true }).optional(),
    prefix: text(LIMITS.urlLengthMax).optional(),
    as: z.enum(IMPORT_CONVERSIONS).optional(),
    words: z
      .record(z.string().max(200), z.string().max(200))
      .refine((words) => Object.keys(words).length <= WORDS_MAX, { error: `must have at most ${WORDS_MAX} entries` })
      .optional(),
    decimal: z.enum(DECIMAL_SIGNS).optional(),
    dates: z.enum(DATE_ORDERS).optional(),
    unit: text(10).optional(),
    empty: z.enum(["keep", "clear"]).optional(),
    members: z.enum(["merge", "replace"]).optional(),
  }),
]);

/**
 * Where a field's value comes from: a column's name, a constant, or a column and what is done with its text. `words` says
 * what cells mean ("*" is any other), `decimal`, `dates` and `unit` how numbers, dates and measures are read, `empty`
 * what an empty cell does, and `members` whether an object's other members stay.
 */
export type ImportRule = z.output<typeof ruleSchema>;

export const importMappingSchema = z
  .record(z.string().max(200), ruleSchema.nullable())
  .refine((mapping) => Object.keys(mapping).length <= LIMITS.importColumnsMax, {
    error: `must have at most ${LIMITS.importColumnsMax} entries`,
    params: { code: "too_big" },
  })
  .superRefine((mapping, context) => {
    for (const target of Object.keys(mapping)) {
      if (isImportTarget(target)) continue;
      context.addIssue({
        code: "custom",
        path: [target],
        message: "is neither a product's field nor a known target",
        params: { code: "unknown_field" },
      });
    }
  });
/** What a caller says of the mapping: null leaves a target out that would be guessed. */
export type GivenMapping = z.output<typeof importMappingSchema>;

/** Where each target's value comes from, guessed ones too. */
export type ImportMapping = Readonly<Record<string, ImportRule>>;
