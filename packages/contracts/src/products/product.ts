import { z } from "zod";
import { countrySchema, currencySchema, languageSchema } from "../codes/schemas.js";
import { distinctRecord } from "../distinct-record.js";
import { normalizeGtin } from "../gtin.js";
import { LIMITS } from "../limits.js";
import { resourceFields } from "../list.js";
import { type MergePatch, mergePatchOf } from "../merge-patch.js";
import { text, verbatim } from "../text.js";
import { urlSchema } from "../url.js";
import { calendarDate, zonedTime } from "../zoned-time.js";
import { channelFields, deliveryTimes } from "./channel-fields.js";
import { checkBody } from "./check-product.js";
import { AVAILABILITIES, CONDITIONS, PRODUCT_STATUSES } from "./choices.js";
import { AMOUNT_DESCRIPTION, amountSchema as amount, quantityOf, sizesSchema, WEIGHT_UNITS } from "./field-schemas.js";
import { SKU_PATH_PREFIX } from "./sku-path.js";

export { AVAILABILITIES, CONDITIONS, PRODUCT_STATUSES };
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
const SIZE_SYSTEMS = ["US", "UK", "EU", "DE", "FR", "JP", "CN", "IT", "BR", "MEX", "AU"] as const;
const SIZE_TYPES = ["regular", "petite", "maternity", "big", "tall", "plus"] as const;

/** Fields that a new product must have. All others are optional here; channel profiles may require them. */
export const REQUIRED_ON_CREATE = ["sku", "title", "price_amount", "price_currency", "availability"] as const;

const dateOrTime = z.union([zonedTime, calendarDate], {
  error: "must be an RFC 3339 date-time or a date, such as 2026-12-01T00:00:00Z or 2026-12-01",
});
const flatMap = (key: number, value: number, entries: number) =>
  distinctRecord(text(key), text(value), { max: entries }).meta({ maxProperties: entries });

/** Zero-width characters, direction marks, fillers and so on: SKUs that differ only by these look the same. XML cannot express some. */
const INVISIBLE = /[\p{Cf}\p{Noncharacter_Code_Point}\u0080-\u009f\u115f\u1160\u3164\uffa0]|\u034f|[\ufe00-\ufe0f]/u;

export const skuSchema = text(LIMITS.skuLengthMax)
  .overwrite((sku) => (/\s\s|[^\S ]/.test(sku) ? sku.replace(/\s+/g, " ") : sku))
  .refine((sku) => !INVISIBLE.test(sku), {
    error: "must not contain invisible characters, such as a zero-width space (U+200B)",
    params: { code: "invalid_format" },
  })
  .refine((sku) => !sku.startsWith(SKU_PATH_PREFIX), {
    error: `must not begin with ${SKU_PATH_PREFIX}, which marks a SKU in base64url in paths`,
    params: { code: "invalid_format" },
  })
  .describe(
    `The upsert key: trimmed, repeated spaces collapsed, case-sensitive. It must not begin with ${SKU_PATH_PREFIX}, which marks the ` +
      "base64url form of a SKU in paths.",
  )
  .meta({ examples: ["TEE-RED-M"] });

const shippingSchema = z.strictObject({
  country: countrySchema,
  region: text(100).optional(),
  service: text(100).optional(),
  price_amount: amount,
  price_currency: currencySchema.describe("Default: the product's price_currency.").optional(),
  ...z.object(deliveryTimes).partial().shape,
});

