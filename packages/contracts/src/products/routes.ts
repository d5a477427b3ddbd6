import { z } from "zod";
import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import { allowMissing, validateOnlyQuery } from "../list.js";
import { productBodySchema, productSchema, productUpsertSchema, skuSchema } from "./product.js";
import { productListQuery, productListSchema, productQuery, productWithPartsSchema } from "./product-list.js";
import { skuParameter } from "./sku-parameter.js";

const tag = "Products";
const params = z.object({ sku: skuParameter });
const writeQuery = z.object(validateOnlyQuery);

const example = {
  sku: "TEE-RED-M",
  title: "Red tee, size M",
  price_amount: 19.9,
  price_currency: "USD",
  brand: "Acme",
  availability: "in_stock",
  inventory_quantity: 12,
  condition: "new",
};

const itemResultSchema = z.object({
  index: z.int().describe("Place in the request, from 0."),
  sku: z.string().nullable(),
  status: z.enum(["created", "updated", "unchanged", "failed"]),
  version: z.int().optional(),
  error: z
    .object({
      code: z.string(),
      detail: z.string(),
      errors: z.array(z.object({ pointer: z.string(), code: z.string(), message: z.string() })),
    })
    .optional(),
});

export const batchResultSchema = z
  .object({
    summary: z.object({ total: z.int(), created: z.int(), updated: z.int(), unchanged: z.int(), failed: z.int() }),
    results: z.array(itemResultSchema),
  })
  .meta({ id: "ProductBatchResult" });
export type BatchResult = z.output<typeof batchResultSchema>;
export type BatchItemResult = z.output<typeof itemResultSchema>;

/** Items are parsed one by one, so that one bad item does not refuse the others. */
export const productBatchSchema = z.strictObject({
  items: z.array(z.unknown()).min(1).max(LIMITS.batchItemsMax).describe("Bodies as POST /products takes them."),
  mode: z
    .enum(["partial", "atomic"])
    .default("partial")
    .describe("partial: good items are stored, each item has its own result. atomic: all or none."),
});

const deletionResultSchema = z
  .object({
    summary: z.object({ total: z.int(), deleted: z.int(), failed: z.int() }),
    results: z.array(
      z.object({
        sku: z.string(),
        status: z.enum(["deleted", "failed"]),
        error: z.object({ code: z.string(), detail: z.string() }).optional(),
      }),
    ),
  })
  .meta({ id: "ProductBatchDeletion" });

const productBatchDeletionSchema = z.strictObject({
  skus: z.array(skuSchema).min(1).max(LIMITS.batchItemsMax).describe("One that is named twice is deleted once."),
});

export const productRoutes = {
  upsertProduct: defineRoute({
    id: "upsertProduct",
    method: "POST",
    path: "/products",
    tag,
    summary: "Create or change a product by SKU",
    description:
      "Given fields are set, absent ones keep their value, null clears an optional one. Members of objects are merged in the " +
      "same way, lists are replaced whole. The same body again changes nothing: same version, same ETag, no event.",
    scope: "products:write",
    query: writeQuery,
    body: productUpsertSchema,
    responses: { 201: productSchema, 200: productSchema },
    errors: ["conflict", "stale_version", "precondition_failed"],
    example,
  }),
  listProducts: defineRoute({
    id: "listProducts",
    method: "GET",
    path: "/products",
    tag,
    summary: "List products by SKU, or as they were written",
    description:
      "All, or those that meet all filters and contain all words of q; the order is the same. A page is full unless it is " +
      "the last. Only with condition or updated_after, of the list or of its channel, with sort=updated_at, and for members " +
      "who see part of the catalogue may it be short, or empty, and yet have a next one. sku, availability, condition and " +
      "brand may be given several times: any of the values will do.\n\n" +
      "To keep a copy of the catalogue, ask with sort=updated_at&include=deleted, store the page, keep next_cursor, and ask " +
      "again with it: at once while has_more is true, else some seconds later. Each product comes as it is now, after every " +
      "change once more, and no change is skipped, however late its transaction committed. Apply what comes by SKU: a " +
      "product with deleted_at is gone. With filters, a product that has ceased to meet them does not come.",
    scope: "products:read",
    query: productListQuery,
    responses: { 200: productListSchema },
    errors: ["invalid_cursor", "not_found"],
  }),
  batchUpsertProducts: defineRoute({
    id: "batchUpsertProducts",
    method: "POST",
    path: "/products/batch",
    tag,
    summary: "Create or change up to 1,000 products",
    scope: "products:write",
    query: writeQuery,
    body: productBatchSchema,
    bodyLimit: "batch",
    responses: { 200: batchResultSchema, 422: batchResultSchema },
    errors: [],
    example: { items: [example], mode: "partial" },
  }),
  batchDeleteProducts: defineRoute({
    id: "batchDeleteProducts",
    method: "POST",
    path: "/products/batch-delete",
    tag,
    summary: "Delete up to 1,000 products",
    description:
      "Each has its own result: one that does not exist has failed with not_found, and the others are deleted.",
    scope: "products:write",
    query: writeQuery,
    body: productBatchDeletionSchema,
    responses: { 200: deletionResultSchema },
    errors: [],
    example: { skus: ["TEE-RED-M", "TEE-RED-L"] },
  }),
  getProduct: defineRoute({
    id: "getProduct",
    method: "GET",
    path: "/products/{sku}",
    tag,
    summary: "Read a product",
    description: "include=channels adds what the product is in each channel, as GET /products/{sku}/channels tells it.",
    scope: "products:read",
    params,
    query: productQuery,
    responses: { 200: productWithPartsSchema },
    errors: ["not_found"],
  }),
  replaceProduct: defineRoute({
    id: "replaceProduct",
    method: "PUT",
    path: "/products/{sku}",
    tag,
    summary: "Create or replace a product whole",
    description: "Fields that are absent lose their value.",
    scope: "products:write",
    params,
    query: writeQuery,
    body: productBodySchema,
    responses: { 201: productSchema, 200: productSchema },
    errors: ["conflict", "stale_version", "precondition_failed"],
    example,
  }),
  updateProduct: defineRoute({
    id: "updateProduct",
    method: "PATCH",
    path: "/products/{sku}",
    tag,
    summary: "Change an existing product",
    description:
      "Merge patch (RFC 7396): absent keeps, null clears a field or a member of an object; objects are merged, lists are " +
      "replaced whole. With allow_missing=true a product that does not exist is made.",
    scope: "products:write",
    params,
    query: writeQuery.extend({
      allow_missing: allowMissing.describe("true makes a product that does not exist instead of 404."),
    }),
    body: productBodySchema,
    responses: { 201: productSchema, 200: productSchema },
    errors: ["not_found", "conflict", "stale_version", "precondition_failed"],
    example: { price_amount: 17.9 },
  }),
  deleteProduct: defineRoute({
    id: "deleteProduct",
    method: "DELETE",
    path: "/products/{sku}",
    tag,
    summary: "Delete a product",
    description: "Its version is kept, so that a late write with an older version cannot revive it.",
    scope: "products:write",
    params,
    query: writeQuery.extend({
      allow_missing: allowMissing.describe("true answers 204 where there is nothing to delete, instead of 404."),
    }),
    responses: { 204: null },
    errors: ["not_found", "conflict", "precondition_failed"],
  }),
};
