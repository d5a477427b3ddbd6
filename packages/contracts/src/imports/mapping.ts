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
} as const;
export type ImportTarget = keyof typeof IMPORT_TARGETS;

/** Fields that hold an object whose members a file gives column by column: `metadata.season`. */
const OBJECT_FIELDS: ReadonlySet<string> = new Set([
  ...["variant_options", "custom_attributes", "metadata", "translations", "channel_overrides"],
  ...["seller", "weight", "dimensions"],
]);

const PLAIN: ReadonlySet<string> = new Set([...PRODUCT_FIELDS, "version", ...Object.keys(IMPORT_TARGETS)]);

/** Whether a column can be mapped to this: a field, a member of one, or one of IMPORT_TARGETS with or without `#number`. */
export function isImportTarget(name: string): boolean {
  const [bare = ""] = name.split("#");
  if (PLAIN.has(bare)) return true;
  const [field = "", ...members] = name.split(".");
  return (
    OBJECT_FIELDS.has(field) && members.length > 0 && members.every((member) => member !== "" && member !== "__proto__")
  );
}

/** How a column's text is changed before it is read. */
export const IMPORT_CONVERSIONS = ["plain_text", "first"] as const;

const columnName = text(LIMITS.importColumnNameLengthMax);
const ruleSchema = z.union([
  columnName,
  z.strictObject({ value: text(10_000, { multiline: true }) }),
  z.strictObject({
    column: columnName,
    default: text(10_000, { multiline: true }).optional(),
    prefix: text(LIMITS.urlLengthMax).optional(),
    as: z.enum(IMPORT_CONVERSIONS).optional(),
  }),
]);

/** Where a field's value comes from: a column's name, a constant, or a column and what is done with its text. */
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
