import { z } from "zod";
import { idSchema } from "../ids.js";
import { LIMITS } from "../limits.js";
import { listOf, namesParameter, pageQuery } from "../list.js";
import { productChannelSchema } from "../listings/listing.js";
import { text } from "../text.js";
import { PRODUCT_FIELDS, PRODUCT_STATUSES, productSchema, skuSchema } from "./product.js";
import { oneOrMany, productFilters } from "./product-filters.js";

const SERVER_FIELDS = ["id", "price", "content_hash", "version", "created_at", "updated_at", "deleted_at"] as const;

export const PRODUCT_SORTS = ["sku", "updated_at"] as const;

export const productListQuery = z.object({
  ...pageQuery,
  sort: z
    .enum(PRODUCT_SORTS)
    .default("sku")
    .describe(
      "updated_at: in the order in which the products were written last, for those who keep a copy. next_cursor is then " +
        "never null, and asking again with it gives what was written since.",
    ),
  sku: oneOrMany(skuSchema, LIMITS.pageSizeMax).describe("Any of these, as far as they exist.").optional(),
  status: z.enum(PRODUCT_STATUSES).optional(),
  ...productFilters,
  channel_id: idSchema("ch").optional().describe("Only products that the channel selects."),
  q: text(200)
    .optional()
    .describe(
      "Words, all of which must stand in the SKU, title (translated ones too), brand, GTIN, MPN, category, color, material or " +
        "group title, whatever the case, also inside other words. What was written in the last seconds may not be found yet.",
    ),
  fields: namesParameter([SERVER_FIELDS[0], ...SERVER_FIELDS.slice(1), ...PRODUCT_FIELDS])
    .optional()
    .describe("Comma-separated names: only these fields, and sku, are answered."),
  include: namesParameter(["deleted", "total_count"])
    .optional()
    .describe(
      "Comma-separated. deleted: with sort=updated_at alone, deleted products too, as they were at the end, with deleted_at. " +
        "total_count: how many meet the filters, whatever the page.",
    ),
});

/** A product of the list. The same fields as everywhere, and of a deleted one when that was. */
const listedProductSchema = productSchema
  .extend({ deleted_at: z.iso.datetime().optional().describe("When it was deleted; only with include=deleted.") })
  .meta({ id: "ListedProduct" });

export const productListSchema = listOf(listedProductSchema).extend({
  next_cursor: z
    .string()
    .nullable()
    .describe("Pass it as cursor to get the next page; null at the end, but never with sort=updated_at."),
  total_count: z.int().optional().describe("Only with include=total_count."),
  is_total_exact: z
    .boolean()
    .optional()
    .describe(
      `Only with include=total_count. False when the workspace has more than ${LIMITS.countedProductsMax} products, deleted ones ` +
        "among them: total_count is then a lower bound, counted among the first by SKU.",
    ),
});

export const productQuery = z.object({
  include: namesParameter(["channels"]).optional().describe("channels: what the product is in each channel."),
});
export const productWithPartsSchema = productSchema
  .extend({
    channels: z
      .array(productChannelSchema)
      .optional()
      .describe("Only with include=channels, which also needs channels:read. Archived ones are not listed."),
  })
  .meta({ id: "ProductWithParts" });