const marketPriceSchema = z.strictObject({
  currency: currencySchema,
  country: countrySchema.describe("Without it, the price applies to all countries with this currency.").optional(),
  amount,
  sale_amount: amount.describe("Must be below amount.").optional(),
  sale_starts_at: zonedTime.optional(),
  sale_ends_at: zonedTime.optional(),
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

/** The content fields of a product, each with its schema. In a request, null clears an optional field. */
export const productFields = {
  sku: skuSchema,
  title: text(500).describe("Name of the purchasable variant; channels may have a lower limit. Required if new."),
  description: text(10_000, { multiline: true }).describe("Plain text."),
  url: urlSchema.describe("Public page of the product."),
  image_url: urlSchema,
  additional_image_urls: z.array(urlSchema).max(20),
  video_url: urlSchema,
  model_3d_url: urlSchema.describe("A GLB or glTF model."),
  brand: text(200),
  mpn: text(100).describe("Manufacturer's part number."),
  gtin: z
    .string()
    .overwrite(normalizeGtin)
    .regex(/^(\d{8}|\d{12,14})$/, "must be a GTIN of 8, 12, 13 or 14 digits (an ISBN-10 is not one)")
    .describe("GTIN-8, -12, -13 or -14. A wrong check digit is a warning here, and an error in some channels."),
  product_category: text(750).describe("Path of categories, separated by >."),
  google_product_category: text(750),
  condition: z.enum(CONDITIONS),
  availability: z.enum(AVAILABILITIES).describe("Required if new."),
  availability_date: dateOrTime,
  expiration_date: dateOrTime,
  inventory_quantity: z.int().min(0).max(2_147_483_647).describe("Stock count; null or absent if not tracked."),
  price_amount: amount.describe(`${AMOUNT_DESCRIPTION} Required if new.`),
  price_currency: currencySchema.describe("Required if new."),
  sale_price_amount: amount.describe("Must be below price_amount; in the same currency."),
  sale_price_starts_at: zonedTime,
  sale_price_ends_at: zonedTime,
  prices: z
    .array(marketPriceSchema)
    .max(LIMITS.productPricesMax)
    .describe(
      "Prices by market, at most one per currency and country. A channel uses the price for its country and currency, else for its currency, else price_amount if price_currency is its currency. Each price has its own sale.",
    )
    .meta({
      examples: [
        [
          { currency: "EUR", amount: 8.5 },
          { currency: "EUR", country: "AT", amount: 8.9 },
        ],
      ],
    }),
  cost_amount: amount.describe("Exported only if a channel maps it."),
  item_group_id: text(100).describe("Shared by the variants of one item."),
  item_group_title: text(500),
  variant_options: flatMap(250, 250, 30).describe(
    'Options that distinguish the variants of a group, such as {"color": "red"}.',
  ),
  color: text(100),
  size: text(100),
  size_system: z.enum(SIZE_SYSTEMS),
  size_type: z.enum(SIZE_TYPES),
  material: text(200),
  pattern: text(100),
  multipack: z.int().min(2).max(10_000).describe("Number of identical items that are sold as one."),
  is_bundle: z.boolean().describe("Whether different items are sold as one."),
  gender: z.enum(["male", "female", "unisex"]),
  age_group: z.enum(["newborn", "infant", "toddler", "kids", "adult"]),
  weight: quantityOf(WEIGHT_UNITS),
  dimensions: sizesSchema,
  shipping: z.array(shippingSchema).max(100),
  tax_class: text(100),
  is_digital: z.boolean(),
  adult: z.boolean(),
  age_restriction: z.int().min(0).max(99),
  seller: sellerSchema,
  accepts_returns: z.boolean(),
  return_window_days: z.int().min(1).max(3650).describe("Days within which the product can be returned."),
  review_count: z.int().min(0),
  review_rating: z.number().min(0).max(5),
  ...channelFields,
  custom_labels: z.array(text(100)).max(5),
  tags: z.array(text(100)).max(100),
  translations: distinctRecord(languageSchema, translationSchema, {
    max: LIMITS.productLanguagesMax,
    noun: "languages",
  }),
  channel_overrides: distinctRecord(text(64), distinctRecord(text(64), scalar.nullable())).describe(
    "Values that replace the product's own in a channel, by channel id and then by name of a profile column or product " +
      "field. An empty string empties the cell; null removes the override.",
  ),
  status: z.enum(PRODUCT_STATUSES).describe("Only active products are published."),
  custom_attributes: distinctRecord(text(100), z.union([scalar, z.array(scalar).max(100)])),
  metadata: flatMap(40, 500, 50).describe(
    "Stored and never interpreted. Keys and values are text of one line: trimmed, in NFC, without control characters. " +
      "At most 50 entries.",
  ),
} as const;

type Fields = typeof productFields;
export type ProductField = keyof Fields;
export const PRODUCT_FIELDS = Object.keys(productFields) as ProductField[];

/** The stored content of a product: the merchant's values in canonical form, without server fields. */
export type ProductContent = { [K in ProductField]?: z.output<Fields[K]> } & { sku: string };

/** A field in a write request: its members are merged into the stored ones (RFC 7396). */
type Patch<F extends z.ZodType> = z.ZodType<MergePatch<z.output<F>>, MergePatch<z.input<F>>>;

type Writable = {
  [K in Exclude<ProductField, "sku">]: z.ZodOptional<
    K extends (typeof REQUIRED_ON_CREATE)[number] | "condition" | "status" ? Fields[K] : z.ZodNullable<Patch<Fields[K]>>
  >;
};

const NOT_NULLABLE: ReadonlySet<string> = new Set([...REQUIRED_ON_CREATE, "condition", "status"]);
const { sku: _sku, ...otherFields } = productFields;
// Object.fromEntries loses the keys' types; Writable describes what the loop produces.
const writable = Object.fromEntries(
  Object.entries(otherFields).map(([name, schema]) => [
    name,
    (NOT_NULLABLE.has(name) ? schema : mergePatchOf(schema).nullable()).optional(),
  ]),
) as unknown as Writable;

/** Leaves room for the service to increment it: above 2^53 − 1, a version plus one may be the same number. */
const GIVEN_VERSION_MAX = 9_000_000_000_000_000;

const versionField = z
  .int()
  .min(1)
  .max(GIVEN_VERSION_MAX)
  .optional()
  .describe(
    "Optional protection against late writes: a write is rejected (409 stale_version) if its version is below the stored " +
      "one, or equal to it with other content. The same version with the same content changes nothing.",
  );

// Runs even if a field is invalid, so that all errors are reported at once; checkBody ignores values of a wrong type.
const betweenFields = z.core._check<Partial<ProductContent>>(
  (payload) => {
    for (const fault of checkBody(payload.value)) {
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

/** Body of an upsert: given fields are set and their members merged, absent fields keep their value, null clears a field. */
export const productUpsertSchema = withChecks(z.strictObject({ sku: skuSchema, ...writable, version: versionField }));
export type ProductUpsert = z.output<typeof productUpsertSchema>;

/** Body of PUT and PATCH. The SKU is in the path, and may be repeated in the body. */
export const productBodySchema = withChecks(
  z.strictObject({ sku: skuSchema.optional(), ...writable, version: versionField }),
);
export type ProductBody = z.output<typeof productBodySchema>;

/** A product in a response: the merchant's fields and the server's. Fields without a value are left out. */
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
