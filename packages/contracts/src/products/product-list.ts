import { z } from "zod";
import { productConditions } from "../channels/condition.js";
import { idSchema } from "../ids.js";
import { jsonParameter } from "../json-parameter.js";
import { LIMITS } from "../limits.js";
import { listOf, namesParameter, pageQuery } from "../list.js";
import { productChannelSchema } from "../listings/listing.js";
import { text, verbatim } from "../text.js";
import { PRODUCT_FIELDS, PRODUCT_STATUSES, productSchema, skuSchema } from "./product.js";
import { oneOrMany, productFilters } from "./product-filters.js";

const SERVER_FIELDS = ["id", "price", "content_hash", "version", "created_at", "updated_at", "deleted_at"] as const;

export const PRODUCT_SORTS = ["sku", "-sku", "updated_at", "-updated_at"] as const;

export const productListQuery = z.object({
  ...pageQuery,
  sort: z
    .enum(PRODUCT_SORTS)
    .default("sku")
    .describe(
      "-sku: from the last SKU to the first. -updated_at: the product that was written last first. updated_at: in the " +
        "order in which products were last written, for clients that keep a copy; next_cursor is then never null, and a " +
        "request with it returns what was written since.",
    ),
  sku: oneOrMany(skuSchema, LIMITS.pageSizeMax)
    .describe(
      "Any of these SKUs; missing ones are ignored. Many long ones do not fit: the URL and the headers have at most 16 kB " +
        "together (431 headers_too_large). Send them in several requests then.",
    )
    .optional(),
  sku_prefix: verbatim(LIMITS.skuLengthMax)
    .min(1)
    .optional()
    .describe(
      "Only products whose SKU begins with this, such as `TEE-`; case-sensitive, with every character as it is.",
    ),
  status: z.enum(PRODUCT_STATUSES).optional(),
  ...productFilters,
  conditions: jsonParameter(LIMITS.listConditionsLengthMax, "a JSON array of conditions")
    .pipe(productConditions)
    .optional()
    .describe(
      "JSON array of conditions on any fields, all of which must be met, as in a channel's selection: " +
        '[{"field":"custom_attributes.season","op":"equals","value":"summer"}].',
    ),
  channel_id: idSchema("ch")
    .optional()
    .describe("Only products that the channel selects. Also requires channels:read."),
  q: text(200)
    .optional()
    .describe(
      "Search words, all of which must occur in the SKU, title (also translated), brand, GTIN, MPN, category, color, material, " +
        "group title or the beginning of the description; case-insensitive, in any English form, also within other words: TEE- finds all that contain tee-. " +
        "A comma, slash or other punctuation separates words as a space does, except within codes such as A-1/2. " +
        "Words such as `a` and `for` are ignored. A price such as `under 30 dollars` is compared with the current price. " +
        "Products written in the last seconds may not be found yet.",
    ),
  fields: namesParameter([SERVER_FIELDS[0], ...SERVER_FIELDS.slice(1), ...PRODUCT_FIELDS])
    .optional()
    .describe("Comma-separated names: only these fields, and sku, are returned."),
  include: namesParameter(["deleted", "total_count"])
    .optional()
    .describe(
      "Comma-separated. deleted: also deleted products in their last state, with deleted_at; requires sort=updated_at. " +
        "total_count: number of products that match the filters, on all pages.",
    ),
});

/** A product in the list: the usual fields, and for a deleted product the time of deletion. */
const listedProductSchema = productSchema
  .extend({
    deleted_at: z.iso.datetime().optional().describe("When the product was deleted; only with include=deleted."),
  })
  // The types of clients assume the usual request, without fields.
  .meta({ id: "ListedProduct", required: ["sku"], description: "With fields, only sku is always present." });

export const productListSchema = listOf(listedProductSchema).extend({
  next_cursor: z
    .string()
    .nullable()
    .describe("Pass it as cursor to get the next page; null on the last page, but never with sort=updated_at."),
  total_count: z.int().optional().describe("Only with include=total_count."),
  is_total_exact: z
    .boolean()
    .optional()
    .describe(
      `Only with include=total_count. False if the workspace has more than ${LIMITS.countedProductsMax} products, including deleted ` +
        "ones: total_count is then a lower bound, counted among the first products by SKU.",
    ),
});

export const productQuery = z.object({
  include: namesParameter(["channels"])
    .optional()
    .describe("channels: the product's status in each channel; also requires channels:read."),
});
export const productWithPartsSchema = productSchema
  .extend({
    channels: z
      .array(productChannelSchema)
      .optional()
      .describe("Only with include=channels, which also requires channels:read. Without archived channels."),
  })
  .meta({ id: "ProductWithParts" });
