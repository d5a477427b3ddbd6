import { z } from "zod";
import { amountOf } from "../amount.js";
import { countrySchema, currencySchema, languageSchema } from "../codes/schemas.js";
import { normalizeGtin } from "../gtin.js";
import { LIMITS } from "../limits.js";
import { resourceFields } from "../list.js";
import { type MergePatch, mergePatchOf } from "../merge-patch.js";
import { text, verbatim } from "../text.js";
import { urlSchema } from "../url.js";
import { checkProduct } from "./check-product.js";
import { SKU_PATH_PREFIX } from "./sku-path.js";

export const AVAILABILITIES = ["in_stock", "out_of_stock", "preorder", "backorder", "discontinued"] as const;
export const CONDITIONS = ["new", "refurbished", "used"] as const;
export const PRODUCT_STATUSES = ["active", "draft", "archived"] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
const SIZE_SYSTEMS = ["US", "UK", "EU", "DE", "FR", "JP", "CN", "IT", "BR", "MEX", "AU"] as const;
const SIZE_TYPES = ["regular", "petite", "maternity", "big", "tall", "plus"] as const;

/** Fields that a new product must have; everything else is optional in the core and demanded by channel profiles. */
export const REQUIRED_ON_CREATE = ["sku", "title", "price_amount", "price_currency", "availability"] as const;

/** An amount has at most ten digits before its point (money.ts). */
const AMOUNT_LIMIT = 10_000_000_000;
const amount = amountOf(z.number().min(0).lt(AMOUNT_LIMIT)).describe(
  'A JSON number or a decimal string such as "19.90"; its decimal text is taken as it is, nothing is rounded.',
);
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: "must be an RFC 3339 date-time or a date, such as 2026-12-01T00:00:00Z or 2026-12-01",
});
const flatMap = (key: number, value: number, entries: number) =>
  z.record(text(key), text(value)).refine((map) => Object.keys(map).length <= entries, {
    error: `must have at most ${entries} entries`,
    params: { code: "too_big" },
  });
const quantity = (units: readonly [string, ...string[]]) =>
  z.strictObject({ value: z.number().positive().max(1_000_000), unit: z.enum(units) });

/** Zero-width signs, marks that turn the direction, fillers and the like: two SKUs that differ by one look the same. */
const INVISIBLE = /[\p{Cf}\u0080-\u009f\u115f\u1160\u3164\uffa0]|\u034f|[\ufe00-\ufe0f]/u;

export const skuSchema = text(LIMITS.skuLengthMax)
  .overwrite((sku) => (/\s\s|[^\S ]/.test(sku) ? sku.replace(/\s+/g, " ") : sku))
  .refine((sku) => !INVISIBLE.test(sku), {
    error: "must not contain characters that nobody sees, such as a zero-width space (U+200B)",
    params: { code: "invalid_format" },
  })
  .refine((sku) => !sku.startsWith(SKU_PATH_PREFIX), {
    error: `must not begin with ${SKU_PATH_PREFIX}, which marks a SKU in base64url in paths`,
    params: { code: "invalid_format" },
  })
  .describe(
    `The upsert key: trimmed, inner spaces folded, case-sensitive. It must not begin with ${SKU_PATH_PREFIX}, which marks the ` +
      "base64url form of a SKU in paths.",
  )
  .meta({ examples: ["TEE-RED-M"] });

const shippingSchema = z.strictObject({
  country: countrySchema,
  region: text(100).optional(),
  service: text(100).optional(),
  price_amount: amount,
  price_currency: currencySchema.describe("The product's price_currency unless given.").optional(),
});

const marketPriceSchema = z.strictObject({
  currency: currencySchema,
  country: countrySchema.describe("Without it the price holds in every country with this currency.").optional(),
  amount,
  sale_amount: amount.describe("Below amount.").optional(),
  sale_starts_at: z.iso.datetime({ offset: true }).optional(),
  sale_ends_at: z.iso.datetime({ offset: true }).optional(),
});
export type MarketPrice = z.output<typeof marketPriceSchema>;

const sellerSchema = z.strictObject({
  name: text(70).optional(),
  url: urlSchema.optional(),
  privacy_url: urlSchema.optional(),
  terms_url: urlSchema.optional(),
  returns_url: urlSchema.optional(),
});

