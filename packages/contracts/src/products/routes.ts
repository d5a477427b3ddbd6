import { z } from "zod";
import { defineRoute } from "../define-route.js";
import { LIMITS } from "../limits.js";
import { allowMissing, validateOnlyQuery } from "../list.js";
import { productBodySchema, productSchema, productUpsertSchema, REQUIRED_ON_CREATE, skuSchema } from "./product.js";
import { productHistoryParams, productHistoryQuery, productHistorySchema } from "./product-history.js";
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

const [, ...neededFields] = REQUIRED_ON_CREATE;
/** JSON Schema cannot say this of an upsert, which may leave out the fields of a product that exists. */
const NEW_PRODUCT = `A new product needs ${neededFields.slice(0, -1).join(", ")} and ${neededFields.at(-1)}.`;

const itemResultSchema = z.object({
  index: z.int().describe("Position in the request, from 0."),
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

/** Items are parsed one by one, so that an invalid item does not affect the others. */
export const productBatchSchema = z.strictObject({
  items: z.array(z.unknown()).min(1).max(LIMITS.batchItemsMax).describe(`Bodies of POST /products. ${NEW_PRODUCT}`),
  mode: z
    .enum(["partial", "atomic"])
    .default("partial")
    .describe("partial: valid items are stored, each with its own result. atomic: all or none."),
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

const restorationResultSchema = z
  .object({
    summary: z.object({ total: z.int(), restored: z.int(), failed: z.int() }),
    results: z.array(
      z.object({
        sku: z.string(),
        status: z.enum(["restored", "failed"]),
        version: z.int().optional(),
        error: z.object({ code: z.string(), detail: z.string() }).optional(),
      }),
    ),
  })
  .meta({ id: "ProductBatchRestoration" });

/** SKUs are parsed one by one, so that an invalid one does not affect the others. */
const productBatchDeletionSchema = z.strictObject({
  skus: z
    .array(z.string().meta({ ...skuSchema.meta() }))
    .min(1)
    .max(LIMITS.batchItemsMax)
    .describe("Duplicates are ignored."),
});

export const productRoutes = {
  upsertProduct: defineRoute({
    id: "upsertProduct",
    method: "POST",
    path: "/products",
    tag,
    summary: "Create or update a product by SKU",
    description:
      "Given fields are set, absent fields keep their value, null clears an optional field. Members of objects are merged in " +
      "the same way; lists are replaced. Sending the same body again changes nothing: same version, same ETag, no event. " +
      NEW_PRODUCT,
    scope: "products:write",
    returnsStored: true,
    query: writeQuery,
    body: productUpsertSchema,
    responses: { 201: productSchema, 200: productSchema },
    errors: ["conflict", "stale_version", "precondition_failed", "limit_reached"],
    example,
  }),
  listProducts: defineRoute({
    id: "listProducts",
    method: "GET",
    path: "/products",
    tag,
    summary: "List products",
    description:
      "Returns all products, or those that match all filters and all words of q. sku, availability, condition and brand can " +
      "be given several times; any of the values may match. A page has at most " +
      `${LIMITS.listPageBytesMax / 1_000_000} MB of products, so pages of large ones have fewer than limit; otherwise pages are full except the last ` +
      "one. A page can be short or empty and still have a next one with condition, conditions, updated_after or a price in q (in the list or in the " +
      "channel's selection), with words that thousands of products contain, with each sort but sku, and for members who see only " +
      "part of the catalog.\n\n" +
      "To keep a copy of the catalog, request sort=updated_at&include=deleted, store the page and next_cursor, and repeat " +
      "with it: at once while has_more is true, otherwise after a few seconds. Each product is returned in its current " +
      "state, and again after every change. No change is skipped, however late its transaction committed. Apply products " +
      "by SKU: one with deleted_at was deleted. A cursor from before a deletion that is no longer kept (see retention of the " +
      "workspace) is rejected with invalid_cursor: start again without a cursor. With filters, a product that no longer matches is not returned.",
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
    summary: "Create or update up to 1,000 products",
    scope: "products:write",
    query: writeQuery,
    body: productBatchSchema,
    bodyLimit: "batch",
    itemsApart: "items",
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
      "Each product has its own result. A missing one fails with not_found, and a text that cannot be a SKU with " +
      "validation_failed; the others are deleted.",
    scope: "products:write",
    query: writeQuery,
    body: productBatchDeletionSchema,
    responses: { 200: deletionResultSchema },
    errors: [],
    example: { skus: ["TEE-RED-M", "TEE-RED-L"] },
  }),
  batchRestoreProducts: defineRoute({
    id: "batchRestoreProducts",
    method: "POST",
    path: "/products/batch-restore",
    tag,
    summary: "Restore up to 1,000 deleted products",
    description:
      "Undoes deletions: each product gets the content that it had when it was deleted, with a higher version, and a " +
      "product.created event. Each product has its own result: one that was never deleted fails with not_found, one that " +
      "exists again with conflict, and a text that cannot be a SKU with validation_failed. There is no time limit.",
    scope: "products:write",
    query: writeQuery,
    body: productBatchDeletionSchema,
    responses: { 200: restorationResultSchema },
    errors: [],
    example: { skus: ["TEE-RED-M", "TEE-RED-L"] },
  }),
  getProduct: defineRoute({
    id: "getProduct",
    method: "GET",
    path: "/products/{sku}",
    tag,
    summary: "Retrieve a product",
    description: "include=channels adds the product's status in each channel, as in GET /products/{sku}/channels.",
    scope: "products:read",
    params,
    query: productQuery,
    responses: { 200: productWithPartsSchema },
    errors: ["not_found"],
  }),
  listProductHistory: defineRoute({
    id: "listProductHistory",
    method: "GET",
    path: "/products/{sku}/history",
    tag,
    summary: "List the changes of a product, newest first",
    description:
      "Who changed what, with the values before and after, read from the product's events: as far back as events are kept, " +
      "30 days by default. A page reads a limited number of events and may have fewer entries than limit although there " +
      "are more. A former value can be sent again with PATCH.",
    scope: "products:read",
    wholeWorkspaceOnly: true,
    params: productHistoryParams,
    query: productHistoryQuery,
    responses: { 200: productHistorySchema },
    errors: ["not_found", "invalid_cursor"],
  }),
  replaceProduct: defineRoute({
    id: "replaceProduct",
    method: "PUT",
    path: "/products/{sku}",
    tag,
    summary: "Create or replace a product",
    description: `Fields that are absent lose their value. ${NEW_PRODUCT}`,
    scope: "products:write",
    params,
    query: writeQuery,
    body: productBodySchema,
    responses: { 201: productSchema, 200: productSchema },
    errors: ["conflict", "stale_version", "precondition_failed", "limit_reached"],
    example,
  }),
  updateProduct: defineRoute({
    id: "updateProduct",
    method: "PATCH",
    path: "/products/{sku}",
    tag,
    summary: "Update a product",
    description:
      "Merge patch (RFC 7396): absent fields stay, null clears a field or a member of an object, objects are merged, lists " +
      `are replaced. With allow_missing=true, a missing product is created. ${NEW_PRODUCT}`,
    scope: "products:write",
    params,
    query: writeQuery.extend({
      allow_missing: allowMissing.describe("true creates a missing product instead of returning 404."),
    }),
    body: productBodySchema,
    responses: { 201: productSchema, 200: productSchema },
    errors: ["not_found", "conflict", "stale_version", "precondition_failed", "limit_reached"],
    example: { price_amount: 17.9 },
  }),
  deleteProduct: defineRoute({
    id: "deleteProduct",
    method: "DELETE",
    path: "/products/{sku}",
    tag,
    summary: "Delete a product",
    description:
      "Its version is stored, so that a late write with an older version cannot recreate it. POST /products/batch-restore " +
      "undoes the deletion.",
    scope: "products:write",
    params,
    query: writeQuery.extend({
      allow_missing: allowMissing.describe("true returns 204 instead of 404 if the product does not exist."),
    }),
    responses: { 204: null },
    errors: ["not_found", "conflict", "precondition_failed"],
  }),
};
