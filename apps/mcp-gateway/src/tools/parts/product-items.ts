import { LIMITS } from "@skucast/contracts/limits";
import { PRODUCT_FIELDS, productFields, REQUIRED_ON_CREATE } from "@skucast/contracts/products/product";
import { z } from "zod";

const { sku, title, description, url, image_url, brand, gtin, mpn, condition, availability, inventory_quantity } =
  productFields;
const { price_currency, product_category, item_group_id, status } = productFields;
/** Where the contract says more than a model needs. */
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

/** Fields that a product always has; the others are cleared by null. */
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
 * Products as POST /products takes them. The schema shows the fields that most products have and names the others, since
 * every client pays for it with each list of tools; each item is parsed by itself, so that a bad one refuses no other.
 */
export const productItems = z
  .array(
    z.unknown().meta({
      ...shape,
      properties: Object.fromEntries(nullable),
      description: `Also: ${OTHERS.join(", ")}. prices: [{currency, country?, amount, sale_amount?}]. Absent fields keep their value, null clears one.`,
    }),
  )
  .min(1)
  .max(LIMITS.toolItemsMax);

/** The same for a tool that is listed next to the one which shows the fields: no client pays for them twice. */
export const briefProductItems = z
  .array(
    z.unknown().meta({
      type: "object",
      required: ["sku"],
      properties: { sku: { type: "string" } },
      description: "With the fields that upsert_products takes.",
    }),
  )
  .min(1)
  .max(LIMITS.toolItemsMax);

const faultSchema = z.object({ pointer: z.string(), code: z.string(), message: z.string() });

/** Why an item was refused. */
export const itemError = z.object({ code: z.string(), detail: z.string(), errors: z.array(faultSchema) });

export const faultsOutput = z.array(faultSchema);
