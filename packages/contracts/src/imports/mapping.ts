import { z } from "zod";
import { LIMITS } from "../limits.js";
import { mergePatchOf } from "../merge-patch.js";
import { PRODUCT_FIELDS } from "../products/product.js";
import { text } from "../text.js";

/** Mapping targets in addition to the product's fields: each fills one or more of them. */
export const IMPORT_TARGETS = {
  price: "An amount with or without its currency, such as 79.90 USD: price_amount and price_currency.",
  sale_price: "The same for sale_price_amount.",
  cost: "The same for cost_amount.",
  sale_period: "Start and end of the sale, separated by a slash.",
  stock: "A stock count: inventory_quantity, and availability if no other column has it.",
  shipping_weight: "A number with its unit, such as 1.5 kg: weight.",
  product_length: "A number with its unit, such as 20 cm: dimensions.",
  product_width: "The same for the width.",
  product_height: "The same for the height.",
  custom_label: "Added to custom_labels.",
  tag: "Added to tags.",
  image: "image_url; further URLs in the cell are additional_image_urls.",
  variant_image: "The variant's own image: image_url; those of image then become additional.",
  compare_at_price:
    "The price before a reduction: if it is above price, it is price_amount, and price is sale_price_amount.",
  on_sale: "Whether the product is on sale; if not, its sale price does not apply, and a stored sale ends.",
  option_name: "Name of a variant option; option_value with the same #number is its value.",
  option_value: "Value of a variant option; several are separated by |, like the names.",
  attribute_name: "Name of an attribute: custom_attributes, or variant_options in a row with a parent.",
  attribute_value: "Value of the attribute whose name has the same #number.",
  published: "Whether the product is published: status active or draft.",
  stock_tracked: "Whether the shop tracks stock; if not, its count is ignored.",
  sells_without_stock: "Whether the shop sells at a stock of 0; availability is then backorder.",
  purchasable:
    "Whether the product can be ordered; if not, availability is out_of_stock, whatever the other columns say.",
  purchasable_from: "A date; before it, availability is out_of_stock.",
  purchasable_until: "A date; from it on, availability is out_of_stock.",
  attributes:
    "Attributes in one cell, such as color=Red,size=M or Color:Red:1: color, size, brand, material, gtin, mpn and custom_attributes. A value may be in quotation marks.",
  options: "Variant options in one cell, such as Color=Red,Size=M: variant_options.",
  discount_amount: "A reduction of the price: sale_price_amount is the price without it.",
  discount_percent: "A reduction of the price in percent, rounded to the currency's decimals: sale_price_amount.",
  stock_by_source: "Stock by warehouse, such as default=100|outlet=5; the sum is the stock.",
  facets: "Names with values, such as brand:Acme|category:Shoes: brand, product_category and custom_attributes.",
  row_type:
    "Type of the row: product, variant, or parent, which is no product but provides values that its variants lack.",
} as const;
export type ImportTarget = keyof typeof IMPORT_TARGETS;

/** Object fields whose members can have columns of their own: `metadata.season`. */
const OBJECT_FIELDS: ReadonlySet<string> = new Set([
  "variant_options",
  "custom_attributes",
  "metadata",
  "translations",
  "channel_overrides",
  "seller",
  "weight",
  "dimensions",
  "package_weight",
  "package_dimensions",
  "unit_pricing_measure",
  "unit_pricing_base_measure",
  "subscription_cost",
  "installment",
]);

const PLAIN: ReadonlySet<string> = new Set([...PRODUCT_FIELDS, "version", ...Object.keys(IMPORT_TARGETS)]);

/** A member of one entry of `prices` that a column is mapped to. */
export interface PriceTarget {
  readonly currency: string;
  readonly country?: string;
  /** The amount before a reduction is no member of its own: if it is above the amount, that is the amount of the sale. */
  readonly member: PriceMember | "compare_at_amount";
}
export type PriceMember = "amount" | "sale_amount" | "sale_starts_at" | "sale_ends_at";

const PRICE_TARGET =
  /^prices\.([a-z]{3})(?:\.([a-z]{2}))?\.(amount|sale_amount|compare_at_amount|sale_starts_at|sale_ends_at)$/i;

/** Parses `prices.EUR.amount`, or `prices.EUR.AT.sale_amount` for one country; undefined for any other target. */
export function priceTargetOf(name: string): PriceTarget | undefined {
  const [, currency, country, member] = PRICE_TARGET.exec(name) ?? [];
  if (currency === undefined || member === undefined) return undefined;
  const target = { currency: currency.toUpperCase(), member: member.toLowerCase() as PriceTarget["member"] };
  return country === undefined ? target : { ...target, country: country.toUpperCase() };
}

/**
 * Whether a column can be mapped to this: a field, a member of a field, a member of a price, or one of IMPORT_TARGETS, with
 * or without `#number`.
 */
export function isImportTarget(name: string): boolean {
  const [bare = ""] = name.split("#");
  if (PLAIN.has(bare) || priceTargetOf(name) !== undefined) return true;
  const [field = "", ...members] = name.split(".");
  return (
    OBJECT_FIELDS.has(field) && members.length > 0 && members.every((member) => member !== "" && member !== "__proto__")
  );
}

/** Conversions of a column's text before it is read. */
export const IMPORT_CONVERSIONS = ["plain_text", "first", "unavailable", "as_is"] as const;

/** The decimal separator of numbers. */
export const DECIMAL_SIGNS = ["point", "comma"] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];

/** The order of day and month in dates such as 03/04/2026. */
export const DATE_ORDERS = ["dmy", "mdy"] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const WORDS_MAX = 100;
const OTHERWISE_MAX = 10;

const columnName = text(LIMITS.importColumnNameLengthMax);
const constant = { value: text(10_000, { multiline: true }) };
const columnRule = {
  column: columnName,
  otherwise: z.array(columnName).min(1).max(OTHERWISE_MAX).optional(),
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
};
const ruleSchema = z.union([columnName, z.strictObject(constant), z.strictObject(columnRule)]);

/**
 * Where a field's value comes from: a column's name, a constant, or a column with options. `otherwise` names columns
 * of which the first that is not empty counts if the cell is empty, `words` maps cell values ("*" is any other), `decimal`, `dates` and `unit` say how numbers, dates and measures are read, `empty` what an empty cell
 * does, and `members` whether an object's other members stay.
 */
export type ImportRule = z.output<typeof ruleSchema>;

export const importMappingSchema = mappingOf(ruleSchema);
/**
 * Merge patch (RFC 7396) of a mapping: members of an entry are merged, null removes an entry or a member. Check the result
 * by importMappingSchema.
 */
export const importMappingPatchSchema = mappingOf(
  z.union([columnName, z.strictObject(constant), mergePatchOf(z.strictObject({ ...constant, ...columnRule }))]),
);
/** The mapping that a client sends: null leaves out a target that would be guessed. */
export type GivenMapping = z.output<typeof importMappingSchema>;

/** Where each target's value comes from, whether given or guessed. */
export type ImportMapping = Readonly<Record<string, ImportRule>>;

function mappingOf<Rule extends z.ZodType>(rule: Rule) {
  return z
    .record(z.string().max(200), rule.nullable())
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
}