const translationSchema = z.strictObject({
  title: text(500).optional(),
  description: text(10_000, { multiline: true }).optional(),
  url: urlSchema.optional(),
  color: text(100).optional(),
  size: text(100).optional(),
  material: text(200).optional(),
});

const scalar = z.union([verbatim(10_000), z.number(), z.boolean()]);

/** The content fields of a product, each as the rules of one field; null in a request clears an optional one. */
export const productFields = {
  sku: skuSchema,
  title: text(500).describe("Name of the purchasable variant; channels may allow less."),
  description: text(10_000, { multiline: true }).describe("Plain text."),
  url: urlSchema.describe("Public page of the product."),
  image_url: urlSchema,
  additional_image_urls: z.array(urlSchema).max(20),
  video_url: urlSchema,
  model_3d_url: urlSchema.describe("A GLB or GLTF model."),
  brand: text(200),
  mpn: text(100).describe("Manufacturer's part number."),
  gtin: z
    .string()
    .overwrite(normalizeGtin)
    .regex(/^(\d{8}|\d{12,14})$/, "must be a GTIN of 8, 12, 13 or 14 digits (an ISBN-10 is not one)")
    .describe("GTIN-8, -12, -13 or -14; a wrong check digit is a warning here and an error in channels that say so."),
  product_category: text(750).describe("Path of categories with > between them."),
  google_product_category: text(750),
  condition: z.enum(CONDITIONS),
  availability: z.enum(AVAILABILITIES),
  availability_date: moment,
  expiration_date: moment,
  inventory_quantity: z.int().min(0).max(2_147_483_647).describe("Stock count; null or absent means not tracked."),
  price_amount: amount,
  price_currency: currencySchema,
  sale_price_amount: amount.describe("Below price_amount, in the same currency."),
  sale_price_starts_at: z.iso.datetime({ offset: true }),
  sale_price_ends_at: z.iso.datetime({ offset: true }),
  prices: z
    .array(marketPriceSchema)
    .max(LIMITS.productPricesMax)
    .describe(
      "Prices by market, at most one per currency and country. A channel takes the price of its country and currency, then the one of its currency, then price_amount if price_currency is its currency. Each price has its own sale.",
    )
    .meta({
      examples: [
        [
          { currency: "EUR", amount: 8.5 },
          { currency: "EUR", country: "AT", amount: 8.9 },
        ],
      ],
    }),
  cost_amount: amount.describe("Never exported unless a channel maps it."),
  item_group_id: text(100).describe("Shared by the variants of one item."),
  item_group_title: text(500),
  variant_options: flatMap(250, 250, 30).describe(
    'What tells the variants of a group apart, such as {"color": "red"}.',
  ),
  color: text(100),
  size: text(100),
  size_system: z.enum(SIZE_SYSTEMS),
  size_type: z.enum(SIZE_TYPES),
  material: text(200),
  pattern: text(100),
  multipack: z.int().min(2).max(10_000).describe("How many of the same item are sold as one."),
  is_bundle: z.boolean().describe("Whether different items are sold as one."),
  gender: z.enum(["male", "female", "unisex"]),
  age_group: z.enum(["newborn", "infant", "toddler", "kids", "adult"]),
  weight: quantity(["g", "kg", "oz", "lb"]),
  dimensions: z.strictObject({
    length: z.number().positive().optional(),
    width: z.number().positive().optional(),
    height: z.number().positive().optional(),
    unit: z.enum(["mm", "cm", "m", "in", "ft"]),
  }),
  shipping: z.array(shippingSchema).max(100),
  tax_class: text(100),
  is_digital: z.boolean(),
  adult: z.boolean(),
  age_restriction: z.int().min(0).max(99),
  seller: sellerSchema,
  accepts_returns: z.boolean(),
  return_window_days: z.int().min(1).max(3650).describe("Days in which it may be returned."),
  review_count: z.int().min(0),
  review_rating: z.number().min(0).max(5),
  custom_labels: z.array(text(100)).max(5),
  tags: z.array(text(100)).max(100),
  translations: z.record(languageSchema, translationSchema),
  channel_overrides: z
    .record(text(64), z.record(text(64), scalar.nullable()))
    .describe(
      "By channel id: values that replace the product's own in that channel, by the name of the profile's column or of the " +
        "product's field. An empty string empties the cell; null takes the override away.",
    ),
  status: z.enum(PRODUCT_STATUSES).describe("Only active products are published."),
  custom_attributes: z.record(text(100), z.union([scalar, z.array(scalar).max(100)])),
  metadata: flatMap(40, 500, 50).describe("Kept and never interpreted."),
} as const;

