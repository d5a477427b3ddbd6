import { LIMITS } from "@skucast/contracts/limits";
import { PRODUCT_FIELDS, productFields, REQUIRED_ON_CREATE } from "@skucast/contracts/products/product";
import { z } from "zod";
import { inToolTerms } from "../../server/in-tool-terms.js";
import { lenientInput } from "../../server/lenient-input.js";

const { sku, title, description, url, image_url, brand, gtin, mpn, condition, availability, inventory_quantity } =
  productFields;
const { price_currency, product_category, item_group_id, status } = productFields;
/** Shorter descriptions than the contract's, for models. */
const BRIEF = {
  sku: sku.describe("Case-sensitive."),
  title: title.meta({ description: undefined }),
  url: url.meta({ description: undefined }),
  mpn: mpn.meta({ description: undefined }),
  gtin: gtin.meta({ description: undefined }),
  inventory_quantity: inventory_quantity.describe("null: not tracked."),
  price_amount: z.number().min(0).describe('Or a string such as "19.90"; nothing is rounded.'),
  sale_price_amount: z.number().min(0).describe("Below price_amount."),
};
const COMMON = {
  sku,
  title,
  description,
  url,
  image_url,
  brand,
  gtin,
  mpn,
  condition,
  availability,
  inventory_quantity,
  price_currency,
  product_category,
  item_group_id,
  status,
};
const SHOWN = z
  .object({ ...COMMON, ...BRIEF })
  .partial()
  .required({ sku: true });
const OTHERS = PRODUCT_FIELDS.filter((name) => !(name in SHOWN.shape));

/** Fields that every product has. The others can be cleared with null. */
const ALWAYS: ReadonlySet<string> = new Set([...REQUIRED_ON_CREATE, "condition", "status"]);

const { $schema: _dialect, properties = {}, ...shape } = z.toJSONSchema(SHOWN, { io: "input" });
const nullable = Object.entries(properties).map(([name, schema]) => [
  name,
  typeof schema === "boolean" || ALWAYS.has(name) ? schema : withNull(schema),
]);

function withNull(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  return { ...schema, type: [schema.type, "null"] as never };
}

/**
 * Products as POST /products accepts them. The schema describes the most common fields and only names the others,
 * because every client pays for it with each tools list. Each item is parsed separately, so that an invalid one does
 * not reject the others.
 */
export const productItems = z
  .array(
    z.unknown().meta({
      ...shape,
      properties: Object.fromEntries(nullable),
      description: `Also: ${OTHERS.join(", ")}. prices: [{currency, country?, amount, sale_amount?}]. Absent fields keep their value; null clears a field.`,
    }),
  )
  .min(1)
  .max(LIMITS.toolItemsMax);

/**
 * A product with values corrected where their meaning is certain, such as "5" for a number. null and an empty string stay:
 * they clear a field, or are errors.
 */
export function lenientProduct(given: unknown): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
  const members = Object.entries(given).map(([name, value]) => {
    const schema = FIELDS.get(name);
    return [
      name,
      schema === undefined || value === null || value === "" ? value : lenientInput(schema, value),
    ] as const;
  });
  return Object.fromEntries(members);
}

const FIELDS: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(productFields));

/** The same without the fields, for tools listed next to one that describes them. */
export const briefProductItems = z
  .array(
    z.unknown().meta({
      type: "object",
      required: ["sku"],
      properties: { sku: { type: "string" } },
      description: "Same fields as upsert_products.",
    }),
  )
  .min(1)
  .max(LIMITS.toolItemsMax);

const itemErrorSchema = z.object({ pointer: z.string(), code: z.string(), message: z.string() });

/** The error of a rejected item. */
export const itemError = z.object({ code: z.string(), detail: z.string(), errors: z.array(itemErrorSchema) });

export const itemErrorsOutput = z.array(itemErrorSchema);

/** The errors of a rejected item, as the model should read them. */
export const toolErrors = (errors: z.output<typeof itemErrorsOutput>): z.output<typeof itemErrorsOutput> =>
  errors.map((error) => ({ ...error, message: inToolTerms(error.message) }));