type Fields = typeof productFields;
export type ProductField = keyof Fields;
export const PRODUCT_FIELDS = Object.keys(productFields) as ProductField[];

/** The stored content of a product: what the merchant gave, canonical, without server fields. */
export type ProductContent = { [K in ProductField]?: z.output<Fields[K]> } & { sku: string };

/** A field as a write gives it: its members are merged into the stored ones (RFC 7396). */
type Patch<F extends z.ZodType> = z.ZodType<MergePatch<z.output<F>>, MergePatch<z.input<F>>>;

type Writable = {
  [K in Exclude<ProductField, "sku">]: z.ZodOptional<
    K extends (typeof REQUIRED_ON_CREATE)[number] | "condition" | "status" ? Fields[K] : z.ZodNullable<Patch<Fields[K]>>
  >;
};

const NOT_NULLABLE: ReadonlySet<string> = new Set([...REQUIRED_ON_CREATE, "condition", "status"]);
const { sku: _sku, ...otherFields } = productFields;
// fromEntries forgets the keys; the mapped type states what the loop does.
const writable = Object.fromEntries(
  Object.entries(otherFields).map(([name, schema]) => [
    name,
    (NOT_NULLABLE.has(name) ? schema : mergePatchOf(schema).nullable()).optional(),
  ]),
) as unknown as Writable;

/** Leaves room above for the service's own counting: beyond 2^53 − 1 a version plus one would be the same version. */
const GIVEN_VERSION_MAX = 9_000_000_000_000_000;

const versionField = z
  .int()
  .min(1)
  .max(GIVEN_VERSION_MAX)
  .optional()
  .describe("Optional guard against late writes: below the stored version the write is refused (409 stale_version).");

// Runs even when a field is faulty, so that all faults are told at once: checkProduct looks only at well-typed values.
const betweenFields = z.core._check<Partial<ProductContent>>(
  (payload) => {
    // A body may hold one side of dimensions of which the others are stored.
    const { dimensions: _merged, ...alone } = payload.value;
    for (const fault of checkProduct(alone)) {
      payload.issues.push({
        code: "custom",
        path: fault.pointer.split("/").slice(1),
        message: fault.message,
        params: { code: fault.code },
        input: payload.value,
      });
    }
  },
  { when: (payload: { value: unknown }) => typeof payload.value === "object" && payload.value !== null },
);
const withChecks = <T extends z.ZodType>(schema: T): T => schema.check(betweenFields as z.core.$ZodCheck<z.output<T>>);

/** Body of an upsert: given fields are set and their members merged, absent ones keep their value, null clears one. */
export const productUpsertSchema = withChecks(z.strictObject({ sku: skuSchema, ...writable, version: versionField }));
export type ProductUpsert = z.output<typeof productUpsertSchema>;

/** Body of PUT and PATCH, where the SKU stands in the path; in the body it may be repeated. */
export const productBodySchema = withChecks(
  z.strictObject({ sku: skuSchema.optional(), ...writable, version: versionField }),
);
export type ProductBody = z.output<typeof productBodySchema>;

/** A product as it is answered: the given fields and the server's own. Fields without a value are left out. */
export const productSchema = z
  .looseObject({
    id: z.string(),
    ...z.object(productFields).partial().shape,
    sku: z.string(),
    title: z.string(),
    price_amount: z.number(),
    price_currency: z.string(),
    availability: z.enum(AVAILABILITIES),
    condition: z.enum(CONDITIONS),
    status: z.enum(PRODUCT_STATUSES),
    price: z.string().describe("Read-only, with exactly the currency's decimals: 79.90 USD."),
    content_hash: z.string().describe("SHA-256 of the content, hexadecimal."),
    ...resourceFields,
  })
  .meta({ id: "Product" });
